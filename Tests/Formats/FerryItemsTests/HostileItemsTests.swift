import FerryBase
import Ferry
import FerryCBOR
import FerryItems
import FerryMessagePack
import FerryTestSupport
import Testing

/// Damaged and random documents, in the ways that the laws of the fuzz targets do not cover.
@Suite struct HostileItemsTests {
  private func read(_ input: ByteView, _ format: ItemFormat) throws {
    var tape = Tape()
    var reader = ItemWireReader(input, ItemReading(format))
    try reader.readDocument(into: &tape)
  }

  private func documents(_ format: ItemFormat) throws -> [[UInt8]] {
    var random = SeededGenerator(for: "items \(format)")
    return try (0..<40).map { _ in
      let value = random.anyValue()
      return try format == .cbor ? CBOR.encode(value) : MessagePack.encode(value)
    }
  }

  @Test("every truncation is an error", arguments: [ItemFormat.cbor, .messagePack])
  func truncations(_ format: ItemFormat) throws {
    for document in try documents(format) where document.count < 2000 {
      Truncation.check(document) { try read($0, format) }
    }
  }

  @Test("every flipped bit is an error or a value", arguments: [ItemFormat.cbor, .messagePack])
  func flippedBits(_ format: ItemFormat) throws {
    for var document in try documents(format) where document.count < 400 {
      for place in document.indices {
        for bit in 0..<8 as Range<UInt8> {
          document[place] ^= 1 << bit
          defer { document[place] ^= 1 << bit }
          document.withByteView { input in
            let isValid = (try? read(input, format)) != nil
            // A scan of a stream accepts every document that the reader accepts.
            if isValid {
              let records = Array(
                format == .cbor
                  ? CBOR.stream(AnyValue.self, from: .bytes(document))
                  : MessagePack.stream(AnyValue.self, from: .bytes(document)))
              #expect(records.count == 1)
            }
          }
        }
      }
    }
  }

  @Test("a length that is a lie reserves no memory")
  func lies() throws {
    for digits in [
      "9b00ffffffffffffff", "bb00ffffffffffffff", "5b00ffffffffffffff", "7b00ffffffffffffff",
      "9bffffffffffffffff", "bbffffffffffffffff", "5bffffffffffffffff", "7bffffffffffffffff",
    ] {
      let input = bytes(digits)
      #expect(throws: DecodingError.self) { try CBOR.decode([Int].self, from: input) }
      #expect(throws: DecodingError.self) { try CBOR.decode(AnyValue.self, from: input) }
      #expect(throws: DecodingError.self) { try CBOR.decode([String: Int].self, from: input) }
      let chunks = CBOR.stream([Int].self, from: .chunks([input[..<3], input[3...]]))
      #expect(chunks.map { (try? $0.get()) == nil } == [true])
    }
    // A list of many elements that exist is not decoded into more memory than they need.
    let list = bytes("9a00100000") + [UInt8](repeating: 0x80, count: 1 << 20)
    #expect(try CBOR.decode([[Int]].self, from: list).count == 1 << 20)
  }

  @Test("nesting beyond the limit is an error", arguments: [ItemFormat.cbor, .messagePack])
  func depth(_ format: ItemFormat) throws {
    let open: UInt8 = format == .cbor ? 0x81 : 0x91
    let deep = [UInt8](repeating: open, count: 1_000_000) + [0x00]
    let fits = [UInt8](repeating: open, count: 512) + [0x00]
    func decode(_ bytes: [UInt8]) throws -> AnyValue {
      try format == .cbor
        ? CBOR.decode(AnyValue.self, from: bytes) : MessagePack.decode(AnyValue.self, from: bytes)
    }
    #expect(throws: Never.self) { try decode(fits) }
    let error = #expect(throws: DecodingError.self) { try decode([open] + fits) }
    #expect(error?.problem?.category == .limit)
    #expect(throws: DecodingError.self) { try decode(deep) }
    // Tags nest without containers.
    let tags = [UInt8](repeating: 0xD7, count: 1_000_000) + [0x01]
    #expect(try CBOR.decode(Int.self, from: tags) == 1)
    #expect(try CBOR.decode([AnyValue].self, from: [0x81] + tags) == [1])
  }

  @Test("random values come back", arguments: [ItemFormat.cbor, .messagePack])
  func randomValues(_ format: ItemFormat) throws {
    var random = SeededGenerator(for: "values \(format)")
    for _ in 0..<500 {
      let value = random.anyValue()
      if format == .cbor {
        #expect(try CBOR.decode(AnyValue.self, from: CBOR.encode(value)) == value)
        #expect(try CBOR.decode([AnyValue].self, from: CBOR.encode([value])) == [value])
      } else {
        #expect(try MessagePack.decode(AnyValue.self, from: MessagePack.encode(value)) == value)
        #expect(
          try MessagePack.decode([AnyValue].self, from: MessagePack.encode([value])) == [value])
      }
    }
  }

  @Test("random models come back")
  func randomModels() {
    var random = SeededGenerator(for: "item models")
    for _ in 0..<200 {
      RoundTrip.check(
        random.model(),
        [
          RoundTrip.Format(
            "CBOR", encode: { try CBOR.encode($0) },
            decode: { try CBOR.decode(RandomModel.self, from: $0) }),
          RoundTrip.Format(
            "MessagePack", encode: { try MessagePack.encode($0) },
            decode: { try MessagePack.decode(RandomModel.self, from: $0) }),
        ])
    }
  }
}
