internal import FerryBase

/// The state behind the decoded records, after all of them are taken.
///
/// The state holds no record. A record that could come from two places would be copied between
/// them, which takes a tenth of the time of direct decoding.
@frozen @usableFromInline
package enum NextRecords<Problem: Error> {
  /// Further records have been decoded.
  case records
  /// The next record has an error.
  case problem(Problem)
  /// No records are left.
  case end
}

/// The one user of an iterator. A model that is decoded may hold a copy of the iterator, but the records
/// behind its own are not decoded yet.
struct IteratorUse {
  private var isDecoding = false
  private var hasRefused = false

  /// Begins to decode. Inside of the decoding of a record, returns an error and the end in turn, so that a
  /// loop ends.
  mutating func begin() -> NextRecords<any Error>? {
    guard isDecoding else {
      isDecoding = true
      return nil
    }
    defer { hasRefused.toggle() }
    return hasRefused
      ? .end : .problem(Problem(in: "stream", "a record cannot read the records after it"))
  }

  mutating func end() { self = IteratorUse() }
}
