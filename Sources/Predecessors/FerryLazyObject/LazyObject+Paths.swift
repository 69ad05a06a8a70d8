public import Ferry
import FerryForeignValues
public import Foundation

/// A path for a lazy object: a `WirePath`, or its text. `#function` is such a text.
public protocol LazyPath {
  /// The path.
  var wirePath: WirePath { get }
  /// The path as text. It is the key of the stored value.
  var text: String { get }
}

extension WirePath: LazyPath {
  /// The path itself.
  public var wirePath: WirePath { self }
  /// The path as text.
  public var text: String { description }
}

extension String: LazyPath {
  /// The path in this text: `a.b[0].c`. If the text is not a valid path, it is one key. In a
  /// method, `#function` ends with parentheses, which are ignored.
  public var wirePath: WirePath {
    let name = hasSuffix("()") ? String(dropLast(2)) : self
    return (try? WirePath(parsing: name)) ?? WirePath(keys: name)
  }

  /// This text.
  public var text: String { self }
}

extension LazyObject {
  /// Returns the converted value at `path`: `objectFor(#function)`, `objectFor("get_paid")`,
  /// `objectFor("accounting.books.cooked")`.
  ///
  /// The value is converted on the first access, and then stored.
  /// - Throws: ``LazyMappingError``: `keyPathValueNotFoundError` if the value is missing,
  ///   `conversionError` if it is not a `T` and `T` is a type of JSON. For other types, the errors
  ///   of the conversion are thrown unchanged: `unexpectedTypeError` for a `URL` from a number,
  ///   `customError` for a `URL` from an invalid text. `DecodingError` if the document is invalid
  ///   before the value.
  public final func objectFor<T: LazyConvertible>(
    _ path: some LazyPath, as type: T.Type = T.self
  ) throws -> T where T.ConvertedType == T {
    try converted(path) { try T.convert($0) }
  }

  /// Returns the object at `path`. Its values are decoded on access.
  /// - Throws: ``LazyMappingError``, or `DecodingError` if the document is invalid before the
  ///   value.
  public final func objectFor<T: LazyObject>(
    _ path: some LazyPath, as type: T.Type = T.self
  ) throws -> T {
    try converted(path) { try Self.object($0) }
  }

  /// Returns the objects in the array at `path`. Their values are decoded on access.
  /// - Throws: ``LazyMappingError``, or `DecodingError` if the document is invalid before the
  ///   value.
  public final func objectFor<T: LazyObject>(
    _ path: some LazyPath, as type: [T].Type = [T].self
  ) throws -> [T] {
    try converted(path) { document in
      try document.checked(.array, for: [T].self).children().map { try Self.object($0) }
    }
  }

  /// Returns the objects in the object at `path`, by their keys. Their values are decoded on
  /// access.
  /// - Throws: ``LazyMappingError``, or `DecodingError` if the document is invalid before the
  ///   value.
  public final func objectFor<T: LazyObject>(
    _ path: some LazyPath, as type: [String: T].Type = [String: T].self
  ) throws -> [String: T] {
    try converted(path) { document in
      let members = try document.checked(.object, for: [String: T].self).children()
        .map { ($0.key ?? "", try Self.object($0) as T) }
      return Dictionary(members, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Decodes the value at `path` by its own `init(from:)`. A date is read in the format of the
  /// object, if the object has one.
  /// - Throws: ``LazyMappingError`` if the value is missing, or `DecodingError`.
  @_disfavoredOverload
  public final func objectFor<T: Decodable>(
    _ path: some LazyPath, as type: T.Type = T.self
  ) throws -> T {
    if T.self == Date.self || T.self == Date?.self, let format = Self.dateFormat,
      let date = try date(at: path, in: format) as? T
    {
      return date
    }
    return try converted(path) { try $0.decode(T.self) }
  }

  /// Returns the tree of dictionaries and arrays at `path`, in Swift's types.
  /// - Throws: ``LazyMappingError``, or `DecodingError` if the document is invalid.
  public final func objectFor(_ path: some LazyPath) throws -> [String: Any] {
    try converted(path) { document in
      let value = try document.decode(AnyValue.self)
      guard let members = value.foundation as? [String: Any] else {
        throw LazyMappingError.unexpectedTypeError(value: value, type: [String: Any].self)
      }
      return members
    }
  }

  private static func object<T: LazyObject>(_ document: Document) throws -> T {
    T(try document.checked(.object, for: T.self))
  }
}

extension LazyObject {
  /// Sets the value at a path; `nil` removes it: `setObject(newValue, setter: #function)`.
  ///
  /// Missing objects on the path are created. `objectFor(_:as:)` reads the new value, and encoding
  /// writes it. A date is written in the format of the object, if the object has one. The first
  /// change loads the whole document.
  /// - Returns: False if the value cannot be encoded, the document is invalid, or the path leads
  ///   beyond the end of an array. The object is unchanged in that case.
  @discardableResult
  public final func setObject(_ value: (some Encodable)?, setter path: some LazyPath) -> Bool {
    set(any: value, path)
  }

  /// Sets the number at a path; `nil` removes it.
  /// - Returns: False in the same cases as for any other value.
  @discardableResult
  public final func setObject(_ value: NSNumber?, setter path: some LazyPath) -> Bool {
    set(any: value, path)
  }

  /// Sets a tree of dictionaries, arrays and scalars at a path.
  /// - Returns: False in the same cases as for any other value.
  @discardableResult
  public final func setObject(_ value: [String: Any], setter path: some LazyPath) -> Bool {
    set(any: value, path)
  }

  private func set(any value: Any?, _ path: some LazyPath) -> Bool {
    let bridged = value.flatMap { AnyValue(bridging: $0, dates: Self.dateFormat) }
    return (try? set(bridged, isPresent: value != nil, at: path)) ?? false
  }
}

extension AnyValue {
  /// Creates the value for a tree of dictionaries, arrays, texts, numbers, truth values and `nil`,
  /// as `JSONSerialization` returns it, or for any `Encodable` value. Dates are written in
  /// `format`, if it is given.
  /// - Returns: `nil` for any other type.
  init?(bridging object: Any?, dates format: (any LazyDateFormattable.Type)? = nil) {
    self.init(foundation: object) { other in
      switch other {
      case let date as Date where format != nil:
        (try? format?.convertFromDate(date)).flatMap { AnyValue(bridging: $0) }
      case let lazy as LazyObject: try? lazy.value()
      case let value as any Encodable: try? AnyValue(encoding: value)
      case let url as NSURL: .string((url as URL).absoluteString)
      default: nil
      }
    }
  }
}
