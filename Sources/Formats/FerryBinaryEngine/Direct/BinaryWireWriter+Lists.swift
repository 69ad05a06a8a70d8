public import FerryBase

extension BinaryWireWriter {
  /// An array that is being written.
  @frozen
  public struct List {
    /// Offset of the contents' length, for which ``width`` bytes were reserved; -1 for an empty
    /// array.
    @usableFromInline let start: Int
    @usableFromInline let width: Int
    /// The number of elements.
    @usableFromInline let count: Int
    /// The number of elements begun so far. It is 0 in an array of fewer than 16 elements.
    @usableFromInline var begun = 0
    /// Offset of the latest sample of rows.
    @usableFromInline var sample = 0

    @inlinable
    init(start: Int, width: Int, count: Int) {
      self.start = start
      self.width = width
      self.count = count
    }
  }

  /// Begins an array.
  @inlinable
  public mutating func beginList(count: Int) throws(WireFailure) -> List {
    // The outermost array is about as long as the document.
    let isOutermost = depth == 0 && count >= 16 && estimate > 0
    return try beginList(count: count, width: isOutermost ? VarInt.width(UInt64(estimate)) : 1)
  }

  /// Begins an array whose length probably takes `width` bytes.
  @inlinable
  mutating func beginList(count: Int, width: Int) throws(WireFailure) -> List {
    try enter()
    output.append(count < 16 ? 0xA0 &+ UInt8(truncatingIfNeeded: count) : 0xF1)
    let list = List(
      start: count == 0 ? -1 : reserveLength(width), width: width, count: count)
    if count >= 16 { output.appendLength(count) }
    return list
  }

  /// Begins the next element of an array. No bytes separate elements.
  @inlinable @inline(__always)
  public mutating func beginElement(_ list: inout List) throws(WireFailure) {
    // Shorter arrays have too few rows for a sample.
    guard list.count >= 16 else { return }
    if list.begun & Self.sampleMask == 0 { sampleRows(of: &list) }
    list.begun &+= 1
  }

  /// Ends an array.
  @inlinable
  public mutating func endList(_ list: inout List) throws(WireFailure) {
    depth &-= 1
    if list.count >= 4, pack(list) { return }
    if list.start < 0 { return }
    let length = output.count &- list.start &- list.width
    if length < 0x80, list.width == 1 {
      output[list.start] = UInt8(truncatingIfNeeded: length)
    } else {
      _ = output.endLength(at: list.start, reserved: list.width)
    }
  }

  // MARK: Packing

  /// The minimum number of numbers in a packed array or in the rows of an array.
  static var fewestPacked: Int { 8 }

  /// Replaces a complete array, whose length is not yet written, with a packed form.
  /// - Returns: False if the array must stay as it is.
  @usableFromInline
  mutating func pack(_ list: List) -> Bool {
    let countWidth = list.count < 16 ? 0 : VarInt.width(UInt64(list.count))
    let start = list.start + list.width + countWidth
    if list.count >= 16 { plainDepth = -1 }
    // An array may have fewer elements than stated.
    guard start < output.count else { return false }
    switch output[start] {
    case 0..<BinaryTag.shortText, BinaryTag.positive..<BinaryTag.null,
      BinaryTag.half..<BinaryTag.longText:
      return list.count >= Self.fewestPacked && packNumbers(list, from: start)
    case BinaryTag.false, BinaryTag.true:
      return isSmallest && list.count >= Self.fewestPacked && packTruths(list, from: start)
    case BinaryTag.shortList + 1..<BinaryTag.shortReference, BinaryTag.packed, BinaryTag.longList:
      return packRows(list, from: start)
    default: return false
    }
  }

  /// Writes the numbers of an array again as a block, if all elements are numbers and the block is
  /// shorter.
  @inline(never)
  private mutating func packNumbers(_ list: List, from start: Int) -> Bool {
    var numbers = GatheredNumbers()
    unsafe swap(&numbers, &tables.numbers)
    defer { unsafe swap(&numbers, &tables.numbers) }
    numbers.removeAll()
    let lexer = BinaryLexer(output.bytes)
    var place = start
    for _ in 0..<list.count {
      guard numbers.add(lexer, at: &place, end: lexer.count) else { return false }
    }
    guard place == lexer.count, let block = shortBlock(numbers, list.count) else { return false }
    output.truncate(to: list.start - 1)
    append(block)
    return true
  }

  /// Returns the block of all numbers, if it is shorter than an array of them.
  private func shortBlock(_ numbers: GatheredNumbers, _ count: Int) -> NumberBlock? {
    let block = numbers.block(isSmallest: isSmallest)
    let plainSize = block.plainSize + (count < 16 ? 0 : VarInt.width(UInt64(count)))
    return Self.framed(block.size) < Self.framed(plainSize) ? block : nil
  }

  private mutating func append(_ block: NumberBlock) {
    output.append(BinaryTag.packed)
    output.appendLength(block.size)
    block.append(to: &output)
  }

  /// Returns the number of bytes of contents with their length.
  static func framed(_ size: Int) -> Int { VarInt.width(UInt64(size)) + size }

  private mutating func packTruths(_ list: List, from start: Int) -> Bool {
    let elements = output.bytes(from: start)
    guard elements.count == list.count, elements.allSatisfy({ $0 & 0xFE == BinaryTag.false })
    else { return false }
    let truths = elements.map { $0 == BinaryTag.true }
    output.truncate(to: list.start - 1)
    output.append(BinaryTag.packed)
    output.appendLength(1 + VarInt.width(UInt64(truths.count)) + (truths.count + 7) / 8)
    output.appendBits(truths)
    return true
  }

  /// Writes numbers as a packed array, or one by one.
  private mutating func write(_ numbers: GatheredNumbers) throws(WireFailure) {
    let count = numbers.count
    if count >= 16 { plainDepth = -1 }
    if count >= Self.fewestPacked, let block = shortBlock(numbers, count) {
      try enter()
      depth -= 1
      return append(block)
    }
    var list = try beginList(count: count)
    for value in numbers.integers { output.appendInteger(value) }
    for value in numbers.doubles { try writeDouble(value) }
    try endUnpacked(list: &list)
  }

  private mutating func endUnpacked(list: inout List) throws(WireFailure) {
    depth -= 1
    if list.start >= 0 { _ = output.endLength(at: list.start, reserved: list.width) }
  }

  /// Writes an array of doubles.
  public mutating func writeDoubles(_ values: [Double]) throws(WireFailure) {
    // Rows of an array of arrays are short.
    guard values.count < Self.fewestPacked else { return try write(GatheredNumbers(values)) }
    var list = try beginList(count: values.count)
    for value in values { try writeDouble(value) }
    try endUnpacked(list: &list)
  }

  /// Writes an array of integers.
  @inlinable
  public mutating func writeIntegers<T: FixedWidthInteger & Sendable>(
    _ values: [T]
  ) throws(WireFailure) {
    if values.count >= 8, let least = values.min(), let greatest = values.max(),
      Int64(exactly: least) != nil, Int64(exactly: greatest) != nil
    {
      return try write(values.map { Int64(truncatingIfNeeded: $0) })
    }
    var list = try beginList(count: values.count)
    for value in values { try writeInteger(value) }
    try endList(&list)
  }

  @usableFromInline @inline(never)
  mutating func write(_ values: [Int64]) throws(WireFailure) {
    try write(GatheredNumbers(values))
  }

  /// Writes the numbers of a tape, 8 bytes each.
  mutating func write(_ elements: ByteView, _ type: PackedElement) throws(WireFailure) {
    if elements.count >= 8 * Self.fewestPacked {
      return switch type {
      case .int64: try write(GatheredNumbers(elements.array(of: Int64.self)))
      case .double: try write(GatheredNumbers(elements.array(of: Double.self)))
      }
    }
    var list = try beginList(count: elements.count / 8)
    for offset in stride(from: 0, to: elements.count, by: 8) {
      switch type {
      case .int64: output.appendInteger(elements.load(Int64.self, at: offset))
      case .double: appendNumber(elements.load(Double.self, at: offset))
      }
    }
    try endUnpacked(list: &list)
  }
}
