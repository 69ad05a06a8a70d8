public import Ferry
public import Foundation

/// Any JSON value: `null`, `bool`, `number`, `string`, `array` and `object`. It keeps the order of
/// members and the digits of numbers. In JSON text, `bytes` are a string in base64.
public typealias JsonValue = AnyValue

/// A type that can be created from a JSON value.
public protocol JsonInitializable {
  /// Returns the value of `json`.
  /// - Throws: ``ConversionError``, `DecodingError`.
  static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self
}

/// A type that can be converted to a JSON value.
public protocol JsonSerializable {
  /// Returns the value as JSON.
  /// - Throws: ``ConversionError``, `EncodingError`.
  func serializeToJsonWithOptions(_ options: [any ConvertibleOption]) throws -> JsonValue
}

/// A type that can be created from a JSON value and converted to one.
public protocol JsonConvertible: JsonInitializable, JsonSerializable {}

extension JsonInitializable {
  /// Returns the value of `json`, without options.
  public static func initializeWithJson(_ json: JsonValue) throws -> Self {
    try initializeWithJson(json, options: [])
  }
}

extension JsonSerializable {
  /// Returns the value as JSON, without options.
  public func serializeToJson() throws -> JsonValue { try serializeToJsonWithOptions([]) }
}

// MARK: - The value itself

extension JsonValue: JsonConvertible {
  /// Creates the value of a JSON text. The text may be a fragment such as `7`.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  public init(jsonData data: Data) throws {
    self = try JSON.decode(AnyValue.self, from: data)
  }

  /// Returns the value itself.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> JsonValue {
    json
  }

  /// Returns the value itself.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    self
  }
}

// MARK: - Everything Codable

// A Codable type gets these conversions by its conformance alone. Numbers, text, dates and
// raw-value enums are converted strictly, as by the coders: `"42"` is not a number and 1 is not
// true.
extension JsonInitializable where Self: Decodable {
  /// Decodes the value of `json`, as the coders do.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Self {
    try decoder(options).decode(Self.self, from: json)
  }
}

extension JsonSerializable where Self: Encodable {
  /// Encodes the value, as the coders do.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try AnyValue(encoding: self, with: encoder(options))
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
  /// Returns an array of the converted elements.
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
  /// Returns an array of the converted elements.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    .array(try map { try $0.serializeToJsonWithOptions(options) })
  }
}

extension Array: JsonConvertible where Element: JsonConvertible {}

extension Set: JsonInitializable where Element: JsonInitializable {
  /// Returns a set of the converted elements.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Set<Element> {
    Set(try [Element].initializeWithJson(json, options: options))
  }
}

extension Set: JsonSerializable where Element: JsonSerializable {
  /// Returns an array of the converted elements, in any order.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try Array(self).serializeToJsonWithOptions(options)
  }
}

extension Set: JsonConvertible where Element: JsonConvertible {}

extension Optional: JsonInitializable where Wrapped: JsonInitializable {
  /// Returns the converted value; null becomes nil.
  public static func initializeWithJson(
    _ json: JsonValue, options: [any ConvertibleOption]
  ) throws -> Wrapped? {
    json.isNull ? nil : try Wrapped.initializeWithJson(json, options: options)
  }
}

extension Optional: JsonSerializable where Wrapped: JsonSerializable {
  /// Returns the converted value; nil becomes null.
  public func serializeToJsonWithOptions(
    _ options: [any ConvertibleOption]
  ) throws -> JsonValue {
    try self?.serializeToJsonWithOptions(options) ?? .null
  }
}

extension Optional: JsonConvertible where Wrapped: JsonConvertible {}

/// A type for the keys of a dictionary, which are text in JSON.
public protocol JsonKeyConvertible: Hashable {
  /// Creates the value of a key; `nil` if the key is invalid.
  init?(jsonKey: String)
  /// The key as text.
  var jsonKey: String { get }
}

extension JsonKeyConvertible where Self: LosslessStringConvertible {
  /// Creates the value that the text describes.
  public init?(jsonKey: String) { self.init(jsonKey) }
  /// The description of the value.
  public var jsonKey: String { description }
}

extension JsonKeyConvertible where Self: RawRepresentable, RawValue: JsonKeyConvertible {
  /// Creates the value with this raw value.
  public init?(jsonKey: String) {
    guard let raw = RawValue(jsonKey: jsonKey) else { return nil }
    self.init(rawValue: raw)
  }
  /// The key of the raw value.
  public var jsonKey: String { rawValue.jsonKey }
}

extension String: JsonKeyConvertible {}
extension Int: JsonKeyConvertible {}

extension Dictionary: JsonInitializable where Key: JsonKeyConvertible, Value: JsonInitializable {
  /// Returns a dictionary of the converted members. If keys are equal, the first one counts.
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
  /// Returns an object with the converted members, sorted by key.
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
