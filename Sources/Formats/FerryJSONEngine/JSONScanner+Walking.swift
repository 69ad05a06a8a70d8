package import FerryBase

extension JSONScanner: ValueScanner {
  package var isClosed: Bool { false }

  package mutating func place() throws(WireFailure) -> Int {
    try checkPassedText()
    return offset
  }

  /// Returns the kind of the value at the cursor.
  /// - Throws: a failure if the byte at the cursor cannot start a value.
  package mutating func kind() throws(WireFailure) -> AnyValue.Kind {
    switch bytes.byte {
    case ASCII.openBrace: return .object
    case ASCII.openBracket: return .array
    case ASCII.quote: return .string
    case ASCII.minus, ASCII.zero...ASCII.nine: return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    default: throw failure(.unexpectedCharacter)
    }
  }

  package mutating func enter() throws(WireFailure) -> Bool {
    if depth >= depthLimit { throw failure(.depthLimit) }
    let isMap = bytes.byte == ASCII.openBrace
    unsafe bytes.cursor += 1
    if bytes.needsTail { bytes.enterTail() }
    skipBlanks()
    if bytes.byte == (isMap ? ASCII.closeBrace : ASCII.closeBracket) {
      unsafe bytes.cursor += 1
      return false
    }
    depth += 1
    return true
  }

  package mutating func advance(inMap isMap: Bool) throws(WireFailure) -> Bool {
    if bytes.needsTail { bytes.enterTail() }
    skipBlanks()
    switch bytes.byte {
    case ASCII.comma:
      unsafe bytes.cursor += 1
      if bytes.needsTail { bytes.enterTail() }
      skipBlanks()
      return true
    case isMap ? ASCII.closeBrace : ASCII.closeBracket:
      unsafe bytes.cursor += 1
      depth -= 1
      return false
    case ASCII.closeBrace, ASCII.closeBracket: throw failure(.mismatchedBracket)
    default: throw failure(.missingComma)
    }
  }

  package mutating func seek(key name: String) throws(WireFailure) -> Bool {
    var name = name
    return try name.withByteView { name throws(WireFailure) in try seek(key: name) }
  }

  private mutating func seek(key name: ByteView) throws(WireFailure) -> Bool {
    repeat {
      let quote = bytes.offset
      guard bytes.byte == ASCII.quote else { throw failure(.missingKey) }
      let hasEscapes = try skipString()
      let end = bytes.offset
      let isWanted =
        hasEscapes
        ? try Self.resolves(bytes.slice(from: quote, to: end), to: name)
        : ByteRun.equal(bytes.slice(from: quote + 1, to: end - 1), name)
      try skipColon()
      if isWanted { return true }
      try skipValue()
    } while try advance(inMap: true)
    return false
  }

  package mutating func seek(element index: Int) throws(WireFailure) -> Bool {
    if index == 0 { return true }
    guard index > 0 else {
      try leave(map: false)
      return false
    }
    guard try skipContents(isMap: false, elements: index) else {
      depth -= 1
      return false
    }
    if bytes.needsTail { bytes.enterTail() }
    skipBlanks()
    return true
  }

  package mutating func readKey() throws(WireFailure) -> String {
    let quote = bytes.offset
    guard bytes.byte == ASCII.quote else { throw failure(.missingKey) }
    let hasEscapes = try skipString()
    let end = bytes.offset
    // The `String` is made without a check of its own, so the text must be known to be well-formed.
    try checkText(upTo: end)
    try skipColon()
    guard hasEscapes else {
      return TapeView.string(validated: bytes.slice(from: quote + 1, to: end - 1))
    }
    var text = ByteWriter(capacity: end - quote)
    try text.append(textOf: bytes.slice(from: quote, to: end))
    return TapeView.string(validated: text.bytes)
  }

  package mutating func leave(map isMap: Bool) throws(WireFailure) {
    _ = try skipContents(isMap: isMap)
    depth -= 1
  }

  package mutating func skipValue() throws(WireFailure) {
    switch bytes.byte {
    case ASCII.quote: _ = try skipString()
    case ASCII.openBrace: if try enter() { try leave(map: true) }
    case ASCII.openBracket: if try enter() { try leave(map: false) }
    default: try skipScalar()
    }
  }

  /// Moves after a literal or a number without checking its characters.
  private mutating func skipScalar() throws(WireFailure) {
    let start = bytes.offset
    while Self.belongsToScalar(bytes.byte) {
      unsafe bytes.cursor += 1
      if bytes.needsTail { bytes.enterTail() }
    }
    if bytes.offset == start { throw failure(.unexpectedCharacter) }
  }

  @inline(__always)
  private static func belongsToScalar(_ byte: UInt8) -> Bool {
    // The plus sign is the only scalar character at or below the comma.
    byte > ASCII.comma
      ? byte != ASCII.closeBracket && byte != ASCII.closeBrace && byte != ASCII.colon
      : byte == ASCII.plus
  }

  @inline(__always)
  private mutating func skipColon() throws(WireFailure) {
    if bytes.needsTail { bytes.enterTail() }
    skipBlanks()
    guard bytes.byte == ASCII.colon else { throw failure(.missingColon) }
    unsafe bytes.cursor += 1
    if bytes.needsTail { bytes.enterTail() }
    skipBlanks()
  }

  @inline(never)
  private static func resolves(
    _ string: ByteView, to name: ByteView
  ) throws(WireFailure) -> Bool {
    // Resolving escapes only makes text shorter.
    guard string.count > name.count else { return false }
    var text = ByteWriter(capacity: string.count)
    try text.append(textOf: string)
    return ByteRun.equal(text.bytes, name)
  }
}
