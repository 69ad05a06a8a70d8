import FerryBytes
public import FerryTape

extension BinaryWireReader {
  /// Reads a list of numbers, packed or not.
  @inlinable
  public mutating func readIntegers<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(Failure) -> [T] {
    let start = place
    var numbers: [T] = []
    guard try tag() == 0xF3 else {
      let list = try beginList()
      numbers.reserveCapacity(list.left)  // Each takes a byte at least.
      for _ in 0..<list.left { numbers.append(try readInteger(T.self)) }
      guard place == end else { throw unusual() }
      leave(list.outerEnd)
      return numbers
    }
    let integers = try packedIntegers()
    numbers.reserveCapacity(integers.count)
    for integer in integers {
      guard let number = T(exactly: integer) else { throw mismatch(T.self, at: start) }
      numbers.append(number)
    }
    return numbers
  }

  /// The numbers of the packed list at the cursor.
  @usableFromInline @inline(never)
  mutating func packedIntegers() throws(Failure) -> [Int64] {
    let block = try packedBlock()
    guard !block.isDouble, block.layout != .bits else { throw unusual() }
    let lexer = lexer
    var cursor = NumberBlockCursor(block)
    return unsafe [Int64](unsafeUninitializedCapacity: block.count) { room, count in
      for index in 0..<block.count {
        if case .integer(let value) = cursor.next(in: lexer) {
          unsafe room[index] = value
        } else {
          unsafe room[index] = 0
        }
      }
      count = block.count
    }
  }

  /// Reads a list of numbers, packed or not.
  public mutating func readDoubles() throws(Failure) -> [Double] {
    guard try tag() == BinaryTag.packed else { return try readEachDouble() }
    let block = try packedBlock()
    guard block.layout != .bits else { throw unusual() }
    let lexer = lexer
    return unsafe [Double](unsafeUninitializedCapacity: block.count) { room, count in
      var cursor = NumberBlockCursor(block)
      for index in 0..<block.count {
        switch cursor.next(in: lexer) {
        case .integer(let value): unsafe room[index] = Double(value)
        case .double(let value): unsafe room[index] = value
        case .bool: break
        }
      }
      count = block.count
    }
  }

  /// The block of the packed list at the cursor, which moves behind it.
  mutating func packedBlock() throws(Failure) -> NumberBlockView {
    let contents = try numberContents()
    let block = try lexer.readBlock(at: contents.lowerBound, end: contents.upperBound)
    guard block.end == contents.upperBound, depth < depthLimit else { throw unusual() }
    place = contents.upperBound
    return block
  }

  /// Where the contents of the packed list or the matrix at the cursor are, behind tag and length.
  func numberContents() throws(Failure) -> Range<Int> {
    var start = place + 1
    let length = try lexer.length(at: &start, end: end)
    return start..<start + length
  }

  private mutating func readEachDouble() throws(Failure) -> [Double] {
    var list = try beginList()
    var elements: [Double] = []
    elements.reserveCapacity(countHint(of: list))
    while try nextElement(&list) { elements.append(try readDouble()) }
    return elements
  }
}
