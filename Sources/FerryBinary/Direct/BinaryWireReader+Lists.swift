import FerryBytes
public import FerryTape

extension BinaryWireReader {
  /// Where the reader is in a list.
  @frozen
  public struct List {
    /// The end of what the list is in; for one in a packed form minus its number among those.
    @usableFromInline let outerEnd: Int
    /// Elements that are left, or of one in a packed form those that are written out.
    @usableFromInline var left: Int

    @inlinable
    init(outerEnd: Int, left: Int) {
      self.outerEnd = outerEnd
      self.left = left
    }
  }

  /// The elements that are left; each has a byte at least.
  @inlinable public func countHint(of list: List) -> Int { list.left }

  /// Enters a list.
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

  /// Reads a list of values of one type.
  @inlinable
  public mutating func readElements<T: DirectDecodable>(
    _ type: T.Type
  ) throws(WireFailure) -> [T] {
    var list = try beginList()
    var elements: [T] = []
    elements.reserveCapacity(
      list.outerEnd < 0
        ? expectedCount(ofSize: MemoryLayout<T>.stride)
        : initialCapacity(ofSize: MemoryLayout<T>.stride, count: list.left, in: end &- place))
    repeat {
      for _ in 0..<list.left { elements.append(try T(from: &self)) }
    } while try nextElements(&list)
    return elements
  }

  /// The number of elements to reserve memory for: the stated `count`, but no more than `byteCount`
  /// bytes can plausibly hold. So a small document cannot claim much memory.
  @inlinable @inline(__always)
  func initialCapacity(ofSize stride: Int, count: Int, in byteCount: Int) -> Int {
    min(count, max(64, byteCount &* 8) / stride &+ 1)
  }

  /// Leaves a list behind its last element, or goes on with those that are written out next.
  /// - Returns: whether there are such.
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
    // The list is not lent: its count stays in a register.
    let more = try leaveElements(upTo: list.outerEnd)
    guard more > 0 else { return false }
    list.left = more &- 1
    return true
  }

  // MARK: Lists in a packed form

  /// Enters a list in a packed form: its elements are read where they are written out.
  @usableFromInline @inline(never)
  mutating func beginExpandedList() throws(WireFailure) -> List {
    let tag = input[place]
    let isBatch = tag == BinaryTag.rows || tag == BinaryTag.columns
    guard isBatch || tag == BinaryTag.packed || tag == BinaryTag.matrix else {
      throw mismatch([Any].self, at: place)
    }
    // The list is a container, and so is each element but those of a block.
    guard tag == BinaryTag.packed || depth + 1 < depthLimit,
      tag != BinaryTag.columns || tables.columnDepth < ColumnForm.maximumDepth
    else { throw damage(WireFailure(.depthLimit, offset: place)) }
    do throws(WireFailure) {
      let head = try lexer.head(at: place, end: end)
      try tables.openList(head, at: place, in: lexer, end: end)
      depth += 1
      let lists = tables.lists
      return List(outerEnd: -lists.count, left: try writeElements(of: lists[lists.count - 1]))
    } catch {
      throw damage(error)
    }
  }

  /// The number of elements to reserve memory for in the innermost packed list.
  @usableFromInline @inline(never)
  func expectedCount(ofSize stride: Int) -> Int {
    guard let list = tables.lists.last else { return 0 }
    return initialCapacity(ofSize: stride, count: list.count, in: list.size)
  }

  /// Goes on behind the elements that were written out, or behind their list.
  /// - Returns: the number of those that are written out next.
  @usableFromInline @inline(never)
  mutating func leaveElements(upTo outerEnd: Int) throws(WireFailure) -> Int {
    guard let expanded = tables.lists.last, outerEnd == -tables.lists.count,
      end == input.count - ExpandedList.padding + 1, place == end - 1
    else { throw damage() }
    if expanded.left > 0 {
      do throws(WireFailure) {
        return try writeElements(of: expanded)
      } catch {
        throw damage(error)
      }
    }
    closeList()
    depth -= 1
    return 0
  }

  /// Moves to the next elements of the innermost list in a packed form.
  private mutating func writeElements(of list: ExpandedList) throws(WireFailure) -> Int {
    let (elements, count) = try tables.writeElements(of: list)
    move(to: elements, 0..<elements.count - ExpandedList.padding + 1)
    return count
  }

  /// Goes back to behind the innermost list in a packed form.
  private mutating func closeList() {
    guard let outer = tables.closeList() else { return }
    move(to: outer.memory, outer.values)
  }

  private mutating func move(to memory: BinaryLexer, _ values: Range<Int>) {
    input = memory.input
    (place, end) = (values.lowerBound, values.upperBound)
  }

  /// Goes back to memory that a mark was made in. Elements that were written over are not read again.
  @usableFromInline @inline(never)
  mutating func leaveLists(upTo batch: Int) {
    while unsafe tables.batch != batch, !tables.lists.isEmpty { closeList() }
    if unsafe tables.batch != batch { _ = damage() }
  }
}

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
