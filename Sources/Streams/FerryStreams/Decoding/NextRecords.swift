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
