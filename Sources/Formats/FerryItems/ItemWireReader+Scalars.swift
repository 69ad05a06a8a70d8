public import FerryBase

extension ItemWireReader {
  @usableFromInline @inline(never)
  package mutating func readBool() throws(WireFailure) -> Bool {
    if lexer.kind(at: place) == ItemKind.tag { try skipTags() }
    let kind = lexer.kind(at: place)
    guard kind == ItemKind.false || kind == ItemKind.true else {
      throw mismatch(Bool.self, at: place)
    }
    place &+= 1
    return kind == ItemKind.true
  }

  @inlinable
  package mutating func readInteger<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(WireFailure) -> T {
    let start = place
    if let value = usualInteger(), let result = T(exactly: value) { return result }
    place = start
    return try readUnusual { $0.integer(at: 0, as: T.self) }
  }

  /// Reads the integer at the cursor, if it fits a signed 64-bit integer. If the result is `nil`,
  /// the cursor is undefined.
  @usableFromInline @inline(never)
  mutating func usualInteger() -> Int64? {
    guard let head = try? lexer.head(at: place) else { return nil }
    place = head.end
    switch head.kind {
    case ItemKind.unsigned: return Int64(exactly: head.argument)
    case ItemKind.negative: return Int64(exactly: head.argument).map { ~$0 }
    case ItemKind.signed: return head.signed
    default: return nil
    }
  }

  /// Reads a value in a rare form through the tape.
  @usableFromInline @inline(never)
  mutating func readUnusual<T: Sendable>(
    _ take: (TapeView) -> T?
  ) throws(WireFailure) -> T {
    if let value = try onTape(take) { return value }
    throw mismatch(T.self, at: place)
  }

  @usableFromInline @inline(never)
  package mutating func readDouble() throws(WireFailure) -> Double {
    if lexer.count &- place > 8, lexer.input[place] == lexer.grammar.doubleByte {
      place &+= 9
      return Double(bitPattern: lexer.number(at: place &- 8, width: 8))
    }
    let head = try lexer.head(at: place)
    if head.isFloat || head.kind == ItemKind.unsigned {
      place = head.end
      return head.isFloat ? lexer.double(head) : Double(head.argument)
    }
    // A finite number whose double is infinite does not fit.
    return try readUnusual { view in view.double(at: 0).flatMap { $0.isFinite ? $0 : nil } }
  }

  @usableFromInline
  package mutating func readFloat() throws(WireFailure) -> Float {
    let head = try lexer.head(at: place)
    if head.isFloat {
      let value = lexer.double(head)
      guard Float(value).isFinite || !value.isFinite else { throw mismatch(Float.self, at: place) }
      place = head.end
      return Float(value)
    }
    return try readUnusual { view in view.float(at: 0).flatMap { $0.isFinite ? $0 : nil } }
  }

  @usableFromInline
  package mutating func readNumber() throws(WireFailure) -> AnyValue.Number {
    let start = place
    if let value = usualInteger() { return AnyValue.Number(value) }
    place = start
    return try readUnusual { (try? AnyValue($0, at: $0.resolved(0)))?.number }
  }

  @usableFromInline @inline(never)
  package mutating func readString() throws(WireFailure) -> String {
    // Most text is ASCII and fits into the string value without an allocation. Sixteen bytes from
    // its start are read.
    if lexer.count &- place > ShortString.capacity &+ 2 {
      let count = Int(lexer.input[place]) &- Int(lexer.grammar.textBase)
      if count >= 0, count <= ShortString.capacity {
        let short = unsafe ShortString(ahead: lexer.input.start + place + 1, count: count)
        if short.isASCII, let text = short.text {
          place &+= count &+ 1
          return text
        }
      } else if lexer.input[place] == lexer.grammar.longTextByte {
        return try readString(Int(lexer.input[place &+ 1]), at: place &+ 2)
      }
    }
    let head = try lexer.head(at: place)
    guard head.kind == ItemKind.text, !head.isIndefinite else {
      return try readUnusual { $0.text(at: 0) }
    }
    return try readString(try lexer.length(head), at: head.end)
  }

  @inline(__always)
  private mutating func readString(_ length: Int, at start: Int) throws(WireFailure) -> String {
    guard length <= lexer.count &- start else { throw lexer.endFailure() }
    try lexer.input.checkText(at: start, length)
    place = start &+ length
    return TapeView.string(validated: lexer.input.part(at: start, count: length))
  }

  @usableFromInline
  package mutating func readRawBytes() throws(WireFailure) -> [UInt8]? {
    let start = place
    if lexer.kind(at: place) == ItemKind.tag { try skipTags() }
    let head = try lexer.head(at: place)
    guard head.kind == ItemKind.bytes else {
      place = start
      return nil
    }
    return try lexer.contents(head, at: &place)
  }

  @usableFromInline
  package mutating func readUUID() throws(WireFailure) -> [UInt8]? {
    guard lexer.kind(at: place) == ItemKind.tag else { return nil }
    return try onTape { view in
      let node = view[view.resolved(0)]
      return node.kind == .uuid ? Array(view.stored(node)) : nil
    }
  }

  @usableFromInline
  package mutating func readDate() throws(WireFailure) -> Double? {
    let kind = lexer.kind(at: place)
    guard kind == ItemKind.tag || kind == ItemKind.extension else { return nil }
    return try onTape { view in
      let index = view.resolved(0)
      return view[index].kind == .date ? view.secondsSince2001(ofDate: index) : nil
    }
  }
}
