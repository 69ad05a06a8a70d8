import FerryBase

/// Packed arrays and matrices: arrays of numbers, and arrays of equally long arrays of numbers
/// (Format.md, "Packed blocks").
extension BodyWriter {
  /// The minimum number of elements, over all rows, in a packed array or matrix.
  private static let fewestPacked = 8
  /// The maximum number of columns of a matrix. Longer rows are packed one by one.
  private static let maximumColumns = 16

  /// Writes the array at `index` if it is empty or if a packed form is shorter.
  @inline(__always)
  mutating func appendWholeList(_ view: TapeView, _ index: Int) throws(WireFailure) -> Bool {
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

  /// Writes an array whose elements are contiguous in the arena.
  @inline(__always)
  mutating func appendPacked(_ view: TapeView, _ index: Int) {
    let (elements, type) = view.packed(index)
    if elements.isEmpty { return body.append(BinaryTag.shortList) }
    if elements.count < 8 * Self.fewestPacked {
      appendFew(elements, type)
    } else {
      appendMany(elements, type)
    }
  }

  @inline(never)
  private mutating func appendFew(_ elements: ByteView, _ type: PackedElement) {
    body.append(BinaryTag.shortList &+ UInt8(truncatingIfNeeded: elements.count / 8))
    // These numbers take less than 128 bytes, so the length takes one byte.
    let length = body.count
    body.append(0)
    for offset in stride(from: 0, to: elements.count, by: 8) {
      switch type {
      case .int64:
        body.appendInteger(elements.load(Int64.self, at: offset))
      case .double:
        body.appendDouble(elements.load(Double.self, at: offset))
      }
    }
    body[length] = UInt8(truncatingIfNeeded: body.count - length - 1)
  }

  @inline(never)
  private mutating func appendMany(_ elements: ByteView, _ type: PackedElement) {
    numbers.removeAll()
    // Numbers of one kind always fit a block.
    _ = numbers.add(elements, type)
    appendGathered()
  }

  @inline(never)
  private mutating func appendNumbers(_ view: TapeView, _ index: Int) -> Bool {
    numbers.removeAll()
    guard numbers.add(view, list: index), numbers.count >= Self.fewestPacked else { return false }
    appendGathered()
    return true
  }

  /// Writes the gathered numbers as a packed array or a plain one.
  private mutating func appendGathered() {
    let block = numbers.block(options)
    let count = block.count
    let plainSize = block.plainSize + (count < 16 ? 0 : VarInt.width(UInt64(count)))
    if count >= Self.fewestPacked, Self.framed(block.size) < Self.framed(plainSize) {
      body.append(BinaryTag.packed)
      body.appendLength(block.size)
      return block.append(to: &body)
    }
    body.append(
      count < 16 ? BinaryTag.shortList &+ UInt8(truncatingIfNeeded: count) : BinaryTag.longList)
    body.appendLength(plainSize)
    if count >= 16 { body.appendLength(count) }
    for value in numbers.integers { body.appendInteger(value) }
    for (index, value) in numbers.doubles.enumerated() {
      if numbers.wholes.isEmpty || !numbers.wholes[index] {
        body.appendDouble(value)
      } else {
        body.appendInteger(Int64(value))
      }
    }
  }

  /// Writes an array of truth values as bits.
  private mutating func appendTruths(_ view: TapeView, _ index: Int) -> Bool {
    guard let truths = Self.truths(view, index + 1..<view[index].payload) else { return false }
    body.append(BinaryTag.packed)
    body.appendLength(1 + VarInt.width(UInt64(truths.count)) + (truths.count + 7) / 8)
    body.appendBits(truths)
    return true
  }

  /// Returns the truth values at these indexes; `nil` if a value has another kind.
  static func truths(_ view: TapeView, _ indexes: some Collection<Int>) -> [Bool]? {
    var truths: [Bool] = []
    for index in indexes {
      let kind = view[index].kind
      guard kind == .true || kind == .false else { return nil }
      truths.append(kind == .true)
    }
    return truths
  }

  /// Writes the array at `index` as a matrix, if all its elements are equally long arrays of
  /// numbers and the matrix is shorter.
  @inline(never)
  private mutating func appendMatrix(_ view: TapeView, _ index: Int) -> Bool {
    numbers.removeAll()
    let columns = view.elementCount(index &+ 1)
    guard (1...Self.maximumColumns).contains(columns),
      view.elementCount(index) * columns >= Self.fewestPacked
    else { return false }
    var rows = 0
    for row in view.elements(ofList: index) {
      let kind = view[row].kind
      guard kind == .list || kind == .packed, view.elementCount(row) == columns,
        numbers.add(view, list: row)
      else { return false }
      rows += 1
    }
    let blocks = (0..<columns).map { numbers.column($0, of: columns).block(options) }
    let size = blocks.reduce(VarInt.width(UInt64(columns))) { $0 + $1.size }
    let rowSize = 2 * rows + (rows < 16 ? 0 : VarInt.width(UInt64(rows)))
    let plainSize = blocks.reduce(rowSize) { $0 + $1.plainSize }
    guard Self.framed(size) < Self.framed(plainSize) else { return false }
    body.append(BinaryTag.matrix)
    body.appendLength(size)
    body.appendLength(columns)
    for block in blocks { block.append(to: &body) }
    return true
  }

  /// Returns the number of bytes of contents with their length.
  static func framed(_ size: Int) -> Int { VarInt.width(UInt64(size)) + size }
}
