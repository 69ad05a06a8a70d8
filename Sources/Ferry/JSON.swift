public import FerryJSON
public import FerryTape

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
    /// RFC 8259 to the letter. Numbers that round to zero are zero. An integer is exactly the number
    /// that is written, in any spelling (`1.0`, `1e38`), or an error. `/` is written as it is.
    case standard
    /// Foundation's coders, leniencies included: trailing commas are read, `/` is written as `\/`, and
    /// a number that is not zero but rounds to it is an error. An integer with fraction or exponent is the nearest
    /// double if that is whole (`1.00000000000000001` is 1); from 2^53 on, its fraction is cut off.
    case foundation
  }
}
