public import FerryBase
public import FerryJSON
internal import FerryJSONEngine

extension _PartialReader {
  // MARK: Values

  /// Begins a text at its quote.
  @usableFromInline mutating func openText() {
    position += 1
    isInText = true
  }

  func check(_ bytes: ByteView, at offset: Int) throws(WireFailure) {
    if let place = UTF8Validation.firstIllFormedOffset(in: bytes) {
      throw WireFailure(.invalidUTF8, offset: offset + place)
    }
  }

  /// Appends the characters of the open text that are there. Escapes and characters of several bytes
  /// come whole.
  /// - Returns: whether the text is over.
  @usableFromInline mutating func appendText(to output: inout String) throws(WireFailure) -> Bool {
    let (bytes, count) = unsafe (base, text.count)
    while true {
      var end = position
      var all: UInt8 = 0
      var isStopped = false
      while end + 16 <= count, !isStopped {
        let run = unsafe ByteScan.firstStringStop(at: bytes + end)
        isStopped = run < 16
        end += run
        // Long runs are checked in any case.
        all = 0x80
      }
      while end < count, !isStopped {
        let byte = unsafe bytes[end]
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
        all |= byte
        end += 1
      }
      let stop = end
      if all >= 0x80 {
        if end == count { end = unsafe Self.endOfCharacters(bytes, position, end) }
        try check(unsafe ByteView(start: bytes + position, count: end - position), at: position)
      }
      if end > position {
        let run = unsafe ByteView(start: bytes + position, count: end - position)
        output += TapeView.string(validated: run)
        position = end
      }
      guard end == stop, end < count else { return false }
      switch unsafe bytes[end] {
      case UInt8(ascii: "\""):
        position += 1
        isInText = false
        return true
      case UInt8(ascii: "\\"):
        guard try appendEscape(to: &output) else { return false }
      default: throw failure(.controlCharacter)
      }
    }
  }

  /// Returns the end of the last whole character before `end`. The bytes before `end` may end within a
  /// character.
  private static func endOfCharacters(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int
  ) -> Int {
    var lead = end - 1
    while lead > start, end - lead < 4, unsafe bytes[lead] & 0xC0 == 0x80 { lead -= 1 }
    let byte = unsafe bytes[lead]
    let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    return lead + length > end ? lead : end
  }

  /// Appends the character of the escape at the position, if all of it is there.
  private mutating func appendEscape(to output: inout String) throws(WireFailure) -> Bool {
    let (escape, count) = unsafe (base + position, text.count - position)
    if count < 2 { return false }
    if unsafe escape[1] == UInt8(ascii: "u") {
      if count < 6 { return false }
      // The second escape of a pair may be missing so far.
      let isHigh = unsafe escape[2] | 0x20 == UInt8(ascii: "d") && Self.isHighDigit(escape[3])
      if isHigh, count < 12, unsafe count == 6 || escape[6] == UInt8(ascii: "\\") {
        return false
      }
    }
    let character = try unsafe JSONEscape(escape, at: position, before: text.count)
    output.unicodeScalars.append(Unicode.Scalar(character.character) ?? "\u{FFFD}")
    position += character.length
    return true
  }

  private static func isHighDigit(_ byte: UInt8) -> Bool {
    byte == 0x38 || byte == 0x39 || byte | 0x20 == UInt8(ascii: "a")
      || byte | 0x20 == UInt8(ascii: "b")
  }
}

// MARK: Whole values

extension _PartialReader {
  /// Returns the range of the next value, if it is over, and moves behind it. The contents are not
  /// checked.
  @usableFromInline mutating func valueRange() -> Range<Int>? {
    guard nextByte() != nil, findEnd() else { return nil }
    let range = position..<scan.offset
    position = scan.offset
    scan = Scan()
    return range
  }

  /// Searches for the end of the value at the position, from where the last search has stopped.
  /// - Returns: whether the end is found. It is the offset of the search then.
  private mutating func findEnd() -> Bool {
    let (bytes, count) = unsafe (base, text.count)
    var (offset, depth, isInText) = (max(position, scan.offset), scan.depth, scan.isInText)
    while offset < count, !scan.isOver {
      let byte = unsafe bytes[offset]
      // The byte belongs to the value, and ends it outside of all brackets.
      var isLast = false
      if isInText {
        if byte == UInt8(ascii: "\\") {
          // The character behind a backslash ends no text.
          if offset + 1 == count { break }
          offset += 1
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
          isLast = true
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInText = true
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
          scan.isOver = depth == 0
          depth -= 1
          isLast = true
        default: scan.isOver = depth == 0 && (byte == UInt8(ascii: ",") || byte <= 0x20)
        }
      }
      if scan.isOver { break }
      offset += 1
      scan.isOver = isLast && depth == 0
    }
    if isWhole, !isInText, depth == 0, offset > position { scan.isOver = true }
    (scan.offset, scan.depth, scan.isInText) = (offset, depth, isInText)
    return scan.isOver
  }

  /// Returns whether the chunk can change a value: it does not only continue a key or a number, or
  /// white space.
  @usableFromInline mutating func hasNews() -> Bool {
    if isWhole { return true }
    if scan.offset > position { return findEnd() }
    return nextByte() != nil
  }

  /// Moves behind a value that nothing reads.
  @usableFromInline mutating func skip() throws(WireFailure) -> Bool {
    guard let range = valueRange() else { return false }
    if range.isEmpty { throw failure(.unexpectedCharacter) }
    endItem()
    return true
  }

  /// Decodes the next value, if it is over.
  @inlinable
  mutating func decode<Value: DirectDecodable>(
    _ type: Value.Type
  ) throws(WireFailure) -> Value? {
    guard let range = valueRange() else { return nil }
    return try decode(type, in: range)
  }

  @inlinable
  mutating func decode<Value: DirectDecodable>(
    _ type: Value.Type, in range: Range<Int>
  ) throws(WireFailure) -> Value {
    do {
      return try JSON.Decoder().decode(
        type, from: unsafe RawSpan(_unsafeBytes: bytes(in: range)))
    } catch {
      throw failure(error, from: range.lowerBound)
    }
  }

  /// Decodes the next integer, if it is over.
  @inlinable
  mutating func integer<Value: FixedWidthInteger & DirectDecodable>(
    _ type: Value.Type
  ) throws(WireFailure) -> Value? {
    guard let range = valueRange() else { return nil }
    if let value = shortInteger(in: range).flatMap({ Value(exactly: $0) }) { return value }
    return try decode(type, in: range)
  }

  @usableFromInline
  func shortInteger(in range: Range<Int>) -> Int64? {
    let (value, length) = unsafe NumberScan.integer(base + range.lowerBound)
    return length == range.count && length > 0 ? value : nil
  }

  /// Decodes the next number, if it is over.
  @usableFromInline
  mutating func double() throws(WireFailure) -> Double? {
    guard let range = valueRange() else { return nil }
    let (value, length) = unsafe NumberScan.double(base + range.lowerBound)
    if length == range.count, length > 0 { return value }
    return try decode(Double.self, in: range)
  }

  /// Returns a part of the text, valid until the next chunk.
  @usableFromInline
  func bytes(in range: Range<Int>) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(
      text.bytes.part(at: range.lowerBound, count: range.count).buffer)
  }

  @usableFromInline
  mutating func failure(_ error: any Error, from start: Int) -> WireFailure {
    position = start
    self.error = error as? DecodingError
    return failure(.invalidValue)
  }

  /// Reads the next number with its text, if it is over.
  mutating func number() throws(WireFailure) -> AnyValue.Number? {
    guard let range = valueRange() else { return nil }
    let bytes = text.bytes.part(at: range.lowerBound, count: range.count)
    var number = ByteReader(bytes, tail: tail)
    do throws(WireFailure) {
      _ = try number.skipNumber()
      guard number.isAtEnd else { throw WireFailure(.invalidNumber, offset: 0) }
    } catch {
      throw WireFailure(error.kind, offset: range.lowerBound + error.offset)
    }
    return AnyValue.Number(text: TapeView.string(validated: bytes))
  }
}
