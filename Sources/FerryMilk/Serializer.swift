public import Ferry
public import Foundation

/// A store of values by key path, which a format makes bytes of.
///
/// ``JSONSerializer``, ``BinarySerializer`` and ``YAMLSerializer`` are three; a format of one's own
/// needs the three requirements below, of which a ``TreeSerializer`` already has two.
public protocol Serializer: AnyObject {
  /// The value at `path`; `nil` if there is none.
  func value(at path: WirePath) -> AnyValue?
  /// Puts `value` at `path`, making what is missing on the way, or removes what is there if it is
  /// `nil`.
  func setValue(_ value: AnyValue?, at path: WirePath)
  /// The bytes for all that was written; `nil` if nothing was.
  /// - Throws: an error for a value that the format does not have.
  func toData() throws -> Data?
}

/// A place in a serializer: `serializer["owner.name"]`.
public struct SerializerPlace {
  let serializer: Serializer
  let path: WirePath
}

extension Serializer {
  /// The place at a key path such as `owner.friends[0].name`, see `WirePath`; a text that is no
  /// path is one key.
  public subscript(keyPath: String) -> SerializerPlace {
    SerializerPlace(
      serializer: self, path: (try? WirePath(parsing: keyPath)) ?? WirePath(keys: keyPath))
  }

  /// The place at keys that are taken as they are: nothing is split at dots.
  public subscript(first: String, second: String, rest: String...) -> SerializerPlace {
    SerializerPlace(serializer: self, path: WirePath(keys: [first, second] + rest))
  }

  /// The place at a path.
  @_disfavoredOverload
  public subscript(path: WirePath) -> SerializerPlace {
    SerializerPlace(serializer: self, path: path)
  }

  // MARK: In words, for those who do without operators

  /// Writes `value` at a key path, or removes what is there if it is `nil`.
  public func serialize<T: Serializable>(_ value: T?, forKeyPath keyPath: String) {
    self[keyPath] <- value
  }

  /// Writes `value` at a key path, or removes what is there if it is `nil`.
  public func serializeOptional<T: Serializable>(_ value: T?, forKeyPath keyPath: String) {
    self[keyPath] <- value
  }

  /// Writes `value` as the root.
  public func serialize<T: Serializable>(_ value: T?) {
    self <- value
  }

  /// Reads the value at a key path.
  public func deserializeValue<T: Serializable>(
    forKeyPath keyPath: String, as type: T.Type = T.self
  ) -> T? {
    <-self[keyPath]
  }

  /// Reads the root.
  public func deserializeValue<T: Serializable>(as type: T.Type = T.self) -> T? {
    <-self
  }
}
