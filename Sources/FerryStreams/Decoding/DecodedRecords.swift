/// Records that are decoded and not taken yet, in the order of the stream.
///
/// Each is moved in and moved out once, which an array cannot do at its start. Records that were lent
/// are copied out instead. The memory stays for the records of the next batch: given back, the next
/// strings would be cut out of it.
///
/// ```
/// base         taken              end    capacity
///  |  moved out  | record | record |        |
///  |  (or lent)  |
/// ```
@safe
@usableFromInline
package final class DecodedRecords<Value> {
  // One thread at a time uses it: who fills it hands it on. Nothing here calls back, so no access can
  // meet another; checking that for each record would cost as much as moving it.

  @exclusivity(unchecked) @usableFromInline
  private(set) var base: UnsafeMutablePointer<Value>
  @exclusivity(unchecked) @usableFromInline private(set) var capacity = 0
  @exclusivity(unchecked) @usableFromInline private(set) var end = 0
  @exclusivity(unchecked) @usableFromInline private(set) var taken = 0
  @exclusivity(unchecked) @usableFromInline private(set) var areLent = false

  init() {
    unsafe base = .allocate(capacity: 0)
  }

  deinit {
    removeAll()
    unsafe base.deallocate()
  }

  /// Records that are not taken yet.
  package var count: Int { unsafe end - taken }

  /// Removes all records and reserves memory for at least `capacity` new ones.
  @usableFromInline
  package func restart(capacity: Int) {
    removeAll()
    guard unsafe capacity > self.capacity else { return }
    unsafe base.deallocate()
    unsafe base = .allocate(capacity: capacity)
    unsafe self.capacity = capacity
  }

  /// Forgets what is here.
  func removeAll() {
    let first = unsafe areLent ? 0 : taken
    unsafe (base + first).deinitialize(count: end - first)
    unsafe end = 0
    unsafe taken = 0
    unsafe areLent = false
  }

  /// Lets whoever takes records get copies of them: the last reference is given up where the records
  /// are removed. None may have been taken.
  func lend() { unsafe areLent = true }

  /// Forgets what is here and lets `body` initialise records from the start of its memory on, and
  /// count them; when it throws, those stay.
  func fill(
    atMost capacity: Int, _ body: (UnsafeMutablePointer<Value>, _ count: inout Int) throws -> Void
  ) rethrows {
    restart(capacity: capacity)
    var count = 0
    defer { unsafe end = count }
    try unsafe body(base, &count)
  }

  /// Puts what is here into `other`, and what is there here.
  func exchange(with other: DecodedRecords) {
    unsafe swap(&base, &other.base)
    unsafe swap(&capacity, &other.capacity)
    unsafe swap(&end, &other.end)
    unsafe swap(&taken, &other.taken)
    unsafe swap(&areLent, &other.areLent)
  }

  /// Doubles the capacity.
  @usableFromInline @inline(never)
  func grow() {
    let larger = max(16, unsafe 2 * capacity)
    let moved = UnsafeMutablePointer<Value>.allocate(capacity: larger)
    unsafe (moved + taken).moveInitialize(from: base + taken, count: count)
    unsafe base.deallocate()
    unsafe base = moved
    unsafe capacity = larger
  }

  /// Adds a record.
  @inlinable
  package func append(_ value: consuming Value) {
    if unsafe end == capacity { grow() }
    unsafe (base + end).initialize(to: value)
    unsafe end &+= 1
  }

  /// Takes the next record out, or `nil`.
  @inlinable
  package func takeFirst() -> Value? {
    guard unsafe taken < end else { return nil }
    let record = unsafe base + taken
    unsafe taken &+= 1
    return unsafe areLent ? record.pointee : record.move()
  }
}

extension DecodedRecords: @unchecked Sendable where Value: Sendable {}

/// What comes when the records that were decoded are taken.
///
/// It holds no record: a record that could come from two places would be copied between them, which
/// takes a tenth of the time of decoding it directly.
@frozen @usableFromInline
package enum Ahead<Problem: Error> {
  /// Further records have been decoded.
  case records
  /// Something is wrong with the next one.
  case problem(Problem)
  /// Nothing.
  case end
}
