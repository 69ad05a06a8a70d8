import Ferry
import FerryTestSupport
import Foundation
import Testing

/// Record files of version 1, whose frames do not tell to which file they belong.
@Suite("Record files of version 1")
struct FirstVersionRecordFilesTests {
  private static func record(_ value: UInt8) -> [UInt8] { [1, 0, value] }

  /// A file of the record 9 and the end frame.
  private static let inner: [UInt8] = {
    var file = HostileRecordFile(version: 1)
    file.append(1, record(9))
    return file.ended(records: 1)
  }()

  /// A file of the record 1, bytes that are a file themselves, and the record 2.
  private static let frames: (file: HostileRecordFile, ends: [Int]) = {
    var file = HostileRecordFile(version: 1)
    var ends = [file.bytes.count]
    for payload in [record(1), [1, 0, 0xF6, UInt8(inner.count)] + inner, record(2)] {
      file.append(1, payload)
      ends.append(file.bytes.count)
    }
    return (file, ends)
  }()

  private static var whole: [UInt8] {
    var file = frames.file
    let distances = [8] + zip(frames.ends, frames.ends.dropFirst()).map { $1 - $0 }
    file.end([3, 3] + distances.dropLast().flatMap { HostileBytes.length($0) + [1] })
    return file.bytes
  }

  private func read(_ bytes: [UInt8]) -> [AnyValue] {
    let options = StreamOptions(continuesAfterErrors: true)
    return Binary.stream(AnyValue.self, from: .bytes(bytes), options: options)
      .compactMap { try? $0.get() }
  }

  @Test("a whole file is read")
  func reading() throws {
    #expect(read(Self.whole) == [1, .bytes(Self.inner), 2])
    let file = try Binary.RecordFile<AnyValue>(Self.whole)
    #expect(file.isComplete && file.count == 3)
  }

  @Test("a truncated file continues after its own records, in version 1")
  func appending() throws {
    for length in 8..<Self.whole.count {
      let torn = Array(Self.whole[..<length])
      let kept = Self.frames.ends.dropFirst().filter { $0 <= length }.count
      #expect(read(torn).count == kept, "cut to \(length)")
      #expect(try !Binary.RecordFile<AnyValue>(torn).isComplete, "cut to \(length)")
      try withTemporaryFile(torn) { path in
        let writer = try Binary.recordWriter(for: Int.self, appendingTo: path)
        try writer.write(3)
        try writer.finish()
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(bytes.starts(with: Self.whole.prefix(8)))
        #expect(read(bytes) == [1, .bytes(Self.inner), 2].prefix(kept) + [3], "cut to \(length)")
        #expect(try Binary.RecordFile<AnyValue>(bytes).isComplete, "cut to \(length)")
      }
    }
  }

  @Test("a damaged file yields no record of a file inside of a record")
  func damage() throws {
    for position in Self.whole.indices.dropFirst(8) {
      for mask: UInt8 in [1, 0x10, 0xFF] {
        var damaged = Self.whole
        damaged[position] ^= mask
        #expect(!read(damaged).contains(9), "byte \(position)")
        try withTemporaryFile(damaged) { path in
          let recovery = try Binary.recoverRecords(at: path)
          #expect(!recovery.wasWhole)
          let file = try Binary.RecordFile<AnyValue>(path: path)
          #expect(try file.records.allSatisfy { try $0.get() != 9 }, "byte \(position)")
        }
      }
    }
  }

  @Test("damage to the payload of a frame costs its own record")
  func payloads() throws {
    var damaged = Self.whole
    damaged[Self.frames.ends[1] + 15] ^= 1
    #expect(read(damaged) == [1, 2])
  }
}
