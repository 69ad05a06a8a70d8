import FerryBase
import FerryTestSupport
import Testing

@Suite("Reading numbers in place")
struct NumberScanTests {
  /// The text of a number that JSON allows, with no exponent (RFC 8259, section 6).
  private nonisolated(unsafe) static let plain = /-?(0|[1-9][0-9]*)(\.[0-9]+)?/

  /// Calls `body` with the bytes of `text`, after which 48 bytes are readable.
  private func read<Result>(
    _ text: String, _ body: (UnsafePointer<UInt8>) -> Result
  ) -> Result {
    (Array(text.utf8) + Array(repeating: UInt8(ascii: " "), count: 48)).withByteView {
      body($0.start)
    }
  }

  /// Checks the readers with a text. The standard library says the values.
  private func check(_ text: String) throws {
    let number = try Self.plain.prefixMatch(in: text).map { String($0.output.0) }
    let next = number.flatMap { text.utf8.dropFirst($0.utf8.count).first }
    let more = number?.contains(".") == true ? "0123456789eE" : "0123456789.eE"
    let isPlain = next.map { !more.utf8.contains($0) } ?? true
    let double = read(text) { NumberScan.double($0) }
    if double.length > 0 {
      #expect(isPlain && double.length == number?.utf8.count, "\(text)")
      #expect(double.value.bitPattern == number.flatMap { Double($0)?.bitPattern }, "\(text)")
    }
    for (name, scan) in [
      ("integer", read(text) { NumberScan.integer($0) }),
      ("long integer", read(text) { NumberScan.longInteger($0) }),
    ] where scan.length > 0 {
      #expect(isPlain && scan.length == number?.utf8.count, "\(name) \(text)")
      #expect(scan.value == number.flatMap { Int64($0) }, "\(name) \(text)")
    }
  }

  @Test("a number is read to its end, with the value of the standard library, or not at all")
  func random() throws {
    var random = SeededGenerator(for: "NumberScanTests.random")
    for _ in 0..<Cases.count(20_000) {
      let digits = { (counts: ClosedRange<Int>) in
        String(
          (0..<Int.random(in: counts, using: &random)).map { _ in
            Bool.random(using: &random) ? "0" : "123456789".randomElement(using: &random)!
          })
      }
      let sign = ["", "", "-", "--", "+"].randomElement(using: &random)!
      let whole = Bool.random(using: &random) ? digits(0...3) : digits(0...21)
      let point = ["", ".", ".", ".", ".."].randomElement(using: &random)!
      let fraction = point.isEmpty ? "" : digits(0...20)
      let end = [",", "]", " ", "e1", "E", ".", "-", "x", "\u{80}", "/", ":"]
      try check(sign + whole + point + fraction + end.randomElement(using: &random)!)
    }
  }

  @Test(
    "the numbers of usual documents are read in place",
    arguments: [
      "0", "-0", "7", "-7", "1234567", "12345678", "1600000006", "505874924095815681", "0.5",
      "-0.25",
      "74.16", "0.91858927", "-65.613616999999977", "43.420273000000009", "0.12345678901234567",
      "1234567.25", "9007199254740993",
    ])
  func usual(_ text: String) throws {
    try check(text)
    #expect(read(text) { NumberScan.double($0) }.length == text.utf8.count)
    guard !text.contains(".") else { return }
    let integer = read(text) { NumberScan.integer($0) }.length
    let long = read(text) { NumberScan.longInteger($0) }.length
    #expect(max(integer, long) == text.utf8.count)
  }

  @Test("masks have a bit for each byte that is not a digit")
  func masks() {
    var random = SeededGenerator(for: "NumberScanTests.masks")
    for _ in 0..<2_000 {
      let bytes = (0..<32).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random)
          : UInt8.random(in: 0x2E...0x3B, using: &random)
      }
      let expected = bytes.enumerated().reduce(UInt32(0)) { mask, item in
        mask | ((0x30...0x39).contains(item.element) ? 0 : 1 << UInt32(item.offset))
      }
      bytes.withByteView { bytes in
        #expect(ByteScan.nonDigits(at: bytes.start) == expected)
        #expect(ByteScan.portableNonDigits(at: bytes.start) == expected)
      }
    }
  }
}
