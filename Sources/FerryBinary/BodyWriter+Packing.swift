import FerryBytes
import FerryTape

/// Lists of numbers and lists of equally long lists of numbers (Format.md, "Packed lists").
extension BodyWriter {
  /// Lists with fewer numbers, in all rows, are not tried as packed ones.
  private static let fewestPacked = 8
  /// Rows of more numbers are packed one by one.
  private static let maximumColumns = 16

  /// Writes the list at `index` if it is empty or packed to advantage.
  @inline(__always)
  mutating func appendWholeList(_ view: TapeView, _ index: Int) throws(Failure) -> Bool {
    let end = view[index].payload
    if end == index &+ 1 {
      body.append(BinaryTag.shortList)
      return true
    }
    if options.batching == .columns, view[index &+ 1].kind == .map {
      return try appendColumns(view, index)
    }
    switch view[index &+ 1].kind {
    case .integer, .integerText, .int64, .double, .decimalText, .float, .numberText:
      return end &- index > Self.fewestPacked && appendNumbers(view, index)
    case .list, .packed: return appendMatrix(view, index)
    case .true, .false:
      return options.packing == .smallest && end &- index > Self.fewestPacked
        && appendTruths(view, index)
    default: return false
    }
  }

  /// Writes a list whose elements are together in the arena already.
  @inline(__always)
  mutating func appendPacked(_ view: TapeView, _ index: Int) {
    let (elements, type) = unsafe view.packed(index)
    if unsafe elements.isEmpty { return body.append(BinaryTag.shortList) }
    if elements.count < 8 * Self.fewestPacked {
      unsafe appendFew(elements, type)
    } else {
      unsafe appendMany(elements, type)
    }
  }

  @inline(never)
  private mutating func appendFew(_ elements: UnsafeRawBufferPointer, _ type: PackedElement) {
    body.append(BinaryTag.shortList &+ UInt8(truncatingIfNeeded: elements.count / 8))
    // So few numbers take less than 128 bytes, so their length takes one.
    let length = body.count
    body.append(0)
    for offset in stride(from: 0, to: elements.count, by: 8) {
      switch type {
      case .int64:
        unsafe appendPlainInteger(elements.loadUnaligned(fromByteOffset: offset, as: Int64.self))
      case .double:
        unsafe appendDouble(elements.loadUnaligned(fromByteOffset: offset, as: Double.self))
      }
    }
    unsafe body.pointer(at: length).pointee = UInt8(truncatingIfNeeded: body.count - length - 1)
  }

  @inline(never)
  private mutating func appendMany(_ elements: UnsafeRawBufferPointer, _ type: PackedElement) {
    clearGathered()
    // Numbers of one kind are always gathered.
    _ = unsafe gather(elements, type)
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
      ? NumberBlock.integers(integers, from: 0, by: 1, packing: options.packing)
      : NumberBlock.doubles(doubles, wholes: wholes, from: 0, by: 1, packing: options.packing)
    let count = block.count
    let width = VarInt.width(UInt64(count))
    let plainSize = count < 16 ? block.plainSize : block.plainSize + width
    if count >= Self.fewestPacked, Self.framed(block.size) < Self.framed(plainSize) {
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

  /// Writes a list of truth values as bits.
  private mutating func appendTruths(_ view: TapeView, _ index: Int) -> Bool {
    var truths: [Bool] = []
    for position in index + 1..<view[index].payload {
      guard let truth = Self.truth(view[position]) else { return false }
      truths.append(truth)
    }
    body.append(BinaryTag.packed)
    body.appendLength(Self.bitsSize(truths.count))
    appendBits(truths)
    return true
  }

  /// Writes the list of lists at `index` by columns, if all rows are equally long, all elements
  /// numbers, and it is shorter so.
  @inline(never)
  private mutating func appendMatrix(_ view: TapeView, _ index: Int) -> Bool {
    clearGathered()
    let columns = view.elementCount(index &+ 1)
    guard (1...Self.maximumColumns).contains(columns),
      view.elementCount(index) * columns >= Self.fewestPacked
    else { return false }
    let end = view[index].payload
    var rows = 0
    var row = index + 1
    while row < end {
      guard Self.isList(view[row].kind), view.elementCount(row) == columns, gather(view, row) else {
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
        ? NumberBlock.integers(integers, from: column, by: columns, packing: options.packing)
        : NumberBlock.doubles(
          doubles, wholes: wholes, from: column, by: columns, packing: options.packing)
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

  private static func isList(_ kind: NodeKind) -> Bool { kind == .list || kind == .packed }

  mutating func clearGathered() {
    integers.removeAll(keepingCapacity: true)
    doubles.removeAll(keepingCapacity: true)
    wholes.removeAll(keepingCapacity: true)
  }

  /// Adds the numbers of the list at `index` to `integers`, or from the first double on to
  /// `doubles`, with `wholes` telling which of those are integers.
  private mutating func gather(_ view: TapeView, _ index: Int) -> Bool {
    if view[index].kind == .packed {
      let (elements, type) = unsafe view.packed(index)
      return unsafe gather(elements, type)
    }
    let end = view[index].payload
    var position = index &+ 1
    while position < end {
      guard gather(number: position, of: view) else { return false }
      position = view.next(position)
    }
    return true
  }

  private mutating func gather(
    _ elements: UnsafeRawBufferPointer, _ type: PackedElement
  ) -> Bool {
    for offset in stride(from: 0, to: elements.count, by: 8) {
      let isGathered =
        switch type {
        case .int64:
          unsafe gather(elements.loadUnaligned(fromByteOffset: offset, as: Int64.self))
        case .double:
          unsafe gather(elements.loadUnaligned(fromByteOffset: offset, as: Double.self))
        }
      if !isGathered { return false }
    }
    return true
  }

  /// Adds the number at `index`, if it is one that blocks hold.
  @inline(__always)
  mutating func gather(number index: Int, of view: TapeView) -> Bool {
    let node = view[index]
    switch node.kind {
    case .decimalText:
      guard let value = unsafe DecimalParsing.shortDouble(view.stored(node)) else { return false }
      return gather(value)
    case .integerText: return unsafe gather(integerText: view.stored(node))
    case .numberText:
      let text = unsafe view.stored(node)
      if unsafe NumberText.isInteger(text) { return unsafe gather(integerText: text) }
      guard let value = unsafe DecimalParsing.exactDouble(text) else { return false }
      return gather(value)
    case .double: return gather(Double(bitPattern: view.word(after: index)))
    case .integer: return gather(node.integer)
    case .int64: return gather(Int64(bitPattern: view.word(after: index)))
    case .float: return gather(Double(node.float))
    default: return false
    }
  }

  @inline(__always)
  private mutating func gather(integerText text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let value = unsafe DecimalParsing.integer(text, as: Int64.self),
      value != 0 || text.count == 1
    else { return false }
    return gather(value)
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

  static func framed(_ size: Int) -> Int { VarInt.width(UInt64(size)) + size }

  mutating func appendPlainInteger(_ value: Int64) {
    let magnitude = UInt64(bitPattern: value >= 0 ? value : ~value)
    if magnitude < (value >= 0 ? 64 : 16) {
      return body.append(
        (value >= 0 ? BinaryTag.smallInteger : BinaryTag.smallNegative)
          &+ UInt8(truncatingIfNeeded: magnitude))
    }
    appendInteger(value >= 0 ? BinaryTag.positive : BinaryTag.negative, magnitude)
  }
}
