public import Ferry
import FerryFoundation
public import Foundation

extension JsonValue {
  /// The value that a tree of Foundation's and Swift's types stands for, as `JSONSerialization` makes
  /// them: dictionaries, arrays, sets, texts, numbers, truth values and `NSNull`; or anything that is
  /// ``JsonSerializable``. The members of a dictionary are in the order of their keys.
  /// - Throws: ``ConversionError`` for something else.
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
        JsonValue.self, "\(type(of: object)) holds a value that JSON does not have")
    }
    self = value
  }

  /// The tree that this value stands for: `String`, `Int`, `UInt64`, `Double`, `Bool`, `[Any]`,
  /// `[String: Any]`, `Data` for raw bytes, and `NSNull`.
  ///
  /// The description of Convertible calls it `object`, which is the members of an object here.
  public var foundationObject: Any { foundation ?? NSNull() }
}

// MARK: - Foundation's classes

// The mutable class is made, because it is what it is asked for and the class above it, too.

extension NSString: JsonConvertible, DataConvertible {
  /// The text of a string.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    try made(json.string.map { NSMutableString(string: $0) }, "string")
  }

  /// A string.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try JsonValue(object: self)
  }

  /// The text in `data`, in UTF-8 or as a ``TextEncodingOption`` says.
  public static func initializeWithData(
    _ data: Data, options: [any ConvertibleOption]
  ) throws -> Self {
    let text = try String.initializeWithData(data, options: options)
    return try made(NSMutableString(string: text), "text")
  }

  /// The text in UTF-8, or as a ``TextEncodingOption`` says.
  public func serializeToDataWithOptions(_ options: [any ConvertibleOption]) throws -> Data {
    try substring(from: 0).serializeToDataWithOptions(options)
  }
}

extension NSArray: JsonConvertible, DataConvertible {
  /// The elements of an array.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    try made(json.array.map { NSMutableArray(array: $0.map(\.foundationObject)) }, "array")
  }

  /// An array of what the elements stand for.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try JsonValue(object: self)
  }
}

extension NSDictionary: JsonConvertible, DataConvertible {
  /// The members of an object.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    let members = json.foundationObject as? [String: Any]
    return try made(members.map { NSMutableDictionary(dictionary: $0) }, "object")
  }

  /// An object whose members are in the order of their keys, which are texts.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try JsonValue(object: self)
  }
}

extension NSSet: JsonConvertible, DataConvertible {
  /// The elements of an array.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    try made(json.array.map { NSMutableSet(array: $0.map(\.foundationObject)) }, "array")
  }

  /// An array of the elements, in no order.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try JsonValue(object: self)
  }
}

extension NSNumber: JsonConvertible {
  /// A number or a truth value.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    let number: NSNumber? =
      switch json.foundationObject {
      case let value as Bool where json.bool != nil: NSNumber(value: value)
      case let value as Int: NSNumber(value: value)
      case let value as UInt64: NSNumber(value: value)
      // A number that is out of range is no infinity.
      case let value as Double where value.isFinite || json.number?.isFinite == false:
        NSNumber(value: value)
      default: nil
      }
    return try made(number, "number")
  }

  /// A number or a truth value.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try JsonValue(object: self)
  }
}

extension NSNull: JsonConvertible {
  /// Null.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    try made(json.isNull ? NSNull() : nil, "null")
  }

  /// Null.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    .null
  }
}

extension NSURL: JsonConvertible {
  /// The URL that a string spells.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    try made(json.string.flatMap { NSURL(string: $0) }, "URL")
  }

  /// The text of the URL.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try JsonValue(object: self)
  }
}

/// What was made, as the class that was asked for.
private func made<Class>(_ object: Any?, _ kind: String) throws -> Class {
  guard let object = object as? Class else {
    throw ConversionError(Class.self, "the value is not of the kind \"\(kind)\"")
  }
  return object
}
