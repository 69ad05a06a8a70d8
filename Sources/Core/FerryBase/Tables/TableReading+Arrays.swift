#if !hasFeature(Embedded)
// The loops that read arrays whose elements have tables into memory.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads an array of values with a form into memory.
  @inlinable @inline(__always)
  package mutating func readElements(
    of form: UnsafePointer<_ValueForm>, into place: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    switch unsafe form.pointee.kind {
    case .string: unsafe place.put(try readStrings(), false)
    case .int: unsafe place.put(try readIntegers(Int.self), false)
    case .double: unsafe place.put(try readDoubles(), false)
    default: try unsafe readBuffered(form, into: place)
    }
  }

  /// Reads a record, or an array inside of an array.
  @inlinable @inline(__always)
  mutating func readElement(
    _ form: UnsafePointer<_ValueForm>, into place: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    if let table = unsafe form.pointee.table {
      try unsafe readFields(of: table, into: place)
    } else {
      try unsafe readArray(of: elementForm(of: form), into: place)
    }
  }

  /// Reads an array whose elements are read in place.
  ///
  /// The elements are read into memory of the context and then move to an array of their number. The
  /// first elements of a long array move to an array of the expected number, which takes the others in
  /// place.
  @inlinable @inline(__always)
  mutating func readBuffered(
    _ form: UnsafePointer<_ValueForm>, into place: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    let start = position
    var list = try beginList()
    guard try nextElement(&list) else {
      return unsafe form.pointee.arrays.unsafelyUnwrapped.initializeEmpty(at: place)
    }
    let hint = countHint(of: list)
    var buffer = unsafe ElementBuffer(of: form, in: context.elements)
    if hint >= 64 { return try unsafe readRest(form, &list, &buffer, hint &+ 1, into: place) }
    do throws(WireFailure) {
      repeat {
        try unsafe readElement(form, into: buffer.end())
        buffer.count &+= 1
        if buffer.count == 64 {
          let estimate = estimate(of: 64, from: start, stride: buffer.stride)
          if estimate > 64 {
            guard try nextElement(&list) else { break }
            return try unsafe readRest(form, &list, &buffer, estimate, into: place)
          }
        }
      } while try nextElement(&list)
    } catch {
      buffer.deinitialize()
      throw error
    }
    unsafe buffer.moveToArray(capacity: 0).move(to: place)
  }

  /// Reads the elements behind those in `buffer` into an array that has about `expected` elements in
  /// total. The list has a next element.
  @inlinable @inline(never)
  mutating func readRest(
    _ form: UnsafePointer<_ValueForm>, _ list: inout List, _ buffer: inout ElementBuffer,
    _ expected: Int, into place: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    var array = buffer.moveToArray(
      capacity: Reservation.capacity(after: buffer.count, of: expected, stride: buffer.stride))
    repeat {
      try unsafe readElement(form, into: array.end())
      array.count &+= 1
    } while try nextElement(&list)
    unsafe array.move(to: place)
  }
}
#endif
