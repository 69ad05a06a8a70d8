public import FerryJSON
public import FerryBase

extension JSON {
  @usableFromInline static let decoder = Decoder()
  @usableFromInline static let encoder = Encoder()

  /// Decodes a `T` from JSON text.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @_disfavoredOverload
  @inlinable
  public static func decode<T: Decodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>
  ) throws -> T {
    try decoder.decode(type, from: bytes)
  }

  /// Decodes a `T` from JSON text.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @_disfavoredOverload
  @inlinable
  public static func decode<T: Decodable>(
    _ type: T.Type, from text: some StringProtocol
  ) throws -> T {
    try decoder.decode(type, from: text)
  }

  /// Encodes `value` as compact JSON text.
  /// - Throws: `EncodingError`.
  @_disfavoredOverload
  public static func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    try encoder.encode(value)
  }

  /// Encodes `value` as compact JSON text.
  /// - Throws: `EncodingError`.
  @_disfavoredOverload
  public static func string<T: Encodable>(_ value: T) throws -> String {
    try encoder.string(value)
  }

  /// Decodes a `T` directly from JSON text.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @inlinable
  public static func decode<T: DirectDecodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>
  ) throws -> T {
    try decoder.decode(type, from: bytes)
  }

  /// Decodes a `T` directly from JSON text.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @inlinable
  public static func decode<T: DirectDecodable>(
    _ type: T.Type, from text: some StringProtocol
  ) throws -> T {
    try decoder.decode(type, from: text)
  }

  /// Encodes `value` directly as compact JSON text.
  /// - Throws: `EncodingError`.
  @inlinable
  public static func encode<T: DirectEncodable>(_ value: T) throws -> [UInt8] {
    try encoder.encode(value)
  }

  /// Encodes `value` directly as compact JSON text.
  /// - Throws: `EncodingError`.
  @inlinable
  public static func string<T: DirectEncodable>(_ value: T) throws -> String {
    try encoder.string(value)
  }

  /// The reference behaviour of a coder.
  public enum Preset: Sendable {
    /// RFC 8259, strictly. A number that is too small for its type becomes zero. An integer is read
    /// exactly, in any spelling (`1.0`, `1e38`), or is an error. `/` is written as it is.
    case standard
    /// Foundation's coders, with their leniencies. Trailing commas are accepted, `/` is written as
    /// `\/`, and a nonzero number that rounds to zero is an error. An integer with a fraction or
    /// exponent is the nearest double if that is whole (`1.00000000000000001` is 1). From 2^53 on,
    /// its fraction is cut off.
    case foundation
  }
}
