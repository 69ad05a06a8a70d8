import Ferry
import FerryTestSupport
import Foundation
import Testing

/// Streams of every format inside of the records of every format: as bytes, as text and as values.
@Suite("Streams inside of records")
struct NestingTests {
  /// The number of damaged and truncated streams.
  private static func note(_ law: String, _ outer: NestedFormat, _ count: Int) {
    print("nesting, \(law), \(outer): \(count) streams")
  }

  /// The places of `bytes`; in a debug build every third one, others in each run.
  private static func places(
    in bytes: [UInt8], _ random: inout SeededGenerator
  ) -> StrideTo<Int> {
    let step = isDebugBuild ? 3 : 1
    return stride(from: random.int(0..<step), to: bytes.count, by: step)
  }

  @Test(
    "a truncated stream yields records of the outer stream only", arguments: NestedFormat.allCases)
  func truncation(outer: NestedFormat) throws {
    var random = SeededGenerator(for: "Nesting, truncation")
    var count = 0
    for inner in NestedFormat.allCases {
      let envelopes = try Envelope.holding(inner)
      let bytes = try outer.write(envelopes)
      #expect(outer.read(Envelope.self, from: bytes, continuing: false) == (envelopes, 0))
      for length in Self.places(in: bytes, &random) {
        for continues in [false, true] {
          let torn = Array(bytes[..<length])
          let found = outer.read(Envelope.self, from: torn, continuing: continues)
          // Truncated YAML may be valid: the last record is then shorter.
          let isExact = found.records == Array(envelopes.prefix(found.records.count))
          let hasIDs = found.records.map(\.id) == Array(0..<found.records.count)
          if !(outer == .yaml ? hasIDs : isExact) || found.errors > 1 {
            Issue.record("\(inner) in \(outer), cut to \(length): \(found)")
          }
          count += 1
        }
      }
    }
    Self.note("truncation", outer, count)
  }

  @Test(
    "a damaged stream yields records of the outer stream only",
    arguments: NestedFormat.allCases.filter(\.hasBounds))
  func damage(outer: NestedFormat) throws {
    var random = SeededGenerator(for: "Nesting, damage")
    var count = 0
    for inner in NestedFormat.allCases {
      let envelopes = try Envelope.holding(inner)
      let bytes = try outer.write(envelopes)
      for position in Self.places(in: bytes, &random) {
        for mask: UInt8 in [1, 0xFF] {
          var damaged = bytes
          damaged[position] ^= mask
          count += 1
          // Formats without a checksum cannot detect every change inside of a value.
          let found = outer.read(AnyValue.self, from: damaged, continuing: true)
          if found.records.contains(where: { $0["inner"] != nil && $0["id"] == nil }) {
            Issue.record("\(inner) in \(outer), byte \(position): \(found)")
          }
          guard outer == .recordFile else { continue }
          let records = outer.read(Envelope.self, from: damaged, continuing: true)
          let lost = envelopes.filter { !records.records.contains($0) }
          if records.records + lost != records.records + envelopes.filter(lost.contains)
            || lost.count > 1 || records.errors == 0
          {
            Issue.record("\(inner) in \(outer), byte \(position): \(records)")
          }
        }
      }
    }
    Self.note("damage", outer, count)
  }

  @Test("a killed writer's file continues after its own records", arguments: NestedFormat.allCases)
  func appending(inner: NestedFormat) throws {
    let envelopes = try Envelope.holding(inner)
    let bytes = try NestedFormat.recordFile.write(envelopes)
    let last = Envelope(id: 99, data: Data(bytes))
    var random = SeededGenerator(for: "Nesting, recovered files")
    for length in Self.places(in: bytes, &random) {
      let torn = Array(bytes[..<length])
      let kept = NestedFormat.recordFile.read(Envelope.self, from: torn, continuing: false).records
      try withTemporaryFile(torn) { path in
        let writer = try Binary.recordWriter(for: Envelope.self, appendingTo: path)
        try writer.write(last)
        try writer.finish()
        let file = try Binary.RecordFile<Envelope>(path: path)
        #expect(file.isComplete)
        #expect(try file.records.map { try $0.get() } == kept + [last], "cut to \(length)")
      }
    }
    Self.note("appending", inner, bytes.count)
  }

  @Test("a damaged file is recovered with its own records", arguments: NestedFormat.allCases)
  func recovery(inner: NestedFormat) throws {
    let envelopes = try Envelope.holding(inner)
    let bytes = try NestedFormat.recordFile.write(envelopes)
    var random = SeededGenerator(for: "Nesting, recovery")
    for position in Self.places(in: bytes, &random) {
      var damaged = bytes
      damaged[position] ^= 0x10
      try withTemporaryFile(damaged) { path in
        let recovery = try Binary.recoverRecords(at: path)
        #expect(recovery.lostRanges.contains { $0.contains(position) }, "byte \(position)")
        let file = try Binary.RecordFile<Envelope>(path: path)
        let records = try file.records.map { try $0.get() }
        let lost = envelopes.filter { !records.contains($0) }
        #expect(lost.count <= 1 && records.count == envelopes.count - lost.count)
        #expect(records.allSatisfy(envelopes.contains))
      }
    }
  }

  @Test("a copy of the file inside of its next record is not its end")
  func copies() throws {
    try withTemporaryFile { path in
      var whole: [UInt8] = []
      for id in 0..<4 {
        let writer = try Binary.recordWriter(for: Envelope.self, appendingTo: path)
        try writer.write(Envelope(id: id, data: Data(whole)))
        try writer.finish()
        whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      }
      for length in 16..<whole.count {
        let index = try Binary.RecordFile<Envelope>(Array(whole[..<length]))
        #expect(!index.isComplete, "cut to \(length)")
      }
      for position in whole.indices {
        var damaged = whole
        damaged[position] ^= 1
        let found = NestedFormat.recordFile.read(Envelope.self, from: damaged, continuing: true)
        #expect(found.records.count >= 3, "byte \(position)")
        let ids = found.records.map(\.id)
        #expect(zip(ids, ids.dropFirst()).allSatisfy(<), "byte \(position)")
      }
    }
  }

  @Test("bytes lost from a file cost the records in them")
  func lostBytes() throws {
    let envelopes = (0..<6).map { Envelope(id: $0, text: String(repeating: "x", count: 20 * $0)) }
    let bytes = try NestedFormat.recordFile.write(envelopes)
    for start in 16..<bytes.count - 10 {
      for count in [1, 7] {
        let left = Array(bytes[..<start] + bytes[(start + count)...])
        let found = NestedFormat.recordFile.read(Envelope.self, from: left, continuing: true)
        #expect(found.errors > 0)
        #expect(found.records.allSatisfy(envelopes.contains))
        #expect(found.records.count >= 4, "\(count) bytes at \(start)")
      }
    }
  }
}
