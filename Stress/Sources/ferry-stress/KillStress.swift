import Ferry
import Foundation

/// Row 20: a writer that is killed leaves the old file, or the new one, as a whole; what a killed
/// writer had flushed to a pipe or an open file is read up to the last whole record.
enum KillStress {
  private static let count = 2000

  static func run(_ report: inout Report) throws {
    var random = SeededGenerator(for: "kill")
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("ferry-stress-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("records").path
    try write(to: path, generation: 0)
    var (old, new, torn) = (0, 0, 0)
    for _ in 0..<scaled(100) {
      let before = generation(of: path) ?? -1
      let process = try Child.start(["write", path])
      usleep(UInt32(random.int(1000..<60_000)))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      switch generation(of: path) {
      case before: old += 1
      case nil: torn += 1
      default: new += 1
      }
    }
    report.note(
      20, "writers of a file killed at any time",
      "\(old) old files, \(new) new ones, \(torn) torn ones", isGood: torn == 0)
    try cut(&report, path)
  }

  /// Every length of a record file gives a prefix of its records.
  private static func cut(_ report: inout Report, _ path: String) throws {
    let output = SplitStress.Output()
    let writer = try Binary.recordWriter(for: [Int].self, to: .receiver { output.bytes += $0 })
    for index in 0..<200 {
      try writer.write([index, index])
      if index % 10 == 9 { try writer.flush() }
    }
    try writer.finish()
    var wrong = 0
    var flips = 0
    let bytes = output.bytes
    for length in 0..<bytes.count {
      var number = 0
      var isPrefix = true
      var hasFailed = false
      for record in Binary.stream([Int].self, from: .bytes(bytes[..<length])) {
        guard let value = try? record.get() else {
          hasFailed = true
          continue
        }
        isPrefix = isPrefix && !hasFailed && value == [number, number]
        number += 1
      }
      if !isPrefix || !hasFailed { wrong += 1 }
    }
    report.note(
      20, "a record file cut at each of \(bytes.count) places", "\(wrong) not an exact prefix",
      isGood: wrong == 0)
    var damaged = bytes
    for bit in 0..<bytes.count * 8 {
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      let options = StreamOptions(continuesAfterErrors: true)
      var values: [Int] = []
      var errors = 0
      for record in Binary.stream([Int].self, from: .bytes(damaged), options: options) {
        if let value = try? record.get() { values.append(value[0]) } else { errors += 1 }
      }
      let isSubset =
        zip(values, values.dropFirst()).allSatisfy { $0 < $1 } && values.allSatisfy { $0 < 200 }
      // A frame of ten records is lost, and never without a word.
      let isSmall = values.count >= 190
      if errors == 0 || !isSubset || !isSmall { flips += 1 }
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
    }
    report.note(
      20, "each of \(bytes.count * 8) bits of a record file flipped",
      "\(flips) unnoticed, or more than a frame lost", isGood: flips == 0)
  }

  static func child(_ path: String) throws {
    let next = (generation(of: path) ?? 0) + 1
    for generation in next..<next + 1000 { try write(to: path, generation: generation) }
  }

  private static func write(to path: String, generation: Int) throws {
    let writer = try Binary.recordWriter(for: [Int].self, to: .file(path))
    for index in 0..<count { try writer.write([generation, index]) }
    try writer.finish()
  }

  /// What all records of the file say, if it is whole.
  private static func generation(of path: String) -> Int? {
    var generation: Int?
    var number = 0
    for record in Binary.stream([Int].self, from: .file(path)) {
      guard let value = try? record.get(), value[1] == number, value[0] == generation ?? value[0]
      else { return nil }
      generation = value[0]
      number += 1
    }
    return number == count ? generation : nil
  }
}
