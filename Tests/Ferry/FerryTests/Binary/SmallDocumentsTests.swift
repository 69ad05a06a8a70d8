import Ferry
import FerryTestSupport
import Foundation
import Testing

/// State that one document leaves (tables, writers, options) must not affect the next one.
@Suite("Documents one after the other")
struct SmallDocumentsTests {
  private struct Point: Codable, Equatable {
    var x: Int
    var y: Int
  }

  private static let record = SlotRecord(
    id: 7, name: "Ada", score: 1.5, active: true, tags: ["a", "b"], note: "n", parent: 3)
  private static let other = SwitchRecord(id: 1, name: "x")

  @Test("bytes do not depend on earlier documents")
  func encoding() throws {
    let direct = try Binary.encode(Self.record)
    let codable = try Binary.encode(CodableOnly(Self.record))
    let many = Array(repeating: Self.record, count: 20)
    let interned = try Binary.encode(many)
    var plain = Binary.Encoder()
    plain.internsTexts = false
    let literal = try plain.encode(many)
    #expect(literal.count > interned.count)
    let pair = try Binary.encode([Self.record, Self.record])
    for _ in 0..<3 {
      var encoder = Binary.Encoder()
      #expect(try encoder.encode(Self.record) == direct)
      #expect(try encoder.encode(CodableOnly(Self.record)) == codable)
      _ = try encoder.encode(Self.other)
      _ = try encoder.encode(CodableOnly(Self.other))
      _ = try encoder.encode([Point(x: 1, y: 2)])
      #expect(try encoder.encode([Self.record, Self.record]) == pair)
      #expect(try encoder.encode(Self.record) == direct)
      #expect(try encoder.encode(CodableOnly(Self.record)) == codable)
      #expect(try encoder.encode(many) == interned)
      encoder.internsTexts = false
      #expect(try encoder.encode(many) == literal)
      encoder.internsTexts = true
      _ = try encoder.encode((0..<40).map { "Ada \($0 / 2)" })
      #expect(try encoder.encode(Self.record) == direct)
      #expect(try encoder.encode(many) == interned)
      #expect(try encoder.encode([Self.record, Self.record]) == pair)
      encoder.hasChecksum = true
      #expect(try encoder.encode(CodableOnly(Self.record)).count == codable.count + 4)
      #expect(try encoder.encode(Self.record).count == direct.count + 4)
    }
  }

  @Test("a value that fails to encode leaves no bytes in the output")
  func failures() throws {
    let good = try Binary.encode(CodableOnly(Self.record))
    var encoder = Binary.Encoder()
    encoder.depthLimit = 2
    #expect(throws: EncodingError.self) { try encoder.encode(["a": [["b": [Self.record]]]]) }
    encoder.depthLimit = 512
    #expect(try encoder.encode(CodableOnly(Self.record)) == good)
    #expect(try encoder.encode(Self.record) == Binary.encode(Self.record))
  }

  @Test("tables that differ from earlier ones in a bit are distinguished")
  func tables() throws {
    for bytes in [try Binary.encode(Self.record), try Binary.encode(CodableOnly(Self.record))] {
      #expect(try Binary.decode(SlotRecord.self, from: bytes) == Self.record)
      var refused = 0
      for bit in 0..<8 * (bytes.count / 2) {
        var flipped = bytes
        flipped[bit / 8] ^= 1 << UInt8(bit % 8)
        for _ in 0..<2 {
          let direct = try? Binary.decode(SlotRecord.self, from: flipped)
          let codable = try? Binary.decode(CodableOnly<SlotRecord>.self, from: flipped).value
          #expect(direct == codable, "bit \(bit)")
          if direct == nil { refused += 1 }
        }
      }
      #expect(refused > bytes.count)
      #expect(try Binary.decode(SlotRecord.self, from: bytes) == Self.record)
    }
  }

  @Test("types with the same tables have their own caches")
  func types() throws {
    let bytes = try Binary.encode(Self.other)
    for _ in 0..<3 {
      #expect(try Binary.decode(SwitchRecord.self, from: bytes) == Self.other)
      #expect(try Binary.decode(CodableOnly<SwitchRecord>.self, from: bytes).value == Self.other)
      #expect(throws: DecodingError.self) { try Binary.decode(SlotRecord.self, from: bytes) }
      #expect(try Binary.decode(AnyValue.self, from: bytes) == ["id": 1, "name": "x"])
    }
  }

  @Test("threads have their own coders and tables")
  func threads() throws {
    let (encoder, decoder) = (Binary.Encoder(), Binary.Decoder())
    let right = Atomic()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<200 {
        var record = Self.record
        record.id = thread * 1000 + number
        record.name = String(repeating: "n", count: number % 20)
        guard let direct = try? encoder.encode(record),
          let codable = try? encoder.encode(CodableOnly(record)),
          let value = try? decoder.decode(SlotRecord.self, from: codable), value == record,
          let wrapped = try? decoder.decode(CodableOnly<SlotRecord>.self, from: direct),
          wrapped.value == record
        else { continue }
        right.add()
      }
    }
    #expect(right.value == 1600)
  }

  private final class Atomic: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    var value: Int { lock.withLock { count } }
    func add() { lock.withLock { count += 1 } }
  }

  @Test("an option holds from the next call on")
  func options() throws {
    let moment = Date(timeIntervalSince1970: 1)
    var (encoder, decoder) = (JSON.Encoder(), JSON.Decoder())
    #expect(try encoder.string([moment]) == "[-978307199]")
    encoder.dateEncodingStrategy = .secondsSince1970
    #expect(try encoder.string([moment]) == "[1]")
    decoder.dateDecodingStrategy = .secondsSince1970
    #expect(try decoder.decode([Date].self, from: "[1]") == [moment])
    decoder.dateDecodingStrategy = .deferredToDate
    #expect(try decoder.decode([Date].self, from: "[-978307199]") == [moment])
    var copies = (0..<2).map { _ in JSON.Decoder() }
    copies[0].depthLimit = 1
    #expect(throws: DecodingError.self) { try copies[0].decode([[Int]].self, from: "[[1]]") }
    #expect(try copies[1].decode([[Int]].self, from: "[[1]]") == [[1]])
  }
}
