import FerryBinaryEngine
import FerryBase
import Testing

/// Going to a record, going on with a file, and reading it in parts.
@Suite struct RecordIndexTests {
  private typealias Files = RecordFileTests

  private func withReader<R>(
    _ bytes: [UInt8], _ body: (ByteView, RecordFileIndex) throws -> R
  ) throws -> R {
    try bytes.withByteView { try body($0, RecordFileIndex($0)) }
  }

  /// All records that a reader has left.
  private static func rest(
    _ reader: inout RecordFileReader, _ input: ByteView
  ) throws -> [Value] {
    var records: [Value] = []
    var tape = Tape()
    while try reader.readNext(into: &tape) {
      records.append(Value(TapeView(tape, input: input)))
      tape.clear()
    }
    return records
  }

  @Test("the index is the same with and without the end frame")
  func theIndexIsTheSameWithAndWithoutTheEndFrame() throws {
    for (count, flushEvery) in [(0, 1), (1, 1), (20, 3), (100, 1), (1000, 10)] {
      let records = Files.records(count)
      let bytes = try Files.file(records, flushEvery: flushEvery, framesInGroup: 4)
      try withReader(bytes) { _, index in
        #expect(index.isComplete)
        #expect(index.count == UInt64(count))
        var scanned = try withReader(Array(bytes[..<index.end])) { $1 }
        #expect(!scanned.isComplete)
        #expect(scanned.groups == index.groups)
        #expect(scanned.count == index.count)
        #expect(scanned.end == index.end)
        // A damaged end frame does not count as an end frame.
        var damaged = bytes
        damaged[index.end + 14] ^= 1
        scanned = try withReader(damaged) { $1 }
        #expect(scanned.groups == index.groups)
      }
    }
  }

  @Test("every record is found by its number")
  func everyRecordIsFoundByItsNumber() throws {
    let records = Files.records(200)
    let bytes = try Files.file(records, flushEvery: 7, framesInGroup: 3)
    try withReader(bytes) { input, index throws in
      var reader = RecordFileReader(input)
      for number in Array(records.indices) + records.indices.reversed() {
        #expect(try reader.seek(toRecord: UInt64(number), index: index))
        var tape = Tape()
        #expect(try reader.readNext(into: &tape))
        #expect(Value(TapeView(tape, input: input)) == records[number])
      }
      #expect(try !reader.seek(toRecord: 200, index: index))
      #expect(try reader.seek(toRecord: 195, index: index))
      #expect(try Self.rest(&reader, input) == Array(records[195...]))
    }
  }

  @Test("parts that are read independently add up to the whole file")
  func partsReadWithoutEachOtherAreTheWhole() throws {
    let records = Files.records(300)
    let bytes = try Files.file(records, flushEvery: 5, framesInGroup: 4)
    try withReader(bytes) { input, index in
      for parts in [1, 2, 3, 8, 100] {
        let split = index.split(into: parts)
        #expect((1...parts).contains(split.count))
        var all: [Value] = []
        for part in split {
          #expect(part.firstRecord == UInt64(all.count))
          var reader = RecordFileReader(
            input, groups: part.range, recordNumber: part.firstRecord)
          all += try Self.rest(&reader, input)
        }
        #expect(all == records, "\(parts) parts")
      }
    }
  }

  /// A file is cut anywhere; what is whole is kept and gone on with.
  @Test("a writer continues a truncated file")
  func aFileIsGoneOnWith() throws {
    let records = Files.records(60)
    let bytes = try Files.file(Array(records[..<30]), flushEvery: 5, framesInGroup: 2)
    for length in stride(from: 8, through: bytes.count, by: 13) + [bytes.count] {
      let torn = Array(bytes[..<length])
      let index = try withReader(torn) { $1 }
      let kept = Int(index.count)
      var writer = RecordFileWriter(continuing: index)
      var output = ByteWriter()
      for record in records[kept...] {
        let sample = try Sample(record)
        try sample.withView { try writer.append($0, to: &output) }
      }
      writer.finish(to: &output)
      let whole = Array(torn[..<index.end]) + [UInt8](output.bytes)
      let result = Files.read(whole)
      #expect(result.records == records, "cut to \(length)")
      #expect(result.failure == nil, "cut to \(length)")
      #expect(try withReader(whole) { $1.count } == 60)
    }
  }

  @Test("later frames reuse the tables of earlier frames")
  func tablesAreCarriedOver() throws {
    let records = Files.records(2000)
    let alone = try Files.file(records, flushEvery: 10, framesInGroup: 1)
    let carried = try Files.file(records, flushEvery: 10, framesInGroup: 16)
    #expect(Files.read(carried).records == records)
    #expect(carried.count < alone.count * 4 / 5)
    print("200 frames: \(alone.count) bytes with tables of their own, \(carried.count) without")
  }

  @Test("the range of skipped damage ends at the next group")
  func damageIsToldInBytes() throws {
    let records = Files.records(40)
    var bytes = try Files.file(records, flushEvery: 10, framesInGroup: 2)
    let second = try withReader(bytes) { $1.groups[1].offset }
    bytes[second - 1] ^= 0x10
    try withReader(bytes) { input, _ in
      var reader = RecordFileReader(input)
      var tape = Tape()
      #expect(throws: WireFailure.self) { while try reader.readNext(into: &tape) { tape.clear() } }
      #expect(reader.count == 10)
      let goesOn = reader.skipDamage()
      #expect(goesOn)
      _ = try Self.rest(&reader, input)
      #expect(reader.skippedRanges.map(\.upperBound) == [second])
      #expect(reader.statedCount == 40)
      #expect(reader.count == 30)
    }
  }

  @Test("each node of a record has its offset in the file")
  func placesOfNodesInRecords() throws {
    let bytes = try Files.file(Files.records(3))
    try withReader(bytes) { input, _ in
      var reader = RecordFileReader(input)
      var tape = Tape()
      for _ in 0..<2 {
        tape.clear()
        #expect(try reader.readNext(into: &tape))
      }
      let found = reader.offset(ofNode: 2, in: input)
      let offset = try #require(found)
      #expect(Array(input[offset..<offset + 4]) == hex("d2 41420f"))
      // The walk goes on where it was.
      #expect(try Self.rest(&reader, input).count == 1)
    }
  }

  @Test("a changed byte never leads the index out of the file")
  func hostileEnds() throws {
    let bytes = try Files.file(Files.records(10))
    for position in bytes.indices {
      for value: UInt8 in [0, 0x7F, 0x80, 0xF0, 0xFF] {
        var changed = bytes
        changed[position] = value
        _ = try? withReader(changed) { input, index in
          for group in index.groups { #expect(group.offset < input.count) }
          #expect(index.end <= input.count)
        }
      }
    }
  }
}
