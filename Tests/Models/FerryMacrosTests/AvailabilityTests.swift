import Ferry
import FerryMacros
import Testing

@MainActor @DirectCodable
private struct OnMainActor: Equatable {
  var x: Int
  var text: String?
}

@MainActor @DirectCodable @Tagged(.internal("t"))
private enum Choice: Equatable { case a(x: Int), b }

@DirectCodable
private struct WithOld {
  var x: Int
  @available(*, deprecated, message: "use x") var y: Int?
}

@DirectCodable
private struct OwnNames: Equatable {
  enum Bool: Swift.String, DirectCodable, Codable { case yes, no }
  struct Int: DirectCodable, Codable, Equatable {
    var digits: Swift.String
    init(_ digits: Swift.String) { self.digits = digits }
    init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
      digits = try reader.readString()
    }
    func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
      try writer.write(digits)
    }
  }
  var flag: Bool
  var number: Int
  var count = 3
}

@Suite("Actors, availability and names")
struct AvailabilityTests {
  @Test("types of the main actor are read and written anywhere")
  func mainActor() throws {
    try expectEverywhere(OnMainActor(x: 1, text: "a"), #"{"x":1,"text":"a"}"#)
    try expectEverywhere([Choice.a(x: 1), .b], #"[{"t":"a","x":1},{"t":"b"}]"#)
  }

  @Test("deprecated members are read and written")
  func deprecated() throws {
    let json = #"{"x":1,"y":2}"#
    #expect(try JSON.string(JSON.decode(WithOld.self, from: json)) == json)
  }

  @Test("nested types may have names of the standard library")
  func names() throws {
    let value = OwnNames(flag: .yes, number: .init("12"), count: 3)
    #expect(
      try JSON.decode(OwnNames.self, from: #"{"flag":"yes","number":"12"}"#) == value)
    #expect(try JSON.string(value) == #"{"flag":"yes","number":"12","count":3}"#)
  }
}
