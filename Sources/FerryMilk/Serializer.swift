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

/// A serializer whose root is a place in another one: what nested values write to and read from.
final class PartSerializer: Serializer {
  private let whole: Serializer
  private let path: WirePath

  init(_ place: SerializerPlace) {
    // Parts of parts lead to the whole directly, so depth costs nothing.
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

/// Writes a value at a place, or removes what is there if it is `nil`: `s["name"] <- name`.
public func <- <T: Serializable>(place: SerializerPlace, value: T?) {
  guard let value else { return place.serializer.setValue(nil, at: place.path) }
  // A type that writes nothing is an empty object, and nothing of an older value shines through.
  place.serializer.setValue(.object([:]), at: place.path)
  value.serialize(PartSerializer(place))
}

/// Writes a value as the root, or removes everything if it is `nil`: `s <- friends`.
public func <- <T: Serializable>(serializer: Serializer, value: T?) {
  SerializerPlace(serializer: serializer, path: .root) <- value
}

/// Reads the value at a place: `name: <-d["name"]`; `nil` if there is none, or it is no `T`.
public prefix func <- <T: Serializable>(place: SerializerPlace) -> T? {
  T.deserialize(PartSerializer(place))
}

/// Reads the root: `let friends: [Person]? = <-d`.
public prefix func <- <T: Serializable>(serializer: Serializer) -> T? {
  T.deserialize(serializer)
}

/// Reads the root into a variable: `friends <- d`; `nil` if there is none, or it is no `T`.
public func <- <T: Serializable>(target: inout T?, serializer: Serializer) {
  target = <-serializer
}
