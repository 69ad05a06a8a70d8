import FerryBytes
import FerryTape

/// A block of numbers or truth values whose bytes have been checked (Format.md, "Packed blocks").
struct NumberBlockView {
  /// How an element is found.
  enum Layout: UInt8 { case distances, deltas, singles, doubles, bits }

  var layout: Layout
  var count: Int
  /// Bytes per element, and the offset of the first.
  var width: Int
  var start: Int
  /// The number that distances are from, or the first one where deltas follow.
  var least: Int64 = 0
  var leastDelta: Int64 = 0
  /// For decimals: the power of ten to divide by. Zero for numbers as they are.
  var power = 0.0
  /// Offset of the corrections of decimals, one byte each, or 0.
  var corrections = 0
  /// Offset of the bitmap that says which of the doubles are integers, or 0.
  var wholes = 0
  /// Offset behind the block.
  var end: Int

  var isDouble: Bool { power != 0 || layout == .singles || layout == .doubles }

  /// Integer `index` of a block of distances.
  @inline(__always)
  func distance(_ index: Int, in lexer: BinaryLexer) -> Int64 {
    least
      &+ Int64(truncatingIfNeeded: lexer.integer(at: start &+ index &* width, width: width))
  }
}

/// Walks over the elements of a block.
struct NumberBlockCursor {
  /// One element, as it stands on a tape.
  enum Element {
    case integer(Int64)
    case double(Double)
    case bool(Bool)
  }

  let block: NumberBlockView
  private var index = 0
  private var previous: Int64 = 0

  /// A cursor at an element; among deltas at the first one, which the others follow from.
  init(_ block: NumberBlockView, from index: Int = 0) {
    self.block = block
    self.index = index
  }

  /// The next element; there is one.
  @inline(__always)
  mutating func next(in lexer: BinaryLexer) -> Element {
    let index = self.index
    self.index = index &+ 1
    switch block.layout {
    case .distances, .deltas:
      let value = integer(index, in: lexer)
      guard block.power != 0 else { return .integer(value) }
      var number = Double(value) / block.power
      if block.corrections != 0 {
        let correction = Int8(bitPattern: lexer[block.corrections &+ index])
        number = Double(bitPattern: number.bitPattern &+ UInt64(bitPattern: Int64(correction)))
      }
      return element(number, index, in: lexer)
    case .singles:
      let bits = lexer.integer(at: block.start &+ index &* 4, width: 4)
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
      return element(HalfFloat.usual(Double(value)), index, in: lexer)
    case .doubles:
      let bits = lexer.integer(at: block.start &+ index &* 8, width: 8)
      return element(HalfFloat.usual(Double(bitPattern: bits)), index, in: lexer)
    case .bits:
      return .bool(lexer.bit(index, at: block.start))
    }
  }

  /// Takes the next `count` elements if all are doubles of 8 bytes.
  /// - Returns: the offset of the first.
  mutating func takePlainDoubles(_ count: Int) -> Int? {
    guard block.layout == .doubles, block.wholes == 0 else { return nil }
    defer { index += count }
    return block.start + 8 * index
  }

  /// Integer `index`, the one behind that which was asked for last.
  @inline(__always)
  mutating func integer(_ index: Int, in lexer: BinaryLexer) -> Int64 {
    if block.layout == .distances { return block.distance(index, in: lexer) }
    if index == 0 {
      previous = block.least
    } else {
      let offset = block.start &+ (index &- 1) &* block.width
      let delta = Int64(truncatingIfNeeded: lexer.integer(at: offset, width: block.width))
      // Modulo 2^64, as the format has it.
      previous = previous &+ block.leastDelta &+ delta
    }
    return previous
  }

  /// A double, or the integer that the bitmap says it is.
  @inline(__always)
  private func element(
    _ value: Double, _ index: Int, in lexer: BinaryLexer
  ) -> Element {
    if block.wholes != 0, lexer.bit(index, at: block.wholes),
      let whole = Int64(exactly: value)
    {
      return .integer(whole)
    }
    return .double(value)
  }
}
