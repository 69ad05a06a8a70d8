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
  func distance(_ index: Int, in input: UnsafeBufferPointer<UInt8>) -> Int64 {
    unsafe least
      &+ Int64(truncatingIfNeeded: input.integer(at: start &+ index &* width, width: width))
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
  mutating func next(in input: UnsafeBufferPointer<UInt8>) -> Element {
    let index = self.index
    self.index = index &+ 1
    switch block.layout {
    case .distances, .deltas:
      let value = unsafe integer(index, in: input)
      guard block.power != 0 else { return .integer(value) }
      var number = Double(value) / block.power
      if block.corrections != 0 {
        let correction = unsafe Int8(bitPattern: input[block.corrections &+ index])
        number = Double(bitPattern: number.bitPattern &+ UInt64(bitPattern: Int64(correction)))
      }
      return unsafe element(number, index, in: input)
    case .singles:
      let bits = unsafe input.integer(at: block.start &+ index &* 4, width: 4)
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
      return unsafe element(BinaryReader.usual(Double(value)), index, in: input)
    case .doubles:
      let bits = unsafe input.integer(at: block.start &+ index &* 8, width: 8)
      return unsafe element(BinaryReader.usual(Double(bitPattern: bits)), index, in: input)
    case .bits:
      return unsafe .bool(Self.bit(index, at: block.start, in: input))
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
  mutating func integer(
    _ index: Int, in input: UnsafeBufferPointer<UInt8>
  ) -> Int64 {
    if block.layout == .distances { return unsafe block.distance(index, in: input) }
    if index == 0 {
      previous = block.least
    } else {
      let offset = block.start &+ (index &- 1) &* block.width
      let delta = unsafe Int64(truncatingIfNeeded: input.integer(at: offset, width: block.width))
      // Modulo 2^64, as the format has it.
      previous = previous &+ block.leastDelta &+ delta
    }
    return previous
  }

  /// A double, or the integer that the bitmap says it is.
  @inline(__always)
  private func element(
    _ value: Double, _ index: Int, in input: UnsafeBufferPointer<UInt8>
  ) -> Element {
    if block.wholes != 0, unsafe Self.bit(index, at: block.wholes, in: input),
      let whole = Int64(exactly: value)
    {
      return .integer(whole)
    }
    return .double(value)
  }

  @inline(__always)
  static func bit(_ index: Int, at start: Int, in input: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe input[start &+ index &>> 3] &>> UInt8(truncatingIfNeeded: index & 7) & 1 == 1
  }
}

extension BinaryReader {
  /// Checks the block at `start`, which ends at `end` or before.
  func readBlock(
    _ base: UnsafePointer<UInt8>, at start: Int, end: Int
  ) throws(Failure) -> NumberBlockView {
    let block = try unsafe readExtent(base, ofBlockAt: start, end: end)
    try checkElements(0..<block.count, of: block, at: start)
    return block
  }

  /// Checks of the block at `start` all but its elements, in constant time.
  func readExtent(
    _ base: UnsafePointer<UInt8>, ofBlockAt start: Int, end: Int
  ) throws(Failure) -> NumberBlockView {
    guard start < end else { throw Failure(.invalidLength, offset: start) }
    let kind = unsafe base[start]
    var block: NumberBlockView
    switch kind & ~PackedBlock.wholesFlag {
    case PackedBlock.integers + 1...PackedBlock.integers + 8,
      PackedBlock.deltas + 1...PackedBlock.deltas + 8:
      guard kind & PackedBlock.wholesFlag == 0 else { throw Failure(.invalidTag, offset: start) }
      return try unsafe readIntegers(base, at: start, end: end)
    case PackedBlock.bits:
      guard kind == PackedBlock.bits else { throw Failure(.invalidTag, offset: start) }
      var place = start + 1
      let count = try unsafe readCount(base, at: &place, end: end)
      block = NumberBlockView(layout: .bits, count: count, width: 0, start: place, end: place)
      try unsafe skipBitmap(base, &block, end: end)
      return block
    case PackedBlock.decimals...PackedBlock.decimals + 6:
      block = try unsafe readIntegers(base, at: start + 1, end: end)
      block.power = ShortDecimal.power(Int(kind & 0x0F))
    case PackedBlock.corrected...PackedBlock.corrected + 7:
      block = try unsafe readIntegers(base, at: start + 1, end: end)
      block.power = ShortDecimal.power(Int(kind & 0x0F))
      block.corrections = block.end
      try advance(&block, by: block.count, end: end)
    case PackedBlock.singles, PackedBlock.doubles:
      let isSingle = kind & ~PackedBlock.wholesFlag == PackedBlock.singles
      var place = start + 1
      let count = try unsafe readCount(base, at: &place, end: end)
      block = NumberBlockView(
        layout: isSingle ? .singles : .doubles, count: count, width: isSingle ? 4 : 8,
        start: place, end: place)
      try check(&block, count, end: end)
    default:
      throw Failure(.invalidTag, offset: start)
    }
    if kind & PackedBlock.wholesFlag != 0 {
      block.wholes = block.end
      try unsafe skipBitmap(base, &block, end: end)
    }
    return block
  }

  /// Makes sure that elements are what the format has: that distances lead to 64 bits and
  /// significands to 53, that what is marked as an integer is one, and that corrections lead to
  /// numbers. Of ``NumberBlockView/Layout/deltas``, `range` begins with the first element.
  func checkElements(
    _ range: Range<Int>, of block: NumberBlockView, at start: Int
  ) throws(Failure) {
    switch block.layout {
    case .distances:
      var greatest: UInt64 = 0
      for index in range {
        let offset = block.start &+ index &* block.width
        greatest = unsafe max(greatest, input.integer(at: offset, width: block.width))
      }
      // The room above a number, at most 2^64 - 1, as an unsigned number.
      guard greatest <= UInt64(bitPattern: Int64.max &- block.least) else {
        throw Failure(.numberDoesNotFit, offset: start)
      }
      let last = block.least &+ Int64(truncatingIfNeeded: greatest)
      try checkSignificands(block.least, last, of: block, at: start)
    case .deltas where block.power != 0:
      var cursor = NumberBlockCursor(block)
      var (least, greatest) = (Int64.max, Int64.min)
      for index in range {
        let value = unsafe cursor.integer(index, in: input)
        least = min(least, value)
        greatest = max(greatest, value)
      }
      try checkSignificands(least, greatest, of: block, at: start)
    default: break
    }
    try checkDoubles(range, of: block, at: start)
  }

  private func checkSignificands(
    _ least: Int64, _ greatest: Int64, of block: NumberBlockView, at start: Int
  ) throws(Failure) {
    guard block.power == 0 || max(least.magnitude, greatest.magnitude) < 1 << 53 else {
      throw Failure(.invalidNumber, offset: start)
    }
  }

  private func checkDoubles(
    _ range: Range<Int>, of block: NumberBlockView, at start: Int
  ) throws(Failure) {
    guard block.wholes != 0 || block.corrections != 0 else { return }
    var cursor = NumberBlockCursor(block, from: range.lowerBound)
    for index in range {
      switch unsafe cursor.next(in: input) {
      case .integer(let value):
        guard value.magnitude <= 1 << 53 else { throw Failure(.invalidNumber, offset: start) }
      case .double(let value):
        let isWhole =
          unsafe block.wholes != 0 && NumberBlockCursor.bit(index, at: block.wholes, in: input)
        guard !isWhole, block.corrections == 0 || value.isFinite else {
          throw Failure(.invalidNumber, offset: start)
        }
      case .bool: break
      }
    }
  }

  /// Checks a block of integers as far as all of it is there.
  private func readIntegers(
    _ base: UnsafePointer<UInt8>, at start: Int, end: Int
  ) throws(Failure) -> NumberBlockView {
    guard start < end, unsafe base[start] & 0x0F >= 1, unsafe base[start] & 0x0F <= 8 else {
      throw Failure(.invalidTag, offset: start)
    }
    let kind = unsafe base[start] & 0xF0
    guard kind == PackedBlock.integers || kind == PackedBlock.deltas else {
      throw Failure(.invalidTag, offset: start)
    }
    var place = start + 1
    let count = try unsafe readCount(base, at: &place, end: end)
    var block = unsafe NumberBlockView(
      layout: .distances, count: count, width: Int(base[start] & 0x0F), start: place, end: place)
    block.least = unsafe VarInt.unzigzag(try readVarInt(base, at: &place, end: end))
    if kind == PackedBlock.deltas {
      block.layout = .deltas
      block.leastDelta = unsafe VarInt.unzigzag(try readVarInt(base, at: &place, end: end))
    }
    (block.start, block.end) = (place, place)
    try check(&block, block.layout == .deltas ? count - 1 : count, end: end)
    return block
  }

  /// Reads the number of elements, which is not zero.
  private func readCount(
    _ base: UnsafePointer<UInt8>, at place: inout Int, end: Int
  ) throws(Failure) -> Int {
    let start = place
    // An element of a block of bits takes an eighth of a byte.
    let count = try unsafe readVarInt(base, at: &place, end: end)
    guard count > 0, count <= 8 * UInt64(end - place) else {
      throw Failure(.invalidLength, offset: start)
    }
    return Int(count)
  }

  /// Moves the end of a block behind `count` elements.
  private func check(
    _ block: inout NumberBlockView, _ count: Int, end: Int
  ) throws(Failure) {
    let (size, overflows) = count.multipliedReportingOverflow(by: block.width)
    guard !overflows else { throw Failure(.invalidLength, offset: block.start) }
    try advance(&block, by: size, end: end)
  }

  private func advance(
    _ block: inout NumberBlockView, by size: Int, end: Int
  ) throws(Failure) {
    guard size <= end - block.end else { throw Failure(.invalidLength, offset: block.start) }
    block.end += size
  }

  /// Moves the end of a block behind a bitmap with a bit for each element.
  private func skipBitmap(
    _ base: UnsafePointer<UInt8>, _ block: inout NumberBlockView, end: Int
  ) throws(Failure) {
    try advance(&block, by: (block.count + 7) / 8, end: end)
    try unsafe checkBitmap(base, endingAt: block.end, count: block.count)
  }

  /// Bits behind the last one say nothing, and nothing is all they may say.
  func checkBitmap(
    _ base: UnsafePointer<UInt8>, endingAt end: Int, count: Int
  ) throws(Failure) {
    let used = UInt8(count & 7)
    guard unsafe used == 0 || base[end - 1] >> used == 0 else {
      throw Failure(.invalidNumber, offset: end - 1)
    }
  }
}
