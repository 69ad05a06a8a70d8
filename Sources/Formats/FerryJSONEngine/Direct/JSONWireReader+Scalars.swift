public import FerryBase

extension JSONWireReader {
  /// Reads null if it comes next.
  @inlinable @inline(__always)
  public mutating func readNull() throws(WireFailure) -> Bool {
    // The next step checks the byte after the four letters.
    guard unsafe bytes.byte == UInt8(ascii: "n") && JSONLiteral.isNull(bytes.cursor) else {
      return false
    }
    unsafe bytes.cursor += 4
    return true
  }

  /// Reads true or false.
  @inlinable
  public mutating func readBool() throws(WireFailure) -> Bool {
    if unsafe JSONLiteral.isTrue(bytes.cursor) {
      unsafe bytes.cursor += 4
      return true
    }
    if unsafe bytes.byte == UInt8(ascii: "f") && JSONLiteral.isFalse(bytes.cursor) {
      unsafe bytes.cursor += 5
      return false
    }
    throw mismatch(Bool.self, at: bytes.offset)
  }

  /// Reads an integer that fits the type.
  @inlinable
  public mutating func readInteger<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(WireFailure) -> T {
    let (value, length) = usualInteger()
    if length > 0, let result = T(exactly: value) {
      unsafe bytes.cursor += length
      return result
    }
    return try readUnusualInteger(T.self)
  }

  // The cursor was before the limit when the reader moved to the member or element. So the bytes that
  // the scan reads ahead are readable. The function is transparent, because the compiler does not
  // inline `__always` into loops of the size of a table's.
  /// Reads an integer. Most are short.
  @_transparent
  public mutating func readInt() throws(WireFailure) -> Int {
    let (value, length) = unsafe NumberScan.integer(bytes.cursor)
    guard length > 0, let result = Int(exactly: value) else { return try readLongInt() }
    unsafe bytes.cursor += length
    return result
  }

  @usableFromInline @inline(never)
  mutating func readLongInt() throws(WireFailure) -> Int { try readInteger(Int.self) }

  /// Returns the integer at the cursor and its length in bytes. The length is 0 if the number is
  /// not a short, plain integer.
  ///
  /// Out of line like the other scalars, because generated code has many calls.
  @usableFromInline @inline(never)
  mutating func usualInteger() -> (value: Int64, length: Int) {
    if bytes.needsTail { bytes.enterTail() }
    let usual = unsafe NumberScan.integer(bytes.cursor)
    return unsafe usual.length > 0 ? usual : NumberScan.longInteger(bytes.cursor)
  }

  /// Reads an integer that does not fit, has many digits, or has a fraction or exponent.
  @usableFromInline @inline(never)
  mutating func readUnusualInteger<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(WireFailure) -> T {
    let start = bytes.offset
    let (text, isInteger) = try number(T.self)
    let value =
      isInteger
      ? DecimalParsing.integer(text, as: T.self)
      : options.followsFoundation
        ? DecimalParsing.foundationInteger(text, as: T.self)
        : DecimalParsing.wholeNumber(text, as: T.self)
    guard let value else { throw mismatch(T.self, at: start) }
    return value
  }

  /// Reads a number as the nearest double.
  @inline(never)
  public mutating func readDouble() throws(WireFailure) -> Double {
    if bytes.needsTail { bytes.enterTail() }
    let (value, length) = unsafe NumberScan.double(bytes.cursor)
    if length > 0 {
      unsafe bytes.cursor += length
      return value
    }
    return try readUnusualDouble()
  }

  @inline(never)
  private mutating func readUnusualDouble() throws(WireFailure) -> Double {
    try readRounded { DecimalParsing.double($0) }
  }

  /// Reads a number as the nearest float.
  @inline(never)
  public mutating func readFloat() throws(WireFailure) -> Float {
    if bytes.needsTail { bytes.enterTail() }
    let (value, length) = unsafe NumberScan.float(bytes.cursor)
    if length > 0 {
      unsafe bytes.cursor += length
      return value
    }
    return try readUnusualFloat()
  }

  @inline(never)
  private mutating func readUnusualFloat() throws(WireFailure) -> Float {
    try readRounded { DecimalParsing.float($0) }
  }

  @inline(__always)
  private mutating func readRounded<T: BinaryFloatingPoint>(
    _ parse: (ByteView) -> T
  ) throws(WireFailure) -> T {
    let start = bytes.offset
    let (text, _) = try number(T.self)
    let value = parse(text)
    if value.isInfinite || value == 0 && isRefusedZero(text) {
      throw mismatch(T.self, at: start)
    }
    return value
  }

  private func isRefusedZero(_ text: ByteView) -> Bool {
    options.followsFoundation && DecimalParsing.foundationRefusesZero(text)
  }

  /// Moves after the number at the cursor and returns its text.
  private mutating func number<T>(
    _ type: T.Type
  ) throws(WireFailure) -> (text: ByteView, isInteger: Bool) {
    let start = bytes.offset
    guard ASCII.isDigit(bytes.byte) || bytes.byte == ASCII.minus else {
      if bytes.byte == ASCII.quote, options.readsNonFiniteTexts { isLeftToTape = true }
      throw mismatch(type, at: start)
    }
    let isInteger = try bytes.skipNumber()
    return (bytes.slice(from: start, to: bytes.offset), isInteger)
  }

  /// Reads a number of any size as its text.
  public mutating func readNumber() throws(WireFailure) -> AnyValue.Number {
    AnyValue.Number(text: TapeView.string(validated: try number(Double.self).text))
  }

  /// Returns `nil`: JSON has no raw bytes.
  @inlinable
  public mutating func readRawBytes() throws(WireFailure) -> [UInt8]? { nil }

  /// Reads text.
  @inline(never)
  public mutating func readString() throws(WireFailure) -> String {
    if bytes.needsTail { bytes.enterTail() }
    guard bytes.byte == ASCII.quote else { throw mismatch(String.self, at: bytes.offset) }
    unsafe bytes.cursor += 1
    let count = unsafe ByteScan.firstStringStop(at: bytes.cursor)
    if count < 16 {
      // Most text has no escapes and fits into the string itself.
      if unsafe bytes.cursor[count] == ASCII.quote,
        let text = unsafe ShortString(ahead: bytes.cursor, count: count).text
      {
        unsafe bytes.cursor += count &+ 1
        return text
      }
      return try readUnusualString(after: count)
    }
    return try readUnusualString(after: 16)
  }

  /// Reads text of 16 bytes or more, or with escapes. The first `count` bytes are plain.
  @inline(never)
  private mutating func readUnusualString(after count: Int) throws(WireFailure) -> String {
    let start = bytes.offset
    unsafe bytes.cursor += count
    if count == 16 { bytes.skipLongPlainText() }
    if bytes.byte != ASCII.quote { return try readEscapedString(from: start) }
    let text = TapeView.string(validated: bytes.slice(from: start, to: bytes.offset))
    unsafe bytes.cursor += 1
    return text
  }

  /// Reads the rest of a text that begins at `start`. The bytes before the cursor are plain.
  private mutating func readEscapedString(from start: Int) throws(WireFailure) -> String {
    try MutableByteView.withScratch(Self.scratchSize) { scratch throws(WireFailure) in
      var output = ByteWriter(borrowing: scratch)
      output.append(bytes.slice(from: start, to: bytes.offset))
      try bytes.copyEscapedText(to: &output, inTextAt: start)
      unsafe bytes.cursor += 1
      return TapeView.string(validated: output.bytes)
    }
  }

  /// The size in bytes of the memory on the stack for a text with escapes.
  private static var scratchSize: Int { 1024 }

  /// Reads an array of numbers.
  @inline(never)
  public mutating func readDoubles() throws(WireFailure) -> [Double] {
    let start = bytes.offset
    var list = try beginList()
    guard try nextElement(&list) else { return [] }
    return try collect(&list, from: start, Self.moveOn) {
      (reader: inout Self) throws(WireFailure) in
      try reader.readDouble()
    }
  }
}
