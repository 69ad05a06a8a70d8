import FerryBinaryEngine
import FerryBase
import FerryTestSupport
import Testing

/// A value has the same bytes in direct coding and through the tape.
@Suite("Same bytes in both ways of the binary format")
struct SameBytesTests {
  /// Every option that direct coding has.
  static let options = (0..<4).map { number in
    var options = BinaryWriter.Options()
    options.interning = number & 1 == 0
    options.packing = number & 2 == 0 ? .indexed : .smallest
    return options
  }

  private func write(_ value: some DirectEncodable, _ options: BinaryWriter.Options) throws
    -> [UInt8]
  {
    var writer = BinaryWireWriter(
      ByteWriter(capacity: 64), options, estimate: 0, context: _WireContext())
    try value.encode(to: &writer)
    return writer.finish(checksum: false)
  }

  /// A value that direct coding can write: no wide numbers, dates and extensions.
  private static func random(_ random: inout SeededGenerator, depth: Int) -> Value {
    let texts = ["", "a", "ab", "text", "a longer text, which is repeated", "ä", "name", "id"]
    let keys = ["a", "b", "name", "id", "a rather long key", "x", "y", "z"]
    switch random.int(0..<(depth > 0 ? 12 : 7)) {
    case 0: return .null
    case 1: return .bool(random.oneIn(2))
    case 2: return .int(Int64(random.int(-20..<100)))
    case 3: return .int(Int64(random.int(.min / 2 ..< .max / 2)))
    case 4: return .double(Double(random.int(-1000..<1000)) / 4)
    case 5: return .double(.pi * Double(random.int(1..<100_000)))
    case 6: return .text(texts[random.int(0..<texts.count)])
    case 7:
      let count = random.oneIn(3) ? random.int(0..<200) : random.int(0..<9)
      let isDouble = random.oneIn(2)
      return .list(
        (0..<count).map { _ in
          isDouble ? .double(Double(random.int(0..<1 << 30)) / 3) : .int(Int64(random.int(0..<999)))
        })
    case 8:
      let (rows, columns) = (random.int(0..<40), random.int(1..<20))
      return .list(
        (0..<rows).map { _ in
          .list((0..<columns).map { _ in .double(Double(random.int(0..<1 << 30)) / 7) })
        })
    case 9, 10:
      let count = random.int(0..<8)
      var pairs: [Value.Pair] = []
      for key in keys.shuffled(using: &random).prefix(count) {
        pairs.append(.init(key: key, value: Self.random(&random, depth: depth - 1)))
      }
      return .map(pairs)
    default:
      let element = Self.random(&random, depth: depth - 1)
      return .list(
        (0..<random.int(0..<20)).map { _ in
          random.oneIn(2) ? element : Self.random(&random, depth: depth - 1)
        })
    }
  }

  private func tree(_ value: Value) -> AnyValue {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .number(AnyValue.Number(value))
    case .bits(let bits): .number(AnyValue.Number(float: Double(bitPattern: bits)))
    case .text(let text): .string(text)
    case .list(let items): .array(items.map(tree))
    case .map(let pairs):
      .object(
        pairs.reduce(into: AnyValue.Object()) { $0[$1.key] = tree($1.value) })
    default: .null
    }
  }

  @Test("random values have the same bytes in both ways", arguments: options)
  func randomValues(_ options: BinaryWriter.Options) throws {
    let seed = SeededGenerator(for: "SameBytesTests").seed
    for round in 0..<(isDebugBuild ? 20 : 1000) as Range<UInt64> {
      var random = SeededGenerator(seed: seed &+ round)
      let value = Value.list((0..<20).map { _ in Self.random(&random, depth: 4) })
      let bytes = try document(value, options)
      #expect(try write(tree(value), options) == bytes, "FERRY_SEED=\(seed &+ round)")
      #expect(try read(bytes) == value, "FERRY_SEED=\(seed &+ round)")
    }
  }

  @Test("arrays of numbers have the bytes of the same numbers one by one", arguments: options)
  func numbers(_ options: BinaryWriter.Options) throws {
    var random = SeededGenerator(for: "SameBytesTests.numbers")
    for count in [0, 1, 2, 7, 8, 9, 15, 16, 17, 63, 64, 200] {
      for divisor in [1.0, 2, 3, 10] {
        let doubles = (0..<count).map { _ in Double(random.int(-5000..<5000)) / divisor }
        let rows = (0..<40).map { _ in doubles }
        #expect(
          try write(rows, options)
            == document(.list(rows.map { .list($0.map { .double($0) }) }), options))
        let ragged = rows + [[1]]
        #expect(
          try write(ragged, options)
            == document(.list(ragged.map { .list($0.map { .double($0) }) }), options))
      }
      let integers = (0..<count).map { _ in random.int(-5000..<5000) }
      #expect(
        try write(integers, options)
          == document(.list(integers.map { .int(Int64($0)) }), options))
    }
  }

  @Test("objects with new keys have the same bytes in both ways, however many keys there are")
  func manyKeys() throws {
    for options in Self.options {
      // Each object has new keys; every third one repeats the keys of an earlier one.
      let objects = (0..<900).map { (number: Int) -> Value in
        let first = number % 3 == 2 ? number / 6 : number
        return .map((0..<3).map { .init(key: "key \(first) \($0)", value: .int(Int64(number))) })
      }
      let bytes = try document(.list(objects), options)
      #expect(try write(tree(.list(objects)), options) == bytes)
      #expect(try read(bytes) == .list(objects))
    }
  }
}
