import FerryMacros
import FerryTestSupport
import FerryTesting
import Foundation
import Testing

@DirectCodable
struct Booking: Equatable {
  var guest: String
  @Range(1...20) var seats = 2
  @Range(0..<1) var discount: Double?
  @Length(1...3) var names: [String] = ["a"]
  @Length(2...5) var code: String?
  @Pattern("^[A-Z]{2}-[0-9]+$") var number = "AB-1"
  @OneOf("inside", "terrace") var area = "inside"
  @Key("meta.owner") @Alias("owner") var owner: String
  @As(.iso8601) var date: Date?
  @As(.base64URL) var bytes: Data?
  var data = Data()
  var created: Date
  var website: URL?
  var id: UUID
  var tags: Set<Int8> = []
  var limits: [String: UInt64] = [:]
  var byNumber: [Int: Bool]?
  var payment: Payment
  var mood: Mood?
  var next: [Booking] = []
  @Flatten var place: Place

  @DirectCodable @Tagged(.internal("kind"))
  enum Payment: Equatable { case cash, card(number: String), free(Place) }

  @DirectCodable
  enum Mood: String { case good, bad }

  @DirectCodable
  struct Place: Equatable { var city: String, zip: Int? }
}

@DirectCodable
struct Price: Equatable { var amount: Decimal, factor: Double }

/// A type that loses a member on its way.
struct Forgetful: Codable, Equatable {
  var name: String
  var seats: [Int]
  var note = ""

  init(name: String, seats: [Int], note: String) {
    (self.name, self.seats, self.note) = (name, seats, note)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    seats = try container.decode([Int].self, forKey: .seats).map { min($0, 9) }
  }
}

@DirectCodable
struct Positive: Equatable {
  var value: Int
  func validate() throws { if value % 1000 != 1 { throw CocoaError(.coderInvalidValue) } }
}

@Suite struct FerryTestingTests {
  private func text(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("random values of a model come back in every format, directly and as Codable")
  func roundTrip() throws {
    let seed = SeededGenerator(for: "FerryTesting.roundTrip").seed
    let values = try randomValues(of: Booking.self, count: 200, seed: seed)
    #expect(try values == randomValues(of: Booking.self, count: 200, seed: seed))
    // The values have each form, so that they test something.
    #expect(Set(values.map(\.seats)).count > 10 && Set(values.map(\.number)).count > 50)
    #expect(values.contains { $0.discount == nil } && values.contains { $0.discount != nil })
    #expect(values.contains { !$0.next.isEmpty } && values.contains { $0.mood == .bad })
    #expect(values.contains { $0.payment == .cash } && values.contains { !$0.limits.isEmpty })
    #expect(values.allSatisfy { (2...5).contains($0.code?.unicodeScalars.count ?? 2) })
    for value in values { try expectRoundTrip(value) }
    try expectRoundTrip(ofRandom: Booking.self, count: 20)
    // Many doubles have more digits before the point than each format can write.
    try expectRoundTrip(ofRandom: Price.self, count: isDebugBuild ? 100 : 2000)
  }

  @Test("a value that changes on its way is an error with the differences by path")
  func differences() {
    let value = Forgetful(name: "a", seats: [1, 20], note: "n")
    #expect(
      text { try expectRoundTrip(value, through: [.json]) } == """
        json: another 'Forgetful' comes back
          seats[1]: expected 20, found 9
          note: expected "n", found ""
        """)
    #expect(text { try expectRoundTrip(value) }.split(separator: "\n").count == 15)
    let infinite = text { try expectRoundTrip([Double.infinity], through: [.json, .binary]) }
    #expect(infinite.hasPrefix("json, directly: ") && !infinite.contains("binary"))
  }

  @Test("a type without a schema, and one whose rules no document fulfils, are errors")
  func noValues() {
    let plain = text { _ = try randomValues(of: Forgetful.self, seed: 1) }
    #expect(plain.contains("the form of 'Forgetful' is unknown"), "\(plain)")
    let positive = text { _ = try randomValues(of: Positive.self, count: 1000, seed: 1) }
    #expect(positive.contains("with the seed 1"), "\(positive)")
  }

  @Test("a golden file is written once, compared by path, and written again on request")
  func golden() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    // The folder of the file is an absolute path here.
    func name(_ ending: String) -> String {
      "../../../../../../../../../../\(folder.path)/a.\(ending)"
    }
    var value = try randomValues(of: Booking.self, count: 1, seed: 7)[0]
    for ending in ["json", "ferry", "cbor", "msgpack"] {
      let name = name(ending)
      #expect(text { try expectGolden(value, name) }.contains("is written"), "\(ending)")
      #expect(text { try expectGolden(value, name) } == "", "\(ending)")
      let old = value
      value.seats = value.seats % 20 + 1
      let difference = text { try expectGolden(value, name) }
      #expect(
        difference.hasSuffix(":\n  seats: expected \(old.seats), found \(value.seats)"),
        "\(difference)")
      value = old
    }
    // Other layout, same values.
    let file = folder.appendingPathComponent("a.json")
    let document = try JSON.decode(AnyValue.self, from: [UInt8](Data(contentsOf: file)))
    try Data(JSON.encode(document)).write(to: file)
    #expect(text { try expectGolden(value, name("json")) } == "")
    try Data("{".utf8).write(to: file)
    #expect(text { try expectGolden(value, name("json")) }.contains("unexpected end"))
    #expect(text { try expectGolden(value, "a.txt") }.contains("not that of a format"))
  }
}
