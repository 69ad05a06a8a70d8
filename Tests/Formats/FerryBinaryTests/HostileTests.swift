import FerryBinaryEngine
import FerryBase
import FerryTestSupport
import Testing

@Suite struct HostileTests {
  /// Documents of many kinds, short enough to be cut and flipped everywhere.
  static func documents(_ count: UInt64, checksum: Bool = false) throws -> [[UInt8]] {
    let seed = SeededGenerator(for: "hostile documents").seed
    var documents: [[UInt8]] = []
    var round: UInt64 = 0
    while documents.count < Int(count) {
      var random = RandomSample(generator: SeededGenerator(seed: seed &+ round))
      var options = BinaryWriter.Options(round: round)
      options.checksum = checksum
      let bytes = try document(random.next(), options)
      if (8...300).contains(bytes.count) { documents.append(bytes) }
      round += 1
    }
    return documents
  }

  @Test("every truncated document is an error")
  func everyTruncationIsAnError() throws {
    for bytes in try Self.documents(200) {
      for length in bytes.indices {
        let failure = readingFailure(Array(bytes[..<length]))
        #expect(failure != nil, "\(hexText(bytes)) cut to \(length)")
      }
    }
  }

  @Test("a document with a flipped bit is an error, or a value that comes back")
  func flips() throws {
    var (errors, values) = (0, 0)
    for var bytes in try Self.documents(200) {
      for bit in 0..<bytes.count * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8)
        if let value = try? read(bytes) {
          values += 1
          // Writing takes ten times as long as reading.
          if values % 10 == 0 {
            #expect(try read(document(value)) == value, "\(hexText(bytes))")
          }
        } else {
          errors += 1
        }
        bytes[bit / 8] ^= 1 << (bit % 8)
      }
    }
    print("flips: \(errors) errors, \(values) other values")
  }

  @Test("the direct reader skips a document with a flipped bit exactly if the tape reads it")
  func verdictsOnFlips() throws {
    for var bytes in try Self.documents(60) {
      for bit in 0..<bytes.count * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8)
        if directlySkips(bytes) != isReadOnTape(bytes) {
          Issue.record("\(hexText(bytes)): the readers disagree")
        }
        bytes[bit / 8] ^= 1 << (bit % 8)
      }
    }
  }

  @Test("the checksum detects every flipped bit")
  func everyFlipIsFoundByTheChecksum() throws {
    for var bytes in try Self.documents(200, checksum: true) {
      for bit in 0..<bytes.count * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8)
        #expect(readingFailure(bytes) != nil, "\(hexText(bytes)) with bit \(bit) flipped")
        bytes[bit / 8] ^= 1 << (bit % 8)
      }
    }
  }

  @Test("both readers have one verdict on random bytes")
  func randomBytes() throws {
    var generator = SeededGenerator(for: "random bytes")
    for _ in 0..<50_000 {
      let count = Int.random(in: 0...40, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      for document in [[0xB5, 0x20, 0x00] + bytes, [0xB5, 0x20] + bytes]
      where directlySkips(document) != (readingFailure(document) == nil) {
        Issue.record("\(hexText(document)): the readers disagree")
      }
    }
  }

  /// A claim of 2^31...2^64-1 bytes, keys, items or elements, in a few bytes.
  @Test("a claimed length is checked before memory is reserved")
  func claimsAreCheckedBeforeAnythingIsMade() throws {
    let claims = [
      "f00000000080000000", "f00000000100000000", "f07fffffffffffffff", "f0ffffffffffffffff",
    ]
    let places = [
      "ee", "f1", "f1 05", "f2", "f3", "f3 0b 01", "f3 0b 29", "f3 0b 20 01", "fc", "fc 0b 00 01",
      "f6",
      "fb", "80", "a1", "f0 00",
    ]
    for claim in claims {
      for place in places {
        #expect(readingFailure(hex("b52000" + place + claim)) != nil, "\(place) \(claim)")
        #expect(readingFailure(hex("b52000 a1 20" + place + claim)) != nil, "\(place) \(claim)")
      }
      for tables in ["", "00", "0000", "01", "01 01 61", "01 01 61 01", "0000 01 ee"] {
        #expect(readingFailure(hex("b52010" + tables + claim)) != nil, "\(tables) \(claim)")
      }
      #expect(readingFailure(hex("b520" + claim)) != nil)
    }
  }

  /// Containers that each claim all that remains: nothing is reserved by claim, so memory stays
  /// in proportion to the input.
  @Test("nested containers that claim all remaining bytes cost nothing")
  func nestedClaimsCostNothing() throws {
    var bytes: [UInt8] = []
    for _ in 0..<200 {
      // The count of each list is the bytes that are left in it.
      let count = bytes.count
      var inner: [UInt8] = [BinaryTag.longList]
      inner += length(count + length(count).count) + length(count) + bytes
      bytes = inner
    }
    #expect(readingFailure([0xB5, 0x20, 0x00] + bytes)?.kind == .invalidLength)
  }

  private func length(_ value: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 9)
    let width = bytes.withMutableByteView { VarInt.write(UInt64(value), to: $0) }
    return Array(bytes[..<width])
  }

  @Test("reading and writing limit the depth")
  func depthIsLimitedBothWays() throws {
    for isMap in [false, true] {
      func nested(_ depth: Int) -> Value {
        (1..<depth).reduce(isMap ? .object([:]) : .list([])) { inner, _ in
          isMap ? .object(["a": inner]) : .list([inner])
        }
      }
      let bytes = try document(nested(512))
      #expect(readingFailure(bytes) == nil)
      #expect(readingFailure(bytes, depth: 511)?.kind == .depthLimit)
      #expect(throws: WireFailure.self) { try document(nested(513)) }
      var options = BinaryWriter.Options()
      options.depthLimit = 513
      #expect(try readingFailure(document(nested(513), options))?.kind == .depthLimit)
    }
  }

  /// No recursion: depth costs memory in proportion and no stack.
  @Test("100,000 levels are read and written without recursion")
  func hundredThousandLevels() throws {
    let depth = 100_000
    let sample = Sample()
    var open = OpenContainer()
    for _ in 0..<depth {
      open.count += 1
      try open.open(.list, on: &sample.tape, limit: .max)
    }
    for _ in 0..<depth { open.close(on: &sample.tape) }
    var options = BinaryWriter.Options()
    options.depthLimit = depth
    let bytes = try document(sample, options)
    try bytes.withByteView { input in
      var tape = Tape()
      var reader = BinaryReader(input, depthLimit: depth)
      try reader.readDocument(into: &tape)
      #expect(tape.count == depth)
    }
  }

  @Test("duplicate keys are an error")
  func duplicateKeysAreRefused() throws {
    for count in [2, 5, 9, 100, 5000] {
      var pairs = (0..<count).map { Value.Pair(key: "key \($0)", value: .null) }
      #expect(try read(document(.map(pairs))) == .map(pairs))
      pairs[count - 1].key = "key \(count / 3)"
      #expect(throws: WireFailure.self) { try document(.map(pairs)) }
    }
  }

  /// Keys that never repeat, wide maps and keys beyond every cap fall back to maps.
  @Test("objects beyond the limits of the tables are written with their own keys")
  func tablesHaveCaps() throws {
    let dynamic = (0..<3000).map { Value.map([.init(key: "key \($0)", value: .int(1))]) }
    #expect(try read(document(.list(dynamic))) == .list(dynamic))
    let wide = Value.map((0..<70_000).map { .init(key: "\($0)", value: .int(1)) })
    #expect(try read(document(.list([wide, wide]))) == .list([wide, wide]))
    let long = Value.map([.init(key: String(repeating: "k", count: 70_000), value: .null)])
    #expect(try read(document(.list([long, long]))) == .list([long, long]))
  }

  @Test("each node of a document has its offset")
  func placesOfNodes() throws {
    let value = Value.list([
      .int(1), .object(["a": .text("x"), "b": .double(1e300)]), .null,
    ])
    let bytes = try document(value)
    bytes.withByteView { input in
      func offset(ofNode node: Int) -> Int? {
        Tape.offset(ofNode: node) { tape throws(WireFailure) in
          var reader = BinaryReader(input)
          try reader.readDocument(into: &tape)
        }
      }
      let places = (0...8).map(offset)
      let body = bytes.count - 17
      // list 1 map a "x" b 1e300 (two words) null; a key is where its value is.
      let expected = [0, 2, 3, 5, 5, 7, 7, 7, 16].map { body + $0 }
      #expect(places == expected)
      #expect(offset(ofNode: 100) == nil)
    }
  }

  @Test("an alias bomb is an error")
  func aliasBombsEnd() throws {
    let sample = Sample()
    var open = OpenContainer()
    try open.open(.list, on: &sample.tape, limit: .max)
    var last = sample.tape.count
    try sample.tape.append(Int64(1))
    open.count += 1
    for _ in 0..<60 {
      open.count += 1
      let list = sample.tape.count
      try open.open(.list, on: &sample.tape, limit: .max)
      for _ in 0..<9 {
        open.count += 1
        try sample.tape.append(Node(.alias, payload: last))
      }
      open.close(on: &sample.tape)
      last = list
    }
    open.close(on: &sample.tape)
    #expect(throws: WireFailure.self) { try document(sample) }
  }
}
