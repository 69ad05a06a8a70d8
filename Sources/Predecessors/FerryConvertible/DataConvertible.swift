import Ferry
public import Foundation

/// A type that can be created from bytes.
public protocol DataInitializable {
  /// Returns the value in `data`.
  /// - Throws: ``ConversionError``, `DecodingError`.
  static func initializeWithData(_ data: Data, options: [any ConvertibleOption]) throws -> Self
}

/// A type that can be converted to bytes.
public protocol DataSerializable {
  /// Returns the bytes of the value.
  /// - Throws: ``ConversionError``, `EncodingError`.
  func serializeToDataWithOptions(_ options: [any ConvertibleOption]) throws -> Data
}

/// A type that can be created from bytes and converted to bytes.
public protocol DataConvertible: DataInitializable, DataSerializable {}

extension DataInitializable {
  /// Returns the value in `data`, without options.
  public static func initializeWithData(_ data: Data) throws -> Self {
    try initializeWithData(data, options: [])
  }
}

extension DataSerializable {
  /// Returns the bytes of the value, without options.
  public func serializeToData() throws -> Data { try serializeToDataWithOptions([]) }
}

// MARK: - Text and bytes

extension String: DataConvertible {
  /// Returns the text in `data`, in UTF-8 or in the encoding of a ``TextEncodingOption``.
  public static func initializeWithData(
    _ data: Data, options: [any ConvertibleOption]
  ) throws -> String {
    let encoding = options.first(or: TextEncodingOption(.utf8)).encoding
    guard let text = String(data: data, encoding: encoding) else {
      throw ConversionError(String.self, "the bytes are not valid text in \(encoding)")
    }
    return text
  }

  /// Returns the text in UTF-8, or in the encoding of a ``TextEncodingOption``.
  public func serializeToDataWithOptions(_ options: [any ConvertibleOption]) throws -> Data {
    let encoding = options.first(or: TextEncodingOption(.utf8)).encoding
    guard let data = data(using: encoding) else {
      throw ConversionError(Data.self, "\(encoding) cannot represent all characters of the text")
    }
    return data
  }
}

extension Data: DataConvertible {
  /// Returns the bytes themselves.
  public static func initializeWithData(
    _ data: Data, options: [any ConvertibleOption]
  ) throws -> Data {
    data
  }

  /// Returns the bytes themselves.
  public func serializeToDataWithOptions(_ options: [any ConvertibleOption]) throws -> Data { self }
}

// MARK: - JSON

extension DataInitializable where Self: JsonInitializable {
  /// Returns the value of the JSON text in `data`.
  public static func initializeWithData(
    _ data: Data, options: [any ConvertibleOption]
  ) throws -> Self {
    try initializeWithJson(JsonValue(jsonData: data), options: options)
  }
}

extension DataSerializable where Self: JsonSerializable {
  /// Returns the JSON text of the value.
  public func serializeToDataWithOptions(_ options: [any ConvertibleOption]) throws -> Data {
    Data(try JSON.encode(serializeToJsonWithOptions(options)))
  }
}

extension Array: DataInitializable where Element: JsonInitializable {}
extension Array: DataSerializable where Element: JsonSerializable {}
extension Array: DataConvertible where Element: JsonConvertible {}
extension Set: DataInitializable where Element: JsonInitializable {}
extension Set: DataSerializable where Element: JsonSerializable {}
extension Set: DataConvertible where Element: JsonConvertible {}
extension Dictionary: DataInitializable where Key: JsonKeyConvertible, Value: JsonInitializable {}
extension Dictionary: DataSerializable where Key: JsonKeyConvertible, Value: JsonSerializable {}
extension Dictionary: DataConvertible where Key: JsonKeyConvertible, Value: JsonConvertible {}
extension JsonValue: DataConvertible {}
