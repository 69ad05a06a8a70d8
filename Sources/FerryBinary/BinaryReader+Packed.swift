import FerryBytes
import FerryTape

extension BinaryReader {
  /// A block of numbers whose bytes have been checked (Format.md, "Packed lists").
  struct Block {
    var count: Int
    /// Bytes per number, and the offset of the first.
    var width: Int
    var start: Int
    var isDouble: Bool
    /// For integers and decimals: the number that distances are from.
    var least: Int64 = 0
    /// For decimals: the power of ten to divide by. Zero for numbers as they are.
    var power = 0.0
    var isDistance: Bool
    /// Whether a bitmap behind the numbers says which are integers.
    var hasWholes = false

    /// Offset behind the numbers.
    var bitmap: Int { start &+ count &* width }
    /// Offset behind the block.
    var end: Int { hasWholes ? bitmap &+ (count &+ 7) / 8 : bitmap }

    func isWhole(_ index: Int, in input: UnsafeBufferPointer<UInt8>) -> Bool {
      hasWholes && input[bitmap &+ index &>> 3] &>> UInt8(index & 7) & 1 == 1
    }

    /// Number `index` as it stands on a tape.
    @inline(__always)
    func bits(_ index: Int, in input: UnsafeBufferPointer<UInt8>) -> UInt64 {
      let bits = input.integer(at: start &+ index &* width, width: width)
      if isDistance {
        let value = least &+ Int64(truncatingIfNeeded: bits)
        return isDouble ? (Double(value) / power).bitPattern : UInt64(bitPattern: value)
      }
      let value =
        width == 4
        ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
      return BinaryReader.usual(value).bitPattern
    }
  }

  /// Reads a packed list into the arena.
  ///
  /// A number takes at least one byte, so the 8 bytes it gets are bounded by the input.
  func readPacked(
    _ base: UnsafePointer<UInt8>, at start: Int, end: Int, into tape: inout Tape
  ) throws(Failure) {
    let block = try readBlock(base, at: start, end: end)
    guard block.end == end else { throw Failure(.invalidLength, offset: start) }
    if block.hasWholes { return try readMixed(block, into: &tape) }
    var padding = 0
    let range = try tape.store(upTo: block.count * 8 + 7) { [input] room in
      // The arena begins at a multiple of 8, so this is the padding of the offset too.
      padding = -Int(bitPattern: room) & 7
      let elements = UnsafeMutableRawPointer(room + padding)
      for index in 0..<block.count {
        elements.storeBytes(
          of: block.bits(index, in: input), toByteOffset: index &* 8, as: UInt64.self)
      }
      return padding + block.count * 8
    }
    let offset = range.lowerBound + padding
    if offset > Node.maximumPayload { throw Failure(.sizeLimit, offset: valueStart) }
    let type: PackedElement = block.isDouble ? .double : .int64
    try tape.append(
      Node(.packed, payload: offset), UInt64(block.count) << 8 | UInt64(type.rawValue))
  }

  /// Reads a list of doubles and integers.
  private func readMixed(_ block: Block, into tape: inout Tape) throws(Failure) {
    let header = tape.count
    try tape.append(Node(.list))
    for index in 0..<block.count { try append(index, of: block, to: &tape) }
    close(header, .list, block.count, &tape)
  }

  /// Appends number `index` of a block.
  @inline(__always)
  private func append(_ index: Int, of block: Block, to tape: inout Tape) throws(Failure) {
    let bits = block.bits(index, in: input)
    if !block.isDouble {
      try tape.append(Int64(bitPattern: bits))
    } else if !block.isWhole(index, in: input) {
      try tape.append(Double(bitPattern: bits))
    } else {
      let value = Double(bitPattern: bits)
      guard value.magnitude <= 0x1p53, let whole = Int64(exactly: value) else {
        throw Failure(.invalidNumber, offset: valueStart)
      }
      try tape.append(whole)
    }
  }

  /// Reads a list of equally long lists.
  func readMatrix(
    _ base: UnsafePointer<UInt8>, at start: Int, end: Int, into tape: inout Tape
  ) throws(Failure) {
    if stack.count + 2 > limits.depth { throw Failure(.depthLimit, offset: valueStart) }
    var place = start
    let columns = try readLength(base, at: &place, end: end)
    var blocks: [Block] = []
    for _ in 0..<columns {
      let block = try readBlock(base, at: place, end: end)
      if let first = blocks.first, first.count != block.count {
        throw Failure(.invalidLength, offset: place)
      }
      blocks.append(block)
      place = block.end
    }
    guard place == end, let first = blocks.first else {
      throw Failure(.invalidLength, offset: start)
    }
    let header = tape.count
    try tape.append(Node(.list))
    for row in 0..<first.count {
      let rowHeader = tape.count
      try tape.append(Node(.list))
      for block in blocks { try append(row, of: block, to: &tape) }
      close(rowHeader, .list, columns, &tape)
    }
    close(header, .list, first.count, &tape)
  }

  /// Checks the block at `start`, which ends at `end` or before.
  private func readBlock(
    _ base: UnsafePointer<UInt8>, at start: Int, end: Int
  ) throws(Failure) -> Block {
    guard start < end else { throw Failure(.invalidLength, offset: start) }
    let kind = base[start]
    if (PackedBlock.integers + 1...PackedBlock.integers + 8).contains(kind) {
      return try readDistances(base, at: start, end: end).block
    }
    var block: Block
    switch kind & ~PackedBlock.wholesFlag {
    case PackedBlock.decimals...PackedBlock.decimals + 6:
      let (distances, greatest) = try readDistances(base, at: start + 1, end: end)
      guard distances.least.magnitude < 1 << 53, greatest.magnitude < 1 << 53 else {
        throw Failure(.invalidNumber, offset: start)
      }
      block = distances
      block.isDouble = true
      block.power = ShortDecimal.power(Int(kind & 0x0F))
    case PackedBlock.singles, PackedBlock.doubles:
      var place = start + 1
      let count = try readLength(base, at: &place, end: end)
      let width = kind & ~PackedBlock.wholesFlag == PackedBlock.singles ? 4 : 8
      try check(count, width, at: place, end: end)
      block = Block(count: count, width: width, start: place, isDouble: true, isDistance: false)
    default:
      throw Failure(.invalidTag, offset: start)
    }
    if kind & PackedBlock.wholesFlag != 0 {
      block.hasWholes = true
      guard block.end <= end else { throw Failure(.invalidLength, offset: start) }
      // Bits behind the last number say nothing, and nothing is all they may say.
      let used = UInt8(block.count & 7)
      guard used == 0 || base[block.end - 1] >> used == 0 else {
        throw Failure(.invalidNumber, offset: block.end - 1)
      }
    }
    return block
  }

  /// Checks a block of distances: that all of it is there, and that all numbers fit 64 bits.
  private func readDistances(
    _ base: UnsafePointer<UInt8>, at start: Int, end: Int
  ) throws(Failure) -> (block: Block, greatest: Int64) {
    guard start < end, (1...8).contains(base[start]) else {
      throw Failure(.invalidTag, offset: start)
    }
    let width = Int(base[start] &- PackedBlock.integers)
    var place = start + 1
    let count = try readLength(base, at: &place, end: end)
    let least = VarInt.unzigzag(try readVarInt(base, at: &place, end: end))
    try check(count, width, at: place, end: end)
    var greatest: UInt64 = 0
    for index in 0..<count {
      greatest = max(greatest, input.integer(at: place &+ index &* width, width: width))
    }
    // The room above a number, at most 2^64 - 1, as an unsigned number.
    guard greatest <= UInt64(bitPattern: Int64.max &- least) else {
      throw Failure(.numberDoesNotFit, offset: start)
    }
    let block = Block(
      count: count, width: width, start: place, isDouble: false, least: least, isDistance: true)
    return (block, least &+ Int64(truncatingIfNeeded: greatest))
  }

  private func check(
    _ count: Int, _ width: Int, at place: Int, end: Int
  ) throws(Failure) {
    let (size, overflows) = count.multipliedReportingOverflow(by: width)
    guard count > 0, !overflows, size <= end - place else {
      throw Failure(.invalidLength, offset: place)
    }
  }
}
