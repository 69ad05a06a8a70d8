import FerryBase

extension BinaryLexer {
  /// Checks the block at `start`, which ends at or before `end`.
  func readBlock(at start: Int, end: Int) throws(WireFailure) -> NumberBlockView {
    let block = try readExtent(ofBlockAt: start, end: end)
    try checkElements(of: block, at: start)
    return block
  }

  /// Checks the block that fills the packed array with `head`.
  func readWholeBlock(_ head: ValueHead) throws(WireFailure) -> NumberBlockView {
    let block = try readBlock(at: head.start, end: head.end)
    guard block.end == head.end else { throw WireFailure(.invalidLength, offset: head.start) }
    return block
  }

  /// Checks the blocks of an array of rows (Format.md, "Rows"): one for each number of a row.
  func readRows(_ head: ValueHead) throws(WireFailure) -> [NumberBlockView] {
    var place = head.start
    let count = try length(at: &place, end: head.end)
    guard count > 0 else { throw WireFailure(.invalidLength, offset: head.start) }
    if count > BinaryFormat.maximumBlocks { throw WireFailure(.sizeLimit, offset: head.start) }
    var blocks: [NumberBlockView] = []
    for _ in 0..<count {
      let block = try readBlock(at: place, end: head.end)
      guard block.layout != .bits else { throw WireFailure(.invalidTag, offset: place) }
      guard block.count == blocks.first?.count ?? block.count else {
        throw WireFailure(.invalidLength, offset: place)
      }
      blocks.append(block)
      place = block.end
    }
    guard place == head.end else { throw WireFailure(.invalidLength, offset: place) }
    return blocks
  }

  /// Checks the block at `start` except for its elements, in constant time.
  private func readExtent(ofBlockAt start: Int, end: Int) throws(WireFailure) -> NumberBlockView {
    guard start < end else { throw WireFailure(.invalidLength, offset: start) }
    let kind = self[start] & ~PackedBlock.wholesFlag
    let hasWholes = kind != self[start]
    var block: NumberBlockView
    switch kind {
    case PackedBlock.integers + 1...PackedBlock.integers + 8 where !hasWholes,
      PackedBlock.deltas + 1...PackedBlock.deltas + 8 where !hasWholes:
      return try readIntegers(at: start, end: end)
    case PackedBlock.decimals...PackedBlock.decimals + 7:
      block = try readIntegers(at: start + 1, end: end)
      block.power = ShortDecimal.power(Int(kind & 0x0F))
      let width = block.end
      try advance(&block, by: 1, end: end)
      guard self[width] < 2 else { throw WireFailure(.invalidTag, offset: width) }
      if self[width] == 1 {
        block.corrections = block.end
        try advance(&block, by: block.count, end: end)
      }
    case PackedBlock.bits where !hasWholes, PackedBlock.singles, PackedBlock.doubles:
      var place = start + 1
      let count = try readCount(at: &place, end: end)
      block = NumberBlockView(layout: .bits, count: count, width: 0, start: place, end: place)
      if kind == PackedBlock.bits {
        try skipBitmap(&block, end: end)
      } else {
        block.layout = kind == PackedBlock.singles ? .singles : .doubles
        block.width = kind == PackedBlock.singles ? 4 : 8
        try check(&block, count, end: end)
      }
    default: throw WireFailure(.invalidTag, offset: start)
    }
    if hasWholes {
      block.wholes = block.end
      try skipBitmap(&block, end: end)
    }
    return block
  }

  /// Checks elements against the format. Distances must lead to 64-bit integers, and significands
  /// must fit 53 bits. An element marked as an integer must be one, and corrections must lead to
  /// finite numbers.
  private func checkElements(of block: NumberBlockView, at start: Int) throws(WireFailure) {
    switch block.layout {
    case .distances:
      var greatest: UInt64 = 0
      for index in 0..<block.count {
        let offset = block.start &+ index &* block.width
        greatest = max(greatest, integer(at: offset, width: block.width))
      }
      // The largest valid distance is at most 2^64 - 1, so it is computed as an unsigned number.
      guard greatest <= UInt64(bitPattern: Int64.max &- block.least) else {
        throw WireFailure(.numberDoesNotFit, offset: start)
      }
      let last = block.least &+ Int64(truncatingIfNeeded: greatest)
      try checkSignificands(block.least, last, of: block, at: start)
    case .deltas where block.power != 0:
      var cursor = NumberBlockCursor(block)
      var (least, greatest) = (Int64.max, Int64.min)
      for index in 0..<block.count {
        let value = cursor.integer(index, in: self)
        least = min(least, value)
        greatest = max(greatest, value)
      }
      try checkSignificands(least, greatest, of: block, at: start)
    default: break
    }
    try checkDoubles(of: block, at: start)
  }

  private func checkSignificands(
    _ least: Int64, _ greatest: Int64, of block: NumberBlockView, at start: Int
  ) throws(WireFailure) {
    guard block.power == 0 || max(least.magnitude, greatest.magnitude) < 1 << 53 else {
      throw WireFailure(.invalidNumber, offset: start)
    }
  }

  private func checkDoubles(of block: NumberBlockView, at start: Int) throws(WireFailure) {
    guard block.wholes != 0 || block.corrections != 0 else { return }
    var cursor = NumberBlockCursor(block)
    for index in 0..<block.count {
      switch cursor.next(in: self) {
      case .integer(let value):
        guard value.magnitude <= 1 << 53 else { throw WireFailure(.invalidNumber, offset: start) }
      case .double(let value):
        let isWhole =
          block.wholes != 0 && bit(index, at: block.wholes)
        guard !isWhole, block.corrections == 0 || value.isFinite else {
          throw WireFailure(.invalidNumber, offset: start)
        }
      case .bool: break
      }
    }
  }

  /// Checks the head of a block of integers, and that all its bytes are present.
  private func readIntegers(at start: Int, end: Int) throws(WireFailure) -> NumberBlockView {
    guard start < end, self[start] & 0x0F >= 1, self[start] & 0x0F <= 8 else {
      throw WireFailure(.invalidTag, offset: start)
    }
    let kind = self[start] & 0xF0
    guard kind == PackedBlock.integers || kind == PackedBlock.deltas else {
      throw WireFailure(.invalidTag, offset: start)
    }
    var place = start + 1
    let count = try readCount(at: &place, end: end)
    var block = NumberBlockView(
      layout: .distances, count: count, width: Int(self[start] & 0x0F), start: place, end: place)
    block.least = VarInt.unzigzag(try varInt(at: &place, end: end))
    if kind == PackedBlock.deltas {
      block.layout = .deltas
      block.leastDelta = VarInt.unzigzag(try varInt(at: &place, end: end))
    }
    (block.start, block.end) = (place, place)
    try check(&block, block.layout == .deltas ? count - 1 : count, end: end)
    return block
  }

  /// Reads the number of elements, which is at least 1.
  private func readCount(at place: inout Int, end: Int) throws(WireFailure) -> Int {
    let start = place
    // In a block of bits, an element takes an eighth of a byte.
    let count = try varInt(at: &place, end: end)
    guard count > 0, count <= 8 * UInt64(end - place) else {
      throw WireFailure(.invalidLength, offset: start)
    }
    return Int(count)
  }

  /// Moves the end of a block behind `count` elements.
  private func check(_ block: inout NumberBlockView, _ count: Int, end: Int) throws(WireFailure) {
    let (size, overflows) = count.multipliedReportingOverflow(by: block.width)
    guard !overflows else { throw WireFailure(.invalidLength, offset: block.start) }
    try advance(&block, by: size, end: end)
  }

  private func advance(_ block: inout NumberBlockView, by size: Int, end: Int) throws(WireFailure) {
    guard size <= end - block.end else { throw WireFailure(.invalidLength, offset: block.start) }
    block.end += size
  }

  /// Moves the end of a block behind a bitmap with one bit per element.
  private func skipBitmap(_ block: inout NumberBlockView, end: Int) throws(WireFailure) {
    try advance(&block, by: (block.count + 7) / 8, end: end)
    try checkBitmap(endingAt: block.end, count: block.count)
  }

  /// Checks that the unused bits of a bitmap are zero.
  private func checkBitmap(endingAt end: Int, count: Int) throws(WireFailure) {
    let used = UInt8(count & 7)
    guard used == 0 || self[end - 1] >> used == 0 else {
      throw WireFailure(.invalidNumber, offset: end - 1)
    }
  }
}
