internal import FerryBase

/// The limits of long numbers, for readers and writers. The time for a conversion grows with the
/// square of the length.
enum NumberLimit {
  /// The maximum number of bytes of an integer.
  static let bytes = 1024
  /// The maximum exponent of ten.
  static let exponent = 1_000_000
  /// The maximum exponent of two of a number that no double holds.
  static let binaryExponent = 256
}

// Numbers beyond 64 bits, and exact decimals: tags 2 to 5 of CBOR.
extension ItemWireReader {
  /// Reads the number behind a tag as its text.
  func numberText(
    _ tag: UInt64, at place: inout Int
  ) throws(WireFailure) -> [UInt8] {
    if tag == CBORTag.bignum || tag == CBORTag.negativeBignum {
      let isNegative = tag == CBORTag.negativeBignum
      return try bignum(isNegative, at: &place).text(isNegative: isNegative)
    }
    // An array of two integers: the exponent and the significand.
    let list = try checkedHead(at: place)
    guard list.kind == ItemKind.list, list.argument == 2, !list.isIndefinite else {
      throw WireFailure(.invalidContent, offset: self.place)
    }
    let head = try checkedHead(at: list.end)
    guard let exponent = head.integer else {
      throw WireFailure(.invalidContent, offset: self.place)
    }
    place = head.end
    var (number, isNegative) = try significand(at: &place)
    guard exponent.magnitude <= NumberLimit.exponent else {
      throw WireFailure(.numberDoesNotFit, offset: self.place)
    }
    let power = Int(exponent)
    let digits = number.text(isNegative: isNegative)
    // The letter tells the writer that the number is an exact decimal.
    if tag == CBORTag.decimal { return digits + Array("E\(power)".utf8) }
    if let value = Self.double(digits, power) { return Array(AnyValue.Number(value).text.utf8) }
    guard power.magnitude <= NumberLimit.binaryExponent else {
      throw WireFailure(.numberDoesNotFit, offset: self.place)
    }
    // m / 2^e is m * 5^e / 10^e.
    for _ in 0..<power.magnitude { number.append(0, radix: power > 0 ? 2 : 5) }
    return number.text(isNegative: isNegative) + (power > 0 ? [] : Array("E\(power)".utf8))
  }

  /// Returns `digits` times a power of two; `nil` if a double does not hold the result.
  private static func double(_ digits: [UInt8], _ power: Int) -> Double? {
    let integer = digits.withByteView { DecimalParsing.integer($0, as: Int128.self) }
    guard let significand = integer.flatMap({ Double(exactly: $0) }) else { return nil }
    let value = Double(sign: .plus, exponent: power, significand: significand)
    let inverse = Double(sign: .plus, exponent: -power, significand: value)
    return value.isFinite && inverse == significand ? value : nil
  }

  /// Reads an integer, which may be a bignum, as its magnitude.
  private func significand(
    at place: inout Int
  ) throws(WireFailure) -> (LongInteger, isNegative: Bool) {
    let head = try checkedHead(at: place)
    place = head.end
    if let integer = head.integer {
      var number = LongInteger()
      // The magnitude of the smallest integer has 65 bits.
      number.append(UInt64(integer.magnitude >> 1), radix: 1)
      number.append(UInt64(integer.magnitude & 1), radix: 2)
      return (number, integer < 0)
    }
    let isNegative = head.argument == CBORTag.negativeBignum
    guard head.kind == ItemKind.tag, isNegative || head.argument == CBORTag.bignum else {
      throw WireFailure(.invalidContent, offset: self.place)
    }
    return (try bignum(isNegative, at: &place), isNegative)
  }

  /// Reads the bytes of a bignum as its magnitude.
  private func bignum(
    _ isNegative: Bool, at place: inout Int
  ) throws(WireFailure) -> LongInteger {
    let head = try checkedHead(at: place)
    guard head.kind == ItemKind.bytes else {
      throw WireFailure(.invalidContent, offset: self.place)
    }
    let bytes = try lexer.contents(head, at: &place)
    if options.order != nil, bytes.count <= 8 || bytes[0] == 0 {
      throw WireFailure(.nonMinimal, offset: self.place)
    }
    guard bytes.count <= NumberLimit.bytes else {
      throw WireFailure(.sizeLimit, offset: self.place)
    }
    var number = LongInteger()
    var word: UInt64 = 0
    for (index, byte) in bytes.enumerated() {
      word = word << 8 | UInt64(byte)
      if (bytes.count - index) & 3 == 1 {
        number.append(word, radix: 1 << 32)
        word = 0
      }
    }
    // The number is -1-n.
    if isNegative { number.append(1, radix: 1) }
    return number
  }
}

extension ItemWireWriter {
  /// Writes the number of a JSON number. A decimal of at most 17 digits becomes the nearest double,
  /// unless CBOR is to hold it `exactly`. All other numbers are written without loss.
  /// - Throws: `numberTooLong` if the format cannot hold the number.
  mutating func writeNumber(_ text: ByteView, exactly: Bool = true) throws(WireFailure) {
    let exactly = exactly && format == .cbor
    let isZero = !DecimalParsing.hasNonZeroDigit(text)
    let isDecimal = text.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
    if !isDecimal, !isZero || text.first != UInt8(ascii: "-") {
      if let value = DecimalParsing.integer(text, as: Int64.self) { return write(value) }
      if let value = DecimalParsing.integer(text, as: UInt64.self) { return write(value) }
      return try writeBignum(text)
    }
    // Doubles have no such text, so it is an exact decimal. No decimal is minus zero.
    let isExact =
      exactly && text.contains(UInt8(ascii: "E")) && !text.contains(UInt8(ascii: "."))
      && (!isZero || text.first != UInt8(ascii: "-"))
    if !isExact {
      let double = exactly ? DecimalParsing.exactDouble(text) : DecimalParsing.shortDouble(text)
      if let value = double ?? DecimalParsing.shortestDouble(text) {
        return try writeDouble(value)
      }
    }
    let start = output.count
    do throws(WireFailure) {
      try writeDecimal(text)
    } catch {
      output.truncate(to: start)
      throw error
    }
  }

  private static var tooLong: WireFailure { WireFailure(.numberTooLong, offset: -1) }

  /// Writes an integer of any size: its bytes, with a tag if 64 bits do not hold it.
  private mutating func writeBignum(_ text: ByteView) throws(WireFailure) {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = text[(isNegative ? 1 : 0)...].drop { $0 == UInt8(ascii: "0") }
    // A byte has more than two digits.
    guard format == .cbor, digits.count < 3 * NumberLimit.bytes else { throw Self.tooLong }
    var number = LongInteger(forBytes: true)
    number.append(digits: ByteView(rebasing: digits))
    var bytes = number.bytes
    if isNegative, var index = bytes.indices.last {
      // The bytes are those of -1-n.
      while bytes[index] == 0 {
        bytes[index] = .max
        index -= 1
      }
      bytes[index] -= 1
      bytes = Array(bytes.drop { $0 == 0 })
    }
    if bytes.count <= 8 {
      let number = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      return appendHead(isNegative && !digits.isEmpty ? 0x20 : 0x00, number)
    }
    guard bytes.count <= NumberLimit.bytes else { throw Self.tooLong }
    output.append(isNegative ? 0xC3 : 0xC2)
    bytes.withByteView { write(bytes: $0) }
  }

  /// Writes a number as an exponent of ten and a significand, with their tag.
  private mutating func writeDecimal(_ text: ByteView) throws(WireFailure) {
    let end = text.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? text.count
    let power = text[min(end + 1, text.count)...].drop { $0 == UInt8(ascii: "+") }
    let point = text[..<end].firstIndex(of: UInt8(ascii: ".")) ?? end
    let places = max(0, end - point - 1)
    guard format == .cbor,
      let power = power.isEmpty ? 0 : Int(String(decoding: power, as: UTF8.self)),
      power.magnitude <= 2 * NumberLimit.exponent,
      (power - places).magnitude <= NumberLimit.exponent
    else { throw Self.tooLong }
    output.append(0xC4)
    appendHead(isMap: false, 2)
    write(Int64(power - places))
    let digits = text[..<end].filter { $0 != UInt8(ascii: ".") }
    try digits.withByteView { digits throws(WireFailure) in try writeBignum(digits) }
  }
}
