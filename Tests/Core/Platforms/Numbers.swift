import FerryBase

extension Report {
  /// Reads and writes the numbers of the corpora, which have the bits of each number.
  mutating func testNumbers(_ inputs: Inputs) {
    section("numbers read and written, by bits of the corpora") { report in
      for fields in inputs.fields("numbers/bits/") where fields.count == 4 {
        report.check(fields[3], double: hexadecimal(fields[2]), float: hexadecimal(fields[1]))
      }
      for fields in inputs.fields("numbers/doubles/") where fields.count == 2 {
        report.check(fields[1], double: hexadecimal(fields[0]), float: nil)
      }
    }
    section("integers of the corpora") { report in
      for fields in inputs.fields("numbers/integers/") {
        fields[0].withByteView { text in
          let small = DecimalParsing.integer(text, as: Int8.self)
          let middle = DecimalParsing.integer(text, as: Int32.self)
          let large = DecimalParsing.integer(text, as: Int64.self)
          let plain = DecimalParsing.integer(text, as: Int.self)
          let whole = DecimalParsing.wholeNumber(text, as: UInt64.self)
          let huge = DecimalParsing.wholeNumber(text, as: Int128.self)
          if let large {
            report.check(
              small == Int8(exactly: large) && middle == Int32(exactly: large)
                && plain == Int(exactly: large) && (large == 0 || String(large) == text.text),
              "\(text.text)")
          } else {
            report.check(small == nil && middle == nil && plain == nil, "\(text.text)")
          }
          if let huge { report.check(UInt64(exactly: huge) == whole, "\(text.text)") }
          report.write("\(text.text) \(large ?? 0) \(whole ?? 0) \(huge ?? 0)")
        }
      }
    }
    section("random bits of doubles, written and read") { report in
      var random = Random(1)
      for _ in 0..<20_000 {
        let value = Double(bitPattern: random.next())
        guard value.isFinite else { continue }
        let text = Report.text(of: value)
        let read = text.withByteView { DecimalParsing.double($0) }
        report.check(read.bitPattern == value.bitPattern, "\(value.bitPattern)")
        report.write(text)
        let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
        guard float.isFinite else { continue }
        let short = Report.text(of: float)
        report.check(
          short.withByteView { DecimalParsing.float($0) }.bitPattern == float.bitPattern,
          "\(float.bitPattern)")
        report.write(short)
      }
    }
  }

  private mutating func check(_ text: [UInt8], double: UInt64, float: UInt64?) {
    guard Self.isNumber(text) else { return }
    let (value, short) = text.withByteView {
      (DecimalParsing.double($0), DecimalParsing.float($0))
    }
    check(value.bitPattern == double, String(decoding: text, as: UTF8.self))
    if let float {
      check(UInt64(short.bitPattern) == float, String(decoding: text, as: UTF8.self))
    }
    guard value.isFinite else { return }
    let written = Self.text(of: value)
    let again = written.withByteView { DecimalParsing.double($0) }
    check(again.bitPattern == double, String(decoding: written, as: UTF8.self))
    write(written)
  }

  private static func text(of value: Double) -> [UInt8] {
    MutableByteView.withScratch(FloatPrinting.capacity) { scratch in
      Array(scratch.prefix(FloatPrinting.write(value, to: scratch)))
    }
  }

  private static func text(of value: Float) -> [UInt8] {
    MutableByteView.withScratch(FloatPrinting.capacity) { scratch in
      Array(scratch.prefix(FloatPrinting.write(value, to: scratch)))
    }
  }

  /// Whether a text has the grammar of JSON's numbers (RFC 8259, section 6).
  private static func isNumber(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    func digits() -> Int {
      let count = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == 0x2D { rest = rest.dropFirst() }
    let startsWithZero = rest.first == 0x30
    let whole = digits()
    if whole == 0 || (startsWithZero && whole > 1) { return false }
    if rest.first == 0x2E {
      rest = rest.dropFirst()
      if digits() == 0 { return false }
    }
    if rest.first == 0x65 || rest.first == 0x45 {
      rest = rest.dropFirst()
      if rest.first == 0x2B || rest.first == 0x2D { rest = rest.dropFirst() }
      if digits() == 0 { return false }
    }
    return rest.isEmpty
  }
}

extension ByteView {
  /// The bytes as text.
  var text: String { String(decoding: self, as: UTF8.self) }
}
