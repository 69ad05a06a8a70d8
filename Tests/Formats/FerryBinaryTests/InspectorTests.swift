import FerryBinaryEngine
import FerryBase
import FerryTestSupport
import Testing

@Suite struct InspectorTests {
  private func inspect(
    _ bytes: [UInt8]
  ) -> (lines: [BinaryInspector.Line], failure: WireFailure?, statistics: BinaryStatistics) {
    bytes.withByteView { input in
      var lines: [BinaryInspector.Line] = []
      var inspector = BinaryInspector(input) { lines.append($0) }
      do throws(WireFailure) {
        try inspector.inspect()
        return (lines, nil, inspector.statistics)
      } catch {
        return (lines, error, inspector.statistics)
      }
    }
  }

  /// Lines lie one behind the other, from the first byte to the last.
  private func covers(_ lines: [BinaryInspector.Line], _ count: Int) -> Bool {
    var place = 0
    for line in lines {
      guard line.offset == place, line.length >= 0, !line.text.isEmpty else { return false }
      place += line.length
    }
    return place == count
  }

  @Test("the inspector explains every byte")
  func everyByteIsExplained() throws {
    let seed = SeededGenerator(for: "inspector").seed
    for round in 0..<400 as Range<UInt64> {
      var random = RandomSample(generator: SeededGenerator(seed: seed &+ round))
      let bytes = try document(random.next(), BinaryWriter.Options(round: round))
      let (lines, failure, statistics) = inspect(bytes)
      #expect(failure == nil, "FERRY_SEED=\(seed &+ round)")
      #expect(covers(lines, bytes.count), "FERRY_SEED=\(seed &+ round)")
      #expect(!lines.contains { $0.text.contains("not valid") || $0.length == 0 })
      #expect(statistics.total == bytes.count)
    }
    let file = try RecordFileTests.file(
      RecordFileTests.records(50), flushEvery: 7, framesInGroup: 3)
    #expect(inspect(file).failure == nil)
    #expect(covers(inspect(file).lines, file.count))
    #expect(inspect(file).statistics.frames.count == 9)
  }

  /// Damage is no trap, and what is left of the bytes has a line, too.
  @Test("the inspector explains a damaged document up to the damage")
  func damageIsExplainedUpToThere() throws {
    for var bytes in try HostileTests.documents(20) {
      for length in bytes.indices {
        let (lines, failure, _) = inspect(Array(bytes[..<length]))
        #expect(failure != nil)
        #expect(covers(lines, length))
      }
      for bit in 0..<bytes.count * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8)
        #expect(covers(inspect(bytes).lines, bytes.count), "\(hexText(bytes))")
        bytes[bit / 8] ^= 1 << (bit % 8)
      }
    }
  }

  @Test("the inspector fails for every document that the reader refuses")
  func verdicts() throws {
    let illFormed = [
      "b520 00 51ff", "b520 00 a103 52c328", "b520 00 f204 51ff 00 00", "b520 00 f401 00",
    ]
    for bytes in illFormed.map(hex) { #expect(inspect(bytes).failure != nil, "\(hexText(bytes))") }
    for var bytes in try HostileTests.documents(20) {
      for bit in 16..<bytes.count * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8)
        let isReadable = bytes.withByteView { input in
          var reader = BinaryReader(input)
          var tape = Tape()
          return (try? reader.readDocument(into: &tape)) != nil
        }
        if !isReadable { #expect(inspect(bytes).failure != nil, "\(hexText(bytes))") }
        bytes[bit / 8] ^= 1 << (bit % 8)
      }
    }
  }

  @Test("the worked example of the format is explained")
  func theWorkedExample() throws {
    let bytes = hex("b5 20 0a 01 02\"id\" 01 01 00 01 51 61 a2 06 80 01 05 80 01 b0")
    #expect(inspect(bytes).failure == nil)
    let text = inspect(bytes).lines.map {
      "\($0.offset)+\($0.length) " + String(repeating: ">", count: $0.depth) + $0.text
    }
    #expect(
      text == [
        "0+1 magic: a document of Ferry's binary format", "1+1 version 2",
        "2+1 tables of 10 bytes", "3+1 >1 keys", #"4+3 >>key 0: "id""#, "7+1 >1 key lists",
        #"8+2 >>key list 0: "id""#, "10+1 >1 values", #"11+2 >>value 0: "a""#,
        "13+2 array of 2 in 6 bytes", "15+2 >[0] object of key list 0 in 1 bytes",
        #"17+1 >>"id": 5"#, "18+2 >[1] object of key list 0 in 1 bytes",
        #"20+1 >>"id": value 0, "a""#,
      ])
  }

  @Test("the statistics count the bytes that tables and packing save")
  func statisticsSayWhatWasSaved() throws {
    let records = Value.list(RecordFileTests.records(100))
    let statistics = inspect(try document(records)).statistics
    #expect(statistics.objects == 100)
    #expect(statistics.keys.count == 4)
    #expect(statistics.savedByKeyLists > 100 * 18)
    #expect(statistics.savedByValues > 100 * 4)
    let numbers = inspect(try document(.ints(Array(100_000..<101_000)))).statistics
    #expect(numbers.savedByPacking > 1900)
  }
}
