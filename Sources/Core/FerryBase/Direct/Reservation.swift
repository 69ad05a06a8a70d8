/// The rule for memory that is reserved for values before they are read.
///
/// A document states the number of its elements, or its length gives an estimate. Invalid documents
/// state any number that their length allows, and an element can be far larger in memory than in the
/// document. So a reservation is at most the larger of ``firstSize`` and twice the values that are
/// already read. The expected number only makes it smaller.
///
/// Packed numbers of the binary format need no such limit. The reader has checked all of them when it
/// makes the array. A number takes at most 8 bytes for each byte of the document.
@usableFromInline
package enum Reservation {
  /// The number of bytes that a document of any length may reserve.
  @inlinable package static var firstSize: Int { 64 << 10 }

  /// Returns the number of values to reserve memory for when `count` values of about `expected` are
  /// read. `stride` is the size of a value in memory.
  ///
  /// Memory that doubles whenever it is full ends at about the expected number.
  @inlinable @inline(__always)
  package static func capacity(after count: Int = 0, of expected: Int, stride: Int) -> Int {
    expected <= firstSize / stride
      ? expected : limitedCapacity(after: count, of: expected, stride: stride)
  }

  @usableFromInline @inline(never)
  static func limitedCapacity(after count: Int, of expected: Int, stride: Int) -> Int {
    let limit = max(1, firstSize / stride, 2 * count)
    var capacity = expected
    while capacity > limit { capacity = capacity / 2 + capacity % 2 }
    return capacity
  }
}

extension Array {
  /// Reserves memory for the elements of an array in a document, which has about `expected` of them.
  /// The rest of the memory comes with the elements: an array doubles.
  @inlinable @inline(__always)
  package mutating func reserve(_ expected: Int) {
    reserveCapacity(
      Reservation.capacity(after: count, of: expected, stride: MemoryLayout<Element>.stride))
  }
}

extension Dictionary {
  /// Reserves memory for the first members of an object in a document, which has about `expected` of
  /// them.
  @inlinable @inline(__always)
  package mutating func reserve(_ expected: Int) {
    // A hash table has up to 8 places for 3 members.
    let stride = 3 * (MemoryLayout<Key>.stride + MemoryLayout<Value>.stride)
    reserveCapacity(Reservation.capacity(after: count, of: expected, stride: stride))
  }
}
