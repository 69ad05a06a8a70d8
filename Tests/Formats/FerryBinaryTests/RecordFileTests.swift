import FerryBinaryEngine
import FerryBase
import FerryTestSupport
import Testing

@Suite struct RecordFileTests {
  static func records(_ count: Int) -> [Value] {
    (0..<count).map { index in
      .object([
        "id": .int(Int64(1_000_000 + index)), "name": .text("name \(index % 50)"),
        "score": .double(Double(index) / 4), "tags": .list([.text("tag"), .text("other")]),
      ])
    }
  }

  static func file(
    _ records: [Value], flushEvery: Int = .max, framesInGroup: Int = 16
  ) throws -> [UInt8] {
    var options = BinaryWriter.Options()
    options.framesInGroup = framesInGroup
    var writer = RecordFileWriter(options: options)
    var output = ByteWriter()
    for (index, record) in records.enumerated() {
      let sample = try Sample(record)
      try sample.withView { try writer.append($0, to: &output) }
      if index % flushEvery == flushEvery - 1 { writer.flush(to: &output) }
    }
    writer.finish(to: &output)
    return [UInt8](output.bytes)
  }

  /// The records that can be read, and what ended the reading.
  static func read(
    _ bytes: [UInt8], skipping: Bool = false
  ) -> (records: [Value], failure: WireFailure?, goodLength: Int) {
    bytes.withByteView { input in
      var reader = RecordFileReader(input)
      var records: [Value] = []
      var tape = Tape()
      while true {
        do {
          tape.clear()
          guard try reader.readNext(into: &tape) else { return (records, nil, reader.goodLength) }
          records.append(Value(TapeView(tape, input: input)))
        } catch {
          if skipping, reader.skipDamage() { continue }
          return (records, error as? WireFailure, reader.goodLength)
        }
      }
    }
  }

  @Test(
    "groups of frames hold all records, whatever keys the later frames add",
    arguments: 1...4)
  func growingTables(framesInGroup: Int) throws {
    let kinds: [Value] = [
      .object(["a": .int(1)]), .object(["a": .object(["b": .int(1)])]),
      .object(["a": .object(["b": .int(2), "c": .text("x")])]), .object(["b": .int(3)]),
      .object(["a": .list([.object(["c": .int(4)])]), "d": .text("x")]),
    ]
    var random = SeededGenerator(for: "RecordFileTests.growingTables")
    for _ in 0..<200 {
      let records = (0..<12).map { _ in kinds[Int.random(in: 0..<5, using: &random)] }
      for flushEvery in 1...3 {
        let file = try Self.file(
          records, flushEvery: flushEvery, framesInGroup: framesInGroup)
        let result = Self.read(file)
        if result.failure != nil || result.records != records {
          Issue.record("\(records) flushed every \(flushEvery)")
        }
      }
    }
  }

  @Test("records survive a round trip through a file")
  func recordsComeBack() throws {
    let records = Self.records(5000)
    let bytes = try Self.file(records)
    let result = Self.read(bytes)
    #expect(result.records == records)
    #expect(result.failure == nil)
    #expect(result.goodLength == bytes.count)
    #expect(bytes.withByteView { BinaryReader.looksLikeRecordFile($0) })
    #expect(Self.read(try Self.file([])).failure == nil)
  }

  @Test("a truncated file yields an exact prefix of the records")
  func aTornTailLeavesAnExactPrefix() throws {
    let records = Self.records(40)
    let bytes = try Self.file(records, flushEvery: 10)
    for length in bytes.indices {
      let result = Self.read(Array(bytes[..<length]))
      #expect(result.failure?.kind == .unexpectedEnd, "cut to \(length)")
      #expect(result.records == Array(records.prefix(result.records.count)), "cut to \(length)")
      #expect(result.goodLength <= length)
      // The valid part is a whole number of frames. A file that is cut there yields the same
      // records.
      let again = Self.read(Array(bytes[..<result.goodLength]))
      #expect(again.records == result.records, "cut to \(length)")
    }
  }

  /// A flip costs the rest of its group, which is told in bytes; a group is one frame or more.
  @Test("every flipped bit is detected and costs one group", arguments: [1, 2, 4])
  func everyFlipIsFoundAndCostsOneGroup(_ frames: Int) throws {
    let records = Self.records(40)
    var bytes = try Self.file(records, flushEvery: 10, framesInGroup: frames)
    // A debug build takes one bit of each byte, another one in each run.
    let step = isDebugBuild ? 8 : 1
    var random = SeededGenerator(for: "RecordFile.flips")
    for bit in stride(from: random.int(0..<step), to: bytes.count * 8, by: step) {
      bytes[bit / 8] ^= 1 << (bit % 8)
      let strict = Self.read(bytes)
      #expect(strict.failure != nil, "bit \(bit)")
      #expect(strict.records == Array(records.prefix(strict.records.count)), "bit \(bit)")
      let kept = Self.read(bytes, skipping: true).records
      #expect(kept.count >= 40 - 10 * frames, "bit \(bit)")
      // The records before and after the damage are left.
      let lost = records.count - kept.count
      let prefix = zip(kept, records).prefix { $0 == $1 }.count
      #expect(kept.dropFirst(prefix) == records.dropFirst(prefix + lost), "bit \(bit)")
      bytes[bit / 8] ^= 1 << (bit % 8)
    }
  }

  @Test("a file continues after a record that fails to encode")
  func aRecordThatFailsLeavesTheFileGoing() throws {
    var writer = RecordFileWriter()
    var output = ByteWriter()
    let good = try Sample(.object(["a": .text("one")]))
    let bad = try Sample(.object(["a": .text("two"), "b": .object(["x": .null, "x": .null])]))
    try good.withView { try writer.append($0, to: &output) }
    #expect(throws: WireFailure.self) { try bad.withView { try writer.append($0, to: &output) } }
    try good.withView { try writer.append($0, to: &output) }
    writer.finish(to: &output)
    #expect(Self.read([UInt8](output.bytes)).records == [good.value, good.value])
  }

  /// The writer removes the bytes of a record that fails.
  @Test("a first record that fails to encode leaves no bytes of itself in the file")
  func aFirstRecordThatFailsHasNothingOfTheFile() throws {
    var writer = RecordFileWriter()
    var output = ByteWriter()
    let good = try Sample(.object(["a": .text("one")]))
    let bad = try Sample(.object(["x": .null, "x": .null]))
    #expect(throws: WireFailure.self) { try bad.withView { try writer.append($0, to: &output) } }
    #expect(output.count == 0)
    try good.withView { try writer.append($0, to: &output) }
    writer.finish(to: &output)
    #expect(Self.read([UInt8](output.bytes)).records == [good.value])
  }

  /// Records come from tapes of their own, where the same range may be another text.
  @Test("records of different tapes keep their keys")
  func keysOfDifferentTapes() throws {
    let records = ["a", "b", "a", "c", "b"].map { Value.map([.init(key: $0, value: .null)]) }
    #expect(Self.read(try Self.file(records)).records == records)
  }

  @Test("a record file of version 1 is an error that names the version")
  func formerVersion() {
    #expect(Self.read(hex("f5464552525931 0a fe5c1af7 01")).failure?.kind == .formerVersion)
  }

  @Test("hostile frames are errors")
  func hostileFrames() throws {
    #expect(Self.read([]).failure?.kind == .unexpectedEnd)
    #expect(Self.read(Array("{\"a\":1}".utf8)).failure?.kind == .badMagic)
    let head = HostileRecordFile().bytes
    func frame(_ flags: UInt8, _ length: UInt32) -> [UInt8] {
      let size = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
      let offset = [UInt8(head.count)] + [UInt8](repeating: 0, count: 7)
      return [0xFE, 0x5C, 0x1A, 0xF8, flags] + size + offset + [0, 0, 0, 0]
    }
    // A frame of 4 GiB, one of 16 MiB, one with reserved flags.
    #expect(Self.read(head + frame(1, .max) + [0]).failure?.kind == .sizeLimit)
    #expect(Self.read(head + frame(1, 0x00FF_FFFF) + [0]).failure?.kind == .unexpectedEnd)
    #expect(Self.read(head + frame(4, 0)).failure?.kind == .unsupportedVersion)
    // Sync bytes everywhere: the search for a whole frame ends.
    let many = (0..<20_000).flatMap { _ in frame(1, 0x8000) }
    #expect(Self.read(head + many, skipping: true).failure != nil)
  }
}
