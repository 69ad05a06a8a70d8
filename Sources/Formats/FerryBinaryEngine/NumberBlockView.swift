import FerryBase

/// A checked block of numbers or truth values (Format.md, "Packed blocks").
struct NumberBlockView {
  /// The layout of the elements.
  enum Layout: UInt8 { case distances, deltas, singles, doubles, bits }

  var layout: Layout
  var count: Int
  /// The number of bytes per element, and the offset of the first one.
  var width: Int
  var start: Int
  /// The number from which distances are measured, or the first number in a block of deltas.
  var least: Int64 = 0
  var leastDelta: Int64 = 0
  /// The power of ten to divide decimals by. Zero if the numbers are not decimals.
  var power = 0.0
  /// Offset of the corrections of decimals, one byte each, or 0.
  var corrections = 0
  /// Offset of the bitmap that marks the doubles that are integers, or 0.
  var wholes = 0
  /// Offset after the block.
  var end: Int

  var isDouble: Bool { power != 0 || layout == .singles || layout == .doubles }

  /// Returns integer `index` of a block of distances.
  @inline(__always)
  func distance(_ index: Int, in lexer: BinaryLexer) -> Int64 {
    least
      &+ Int64(truncatingIfNeeded: lexer.integer(at: start &+ index &* width, width: width))
  }
}

/// A cursor over the elements of a block, in order.
struct NumberBlockCursor {
  /// An element of a block.
  enum Element {
    case integer(Int64)
    case double(Double)
    case bool(Bool)
  }

  let block: NumberBlockView
  private var index = 0
  private var previous: Int64 = 0

  /// Creates a cursor at the first element.
  init(_ block: NumberBlockView) { self.block = block }

  /// Returns the next element. The cursor must not be at the end.
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

  /// Skips the next `count` elements if all are doubles of 8 bytes.
  /// - Returns: The offset of the first.
  mutating func takePlainDoubles(_ count: Int) -> Int? {
    guard block.layout == .doubles, block.wholes == 0 else { return nil }
    defer { index += count }
    return block.start + 8 * index
  }

  /// Returns integer `index`, which must follow the integer of the previous call.
  @inline(__always)
  mutating func integer(_ index: Int, in lexer: BinaryLexer) -> Int64 {
    if block.layout == .distances { return block.distance(index, in: lexer) }
    if index == 0 {
      previous = block.least
    } else {
      let offset = block.start &+ (index &- 1) &* block.width
      let delta = Int64(truncatingIfNeeded: lexer.integer(at: offset, width: block.width))
      // The format defines sums modulo 2^64.
      previous = previous &+ block.leastDelta &+ delta
    }
    return previous
  }

  /// Returns the double, or the integer if the bitmap marks it as one.
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
