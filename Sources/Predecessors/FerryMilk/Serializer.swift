public import Ferry
public import Foundation

/// A store of values by key path. A format converts it to bytes.
///
/// ``JSONSerializer``, ``BinarySerializer`` and ``YAMLSerializer`` are included. To add your own
/// format, implement the three requirements below, or subclass ``TreeSerializer``, which implements
/// two of them.
public protocol Serializer: AnyObject {
  /// Returns the value at `path`; `nil` if the path has no value.
  func value(at path: WirePath) -> AnyValue?
  /// Sets `value` at `path` and creates missing containers on the path; `nil` removes the value.
  func setValue(_ value: AnyValue?, at path: WirePath)
  /// Returns the bytes of all written values; `nil` if no value was written.
  /// - Throws: An error for a value that the format does not support.
  func toData() throws -> Data?
}

/// A location in a serializer: `serializer["owner.name"]`.
public struct SerializerPlace {
  let serializer: Serializer
  let path: WirePath
}

extension Serializer {
  /// The location at a key path such as `owner.friends[0].name`, see `WirePath`. If the text is not
  /// a valid path, it is one key.
  public subscript(keyPath: String) -> SerializerPlace {
    SerializerPlace(
      serializer: self, path: (try? WirePath(parsing: keyPath)) ?? WirePath(keys: keyPath))
  }

  /// The location at keys that are used exactly: a dot does not split a key.
  public subscript(first: String, second: String, rest: String...) -> SerializerPlace {
    SerializerPlace(
      serializer: self, path: WirePath(steps: ([first, second] + rest).map { .key($0) }))
  }

  /// The location at a path.
  @_disfavoredOverload
  public subscript(path: WirePath) -> SerializerPlace {
    SerializerPlace(serializer: self, path: path)
  }

  // MARK: Methods instead of operators

  /// Writes `value` at a key path; `nil` removes the value.
  public func serialize<T: Serializable>(_ value: T?, forKeyPath keyPath: String) {
    self[keyPath] <- value
  }

  /// Writes `value` at a key path; `nil` removes the value.
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

/// A serializer whose root is a location in another one. Nested values use it.
final class PartSerializer: Serializer {
  private let whole: Serializer
  private let path: WirePath

  init(_ place: SerializerPlace) {
    // A part of a part refers directly to the whole, so depth costs nothing.
    if let part = place.serializer as? PartSerializer {
      whole = part.whole
      path = part.path.appending(place.path)
    } else {
      whole = place.serializer
      path = place.path
    }
  }

  func value(at path: WirePath) -> AnyValue? { whole.value(at: self.path.appending(path)) }

  func setValue(_ value: AnyValue?, at path: WirePath) {
    whole.setValue(value, at: self.path.appending(path))
  }

  func toData() throws -> Data? { try whole.toData() }
}

infix operator <- : AssignmentPrecedence
prefix operator <-

/// Writes a value at a location: `s["name"] <- name`. `nil` removes the value there.
public func <- <T: Serializable>(place: SerializerPlace, value: T?) {
  guard let value else { return place.serializer.setValue(nil, at: place.path) }
  // The value starts as an empty object, so that no part of an older value remains.
  place.serializer.setValue(.object([:]), at: place.path)
  value.serialize(PartSerializer(place))
}

/// Writes a value as the root: `s <- friends`. `nil` removes everything.
public func <- <T: Serializable>(serializer: Serializer, value: T?) {
  SerializerPlace(serializer: serializer, path: .root) <- value
}

/// Reads the value at a location: `name: <-d["name"]`. Returns `nil` if the value is missing or not
/// a `T`.
public prefix func <- <T: Serializable>(place: SerializerPlace) -> T? {
  T.deserialize(PartSerializer(place))
}

/// Reads the root: `let friends: [Person]? = <-d`.
public prefix func <- <T: Serializable>(serializer: Serializer) -> T? {
  T.deserialize(serializer)
}

/// Reads the root into a variable: `friends <- d`. Sets it to `nil` if the root is missing or not a
/// `T`.
public func <- <T: Serializable>(target: inout T?, serializer: Serializer) {
  target = <-serializer
}
