internal import FerryBase

/// The records that are decoded and not taken yet, in the order of the stream.
///
/// Each record is moved in once and moved out once. An array cannot move elements out at its start.
/// Lent records are copied out instead. The memory is kept for the records of the next batch: if it
/// were freed, the allocator would cut the next strings out of it.
///
/// ```
/// base         taken              end    capacity
///  |  moved out  | record | record |        |
///  |  (or lent)  |
/// ```
@safe
@_documentation(visibility: internal)
public final class _DecodedRecords<Value> {
  // Only one thread at a time uses the object: the thread that fills it passes it on. Accesses
  // cannot overlap. Checking that for each record would cost as much as moving it.

  @exclusivity(unchecked) @usableFromInline
  private(set) var base: UnsafeMutablePointer<Value>
  @exclusivity(unchecked) @usableFromInline private(set) var capacity = 0
  @exclusivity(unchecked) @usableFromInline private(set) var end = 0
  @exclusivity(unchecked) @usableFromInline private(set) var taken = 0
  @exclusivity(unchecked) @usableFromInline private(set) var areLent = false

  package init() {
    unsafe base = .allocate(capacity: 0)
  }

  deinit {
    removeAll()
    unsafe base.deallocate()
  }

  /// The number of records that are not taken yet.
  package var count: Int { unsafe end - taken }

  /// The number of records since the last removal of all, with those that are taken.
  package var totalCount: Int { unsafe end }

  /// Removes all records and reserves memory for `expected` new ones, as far as ``Reservation`` allows.
  @usableFromInline
  package func restart(for expected: Int) {
    removeAll()
    let capacity = Reservation.capacity(of: expected, stride: MemoryLayout<Value>.stride)
    guard unsafe capacity > self.capacity else { return }
    unsafe base.deallocate()
    unsafe base = .allocate(capacity: capacity)
    unsafe self.capacity = capacity
  }

  /// Removes all records.
  package func removeAll() {
    let first = unsafe areLent ? 0 : taken
    unsafe (base + first).deinitialize(count: end - first)
    unsafe end = 0
    unsafe taken = 0
    unsafe areLent = false
  }

  /// Lets callers copy the records instead of moving them out. The last reference to a record is
  /// then released when the records are removed. No record may have been taken before.
  package func lend() { unsafe areLent = true }

  /// Removes all records. Then `body` initialises new records in the memory behind `count` and counts
  /// them: up to `limit`, or fewer if no more can be read. If it throws, the counted records stay.
  package func fill(
    atMost most: Int,
    _ body: (UnsafeMutablePointer<Value>, _ count: inout Int, _ limit: Int) throws -> Void
  ) rethrows {
    restart(for: most)
    var count = 0
    // A model that asks for records while one is decoded gets none of these.
    defer { unsafe end = count }
    while count < most {
      if unsafe count == capacity {
        unsafe end = count
        grow()
        unsafe end = 0
      }
      let limit = unsafe min(most, capacity)
      try unsafe body(base, &count, limit)
      if count < limit { return }
    }
  }

  /// Exchanges the contents with those of `other`.
  package func exchange(with other: _DecodedRecords) {
    unsafe swap(&base, &other.base)
    unsafe swap(&capacity, &other.capacity)
    unsafe swap(&end, &other.end)
    unsafe swap(&taken, &other.taken)
    unsafe swap(&areLent, &other.areLent)
  }

  @usableFromInline @inline(never)
  func grow() {
    let few = Reservation.capacity(of: 16, stride: MemoryLayout<Value>.stride)
    let larger = max(few, unsafe 2 * capacity)
    let moved = UnsafeMutablePointer<Value>.allocate(capacity: larger)
    unsafe (moved + taken).moveInitialize(from: base + taken, count: count)
    unsafe base.deallocate()
    unsafe base = moved
    unsafe capacity = larger
  }

  /// Appends a record.
  @inlinable
  package func append(_ value: consuming Value) {
    if unsafe end == capacity { grow() }
    unsafe (base + end).initialize(to: value)
    unsafe end &+= 1
  }

  /// Takes the next record out, or returns `nil` if no record is left.
  @inlinable
  package func takeFirst() -> Value? {
    guard unsafe taken < end else { return nil }
    let record = unsafe base + taken
    unsafe taken &+= 1
    return unsafe areLent ? record.pointee : record.move()
  }
}

extension _DecodedRecords: @unchecked Sendable where Value: Sendable {}
