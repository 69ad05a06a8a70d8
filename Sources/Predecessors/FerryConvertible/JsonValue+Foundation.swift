public import Ferry
import FerryFoundationObjects
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

// These functions create the mutable class, because it fits a request for either class.

extension NSString: JsonConvertible, DataConvertible {
  /// Returns the text of a string.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    try made(json.string.map { NSMutableString(string: $0) }, "string")
  }

  /// Returns a string.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try JsonValue(object: self)
  }

  /// Returns the text in `data`, in UTF-8 or in the encoding of a ``TextEncodingOption``.
  public static func initializeWithData(
    _ data: Data, options: [any ConvertibleOption]
  ) throws -> Self {
    let text = try String.initializeWithData(data, options: options)
    return try made(NSMutableString(string: text), "text")
  }

  /// Returns the text in UTF-8, or in the encoding of a ``TextEncodingOption``.
  public func serializeToDataWithOptions(_ options: [any ConvertibleOption]) throws -> Data {
    try substring(from: 0).serializeToDataWithOptions(options)
  }
}

extension NSArray: JsonConvertible, DataConvertible {
  /// Returns the elements of an array.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    try made(json.array.map { NSMutableArray(array: $0.map(\.foundationObject)) }, "array")
  }

  /// Returns an array of the converted elements.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try JsonValue(object: self)
  }
}

extension NSDictionary: JsonConvertible, DataConvertible {
  /// Returns the members of an object.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    let members = json.foundationObject as? [String: Any]
    return try made(members.map { NSMutableDictionary(dictionary: $0) }, "object")
  }

  /// Returns an object with its members sorted by key. The keys must be texts.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try JsonValue(object: self)
  }
}

extension NSSet: JsonConvertible, DataConvertible {
  /// Returns the elements of an array.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    try made(json.array.map { NSMutableSet(array: $0.map(\.foundationObject)) }, "array")
  }

  /// Returns an array of the elements, in any order.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try JsonValue(object: self)
  }
}

extension NSNumber: JsonConvertible {
  /// Returns a number or a truth value.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    let number: NSNumber? =
      switch json.foundationObject {
      case let value as Bool where json.bool != nil: NSNumber(value: value)
      case let value as Int: NSNumber(value: value)
      case let value as UInt64: NSNumber(value: value)
      // A number that is out of range does not become infinity.
      case let value as Double where value.isFinite || json.number?.isFinite == false:
        NSNumber(value: value)
      default: nil
      }
    return try made(number, "number")
  }

  /// Returns a number or a truth value.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try JsonValue(object: self)
  }
}

extension NSNull: JsonConvertible {
  /// Returns `NSNull` for null.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    try made(json.isNull ? NSNull() : nil, "null")
  }

  /// Returns null.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    .null
  }
}

extension NSURL: JsonConvertible {
  /// Returns the URL in a string.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    try made(json.string.flatMap { NSURL(string: $0) }, "URL")
  }

  /// Returns the text of the URL.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try JsonValue(object: self)
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
