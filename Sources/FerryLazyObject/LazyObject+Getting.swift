import Ferry
import FerryFoundation
import Foundation

extension LazyObject {
  /// The value at `path`, converted: `objectFor(#function)`, `objectFor("get_paid")`,
  /// `objectFor("accounting.books.cooked")`.
  ///
  /// It is converted when it is asked for first, and kept.
  /// - Throws: ``LazyMappingError``: `keyPathValueNotFoundError` if there is none, `conversionError`
  ///   if it is no `T` and that is a type of JSON's own. Other types are made by a conversion, whose
  ///   errors are thrown as they are: `unexpectedTypeError` for a `URL` from a number, `customError`
  ///   for one from a text that is no URL. `DecodingError` if the document is wrong before the value.
  public final func objectFor<T: LazyConvertible>(
    _ path: some LazyPath, as type: T.Type = T.self
  ) throws -> T where T.ConvertedType == T {
    try converted(path) { try T.convert($0) }
  }

  /// The object at `path`, of which nothing is decoded yet.
  /// - Throws: ``LazyMappingError``, or `DecodingError` if the document is wrong before the value.
  public final func objectFor<T: LazyObject>(
    _ path: some LazyPath, as type: T.Type = T.self
  ) throws -> T {
    try converted(path) { try Self.object($0) }
  }

  /// The objects in the array at `path`, of which nothing is decoded yet.
  /// - Throws: ``LazyMappingError``, or `DecodingError` if the document is wrong before the value.
  public final func objectFor<T: LazyObject>(
    _ path: some LazyPath, as type: [T].Type = [T].self
  ) throws -> [T] {
    try converted(path) { document in
      try document.checked(.array, for: [T].self).children().map { try Self.object($0) }
    }
  }

  /// The objects in the object at `path`, by their keys; nothing of them is decoded yet.
  /// - Throws: ``LazyMappingError``, or `DecodingError` if the document is wrong before the value.
  public final func objectFor<T: LazyObject>(
    _ path: some LazyPath, as type: [String: T].Type = [String: T].self
  ) throws -> [String: T] {
    try converted(path) { document in
      let members = try document.checked(.object, for: [String: T].self).children()
        .map { ($0.key ?? "", try Self.object($0) as T) }
      return Dictionary(members, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The value at `path`, decoded by its own `init(from:)`; a date in the format of the object, if it
  /// has one.
  /// - Throws: ``LazyMappingError`` if there is none, or `DecodingError`.
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

  /// The tree of dictionaries and arrays at `path`, in Swift's types.
  /// - Throws: ``LazyMappingError``, or `DecodingError` if the document is wrong.
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
