internal import FerryBase

extension JSONReader {
  /// Reads the value at the cursor with its contents into `sink`. The value is `depth` levels deep,
  /// and `outside` has no open container.
  ///
  /// The cursor is a local variable here and in inlined functions, so that it stays in a register.
  /// Functions that are out of line receive the cursor and return it.
  mutating func readValue<Sink: JSONSink & ~Copyable>(
    into sink: inout Sink, in outside: Sink.Open, depth: Int = 0
  ) throws(WireFailure) {
    let depthLimit = options.depthLimit &- depth
    var open = outside
    var place = unsafe bytes.cursor
    // The offset of the current token, because failures of sinks name only a node.
    var token = 0
    do throws(WireFailure) {
      value: while true {
        if unsafe place >= bytes.limit { unsafe bytes.enterTail(&place) }
        token = unsafe bytes.offset(of: place)
        switch unsafe place.pointee {
        case ASCII.quote:
          try unsafe readString(&place, into: &sink)

        case ASCII.openBrace:
          if open.depth >= depthLimit { throw unsafe bytes.syntaxFailure(.depthLimit, at: place) }
          try sink.begin(.map, in: &open)
          unsafe place += 1
          try unsafe skipBlanks(&place, inside: depth &+ open.depth)
          if unsafe place.pointee != ASCII.closeBrace {
            try unsafe readKey(&place, &token, into: &sink)
            continue value
          }
          unsafe place += 1
          sink.end(&open)

        case ASCII.openBracket:
          if open.depth >= depthLimit { throw unsafe bytes.syntaxFailure(.depthLimit, at: place) }
          try sink.begin(.list, in: &open)
          unsafe place += 1
          try unsafe skipBlanks(&place, inside: depth &+ open.depth)
          if unsafe place.pointee != ASCII.closeBracket { continue value }
          unsafe place += 1
          sink.end(&open)

        case ASCII.minus, ASCII.zero...ASCII.nine:
          try unsafe readNumber(&place, into: &sink)

        case UInt8(ascii: "t"):
          guard unsafe JSONLiteral.isTrue(place) else { throw unsafe literalFailure("true", place) }
          try sink.append(Node(.true, payload: token))
          unsafe place += 4
        case UInt8(ascii: "f"):
          guard unsafe JSONLiteral.isFalse(place) else {
            throw unsafe literalFailure("false", place)
          }
          try sink.append(Node(.false, payload: token))
          unsafe place += 5
        case UInt8(ascii: "n"):
          guard unsafe JSONLiteral.isNull(place) else { throw unsafe literalFailure("null", place) }
          try sink.append(Node(.null, payload: token))
          unsafe place += 4

        default:
          unsafe bytes.cursor = place
          try sink.append(try json5Value())
          unsafe place = bytes.cursor
        }

        // After a value: close the containers that end here, up to the next value.
        while true {
          if open.isOutside {
            unsafe bytes.cursor = place
            return
          }
          open.endItem()
          unsafe bytes.skipIndentation(
            &place, &indentation, depth: depth &+ open.depth &- 1)
          let closing = open.isMap ? ASCII.closeBrace : ASCII.closeBracket
          if unsafe place.pointee != ASCII.comma && place.pointee != closing {
            unsafe bytes.cursor = place
            try skipUnusual(before: closing)
            unsafe place = bytes.cursor
          }
          if unsafe place.pointee == ASCII.comma {
            unsafe place += 1
            try unsafe skipBlanks(&place, inside: depth &+ open.depth)
            if unsafe place.pointee != closing {
              if open.isMap { try unsafe readKey(&place, &token, into: &sink) }
              continue value
            }
            guard options.json5 || options.allowsTrailingCommas else {
              throw unsafe bytes.syntaxFailure(.trailingComma, at: place)
            }
          }
          unsafe place += 1
          // A run of closing brackets can be longer than the readable bytes.
          if unsafe place >= bytes.limit { unsafe bytes.enterTail(&place) }
          sink.end(&open)
        }
      }
    } catch {
      throw error.offset < 0 ? WireFailure(error.kind, offset: token) : error
    }
  }

  /// Reads a key, the colon and the white space after it. Sets `token` to the offset of the key.
  @inline(__always)
  private mutating func readKey<Sink: JSONSink & ~Copyable>(
    _ place: inout UnsafePointer<UInt8>, _ token: inout Int, into sink: inout Sink,

  ) throws(WireFailure) {
    if unsafe place >= bytes.limit { unsafe bytes.enterTail(&place) }
    token = unsafe bytes.offset(of: place)
    if unsafe place.pointee == ASCII.quote {
      try unsafe readString(&place, into: &sink)
    } else {
      unsafe bytes.cursor = place
      try sink.append(try json5Key())
      unsafe place = bytes.cursor
    }
    if unsafe place.pointee != ASCII.colon {
      try unsafe skipBlanks(&place)
      if unsafe place.pointee != ASCII.colon {
        throw unsafe bytes.syntaxFailure(.missingColon, at: place)
      }
    }
    unsafe place += 1
    // Most writers put no space or one space here.
    if unsafe place.pointee == ASCII.space { unsafe place += 1 }
    try unsafe skipBlanks(&place)
  }

  /// Reads the key at the cursor, for callers outside of the loop.
  mutating func readKey(into tape: inout Tape) throws(WireFailure) {
    var place = unsafe bytes.cursor
    var token = 0
    do throws(WireFailure) {
      try unsafe readKey(&place, &token, into: &tape)
      unsafe bytes.cursor = place
    } catch {
      throw error.offset < 0 ? WireFailure(error.kind, offset: token) : error
    }
  }

  /// Skips white space and, in JSON5, comments. If `depth` is given, a member or a closing bracket
  /// follows, and `depth` containers are open.
  @inline(__always)
  private mutating func skipBlanks(
    _ place: inout UnsafePointer<UInt8>, inside depth: Int? = nil
  ) throws(WireFailure) {
    if let depth {
      unsafe bytes.skipIndentation(&place, &indentation, depth: depth)
    } else {
      unsafe bytes.skipJSONWhitespace(&place)
    }
    if options.isLenient {
      unsafe bytes.cursor = place
      try skipJSON5Blanks()
      unsafe place = bytes.cursor
    }
  }

  /// Reads the string at `place`, which is at its opening quote.
  @inline(__always)
  private mutating func readString<Sink: JSONSink & ~Copyable>(
    _ place: inout UnsafePointer<UInt8>, into sink: inout Sink
  ) throws(WireFailure) {
    unsafe place += 1
    let start = unsafe bytes.offset(of: place)
    unsafe bytes.skipPlainText(&place)
    if unsafe place.pointee == ASCII.quote {
      try unsafe sink.append(.text, offset: start, length: bytes.offset(of: place) &- start)
      unsafe place += 1
    } else {
      unsafe bytes.cursor = place
      try readEscapedString(from: start, into: &sink)
      unsafe place = bytes.cursor
    }
  }

  @inline(never)
  private mutating func readEscapedString<Sink: JSONSink & ~Copyable>(
    from start: Int, into sink: inout Sink
  ) throws(WireFailure) {
    if options.allows(.textForms) {
      bytes.rewind(to: start)
      return try sink.append(try json5String(closedBy: ASCII.quote))
    }
    try sink.appendEscapedText(from: start, in: &bytes)
    unsafe bytes.cursor += 1
  }

  /// Reads the number at `place` (RFC 8259, section 6). An integer becomes its value if that fits
  /// in one word; any other number keeps its text.
  @inline(__always)
  private mutating func readNumber<Sink: JSONSink & ~Copyable>(
    _ place: inout UnsafePointer<UInt8>, into sink: inout Sink
  ) throws(WireFailure) {
    guard Sink.keepsNumbers else {
      unsafe bytes.cursor = place
      _ = try bytes.skipNumber()
      return unsafe place = bytes.cursor
    }
    let isNegative = unsafe place.pointee == ASCII.minus
    let digits = unsafe isNegative ? place + 1 : place
    let word = unsafe UnsafeRawPointer(digits).loadUnaligned(as: UInt64.self).littleEndian
    let stops = ByteScan.nonDigits(word)
    // The fast path for one to seven digits, as most numbers have.
    if stops & 0x80 == 0, stops != 0 {
      let count = stops.trailingZeroBitCount >> 3
      let next = unsafe digits[count]
      let isWhole = next != ASCII.point && next | 0x20 != UInt8(ascii: "e")
      let isZero = count == 1 && !isNegative && next | 0x20 != UInt8(ascii: "x")
      if isWhole, unsafe digits.pointee != ASCII.zero || isZero {
        let magnitude = Int64(truncatingIfNeeded: DigitScan.number(word, count: count))
        unsafe place = digits + count
        return try sink.append(Node(smallInteger: isNegative ? 0 &- magnitude : magnitude))
      }
    }
    unsafe place = try unsafe readAnyNumber(from: place, into: &sink)
  }

  /// Reads a number of any length.
  /// - Returns: the position after the number.
  @inline(never)
  private mutating func readAnyNumber<Sink: JSONSink & ~Copyable>(
    from first: UnsafePointer<UInt8>, into sink: inout Sink
  ) throws(WireFailure) -> UnsafePointer<UInt8> {
    let start = unsafe bytes.offset(of: first)
    var place = unsafe first
    let number = unsafe bytes.number(&place)
    guard let number,
      unsafe !(options.allows(.numberForms) && place.pointee | 0x20 == UInt8(ascii: "x"))
    else {
      unsafe bytes.cursor = place
      guard options.isLenient else { throw bytes.numberFailure(from: start) }
      try sink.append(try json5Number(from: start))
      return unsafe bytes.cursor
    }
    try unsafe sink.append(
      number, offset: start, length: bytes.offset(of: place) &- start,
      withValue: options.parsesDecimals)
    return unsafe place
  }

  /// Returns the failure for a literal that is not `word`.
  @inline(never)
  private mutating func literalFailure(
    _ word: StaticString, _ start: UnsafePointer<UInt8>
  ) -> WireFailure {
    var place = unsafe start
    var text = unsafe word.utf8Start
    while unsafe place.pointee == text.pointee {
      unsafe place += 1
      unsafe text += 1
    }
    return unsafe bytes.syntaxFailure(.invalidLiteral, at: place)
  }
}
