/// Records that are decoded and not taken yet, in the order of the stream.
///
/// Each is moved in and moved out once, which an array cannot do at its start:
///
/// ```
/// base         taken              end    capacity
///  |  moved out  | record | record |        |
/// ```
@safe
@usableFromInline
package final class DecodedRecords<Value> {
  // One thread at a time uses it: who fills it hands it on. Nothing here calls back, so no access can
  // meet another; checking that for each record would cost as much as moving it.

  @usableFromInline let base: UnsafeMutablePointer<Value>
  @usableFromInline let capacity: Int
  @exclusivity(unchecked) @usableFromInline private(set) var end = 0
  @exclusivity(unchecked) @usableFromInline private(set) var taken = 0

  /// Room for `capacity` records.
  @inlinable
  package init(capacity: Int) {
    self.capacity = capacity
    unsafe base = .allocate(capacity: capacity)
  }

  deinit {
    unsafe (base + taken).deinitialize(count: end - taken)
    unsafe base.deallocate()
  }

  /// Records that are not taken yet.
  package var count: Int { unsafe end - taken }

  /// Adds a record; there has to be room for it.
  @inlinable
  package func append(_ value: consuming Value) {
    unsafe precondition(end < capacity)
    unsafe (base + end).initialize(to: value)
    unsafe end &+= 1
  }

  /// Takes the next record out, or `nil`.
  @inlinable
  package func takeFirst() -> Value? {
    guard unsafe taken < end else { return nil }
    unsafe taken &+= 1
    return unsafe (base + (taken &- 1)).move()
  }
}

extension DecodedRecords: @unchecked Sendable where Value: Sendable {}
