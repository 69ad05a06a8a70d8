import FerryBytes
public import FerryTape

extension BinaryWireReader {
  /// Reads a list of numbers, packed or not.
  @inlinable
  public mutating func readIntegers<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(WireFailure) -> [T] {
    let start = place
    var numbers: [T] = []
    if try tag() == 0xF3, let integers = try packedIntegers() {
      numbers.reserveCapacity(integers.count)
      for integer in integers {
        guard let number = T(exactly: integer) else { throw mismatch(T.self, at: start) }
        numbers.append(number)
      }
      return numbers
    }
    var list = try beginList()
    numbers.reserveCapacity(list.left)  // Each takes a byte at least.
    repeat {
      for _ in 0..<list.left { numbers.append(try readInteger(T.self)) }
    } while try nextElements(&list)
    return numbers
  }

  /// The numbers of the packed list at the cursor, or `nil` if they are no integers.
  @usableFromInline @inline(never)
  mutating func packedIntegers() throws(WireFailure) -> [Int64]? {
    let (block, behind) = try packedBlock()
    guard !block.isDouble, block.layout != .bits else { return nil }
    place = behind
    let lexer = lexer
    var cursor = NumberBlockCursor(block)
    return unsafe [Int64](unsafeUninitializedCapacity: block.count) { buffer, count in
      for index in 0..<block.count {
        unsafe buffer[index] = cursor.integer(index, in: lexer)
      }
      count = block.count
    }
  }

  /// Reads a list of numbers, packed or not.
  public mutating func readDoubles() throws(WireFailure) -> [Double] {
    if try tag() == BinaryTag.packed {
      let (block, behind) = try packedBlock()
      if block.layout != .bits {
        place = behind
        return doubles(of: block)
      }
    }
    var list = try beginList()
    var elements: [Double] = []
    elements.reserveCapacity(countHint(of: list))
    while try nextElement(&list) { elements.append(try readDouble()) }
    return elements
  }

  private func doubles(of block: NumberBlockView) -> [Double] {
    let lexer = lexer
    return unsafe [Double](unsafeUninitializedCapacity: block.count) { buffer, count in
      var cursor = NumberBlockCursor(block)
      for index in 0..<block.count {
        switch cursor.next(in: lexer) {
        case .integer(let value): unsafe buffer[index] = Double(value)
        case .double(let value): unsafe buffer[index] = value
        case .bool: break
        }
      }
      count = block.count
    }
  }

  /// The block of the packed list at the cursor, and the place behind the list.
  mutating func packedBlock() throws(WireFailure) -> (block: NumberBlockView, behind: Int) {
    do throws(WireFailure) {
      let head = try lexer.head(at: place, end: end)
      return (try lexer.readWholeBlock(head), head.end)
    } catch {
      throw damage(error)
    }
  }
}
