public import Ferry
import FerryForeignValues

/// A type that ``LazyObject/objectFor(_:)`` can create from a value.
///
/// Your own type only needs to implement the first requirement:
///
/// ```swift
/// extension Celsius: LazyConvertible {
///   static func convert(value: Any?) throws -> Celsius {
///     guard let degrees = value as? Double else {
///       throw LazyMappingError.unexpectedType(value, expected: Double.self)
///     }
///     return Celsius(degrees: degrees)
///   }
/// }
/// ```
public protocol LazyConvertible {
  /// The type of the converted value, usually the type itself.
  associatedtype ConvertedType = Self

  /// Converts a value of a document. `value` is a `String`, `Int`, `UInt64`, `Double`, `Bool`,
  /// `Data`, `[Any]` or `[String: Any]`, or `nil` for null.
  static func convert(value: Any?) throws -> ConvertedType

  /// Converts a value that is not decoded yet. By default, it decodes the whole value and calls
  /// ``convert(value:)``.
  static func convert(_ document: Document) throws -> ConvertedType
}

extension LazyConvertible {
  /// Decodes the value and converts it.
  public static func convert(_ document: Document) throws -> ConvertedType {
    try convert(value: document.decode(AnyValue.self).foundation)
  }
}

/// A type that JSON itself has. If a value has another type, the error is about the path and not
/// about a conversion.
protocol LazyOwn {}

extension Array: LazyOwn {}
extension Dictionary: LazyOwn {}
extension LazyObject: LazyOwn {}

/// A scalar type of documents.
protocol LazyScalar: LazyConvertible, LazyOwn, TreeScalar where ConvertedType == Self {
  /// Returns the value as this type; `nil` if that would lose information.
  static func converted(from value: AnyValue) -> Self?
}

extension LazyScalar {
  static func converted(from value: AnyValue) -> Self? {
    scalar(in: value) ?? scalar(in: value.numeral)
  }

  /// Converts a value of Swift's or Foundation's types.
  public static func convert(value: Any?) throws -> Self {
    guard let bridged = AnyValue(bridging: value), let result = converted(from: bridged) else {
      throw LazyMappingError.unexpectedType(value, expected: Self.self)
    }
    return result
  }

  /// Converts a value of a document.
  public static func convert(_ document: Document) throws -> Self {
    let value = try document.decode(AnyValue.self)
    guard let result = converted(from: value) else {
      throw LazyMappingError.unexpectedTypeError(value: value, type: Self.self)
    }
    return result
  }
}

// MARK: - Collections

extension Document {
  /// Returns the document if its value is of the kind `kind`.
  /// - Throws: `unexpectedTypeError` with `type` for a value of another kind.
  func checked(_ kind: AnyValue.Kind, for type: any Any.Type) throws -> Document {
    guard try self.kind == kind else {
      throw LazyMappingError.unexpectedTypeError(value: try decode(), type: type)
    }
    return self
  }
}

extension Array: LazyConvertible where Element: LazyConvertible, Element.ConvertedType == Element {
  /// Converts each element.
  public static func convert(value: Any?) throws -> [Element] {
    guard let elements = value as? [Any] else {
      throw LazyMappingError.unexpectedType(value, expected: Self.self)
    }
    return try elements.map { try Element.convert(value: $0) }
  }

  /// Converts each element.
  public static func convert(_ document: Document) throws -> [Element] {
    try document.checked(.array, for: Self.self).children().map { try Element.convert($0) }
  }
}

extension Dictionary: LazyConvertible
where Key == String, Value: LazyConvertible, Value.ConvertedType == Value {
  /// Converts each value.
  public static func convert(value: Any?) throws -> [String: Value] {
    guard let members = value as? [String: Any] else {
      throw LazyMappingError.unexpectedType(value, expected: Self.self)
    }
    return try members.mapValues { try Value.convert(value: $0) }
  }

  /// Converts each value. If keys are equal, the first one counts.
  public static func convert(_ document: Document) throws -> [String: Value] {
    var members: [String: Value] = [:]
    try document.checked(.object, for: Self.self).forEachValue(at: "[*]") { child in
      guard let key = child.key, members[key] == nil else { return }
      members[key] = try Value.convert(child)
    }
    return members
  }
}
