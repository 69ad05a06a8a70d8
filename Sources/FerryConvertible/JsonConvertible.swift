public import Ferry
import FerryModels
public import Foundation

/// Any JSON value: `null`, `bool`, `number`, `string`, `array` and `object`, in the order and with
/// the digits of the text. Raw `bytes` are what a text has as base64.
public typealias JsonValue = AnyValue

/// A type that is made from a JSON value.
public protocol JsonInitializable {
  /// The value that `json` stands for.
  /// - Throws: ``ConversionError``, `DecodingError`.
  static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self
}

/// A type that is made into a JSON value.
public protocol JsonSerializable {
  /// The value as JSON.
  /// - Throws: ``ConversionError``, `EncodingError`.
  func serializeToJsonWithOptions(_ options: [any ConvertibleOption]) throws -> JsonValue
}

/// A type that is made from a JSON value and into one.
public protocol JsonConvertible: JsonInitializable, JsonSerializable {}

extension JsonInitializable {
  /// The value that `json` stands for, without options.
  public static func initializeWithJson(_ json: JsonValue) throws -> Self {
    try initializeWithJson(json, options: [])
  }
}

extension JsonSerializable {
  /// The value as JSON, without options.
  public func serializeToJson() throws -> JsonValue { try serializeToJsonWithOptions([]) }
}

// MARK: - The value itself

extension JsonValue: JsonConvertible {
  /// The value of a JSON text; a fragment such as `7` is one too.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  public init(jsonData data: Data) throws {
    self = try TreeCoding.decode(AnyValue.self, fromJSON: data)
  }

  /// The value itself.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> JsonValue {
    json
  }

  /// The value itself.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    self
  }
}

// MARK: - Everything Codable

// What is Codable needs no more than to say so: numbers, text, dates and raw-value enums are
// converted as the coders do, strictly. `"42"` is no number and 1 is not true.
extension JsonInitializable where Self: Decodable {
  /// The value that `json` stands for, as the coders decode it.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    try TreeCoding.decode(Self.self, from: json, foundation(options))
  }
}

extension JsonSerializable where Self: Encodable {
  /// The value as the coders encode it.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try TreeCoding.encode(self, foundation(options))
  }
}

extension String: JsonConvertible {}
extension Bool: JsonConvertible {}
extension Int: JsonConvertible {}
extension Int8: JsonConvertible {}
extension Int16: JsonConvertible {}
extension Int32: JsonConvertible {}
extension Int64: JsonConvertible {}
extension UInt: JsonConvertible {}
extension UInt8: JsonConvertible {}
extension UInt16: JsonConvertible {}
extension UInt32: JsonConvertible {}
extension UInt64: JsonConvertible {}
extension Float: JsonConvertible {}
extension Double: JsonConvertible {}
extension Decimal: JsonConvertible {}
extension URL: JsonConvertible {}
extension UUID: JsonConvertible {}
extension Date: JsonConvertible {}
extension Data: JsonConvertible {}

// MARK: - Collections

extension Array: JsonInitializable where Element: JsonInitializable {
  /// An array of what the elements stand for.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> [Element] {
    guard let elements = json.array else {
      throw ConversionError(self, "the value is not an array")
    }
    return try elements.map { try Element.initializeWithJson($0, options: options) }
  }
}

extension Array: JsonSerializable where Element: JsonSerializable {
  /// An array of the elements.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    .array(try map { try $0.serializeToJsonWithOptions(options) })
  }
}

extension Array: JsonConvertible where Element: JsonConvertible {}

extension Set: JsonInitializable where Element: JsonInitializable {
  /// A set of what the elements stand for.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Set<Element> {
    Set(try [Element].initializeWithJson(json, options: options))
  }
}

extension Set: JsonSerializable where Element: JsonSerializable {
  /// An array of the elements, in no order.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try Array(self).serializeToJsonWithOptions(options)
  }
}

extension Set: JsonConvertible where Element: JsonConvertible {}

extension Optional: JsonInitializable where Wrapped: JsonInitializable {
  /// Nil for null.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Wrapped? {
    json.isNull ? nil : try Wrapped.initializeWithJson(json, options: options)
  }
}

extension Optional: JsonSerializable where Wrapped: JsonSerializable {
  /// Null for nil.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try self?.serializeToJsonWithOptions(options) ?? .null
  }
}

extension Optional: JsonConvertible where Wrapped: JsonConvertible {}

/// A type that can be the key of a dictionary in JSON, where keys are text.
public protocol JsonKeyConvertible: Hashable {
  /// The value that a key stands for, if any.
  init?(jsonKey: String)
  /// The key.
  var jsonKey: String { get }
}

extension JsonKeyConvertible where Self: LosslessStringConvertible {
  /// The value that the text describes.
  public init?(jsonKey: String) { self.init(jsonKey) }
  /// The description.
  public var jsonKey: String { description }
}

extension JsonKeyConvertible where Self: RawRepresentable, RawValue: JsonKeyConvertible {
  /// The value with this raw value.
  public init?(jsonKey: String) {
    guard let raw = RawValue(jsonKey: jsonKey) else { return nil }
    self.init(rawValue: raw)
  }
  /// The raw value.
  public var jsonKey: String { rawValue.jsonKey }
}

extension String: JsonKeyConvertible {}
extension Int: JsonKeyConvertible {}

extension Dictionary: JsonInitializable where Key: JsonKeyConvertible, Value: JsonInitializable {
  /// A dictionary of what the members stand for; of equal keys the first counts.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> [Key: Value] {
    guard let members = json.object else {
      throw ConversionError(self, "the value is not an object")
    }
    var result: [Key: Value] = [:]
    for (name, value) in members {
      guard let key = Key(jsonKey: name) else {
        throw ConversionError(Key.self, "'\(name)' is not a key")
      }
      if result[key] == nil { result[key] = try Value.initializeWithJson(value, options: options) }
    }
    return result
  }
}

extension Dictionary: JsonSerializable where Key: JsonKeyConvertible, Value: JsonSerializable {
  /// An object, its members in the order of their keys.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    var members = JsonValue.Object()
    let ordered = map { (key: $0.key.jsonKey, value: $0.value) }.sorted { $0.key < $1.key }
    for (key, value) in ordered { members[key] = try value.serializeToJsonWithOptions(options) }
    return .object(members)
  }
}

extension Dictionary: JsonConvertible where Key: JsonKeyConvertible, Value: JsonConvertible {}
