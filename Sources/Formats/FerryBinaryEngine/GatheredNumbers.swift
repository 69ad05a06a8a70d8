import FerryBase

/// The numbers of an array, or one of each row, before they are packed into a block.
struct GatheredNumbers {
  private(set) var integers: [Int64] = []
  /// All numbers, if at least one is a double.
  private(set) var doubles: [Double] = []
  /// Marks the doubles that are integers; empty if all are doubles.
  private(set) var wholes: [Bool] = []

  init() {}

  init(_ integers: [Int64]) { self.integers = integers }

  init(_ doubles: [Double]) { self.doubles = doubles }

  var count: Int { max(integers.count, doubles.count) }

  var capacity: Int { max(integers.capacity, doubles.capacity) }

  mutating func removeAll() {
    integers.removeAll(keepingCapacity: true)
    doubles.removeAll(keepingCapacity: true)
    wholes.removeAll(keepingCapacity: true)
  }

  /// Returns the block of all numbers. There must be at least one.
  func block(isSmallest: Bool) -> NumberBlock {
    doubles.isEmpty
      ? .integers(integers, isSmallest: isSmallest)
      : .doubles(doubles, wholes: wholes, isSmallest: isSmallest)
  }

  /// Adds the number at `place`, if it fits a block, and moves `place` behind it.
  @inline(__always)
  mutating func add(_ lexer: BinaryLexer, at place: inout Int, end: Int) -> Bool {
    guard place < end else { return false }
    let tag = lexer[place]
    if tag == BinaryTag.double, end &- place > 8, wholes.isEmpty, integers.isEmpty {
      let bits = lexer.integer(at: place &+ 1, width: 8)
      doubles.append(HalfFloat.usual(Double(bitPattern: bits)))
      place &+= 9
      return true
    }
    return addRare(lexer, tag, at: &place, end: end)
  }

  @inline(never)
  private mutating func addRare(
    _ lexer: BinaryLexer, _ tag: UInt8, at place: inout Int, end: Int
  ) -> Bool {
    place += 1
    switch tag {
    case 0..<BinaryTag.smallNegative: return add(Int64(tag))
    case BinaryTag.smallNegative..<BinaryTag.shortText: return add(0x3F - Int64(tag))
    case BinaryTag.positive..<BinaryTag.null:
      let width = Int(tag & 7) + 1
      guard width <= end - place,
        let magnitude = Int64(exactly: lexer.integer(at: place, width: width))
      else { return false }
      place += width
      return add(tag < BinaryTag.negative ? magnitude : ~magnitude)
    case BinaryTag.half..<BinaryTag.longText:
      guard let value = try? lexer.double(tag, at: &place, end: end) else { return false }
      return add(value)
    default: return false
    }
  }

  /// Adds the number of another block, if it fits.
  mutating func add(_ element: NumberBlockCursor.Element) -> Bool {
    switch element {
    case .integer(let value): add(value)
    case .double(let value): add(value)
    case .bool: false
    }
  }

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
