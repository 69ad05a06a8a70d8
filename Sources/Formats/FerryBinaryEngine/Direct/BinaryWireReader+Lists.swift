public import FerryBase

extension BinaryWireReader {
  /// The state of reading an array.
  @frozen
  public struct List {
    /// The end of the container around the array; -1 for an array in a packed form.
    @usableFromInline let outerEnd: Int
    /// The number of remaining elements. For an array in a packed form, those that are already
    /// expanded.
    @usableFromInline var left: Int

    @inlinable
    init(outerEnd: Int, left: Int) {
      self.outerEnd = outerEnd
      self.left = left
    }
  }

  /// Returns the number of remaining elements, each of at least one byte.
  @inlinable public func countHint(of list: List) -> Int { list.left }

  /// Enters an array.
  @inlinable
  public mutating func beginList() throws(WireFailure) -> List {
    let tag = try tag()
    guard tag & 0xF0 == 0xA0 || tag == 0xF1 else { return try beginExpandedList() }
    guard depth < depthLimit else { throw damage() }
    place &+= 1
    let outerEnd = end
    if tag == 0xA0 {
      end = place
      depth &+= 1
      return List(outerEnd: outerEnd, left: 0)
    }
    let length = try length()
    end = place &+ length
    depth &+= 1
    let left = tag == 0xF1 ? try self.length() : Int(tag & 15)
    return List(outerEnd: outerEnd, left: left)
  }

  /// Reads an array of values of one type.
  @inlinable
  public mutating func readElements<T: DirectDecodable>(
    _ type: T.Type
  ) throws(WireFailure) -> [T] {
    var list = try beginList()
    var elements: [T] = []
    elements.reserve(list.outerEnd < 0 ? expandedCount() : list.left)
    repeat {
      for _ in 0..<list.left { elements.append(try T(from: &self)) }
    } while try nextElements(&list)
    return elements
  }

  /// Leaves an array after its last element, or continues with the next expanded elements.
  /// - Returns: Whether there are more elements.
  @inlinable @inline(__always)
  mutating func nextElements(_ list: inout List) throws(WireFailure) -> Bool {
    list.left = 0
    guard try nextElement(&list) else { return false }
    list.left &+= 1
    return true
  }

  /// Moves to the next element.
  @inlinable
  public mutating func nextElement(_ list: inout List) throws(WireFailure) -> Bool {
    if list.left > 0 {
      list.left &-= 1
      return true
    }
    if place == end {
      leave(list.outerEnd)
      return false
    }
    // `list` is not passed on, so its count stays in a register.
    let more = try leaveElements(upTo: list.outerEnd)
    guard more > 0 else { return false }
    list.left = more &- 1
    return true
  }

  // MARK: Packed forms

  /// Enters an array in a packed form. The reader continues in the memory of its expanded elements.
  @usableFromInline @inline(never)
  mutating func beginExpandedList() throws(WireFailure) -> List {
    let tag = input[place]
    guard tag == BinaryTag.rows || tag == BinaryTag.packed else {
      throw mismatch([Any].self, at: place)
    }
    // Expanded elements contain no packed form.
    guard unsafe tables.list == nil else { throw damage() }
    // The array is a container, and so is each row.
    guard depth + (tag == BinaryTag.rows ? 1 : 0) < depthLimit else {
      throw damage(WireFailure(.depthLimit, offset: place))
    }
    do throws(WireFailure) {
      let list = try tables.openList(try lexer.head(at: place, end: end), end: end)
      depth += 1
      return List(outerEnd: -1, left: writeElements(of: list))
    } catch {
      throw damage(error)
    }
  }

  /// Returns the number of elements of the packed form.
  @usableFromInline @inline(never)
  func expandedCount() -> Int { unsafe tables.list?.count ?? 0 }

  /// Continues after the expanded elements, or after their array.
  /// - Returns: The number of elements that were expanded next.
  @usableFromInline @inline(never)
  mutating func leaveElements(upTo outerEnd: Int) throws(WireFailure) -> Int {
    guard let expanded = unsafe tables.list, outerEnd == -1,
      end == input.count - ExpandedList.padding + 1, place == end - 1
    else { throw damage() }
    if expanded.left > 0 { return writeElements(of: expanded) }
    closeList()
    depth -= 1
    return 0
  }

  /// Expands the next elements of the packed form and moves to them.
  private mutating func writeElements(of list: ExpandedList) -> Int {
    let (elements, count) = tables.writeElements(of: list)
    move(to: elements, 0..<elements.count - ExpandedList.padding + 1)
    return count
  }

  /// Closes the packed form and moves behind it.
  private mutating func closeList() {
    guard let outer = tables.closeList() else { return }
    move(to: tables.lexer, outer)
  }

  private mutating func move(to memory: BinaryLexer, _ values: Range<Int>) {
    input = memory.input
    (place, end) = (values.lowerBound, values.upperBound)
  }

  /// Returns to the memory in which a mark was made. Overwritten elements cannot be read again.
  @usableFromInline @inline(never)
  mutating func leaveElements(ofBatch batch: Int) {
    closeList()
    if unsafe tables.batch != batch { _ = damage() }
  }
}

extension BinaryWireReader {
  /// Reads an array of integers, packed or not.
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
    numbers.reserve(list.left)
    repeat {
      for _ in 0..<list.left { numbers.append(try readInteger(T.self)) }
    } while try nextElements(&list)
    return numbers
  }

  /// Returns the numbers of the packed array at the cursor, or `nil` if they are not integers.
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

  /// Reads an array of doubles, packed or not.
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
    elements.reserve(countHint(of: list))
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

  /// Returns the block of the packed array at the cursor, and the offset after the array.
  mutating func packedBlock() throws(WireFailure) -> (block: NumberBlockView, behind: Int) {
    guard depth < depthLimit else { throw damage(WireFailure(.depthLimit, offset: place)) }
    do throws(WireFailure) {
      let head = try lexer.head(at: place, end: end)
      return (try lexer.readWholeBlock(head), head.end)
    } catch {
      throw damage(error)
    }
  }
}
