import Ferry
import Foundation

/// Row 18: input beyond 2^32 bytes. One piece of a file is mapped again and again, so that 5 GB
/// cost 64 MiB of memory.
enum LargeStress {
  private static let piece = 64 << 20
  private static let size = 80 * piece

  static func run(_ report: inout Report) throws {
    let mebibytes = size >> 20
    // Behind 5 GB of blanks: a value, a wrong value, a wrong letter, nothing.
    for (text, expected) in [("[1]", -1), ("[\"x\"]", 4), ("[1,x]", 2), ("", 0)] {
      let offset = withInput(of: 0x20, endingWith: Array(text.utf8)) { input in
        place { try JSON.decode([Int].self, from: input) }
      }
      let goal = expected < 0 ? expected : size - expected
      report.note(
        18, "JSON, \(mebibytes) MiB of blanks and `\(text)`", describe(offset),
        isGood: offset == goal || offset == -2)
    }
    let path = withInput(of: 0x20, endingWith: Array("{\"a\":[1,2]}".utf8)) { input in
      try? JSON.withDocument(UnsafeRawBufferPointer(input).bytes) {
        try $0.decode(Int.self, at: "a[1]")
      }
    }
    report.note(
      18, "a path behind \(mebibytes) MiB of blanks", path.map { "value \($0)" } ?? "an error",
      isGood: path == 2)
    try binary(&report)
    let offset = withInput(of: 0x20, endingWith: Array("a: [1".utf8)) { input in
      var decoder = YAML.Decoder()
      decoder.limits = .untrusted
      return place { try decoder.decode(AnyValue.self, from: input) }
    }
    report.note(18, "YAML for strangers", describe(offset), isGood: offset != -1)
  }

  /// A list of 5 GB of data and a number behind it.
  private static func binary(_ report: inout Report) throws {
    let data = size - 64
    let payload: [UInt8] = [0xF6] + LengthStress.length(UInt64(data))
    let contents = payload.count + data + 1
    let head = [0xB5, 0x20, 0x00, 0xA2] + LengthStress.length(UInt64(contents)) + payload
    let total = head.count + data + 1
    let number = withInput(of: 0, beginningWith: head, endingWith: [7], count: total) { input in
      (
        place { try Binary.decode(Second.self, from: input).value },
        try? Binary.withDocument(UnsafeRawBufferPointer(input).bytes) {
          try $0.decode(Int.self, at: "[1]")
        }
      )
    }
    report.note(
      18, "\(size >> 20) MiB of data in a binary document", describe(number.0),
      isGood: number.0 == -1 || number.0 == -2)
    report.note(
      18, "a path to the number behind it", number.1.map { "value \($0)" } ?? "an error",
      isGood: number.1 == 7)
    let failure = withInput(of: 0, beginningWith: head, endingWith: [0xFE], count: total) { input in
      place {
        try Binary.withDocument(UnsafeRawBufferPointer(input).bytes) {
          try $0.decode(Int.self, at: "[1]")
        }
      }
    }
    report.note(
      18, "a wrong tag there", describe(failure), isGood: failure == total - 1)
  }

  private struct Second: Decodable {
    let value: Int

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      _ = try container.superDecoder()
      value = try container.decode(Int.self)
    }
  }

  /// -1 for a value, -2 for a limit that was passed, else the offset of the error.
  private static func place(_ body: () throws -> some Any) -> Int {
    do {
      _ = try body()
      return -1
    } catch {
      let failure = (error as? DecodingError)?.problem
      if ["larger than the limit", "more values than the limit"].contains(failure?.summary) {
        return -2
      }
      return failure?.place?.offset ?? -3
    }
  }

  private static func describe(_ offset: Int) -> String {
    switch offset {
    case -1: "a value"
    case -2: "an error: larger than the limit"
    case -3: "an error without a place"
    default: "an error at offset \(offset)"
    }
  }

  private static func withInput<R>(
    of byte: UInt8, beginningWith head: [UInt8] = [], endingWith end: [UInt8],
    count: Int = size, _ body: (UnsafeBufferPointer<UInt8>) -> R
  ) -> R {
    let path = NSTemporaryDirectory() + "ferry-stress-\(getpid())"
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    unlink(path)
    let filling = [UInt8](repeating: byte, count: piece)
    guard write(file, filling, piece) == piece,
      let base = mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      base != MAP_FAILED
    else { fatalError("no address space of \(size) bytes") }
    defer { munmap(base, size) }
    for start in stride(from: 0, to: size, by: piece) {
      // What is written to a piece stays in that piece.
      let mapped = mmap(
        base + start, piece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file, 0)
      guard mapped == base + start else { fatalError("a piece cannot be mapped") }
    }
    base.copyMemory(from: head, byteCount: head.count)
    (base + count - end.count).copyMemory(from: end, byteCount: end.count)
    return body(UnsafeBufferPointer(start: base.assumingMemoryBound(to: UInt8.self), count: count))
  }
}
