import Ferry
import FerryTestSupport
import Testing

/// Files whose checksums are right and whose counts are lies.
@Suite("Hostile record files")
struct HostileRecordFilesTests {
  /// Numbers that overflow a sum, a product or a conversion.
  private static let lies: [UInt64] = [0, 1, 2, 1 << 31, 1 << 32, 1 << 63 - 1, 1 << 63, .max]

  private static func length(_ value: UInt64) -> [UInt8] {
    value < 128
      ? [UInt8(value)] : [0xF0] + (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
  }

  /// Everything that a program can ask of a file. All of it is a value or an error.
  private func useAll(_ bytes: [UInt8], _ comment: Comment) throws {
    for continues in [false, true] {
      let options = StreamOptions(continuesAfterErrors: continues)
      let values = Binary.stream(Int.self, from: .bytes(bytes), options: options)
        .compactMap { try? $0.get() }
      #expect(values.allSatisfy { $0 == 7 }, comment)
    }
    if let file = try? Binary.RecordFile<Int>(bytes) {
      #expect(file.count <= bytes.count, comment)
      for number in [0, 1, 5, Int.max - 1] { _ = try? file.record(at: number) }
      #expect(file.records.map { $0 }.count <= bytes.count, comment)
      for count in [1, 2, 3, Int.max] {
        for part in file.parts(count) { #expect(part.map { $0 }.count <= bytes.count, comment) }
      }
    }
    try withTemporaryFile(bytes) { path in
      if let writer = try? Binary.recordWriter(for: Int.self, appendingTo: path) {
        try writer.write(7)
        try writer.finish()
        #expect(try Binary.RecordFile<Int>(path: path).isComplete, comment)
      }
      _ = try? Binary.recoverRecords(at: path)
    }
  }

  @Test("each count of a frame may be a lie")
  func frames() throws {
    for lie in Self.lies {
      let length = Self.length(lie)
      for (field, payload) in [
        length + [0, 7], [1] + length + [7], [1, 3] + length + [0, 0, 7],
        [1, 3, 0] + length + [0, 7], [1, 3, 0, 0] + length + [7],
      ].enumerated() {
        var file = HostileRecordFile()
        file.append(1, payload)
        file.append(1, payload)
        file.append(1, [1, 0, 7])
        try useAll(file.bytes, "\(lie) in field \(field)")
        try useAll(file.ended(records: 3), "\(lie) in field \(field), with an end")
      }
    }
  }

  @Test("a frame with a lie costs only itself")
  func nextFrame() throws {
    var file = HostileRecordFile()
    for _ in 0..<2 { file.append(1, Self.length(1 << 63 - 1) + [0, 7]) }
    #expect(try Binary.RecordFile<Int>(file.bytes).count == 0)
    file.append(1, [1, 0, 7])
    let options = StreamOptions(continuesAfterErrors: true)
    let records = Binary.stream(Int.self, from: .bytes(file.ended(records: 3)), options: options)
    #expect(records.compactMap { try? $0.get() } == [7])
  }

  @Test("each number of an end frame may be a lie")
  func end() throws {
    let start: UInt64 = 16
    let distance: UInt64 = 24
    let truth: [UInt64] = [3, 2, start, 1, distance, 2]
    for first in Self.lies {
      for second in [nil] + Self.lies.map(Optional.some) {
        for field in truth.indices {
          var numbers = truth
          numbers[field] = first
          // Two lies may agree with each other.
          if let second { numbers[(field + 3) % numbers.count] = second }
          var file = HostileRecordFile()
          file.append(1, [1, 0, 7])
          file.append(1, [2, 0, 7, 7])
          file.end(numbers.flatMap(Self.length))
          try useAll(file.bytes, "\(numbers)")
        }
      }
    }
  }

  @Test("an end frame with more records than bytes does not count")
  func inflatedEnd() throws {
    let start = UInt64(16)
    for lie: UInt64 in [1 << 31, 1 << 63 - 1, .max] {
      var file = HostileRecordFile()
      file.append(1, [1, 0, 7])
      file.end([lie, 1, start, lie].flatMap(Self.length))
      let index = try Binary.RecordFile<Int>(file.bytes)
      #expect(!index.isComplete)
      #expect(index.count == 1)
    }
  }

  @Test("a frame at another offset than it states is not a frame of the file")
  func offsets() throws {
    for offset in [0, 15, 17, 1 << 40, Int.max] {
      var file = HostileRecordFile()
      file.append(1, [1, 0, 7], offset: offset)
      #expect(try Binary.RecordFile<Int>(file.bytes).count == 0)
      let records = Array(Binary.stream(Int.self, from: .bytes(file.bytes)))
      #expect(records.compactMap { try? $0.get() }.isEmpty)
      #expect(!records.isEmpty)
    }
  }
}
