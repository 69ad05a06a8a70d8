package import FerryBase

extension JSONScanner {
  /// Returns whether the value at the cursor is an object; `nil` if it is not a container.
  /// - Throws: a failure if the byte at the cursor cannot start a value.
  package mutating func isMap() throws(WireFailure) -> Bool? {
    switch bytes.byte {
    case ASCII.openBrace: return true
    case ASCII.openBracket: return false
    default:
      _ = try valueKind()
      return nil
    }
  }

  /// The kind of a value, determined by its first byte.
  package enum ValueKind: Sendable {
    case map, list, string, number, bool, null
  }

  /// Returns the kind of the value at the cursor.
  /// - Throws: a failure if the byte at the cursor cannot start a value.
  package mutating func valueKind() throws(WireFailure) -> ValueKind {
    switch bytes.byte {
    case ASCII.openBrace: return .map
    case ASCII.openBracket: return .list
    case ASCII.quote: return .string
    case ASCII.minus, ASCII.zero...ASCII.nine: return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    default: throw failure(.unexpectedCharacter)
    }
  }

  /// Enters the container at the cursor.
  /// - Returns: true if the cursor is at a key or an element; false if the container is empty and
  ///   the cursor is after it.
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

  /// Moves from the end of a value to the next key or element.
  /// - Returns: false if there is no further key or element; the cursor is after the container
  ///   then.
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

  /// Searches an object for `name`, from the key at the cursor on, and moves to the value of the
  /// first match. Keys are compared by bytes, with escapes resolved.
  /// - Returns: false if no key matches; the cursor is after the object then.
  package mutating func seek(key name: [UInt8]) throws(WireFailure) -> Bool {
    repeat {
      let quote = bytes.offset
      guard bytes.byte == ASCII.quote else { throw failure(.missingKey) }
      let hasEscapes = try skipString()
      let text = ByteView(rebasing: input[quote + 1..<bytes.offset - 1])
      let isWanted = name.withByteView {
        hasEscapes ? Self.resolves(text, to: $0) : ByteRun.equal(text, $0)
      }
      try skipColon()
      if isWanted { return true }
      try skipValue()
    } while try advance(inMap: true)
    return false
  }

  /// Moves from the first element of an array to the element at `index`.
  /// - Returns: false if the array has no such element; the cursor is after the array then.
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

  /// Reads the key at the cursor and moves to its value.
  package mutating func readKey() throws(WireFailure) -> String {
    let quote = bytes.offset
    guard bytes.byte == ASCII.quote else { throw failure(.missingKey) }
    let hasEscapes = try skipString()
    let end = bytes.offset
    // The `String` is made without a check of its own, so the text must be known to be well-formed.
    try checkText(upTo: end)
    let text = ByteView(rebasing: input[quote + 1..<end - 1])
    try skipColon()
    return hasEscapes ? EscapedText.string(text) : TapeView.string(validated: text)
  }

  /// Moves after the container that contains the cursor. The cursor is before a key or an element.
  package mutating func leave(map isMap: Bool) throws(WireFailure) {
    _ = try skipContents(isMap: isMap)
    depth -= 1
  }

  /// Moves after the value at the cursor.
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
    _ text: ByteView, to name: ByteView
  ) -> Bool {
    // Resolving escapes only makes text shorter.
    guard text.count > name.count else { return false }
    return MutableByteView.withScratch(text.count) { scratch in
      ByteRun.equal(EscapedText.decode(text, to: scratch), name)
    }
  }
}
