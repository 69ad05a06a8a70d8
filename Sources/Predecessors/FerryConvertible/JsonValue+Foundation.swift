public import Ferry
import FerryForeignValues
public import Foundation

extension JsonValue {
  /// Creates the value for a tree of Foundation's and Swift's types, as `JSONSerialization` returns
  /// it. The tree may contain dictionaries, arrays, sets, texts, numbers, truth values, `NSNull`,
  /// and any ``JsonSerializable`` value. The members of a dictionary are sorted by key.
  /// - Throws: ``ConversionError`` for any other type.
  public init(object: Any) throws {
    var problem: (any Error)?
    let value = AnyValue(foundation: object) { other in
      do {
        if let url = other as? NSURL { return .string((url as URL).absoluteString) }
        return try (other as? any JsonSerializable)?.serializeToJson()
      } catch {
        problem = error
        return nil
      }
    }
    if let problem { throw problem }
    guard let value else {
      throw ConversionError(
        JsonValue.self, "JSON cannot represent this value of \(type(of: object))")
    }
    self = value
  }

  /// The value as a tree of `String`, `Int`, `UInt64`, `Double`, `Bool`, `[Any]`, `[String: Any]`,
  /// `NSNull`, and `Data` for raw bytes.
  ///
  /// Convertible's description calls this property `object`. In Ferry, `object` is the members of
  /// an object.
  public var foundationObject: Any { foundation ?? NSNull() }
}

// MARK: - Foundation's classes

/// A class of Foundation with a form in JSON.
public protocol FoundationConvertible: NSObject, JsonConvertible {
  /// The name of the kind in errors.
  static var jsonKind: String { get }
  /// Returns the object for a value; `nil` for a value of another kind.
  ///
  /// It is of the mutable class, because that fits a request for either class.
  static func object(of json: JsonValue) -> NSObject?
}

extension FoundationConvertible {
  /// Returns the object of a value.
  /// - Throws: ``ConversionError`` for a value of another kind.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    try made(object(of: json), jsonKind)
  }

  /// Returns the value of the object. The members of a dictionary are sorted by key.
  public func serializeToJsonWithOptions(_ options: [any ConvertibleOption]) throws -> JsonValue {
    try JsonValue(object: self)
  }
}

extension NSString: FoundationConvertible, DataConvertible {
  /// The name of the kind in errors.
  public static var jsonKind: String { "string" }
  /// Returns the text of a string.
  public static func object(of json: JsonValue) -> NSObject? {
    json.string.map { NSMutableString(string: $0) }
  }

  /// Returns the text in `data`, in UTF-8 or in the encoding of a ``TextEncodingOption``.
  public static func initializeWithData(
    _ data: Data, options: [any ConvertibleOption]
  ) throws -> Self {
    try made(
      NSMutableString(string: String.initializeWithData(data, options: options)), "text")
  }

  /// Returns the text in UTF-8, or in the encoding of a ``TextEncodingOption``.
  public func serializeToDataWithOptions(_ options: [any ConvertibleOption]) throws -> Data {
    try substring(from: 0).serializeToDataWithOptions(options)
  }
}

extension NSArray: FoundationConvertible, DataConvertible {
  /// The name of the kind in errors.
  public static var jsonKind: String { "array" }
  /// Returns the elements of an array.
  public static func object(of json: JsonValue) -> NSObject? {
    json.array.map { NSMutableArray(array: $0.map(\.foundationObject)) }
  }
}

extension NSDictionary: FoundationConvertible, DataConvertible {
  /// The name of the kind in errors.
  public static var jsonKind: String { "object" }
  /// Returns the members of an object.
  public static func object(of json: JsonValue) -> NSObject? {
    (json.foundationObject as? [String: Any]).map { NSMutableDictionary(dictionary: $0) }
  }
}

extension NSSet: FoundationConvertible, DataConvertible {
  /// The name of the kind in errors.
  public static var jsonKind: String { "array" }
  /// Returns the elements of an array.
  public static func object(of json: JsonValue) -> NSObject? {
    json.array.map { NSMutableSet(array: $0.map(\.foundationObject)) }
  }
}

extension NSNumber: FoundationConvertible {
  /// The name of the kind in errors.
  public static var jsonKind: String { "number" }
  /// Returns a number or a truth value.
  public static func object(of json: JsonValue) -> NSObject? {
    switch json.foundationObject {
    case let value as Bool where json.bool != nil: NSNumber(value: value)
    case let value as Int: NSNumber(value: value)
    case let value as UInt64: NSNumber(value: value)
    default: Double.scalar(in: json).map { NSNumber(value: $0) }
    }
  }
}

extension NSNull: FoundationConvertible {
  /// The name of the kind in errors.
  public static var jsonKind: String { "null" }
  /// Returns `NSNull` for null.
  public static func object(of json: JsonValue) -> NSObject? { json.isNull ? NSNull() : nil }
}

extension NSURL: FoundationConvertible {
  /// The name of the kind in errors.
  public static var jsonKind: String { "URL" }
  /// Returns the URL in a string.
  public static func object(of json: JsonValue) -> NSObject? {
    json.string.flatMap { NSURL(string: $0) }
  }
}

/// Returns `object` as the requested class.
/// - Throws: ``ConversionError`` if it has another class.
private func made<Class>(_ object: Any?, _ kind: String) throws -> Class {
  guard let object = object as? Class else {
    throw ConversionError(Class.self, "the value is not of type \(kind)")
  }
  return object
}
