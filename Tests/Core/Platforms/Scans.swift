import FerryBase
import FerryJSONEngine

extension Report {
  /// Compares each mask over a block with a loop over the bytes and with its twin in plain Swift.
  mutating func testMasks() {
    section("block masks, their portable twins and a loop") { report in
      var random = Random(2)
      let frequent = Array("\"\\{}[],:  \n\t\u{1F}ab0".utf8) + [0x00, 0x7F, 0x80, 0xA2, 0xDB, 0xFF]
      for round in 0..<20_000 {
        let bytes = (0..<67).map { _ in
          round % 2 == 0
            ? UInt8(truncatingIfNeeded: random.next()) : frequent[random.below(frequent.count)]
        }
        unsafe bytes.withUnsafeBufferPointer { buffer in
          guard let start = buffer.baseAddress else { return }
          unsafe report.checkMasks(start + round % 4)
        }
      }
    }
  }

  private mutating func checkMasks(_ bytes: UnsafePointer<UInt8>) {
    func mask(_ count: Int = 64, _ isWanted: (UInt8) -> Bool) -> UInt64 {
      (0..<count).reduce(0) { unsafe isWanted(bytes[$1]) ? $0 | 1 << UInt64($1) : $0 }
    }
    let block = unsafe JSONBlock(bytes)
    let twin = unsafe PortableJSONBlock(bytes)
    let brackets = mask { $0 == 0x5B || $0 == 0x5D || $0 == 0x7B || $0 == 0x7D }
    check(block.brackets == brackets && twin.brackets == brackets, "brackets")
    let controls = mask { $0 < 0x20 }
    check(block.controls == controls && twin.controls == controls, "control characters")
    for byte: UInt8 in [0x22, 0x5C, 0x2C, 0x80] {
      let places = mask { $0 == byte }
      check(block.places(of: byte) == places && twin.places(of: byte) == places, "one byte")
    }
    let isBeyond = mask { $0 >= 0x80 } != 0
    check((block.highBits != 0) == isBeyond && (twin.highBits != 0) == isBeyond, "high bits")
    let isUnusual = mask { $0 < 0x20 || $0 == 0x5C } != 0
    check(
      block.hasBackslashOrControl == isUnusual && twin.hasBackslashOrControl == isUnusual,
      "unusual bytes")
    let quotes = mask { $0 == 0x22 }
    var isInside = false
    let between = mask {
      if $0 == 0x22 { isInside.toggle() }
      return isInside
    }
    check(JSONBlock.places(between: quotes) == between, "places between quotes")
    for slash: UInt8 in [0x22, 0x2F] {
      let stops = mask(16) { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == slash }
      let word = unsafe UnsafeRawPointer(bytes).loadUnaligned(as: UInt128.self).littleEndian
      check(
        unsafe UInt64(ByteScan.stringStops(of16At: bytes, or: slash)) == stops
          && UInt64(ByteScan.stringStops(word, or: slash)) == stops
          && UInt64(ByteScan.portableStringStops(word, or: slash)) == stops, "string stops")
    }
    let nonDigits = UInt32(truncatingIfNeeded: mask(32) { !(0x30...0x39).contains($0) })
    check(
      unsafe ByteScan.nonDigits(at: bytes) == nonDigits
        && ByteScan.portableNonDigits(at: bytes) == nonDigits, "bytes that are no digits")
    write("\(brackets) \(controls) \(quotes) \(between)")
  }

  /// Compares the verdicts of UTF-8 validation with those of the corpora and of the standard
  /// library.
  mutating func testUTF8(_ inputs: Inputs) {
    section("UTF-8 verdicts of the corpora") { report in
      for fields in inputs.fields("utf8/") {
        let digits = fields.count > 1 ? fields[1] : []
        let bytes = stride(from: 0, to: digits.count, by: 2).map {
          UInt8(hexadecimal(Array(digits[$0...($0 + 1)])))
        }
        let isValid = fields[0] == Array("valid".utf8)
        for padding in [0, 5, 70] {
          let text = [UInt8](repeating: 0x61, count: padding) + bytes
          report.checkUTF8(text, isValid: isValid)
        }
      }
    }
    section("UTF-8 verdicts of random texts") { report in
      var random = Random(3)
      let texts = [
        "a", "0", "é", "߿", "ࠀ", "あ", "한", "힟", "\u{FFFF}", "\u{10000}", "😀", "\u{10FFFF}",
      ]
      let alphabet = texts.map { Array($0.utf8) }
      for round in 0..<6_000 {
        var bytes: [UInt8] = []
        for _ in 0..<random.below(120) { bytes += alphabet[random.below(alphabet.count)] }
        if round % 3 != 0, !bytes.isEmpty {
          bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
        }
        report.checkUTF8(bytes, isValid: nil)
      }
    }
  }

  private mutating func checkUTF8(_ bytes: [UInt8], isValid: Bool?) {
    let expected = Self.firstIllFormedOffset(bytes)
    let (found, narrow) = bytes.withByteView {
      (
        UTF8Validation.firstIllFormedOffset(in: $0),
        UTF8Validation.firstIllFormedOffset(in: $0, after: 0, usesWideBlocks: false)
      )
    }
    let isRight =
      found == expected && narrow == expected && isValid ?? (found == nil) == (found == nil)
    check(isRight, "\(bytes.count) bytes: \(found ?? -1) instead of \(expected ?? -1)")
    write("\(found ?? -1)")
  }

  /// The result of the decoder of the standard library.
  private static func firstIllFormedOffset(_ bytes: [UInt8]) -> Int? {
    var parser = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let sequence): offset += sequence.count
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }
}
