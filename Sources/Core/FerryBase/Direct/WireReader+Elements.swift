extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads the elements of an array, which begins at `start` and whose first element comes next. `next`
  /// moves to the next element.
  ///
  /// Few elements are read into memory on the stack and then move to an array of their number, which
  /// takes fewer steps than an array that grows.
  @inlinable @inline(__always)
  package mutating func collect<Element>(
    _ list: inout List, from start: Int,
    _ next: (inout Self, inout List) throws(WireFailure) -> Bool,
    _ read: (inout Self) throws(WireFailure) -> Element
  ) throws(WireFailure) -> [Element] {
    let few = 8
    var (count, hasMore) = (0, true)
    var elements = try unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: few) {
      memory throws(WireFailure) -> [Element] in
      let first = unsafe memory.baseAddress.unsafelyUnwrapped
      do throws(WireFailure) {
        repeat {
          unsafe (first + count).initialize(to: try read(&self))
          count &+= 1
          hasMore = try next(&self, &list)
        } while hasMore && count < few
      } catch {
        unsafe first.deinitialize(count: count)
        throw error
      }
      // The compiler does not specialize the initializer with a capacity.
      var elements: [Element] = []
      elements.reserveCapacity(hasMore ? 4 &* few : count)
      for index in 0..<count { unsafe elements.append((first + index).move()) }
      return elements
    }
    while hasMore {
      elements.append(try read(&self))
      hasMore = try next(&self, &list)
      if hasMore, elements.count == 64 {
        elements.reserve(estimate(of: 64, from: start, stride: MemoryLayout<Element>.stride))
      }
    }
    return elements
  }
}
