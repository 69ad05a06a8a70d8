/// The meaning of an object with equal keys.
///
/// Keys are equal if their bytes are, escapes resolved. With the preset `.foundation` and in the drop-in classes, canonically equal
/// keys are equal, too.
public enum DuplicateKeyStrategy: Sendable {
  /// The object is an error, which is located at the second key.
  case error
  /// The first of equal keys counts.
  case first
  /// The last of equal keys counts.
  case last
}
