public import FerryBytes
public import FerryTape

/// The first byte of an item, and the number behind it.
@frozen @usableFromInline
struct ItemHead {
  @usableFromInline let kind: UInt8
  /// The number of bytes of the number, or ``ItemGrammar/indefinite``.
  @usableFromInline let width: UInt8
  /// The integer, the bits of a float, or the number of bytes, elements, members or the tag.
  @usableFromInline let argument: UInt64
  /// The offset after the head.
  @usableFromInline let end: Int

  @inlinable
  init(kind: UInt8, width: UInt8, argument: UInt64, end: Int) {
    self.kind = kind
    self.width = width
    self.argument = argument
    self.end = end
  }

  @inlinable var isIndefinite: Bool { width == ItemGrammar.indefinite }

  /// The integer in two's complement of ``width`` bytes.
  @inlinable var signed: Int64 {
    let excess = UInt64(truncatingIfNeeded: 64 &- 8 &* max(Int(width), 1))
    return Int64(bitPattern: argument &<< excess) &>> Int64(bitPattern: excess)
  }
}

/// The bytes of a document or of several, with the grammar of their format. All readers use it to
/// read heads and texts.
///
/// The lexer is a view: its memory must stay valid while the lexer is in use.
@frozen @usableFromInline
@safe
struct ItemLexer {
  @usableFromInline let input: ByteView
  @usableFromInline let grammar: ItemGrammar

  @inlinable
  init(_ input: ByteView, _ grammar: ItemGrammar) {
    self.input = input
    self.grammar = grammar
  }

  @inlinable var count: Int { input.count }

  /// The kind of the item at `place`; `stop` at the end.
  @inlinable @inline(__always)
  func kind(at place: Int) -> UInt8 {
    guard place < input.count else { return ItemKind.stop }
    // The table has an entry for every byte.
    return unsafe UInt8(truncatingIfNeeded: grammar.heads[Int(input[place])])
  }

  /// Reads the head of the item at `place`.
  @inlinable @inline(__always)
  func head(at place: Int) throws(WireFailure) -> ItemHead {
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
  func length(_ head: ItemHead) throws(WireFailure) -> Int {
    guard head.argument <= UInt64(truncatingIfNeeded: count &- head.end) else {
      throw endFailure()
    }
    return Int(truncatingIfNeeded: head.argument)
  }

  /// Returns the number of elements or members of a container, -1 if the length is indefinite.
  ///
  /// An element takes at least one byte and a member two, so a larger number is an error.
  @inlinable
  func itemCount(_ head: ItemHead) throws(WireFailure) -> Int {
    if head.isIndefinite { return -1 }
    let size = UInt64(truncatingIfNeeded: head.kind == ItemKind.map ? 2 : 1) as UInt64
    guard head.argument <= UInt64(truncatingIfNeeded: count &- head.end) / size else {
      throw endFailure()
    }
    return Int(truncatingIfNeeded: head.argument)
  }

  /// Returns the double of a head of a float.
  @inlinable
  func double(_ head: ItemHead) -> Double {
    switch head.kind {
    case ItemKind.double: Double(bitPattern: head.argument)
    case ItemKind.single: Double(Float(bitPattern: UInt32(truncatingIfNeeded: head.argument)))
    default: HalfFloat.double(UInt16(truncatingIfNeeded: head.argument))
    }
  }

  /// Returns the number of bytes of an extension behind its type, and the type.
  func extensionContents(_ head: ItemHead) throws(WireFailure) -> (type: Int8, range: Range<Int>) {
    guard head.argument < UInt64(count - head.end) else { throw endFailure() }
    let start = head.end + 1
    return (Int8(bitPattern: input[head.end]), start..<start + Int(head.argument))
  }

  /// The failure of an input that ends in an item. A length beyond the input is the same failure.
  @usableFromInline @inline(never)
  func endFailure() -> WireFailure { WireFailure(.unexpectedEnd, offset: count) }
}

/// IEEE 754 numbers of 2 bytes. Intel Macs have no `Float16`.
@usableFromInline
enum HalfFloat {
  /// Returns the value of the bits.
  @usableFromInline
  static func double(_ bits: UInt16) -> Double {
    let exponent = Int(bits >> 10 & 31)
    let significand = Double(bits & 1023)
    let magnitude: Double
    switch exponent {
    case 0: magnitude = significand * 0x1p-24
    case 31: magnitude = significand == 0 ? .infinity : .nan
    default:
      magnitude = Double(
        sign: .plus, exponent: exponent - 25, significand: significand + 1024)
    }
    return bits >> 15 == 0 ? magnitude : -magnitude
  }

  /// Returns the bits of a number that is exact in 2 bytes; `nil` for any other number.
  static func bits(_ value: Float) -> UInt16? {
    let word = value.bitPattern
    let sign = UInt16(truncatingIfNeeded: word >> 16) & 0x8000
    let exponent = Int(word >> 23 & 255) - 127
    let significand = word & 0x7F_FFFF
    switch exponent {
    case -127 where significand == 0: return sign
    case 128 where significand == 0: return sign | 0x7C00
    case -14...15 where significand & 0x1FFF == 0:
      return sign | UInt16(exponent + 15) << 10 | UInt16(significand >> 13)
    case -24...(-15):
      // A subnormal half: the number is a multiple of 2^-24.
      let whole = significand | 0x80_0000
      let shift = UInt32(-exponent - 1)
      guard whole & ((1 << shift) - 1) == 0 else { return nil }
      return sign | UInt16(whole >> shift)
    default: return nil
    }
  }
}
