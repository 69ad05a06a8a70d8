import FerryBase
import Foundation
import Testing

@Suite("UTF-8 validation")
struct UTF8ValidationTests {
  private func firstIllFormed(_ bytes: [UInt8]) -> Int? {
    Guarded.read(bytes) { firstIllFormed(in: $0) }
  }

  /// The result in blocks of any width.
  private func firstIllFormed(in text: ByteView) -> Int? {
    let found = UTF8Validation.firstIllFormedOffset(in: text)
    for isWide in [false, Processor.hasWideBlocks] {
      let other = UTF8Validation.firstIllFormedOffset(in: text, after: 0, usesWideBlocks: isWide)
      if other != found { #expect(other == found, "\(Array(text)), wide blocks: \(isWide)") }
    }
    return found
  }

  /// One sequence at a time, straight from table 3-7 of the standard.
  private func naive(_ bytes: [UInt8]) -> Int? {
    let rows: [[ClosedRange<UInt8>]] = [
      [0x00...0x7F],
      [0xC2...0xDF, 0x80...0xBF],
      [0xE0...0xE0, 0xA0...0xBF, 0x80...0xBF],
      [0xE1...0xEC, 0x80...0xBF, 0x80...0xBF],
      [0xED...0xED, 0x80...0x9F, 0x80...0xBF],
      [0xEE...0xEF, 0x80...0xBF, 0x80...0xBF],
      [0xF0...0xF0, 0x90...0xBF, 0x80...0xBF, 0x80...0xBF],
      [0xF1...0xF3, 0x80...0xBF, 0x80...0xBF, 0x80...0xBF],
      [0xF4...0xF4, 0x80...0x8F, 0x80...0xBF, 0x80...0xBF],
    ]
    var offset = 0
    while offset < bytes.count {
      let rest = bytes[offset...]
      let row = rows.first { row in
        row.count <= rest.count && zip(row, rest).allSatisfy { $0.contains($1) }
      }
      guard let row else { return offset }
      offset += row.count
    }
    return nil
  }

  @Test("the corpus has the expected verdicts")
  func corpus() throws {
    for fields in try Corpora.fields("utf8/cases.txt") {
      let digits = Array(fields.count > 1 ? fields[1] : "")
      let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...($0 + 1)]), radix: 16)
      }
      #expect((firstIllFormed(bytes) == nil) == (fields[0] == "valid"), "\(fields)")
      #expect(firstIllFormed(bytes) == naive(bytes), "\(fields)")
    }
  }

  @Test("every sequence at the edge of a row of the standard's table is judged, at every position")
  func edges() {
    let sequences: [[UInt8]] = [
      [0x7F], [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2, 0x80], [0xC2, 0x7F], [0xC2, 0xC0],
      [0xDF, 0xBF], [0xE0, 0x9F, 0xBF], [0xE0, 0xA0, 0x80], [0xE0, 0xBF, 0xC0], [0xE1, 0x80, 0x80],
      [0xEC, 0xBF, 0xBF], [0xED, 0x80, 0x80], [0xED, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF0, 0x90, 0x80, 0x80], [0xF3, 0xBF, 0xBF, 0xBF], [0xF4, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE],
      [0xFF], [0xE3, 0x81], [0xF0, 0x9F, 0x98], [0xC3], [0xE3, 0x41, 0x82],
      [0xF0, 0x9F, 0x41, 0x80],
      [0xC3, 0xA9, 0xA9], [0xE3, 0x81, 0x82, 0x82], [0xF0, 0x9F, 0x98, 0x80, 0x80],
    ]
    for sequence in sequences {
      for start in isDebugBuild
        ? [0, 1, 3, 4, 5, 14, 15, 16, 17, 30, 31, 35, 36, 37] : Array(0...70)
      {
        for end in [0, 1, 2, 3, 15, 16, 17, 31, 32, 33] {
          let ascii =
            [UInt8](repeating: 0x61, count: start) + sequence + [UInt8](repeating: 0x62, count: end)
          #expect(firstIllFormed(ascii) == naive(ascii), "\(sequence) at \(start), \(end) after")
          let mixed =
            Array(String(repeating: "あé", count: start).utf8) + sequence
            + Array(String(repeating: "😀", count: end).utf8)
          #expect(firstIllFormed(mixed) == naive(mixed), "\(sequence) after \(start) pairs")
        }
      }
    }
  }

  @Test("every length and every truncation is judged without a read past either end")
  func truncations() {
    let texts = ["", "é", "あ", "😀", "한", "aé", "aあ", "a😀b", "あいうえお漢字", "éあ😀a", "ก", "\u{10FFFF}"]
    for text in texts {
      let unit = text.isEmpty ? "a" : text
      let bytes = Array(String(repeating: unit, count: 72).utf8)
      for count in 0...70 {
        let cut = Array(bytes.prefix(count))
        #expect(firstIllFormed(cut) == naive(cut), "\(unit), \(count) bytes")
        let shifted = Array([0x61, 0x61, 0x61].prefix(count % 4)) + cut
        #expect(firstIllFormed(shifted) == naive(shifted), "\(unit), \(count) bytes, shifted")
      }
    }
  }

  @Test("an invalid first byte is found at every position, whatever follows")
  func strayBytes() {
    let strays: [UInt8] = [0x80, 0xBF, 0xC0, 0xC1, 0xE0, 0xED, 0xF0, 0xF4, 0xF5, 0xF8, 0xFF]
    // The bytes after the last wide block are validated in several ways.
    for count in [132, 140, 150, 166, 190] {
      // Leads stand at the end of a wide block where a sequence of another width is in front.
      let texts =
        ["é" + String(repeating: "a", count: count)]
        + ["é", "あ", "😀"].flatMap { unit in
          ["", "abéあ"].map { $0 + String(repeating: unit, count: count / unit.utf8.count) }
        }
      for text in texts.map({ Array($0.utf8) }) {
        for offset in text.indices {
          for stray in strays {
            var bytes = text
            bytes[offset] = stray
            let found = bytes.withByteView { firstIllFormed(in: $0) }
            if found != naiveFast(bytes, from: 0) {
              #expect(found == naive(bytes), "\(stray) at \(offset) of \(count)")
            }
          }
        }
      }
    }
  }

  @Test("all pairs of bytes are judged, also across the end of a block")
  func pairs() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        for (start, tail) in [
          (0, [UInt8]()), (35, [0x80, 0x80]), (51, [0x80, 0x80] + spaces(80)),
        ] {
          let bytes = spaces(start) + [first, second] + tail
          let found = bytes.withByteView { firstIllFormed(in: $0) }
          if found != naiveFast(bytes, from: start) {
            #expect(found == naive(bytes), "\(first) \(second) at \(start)")
          }
        }
      }
    }
  }

  @Test("random texts with one byte changed are judged as one sequence at a time is")
  func randomTexts() {
    var random = SplitMix()
    let alphabet = Array("az09\"é߿ࠀあ한힟\u{E000}\u{FFFF}\u{10000}😀\u{10FFFF}")
    for _ in 0..<(isDebugBuild ? 4000 : 400_000) {
      let count = Int.random(in: 0...60, using: &random)
      let ascii = Double.random(in: 0...1, using: &random)
      var bytes: [UInt8] = []
      for _ in 0..<count {
        let plain = Double.random(in: 0...1, using: &random) < ascii
        let index = plain ? 0 : Int.random(in: 0..<alphabet.count, using: &random)
        bytes += Array(alphabet[index].utf8)
      }
      if let index = bytes.indices.randomElement(using: &random), Bool.random(using: &random) {
        bytes[index] = UInt8.random(in: .min ... .max, using: &random)
      }
      let found = bytes.withByteView { firstIllFormed(in: $0) }
      if found != naiveFast(bytes, from: 0) { #expect(found == naive(bytes), "\(bytes)") }
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      if isValid != (found == nil) { #expect(isValid == (found == nil), "\(bytes)") }
    }
  }

  private func spaces(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x20, count: count) }

  /// The result of ``naive(_:)`` from the standard library's own decoder, which is faster.
  private func naiveFast(_ bytes: [UInt8], from start: Int) -> Int? {
    var decoder = UTF8.ForwardParser()
    var iterator = bytes[start...].makeIterator()
    var offset = start
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let sequence): offset += sequence.count
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }
}

/// Memory between two pages that may not be touched: whatever reads past an end dies.
enum Guarded {
  /// Calls `body` with the bytes right before the upper and right after the lower forbidden page,
  /// and expects the same answer twice.
  static func read<T: Equatable>(
    _ bytes: some Collection<UInt8>, _ body: (ByteView) -> T
  ) -> T {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let size = max(1, (bytes.count + page - 1) / page) * page
    let memory = mmap(
      nil, size + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { fatalError("no memory") }
    defer { munmap(memory, size + 2 * page) }
    mprotect(memory, page, PROT_NONE)
    mprotect(memory + page + size, page, PROT_NONE)
    let middle = UnsafeMutableRawBufferPointer(start: memory + page, count: size)
    // Digits all around would change the answer if they were taken for part of the text.
    middle.initializeMemory(as: UInt8.self, repeating: 0x39)
    middle.copyBytes(from: bytes)
    let low = ByteView(UnsafeRawBufferPointer(rebasing: middle[..<bytes.count]))
    let first = body(low)
    let high = UnsafeMutableRawBufferPointer(rebasing: middle[(size - bytes.count)...])
    high.copyBytes(from: bytes)
    let second = body(ByteView(UnsafeRawBufferPointer(high)))
    #expect(first == second)
    return first
  }

  /// The same for the bytes of a text.
  static func read<T: Equatable>(
    _ text: String, _ body: (ByteView) -> T
  ) -> T {
    read(Array(text.utf8), body)
  }
}
