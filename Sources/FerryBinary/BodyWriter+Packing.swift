import FerryBytes
import FerryTape

/// Lists of numbers and lists of equally long lists of numbers (Format.md, "Packed lists").
extension BodyWriter {
  /// Lists with fewer numbers are not tried as packed ones.
  private static let fewestPacked = 8
  /// Rows of more numbers are packed one by one.
  private static let maximumColumns = 16

  /// Writes the list at `index` if it is empty or packed to advantage.
  @inline(__always)
  mutating func appendWholeList(_ view: TapeView, _ index: Int) -> Bool {
    let end = view[index].payload
    if end == index &+ 1 {
      body.append(BinaryTag.shortList)
      return true
    }
    guard end &- index > Self.fewestPacked else { return false }
    switch view[index &+ 1].kind {
    case .integer, .integerText, .int64, .double, .decimalText, .float:
      return appendNumbers(view, index)
    case .list: return appendMatrix(view, index)
    default: return false
    }
  }

  /// Writes a list whose elements are together in the arena already.
  mutating func appendPacked(_ view: TapeView, _ index: Int) {
    let (elements, type) = view.packed(index)
    if elements.isEmpty { return body.append(BinaryTag.shortList) }
    clearGathered()
    for offset in stride(from: 0, to: elements.count, by: 8) {
      switch type {
      case .int64:
        integers.append(elements.loadUnaligned(fromByteOffset: offset, as: Int64.self))
      case .double:
        doubles.append(elements.loadUnaligned(fromByteOffset: offset, as: Double.self))
      }
    }
    appendGathered()
  }

  @inline(never)
  private mutating func appendNumbers(_ view: TapeView, _ index: Int) -> Bool {
    clearGathered()
    guard gather(view, index), integers.count + doubles.count >= Self.fewestPacked else {
      return false
    }
    appendGathered()
    return true
  }

  /// Writes the numbers in `integers` or `doubles` as a packed list or a plain one.
  private mutating func appendGathered() {
    let block =
      doubles.isEmpty
      ? NumberBlock.integers(integers, from: 0, by: 1)
      : NumberBlock.doubles(doubles, wholes: wholes, from: 0, by: 1)
    let count = block.count
    let width = VarInt.width(UInt64(count))
    let plainSize = count < 16 ? block.plainSize : block.plainSize + width
    if Self.framed(block.size) < Self.framed(plainSize) {
      body.append(BinaryTag.packed)
      body.appendLength(block.size)
      append(block, from: 0, by: 1)
    } else {
      body.append(
        count < 16
          ? BinaryTag.shortList &+ UInt8(truncatingIfNeeded: count) : BinaryTag.longList)
      body.appendLength(plainSize)
      if count >= 16 { body.appendLength(count) }
      for value in integers { appendPlainInteger(value) }
      for (index, value) in doubles.enumerated() {
        if wholes.isEmpty || !wholes[index] {
          appendDouble(value)
        } else {
          appendPlainInteger(Int64(value))
        }
      }
    }
  }

  /// Writes the list of lists at `index` by columns, if all rows are equally long, all elements
  /// numbers, and it is shorter so.
  @inline(never)
  private mutating func appendMatrix(_ view: TapeView, _ index: Int) -> Bool {
    clearGathered()
    let columns = view.elementCount(index &+ 1)
    guard (1...Self.maximumColumns).contains(columns) else { return false }
    let end = view[index].payload
    var rows = 0
    var row = index + 1
    while row < end {
      guard view[row].kind == .list, view.elementCount(row) == columns, gather(view, row) else {
        return false
      }
      rows += 1
      row = view.next(row)
    }
    var size = VarInt.width(UInt64(columns))
    var plainSize = 2 * rows + (rows < 16 ? 0 : VarInt.width(UInt64(rows)))
    var blocks: [NumberBlock] = []
    for column in 0..<columns {
      let block =
        doubles.isEmpty
        ? NumberBlock.integers(integers, from: column, by: columns)
        : NumberBlock.doubles(doubles, wholes: wholes, from: column, by: columns)
      blocks.append(block)
      size += block.size
      plainSize += block.plainSize
    }
    guard Self.framed(size) < Self.framed(plainSize) else { return false }
    body.append(BinaryTag.matrix)
    body.appendLength(size)
    body.appendLength(columns)
    for (column, block) in blocks.enumerated() { append(block, from: column, by: columns) }
    return true
  }

  private mutating func clearGathered() {
    integers.removeAll(keepingCapacity: true)
    doubles.removeAll(keepingCapacity: true)
    wholes.removeAll(keepingCapacity: true)
  }

  /// Adds the numbers of the list at `index` to `integers`, or from the first double on to
  /// `doubles`, with `wholes` telling which of those are integers.
  private mutating func gather(_ view: TapeView, _ index: Int) -> Bool {
    let end = view[index].payload
    var position = index &+ 1
    while position < end {
      let node = view[position]
      switch node.kind {
      case .decimalText:
        guard let value = NumberText.double(view.stored(node)), gather(value) else { return false }
      case .integerText:
        let text = view.stored(node)
        guard let value = DecimalParsing.integer(text, as: Int64.self),
          value != 0 || text.count == 1, gather(value)
        else { return false }
      case .double:
        guard gather(Double(bitPattern: view.word(after: position))) else { return false }
        position &+= 1
      case .integer:
        guard gather(node.integer) else { return false }
      case .int64:
        guard gather(Int64(bitPattern: view.word(after: position))) else { return false }
        position &+= 1
      case .float:
        guard gather(Double(node.float)) else { return false }
      default: return false
      }
      position &+= 1
    }
    return true
  }

  @inline(__always)
  private mutating func gather(_ value: Double) -> Bool {
    if !integers.isEmpty {
      guard mixIntegers() else { return false }
    }
    doubles.append(value)
    if !wholes.isEmpty { wholes.append(false) }
    return true
  }

  @inline(__always)
  private mutating func gather(_ value: Int64) -> Bool {
    if doubles.isEmpty {
      integers.append(value)
      return true
    }
    return gatherWhole(value)
  }

  /// Adds an integer to `doubles`, if that loses nothing.
  private mutating func gatherWhole(_ value: Int64) -> Bool {
    guard value.magnitude <= 1 << 53 else { return false }
    if wholes.isEmpty { wholes.append(contentsOf: repeatElement(false, count: doubles.count)) }
    doubles.append(Double(value))
    wholes.append(true)
    return true
  }

  /// Moves what is in `integers` to `doubles`.
  private mutating func mixIntegers() -> Bool {
    for value in integers {
      guard gatherWhole(value) else { return false }
    }
    integers.removeAll(keepingCapacity: true)
    return true
  }

  // MARK: Writing

  private static func framed(_ size: Int) -> Int { VarInt.width(UInt64(size)) + size }

  mutating func appendPlainInteger(_ value: Int64) {
    let magnitude = UInt64(bitPattern: value >= 0 ? value : ~value)
    if magnitude < (value >= 0 ? 64 : 16) {
      return body.append(
        (value >= 0 ? BinaryTag.smallInteger : BinaryTag.smallNegative)
          &+ UInt8(truncatingIfNeeded: magnitude))
    }
    appendInteger(value >= 0 ? BinaryTag.positive : BinaryTag.negative, magnitude)
  }

  /// Writes a block over every `stride`th number from `offset` on.
  private mutating func append(_ block: NumberBlock, from offset: Int, by stride: Int) {
    body.append(block.kind)
    if block.width == 0 {
      body.appendLength(block.count)
      let isSingle = block.kind & ~PackedBlock.wholesFlag == PackedBlock.singles
      appendPlainNumbers(from: offset, by: stride, isSingle: isSingle)
    } else {
      appendDistances(block, from: offset, by: stride)
    }
    if block.hasWholes { appendBitmap(from: offset, by: stride) }
  }

  private mutating func appendDistances(
    _ block: NumberBlock, from offset: Int, by stride: Int
  ) {
    let isDecimal = block.kind >= PackedBlock.decimals
    if isDecimal { body.append(PackedBlock.integers &+ UInt8(truncatingIfNeeded: block.width)) }
    body.appendLength(block.count)
    body.append(upTo: VarInt.maximumWidth) { VarInt.write(VarInt.zigzag(block.least), to: $0) }
    // Every distance is stored as 8 bytes, of which the next one overwrites what is not its own.
    body.append(upTo: block.count * block.width + 8) { [integers, doubles] place in
      var place = UnsafeMutableRawPointer(place)
      var index = offset
      for _ in 0..<block.count {
        // A column of integers may stand among columns of doubles.
        let value =
          isDecimal
          ? ShortDecimal.significand(doubles[index], block.places)
          : doubles.isEmpty ? integers[index] : Int64(doubles[index])
        let distance = UInt64(bitPattern: value &- block.least)
        place.storeBytes(of: distance.littleEndian, as: UInt64.self)
        place += block.width
        index &+= stride
      }
      return block.count * block.width
    }
  }

  /// Writes which of the numbers are integers: one bit each, the lowest first.
  private mutating func appendBitmap(from offset: Int, by stride: Int) {
    var byte: UInt8 = 0
    var bit: UInt8 = 1
    var index = offset
    while index < wholes.count {
      if wholes[index] { byte |= bit }
      bit = bit &<< 1
      if bit == 0 {
        body.append(byte)
        (byte, bit) = (0, 1)
      }
      index &+= stride
    }
    if bit != 1 { body.append(byte) }
  }

  private mutating func appendPlainNumbers(from offset: Int, by stride: Int, isSingle: Bool) {
    var index = offset
    while index < doubles.count {
      // One NaN.
      let value = doubles[index].isNaN ? .nan : doubles[index]
      if isSingle {
        body.append(littleEndian: Float(value).bitPattern)
      } else {
        body.append(littleEndian: value.bitPattern)
      }
      index &+= stride
    }
  }
}
