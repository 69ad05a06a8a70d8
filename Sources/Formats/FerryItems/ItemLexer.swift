public import FerryBase

/// The first byte of an item, and the number behind it.
@frozen @usableFromInline
package struct ItemHead {
  @usableFromInline package let kind: UInt8
  /// The number of bytes of the number, or ``ItemGrammar/indefinite``.
  @usableFromInline let width: UInt8
  /// The integer, the bits of a float, or the number of bytes, elements, members or the tag.
  @usableFromInline package let argument: UInt64
  /// The offset after the head.
  @usableFromInline package let end: Int

  @inlinable
  init(kind: UInt8, width: UInt8, argument: UInt64, end: Int) {
    self.kind = kind
    self.width = width
    self.argument = argument
    self.end = end
  }

  @inlinable package var isIndefinite: Bool { width == ItemGrammar.indefinite }

  /// The integer in two's complement of ``width`` bytes.
  @inlinable var signed: Int64 {
    let excess = UInt64(truncatingIfNeeded: 64 &- 8 &* max(Int(width), 1))
    return Int64(bitPattern: argument &<< excess) &>> Int64(bitPattern: excess)
  }

  /// The integer; `nil` for an item that is not an integer.
  package var integer: Int128? {
    switch kind {
    case ItemKind.unsigned: Int128(argument)
    case ItemKind.negative: -1 - Int128(argument)
    case ItemKind.signed: Int128(signed)
    default: nil
    }
  }

  @inlinable var isFloat: Bool { kind >= ItemKind.half && kind <= ItemKind.double }
}

/// The bytes of a document or of several, with the grammar of their format. All readers use it to
/// read heads and texts.
///
/// The lexer is a view: its memory must stay valid while the lexer is in use.
@frozen @usableFromInline
@safe
package struct ItemLexer {
  @usableFromInline package let input: ByteView
  @usableFromInline let grammar: ItemGrammar

  @inlinable
  package init(_ input: ByteView, _ grammar: ItemGrammar) {
    self.input = input
    self.grammar = grammar
  }

  @inlinable package var count: Int { input.count }

  /// The kind of the item at `place`; `stop` at the end.
  @inlinable @inline(__always)
  package func kind(at place: Int) -> UInt8 {
    guard place < input.count else { return ItemKind.stop }
    // The table has an entry for every byte.
    return unsafe UInt8(truncatingIfNeeded: grammar.heads[Int(input[place])])
  }

  /// Reads the head of the item at `place`.
  @inlinable @inline(__always)
  package func head(at place: Int) throws(WireFailure) -> ItemHead {
    guard place < input.count else { throw endFailure() }
    let entry = unsafe grammar.heads[Int(input[place])]
    if entry & 0xFF00 == 0 {
      return ItemHead(
        kind: UInt8(truncatingIfNeeded: entry), width: 0, argument: UInt64(entry &>> 16),
        end: place &+ 1)
    }
    return try longHead(entry, at: place)
  }

  @usableFromInline @inline(never)
  func longHead(_ entry: UInt32, at place: Int) throws(WireFailure) -> ItemHead {
    let kind = UInt8(truncatingIfNeeded: entry)
    let width = UInt8(truncatingIfNeeded: entry >> 8)
    if width == ItemGrammar.indefinite {
      return ItemHead(kind: kind, width: width, argument: 0, end: place + 1)
    }
    guard Int(width) < count - place else { throw endFailure() }
    let argument = number(at: place + 1, width: Int(width))
    // The first byte has the simple values below 32 (RFC 8949, section 3.3).
    if kind == ItemKind.simple, argument < 32 { throw WireFailure(.invalidTag, offset: place) }
    return ItemHead(kind: kind, width: width, argument: argument, end: place + 1 + Int(width))
  }

  /// Reads the big-endian number of `width` bytes (1...8) at `place`. All must be in the memory.
  @inlinable @inline(__always)
  func number(at place: Int, width: Int) -> UInt64 {
    if place &+ 8 <= count {
      let word = UInt64(bigEndian: input.load(UInt64.self, at: place))
      return word &>> UInt64(truncatingIfNeeded: 64 &- 8 &* width)
    }
    var value: UInt64 = 0
    for index in 0..<width { value = value << 8 | UInt64(input[place &+ index]) }
    return value
  }

  /// Returns the number of bytes of a text, which must be in the memory.
  @inlinable @inline(__always)
  package func length(_ head: ItemHead) throws(WireFailure) -> Int {
    guard head.argument <= UInt64(truncatingIfNeeded: count &- head.end) else {
      throw endFailure()
    }
    return Int(truncatingIfNeeded: head.argument)
  }

  /// Returns the number of bytes of a text, which must be in the memory and UTF-8.
  @inlinable @inline(__always)
  func textLength(_ head: ItemHead) throws(WireFailure) -> Int {
    let length = try length(head)
    try input.checkText(at: head.end, length)
    return length
  }

  /// Moves `place` behind the end of an item of indefinite length, if it comes next.
  @usableFromInline @inline(never)
  func passStop(at place: inout Int) throws(WireFailure) -> Bool {
    guard place < count else { throw endFailure() }
    guard kind(at: place) == ItemKind.stop else { return false }
    place += 1
    return true
  }

  /// Returns the number of elements or members of a container, -1 if the length is indefinite.
  ///
  /// An element takes at least one byte and a member two, so a larger number is an error.
  @inlinable
  package func itemCount(_ head: ItemHead) throws(WireFailure) -> Int {
    if head.isIndefinite { return -1 }
    let size = UInt64(truncatingIfNeeded: head.kind == ItemKind.map ? 2 : 1) as UInt64
    guard head.argument <= UInt64(truncatingIfNeeded: count &- head.end) / size else {
      throw endFailure()
    }
    return Int(truncatingIfNeeded: head.argument)
  }

  /// Returns the double of a head of a float.
  @inlinable
  package func double(_ head: ItemHead) -> Double {
    switch head.kind {
    case ItemKind.double: Double(bitPattern: head.argument)
    case ItemKind.single: Double(Float(bitPattern: UInt32(truncatingIfNeeded: head.argument)))
    default: HalfFloat.value(UInt16(truncatingIfNeeded: head.argument))
    }
  }

  /// Returns the number of bytes of an extension behind its type, and the type.
  package func extensionContents(_ head: ItemHead) throws(WireFailure) -> (
    type: UInt8, range: Range<Int>
  ) {
    guard head.argument < UInt64(count - head.end) else { throw endFailure() }
    let start = head.end + 1
    return (input[head.end], start..<start + Int(head.argument))
  }

  /// Reads the bytes of a text or of bytes, also in chunks (RFC 8949, section 3.2.3), and moves
  /// `place` behind them.
  func contents(_ head: ItemHead, at place: inout Int) throws(WireFailure) -> [UInt8] {
    guard head.isIndefinite else {
      let length = try length(head)
      place = head.end + length
      return Array(input.part(at: head.end, count: length))
    }
    var bytes: [UInt8] = []
    var next = head.end
    while try !passStop(at: &next) {
      let chunk = try self.head(at: next)
      guard chunk.kind == head.kind, !chunk.isIndefinite else {
        throw WireFailure(.invalidTag, offset: next)
      }
      let length = try chunk.kind == ItemKind.text ? textLength(chunk) : length(chunk)
      bytes.append(contentsOf: input[chunk.end..<chunk.end + length])
      next = chunk.end + length
    }
    place = next
    return bytes
  }

  /// Reads a key that is an integer, as its digits, or a text in chunks.
  func rareKey(_ head: ItemHead, at place: inout Int) throws(WireFailure) -> [UInt8] {
    if let integer = head.integer {
      place = head.end
      return Array("\(integer)".utf8)
    }
    switch head.kind {
    case ItemKind.text: return try contents(head, at: &place)
    case ItemKind.stop, ItemKind.reserved: throw WireFailure(.invalidTag, offset: place)
    default: throw WireFailure(.nonScalarKey, offset: place)
    }
  }

  /// The failure of an input that ends in an item. A length beyond the input is the same failure.
  @usableFromInline @inline(never)
  package func endFailure() -> WireFailure { WireFailure(.unexpectedEnd, offset: count) }
}
