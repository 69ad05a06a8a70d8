public import Ferry
import FerryFoundation
import FerryModels
public import Foundation

/// What a lazy object takes for a path: a `WirePath`, or its text, which `#function` is
/// too.
public protocol LazyPath {
  /// The path.
  var wirePath: WirePath { get }
  /// The path as text, by which it is remembered.
  var text: String { get }
}

extension WirePath: LazyPath {
  /// The path itself.
  public var wirePath: WirePath { self }
  /// The path as text.
  public var text: String { description }
}

extension String: LazyPath {
  /// The path that this text writes: `a.b[0].c`; a text that is no path is one key. Of the name of a
  /// method, which is what `#function` is inside of one, the parentheses do not count.
  public var wirePath: WirePath {
    let name = hasSuffix("()") ? String(dropLast(2)) : self
    return (try? WirePath(parsing: name)) ?? WirePath(keys: name)
  }

  /// This text.
  public var text: String { self }
}

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

extension LazyObject {
  /// Puts a value at a path, or removes what is there if it is `nil`:
  /// `setObject(newValue, setter: #function)`.
  ///
  /// Objects that are missing on the way are made. What is set is read back by
  /// `objectFor(_:as:)` and written with the object, a date in the format of the object if it has
  /// one. The first value that is set in a document loads the document.
  /// - Returns: false if the value cannot be encoded, the document is invalid, or the path leads
  ///   beyond the end of an array; nothing has changed then.
  @discardableResult
  public final func setObject(_ value: (some Encodable)?, setter path: some LazyPath) -> Bool {
    set(any: value, path)
  }

  /// Puts a value at a path, or removes what is there if it is `nil`.
  /// - Returns: false as for any other value.
  @discardableResult
  public final func setObject(_ value: NSNumber?, setter path: some LazyPath) -> Bool {
    set(any: value, path)
  }

  /// Puts a tree of dictionaries, arrays and scalars at a path.
  /// - Returns: false as for any other value.
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
  /// The value that `object` stands for: a tree of dictionaries, arrays, texts, numbers, truth
  /// values and nothing, as `JSONSerialization` makes them, or anything that encodes itself. Dates are
  /// written by `format`, if there is one.
  /// - Returns: `nil` for something else.
  package init?(bridging object: Any?, dates format: (any LazyDateFormattable.Type)? = nil) {
    self.init(foundation: object) { other in
      switch other {
      case let date as Date where format != nil:
        (try? format?.convertFromDate(date)).flatMap { AnyValue(bridging: $0) }
      case let lazy as LazyObject: try? lazy.value()
      case let value as any Encodable: try? TreeCoding.encode(value, nonFinite: .native)
      case let url as NSURL: .string((url as URL).absoluteString)
      default: nil
      }
    }
  }
}
