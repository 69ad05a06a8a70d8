/// The meaning of an object with duplicate keys.
///
/// Keys are equal if their bytes are equal after escapes are resolved. With the preset
/// `.foundation` and in the drop-in classes, canonically equal keys are equal, too.
public enum DuplicateKeyStrategy: Sendable {
  /// The object is an error. The error is located at the second key.
  case error
  /// The first member with the key counts.
  case first
  /// The last member with the key counts.
  case last
}

/// The meaning of a key that is unknown to the model.
public enum UnknownKeyStrategy: Sendable {
  /// The value is skipped.
  case ignore
  /// The object is an error. The error is located at the key. A type that is `Codable` without
  /// Ferry's macro knows those keys that it asks for. If it lists the keys of an object, as the
  /// synthesized code of enums does, it knows all of them.
  case error
}
