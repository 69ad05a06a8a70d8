import FerryBase

/// The numbers of an array, or of the rows of a matrix, before they are packed into blocks.
struct GatheredNumbers {
  private(set) var integers: [Int64] = []
  /// All numbers, if at least one is a double.
  private(set) var doubles: [Double] = []
  /// Marks the doubles that are integers; empty if all are doubles.
  private(set) var wholes: [Bool] = []

  var count: Int { integers.count + doubles.count }

  mutating func removeAll() {
    integers.removeAll(keepingCapacity: true)
    doubles.removeAll(keepingCapacity: true)
    wholes.removeAll(keepingCapacity: true)
  }

  /// Returns the block of all numbers. There must be at least one.
  func block(_ options: BinaryWriter.Options) -> NumberBlock {
    doubles.isEmpty
      ? .integers(integers, packing: options.packing)
      : .doubles(
        doubles, wholes: wholes, packing: options.packing,
        isSampled: options.packing == .indexed && !options.canonical)
  }

  /// Returns one of `columns` columns of equally long rows.
  func column(_ column: Int, of columns: Int) -> GatheredNumbers {
    func part<T>(_ numbers: [T]) -> [T] {
      (0..<numbers.count / columns).map { numbers[$0 &* columns &+ column] }
    }
    var result = GatheredNumbers()
    (result.integers, result.doubles, result.wholes) = (part(integers), part(doubles), part(wholes))
    return result
  }

  /// Adds the numbers of the array at `index`.
  /// - Returns: False if a value does not fit a block.
  mutating func add(_ view: TapeView, list index: Int) -> Bool {
    if view[index].kind == .packed {
      let (elements, type) = view.packed(index)
      return add(elements, type)
    }
    for element in view.elements(ofList: index) {
      guard add(view, number: element) else { return false }
    }
    return true
  }

  /// Adds numbers of one kind, which are contiguous in the arena of a tape.
  mutating func add(_ elements: ByteView, _ type: PackedElement) -> Bool {
    for offset in stride(from: 0, to: elements.count, by: 8) {
      let isAdded =
        switch type {
        case .int64: add(elements.load(Int64.self, at: offset))
        case .double: add(elements.load(Double.self, at: offset))
        }
      if !isAdded { return false }
    }
    return true
  }

  /// Adds the number at `index`, if it fits a block.
  @inline(__always)
  mutating func add(_ view: TapeView, number index: Int) -> Bool {
    let node = view[index]
    switch node.kind {
    case .decimalText:
      return DecimalParsing.shortDouble(view.stored(node)).map { add($0) } ?? false
    case .integerText: return add(integerText: view.stored(node))
    case .numberText:
      let text = view.stored(node)
      if NumberText.isInteger(text) { return add(integerText: text) }
      return DecimalParsing.exactDouble(text).map { add($0) } ?? false
    case .double: return add(Double(bitPattern: view.word(after: index)))
    case .integer: return add(node.integer)
    case .int64: return add(Int64(bitPattern: view.word(after: index)))
    case .float: return add(Double(node.float))
    default: return false
    }
  }

  @inline(__always)
  private mutating func add(integerText text: ByteView) -> Bool {
    guard let value = DecimalParsing.integer(text, as: Int64.self),
      value != 0 || text.count == 1
    else { return false }
    return add(value)
  }

  @inline(__always)
  private mutating func add(_ value: Double) -> Bool {
    if !integers.isEmpty {
      for integer in integers {
        guard addWhole(integer) else { return false }
      }
      integers.removeAll(keepingCapacity: true)
    }
    doubles.append(value)
    if !wholes.isEmpty { wholes.append(false) }
    return true
  }

  @inline(__always)
  private mutating func add(_ value: Int64) -> Bool {
    guard doubles.isEmpty else { return addWhole(value) }
    integers.append(value)
    return true
  }

  /// Adds an integer to the doubles, if it is exact as a double.
  private mutating func addWhole(_ value: Int64) -> Bool {
    guard value.magnitude <= 1 << 53 else { return false }
    if wholes.isEmpty { wholes.append(contentsOf: repeatElement(false, count: doubles.count)) }
    doubles.append(Double(value))
    wholes.append(true)
    return true
  }
}
