#if FERRY_YAML
/// YAML 1.2 with the core schema, through libyaml.
///
/// ```swift
/// let config = try YAML.decode(ServerConfig.self, from: text)
/// ```
public enum YAML {
  @usableFromInline static let decoder = Decoder()
  @usableFromInline static let encoder = Encoder()

  /// Decodes a `T` from a YAML document.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @_disfavoredOverload
  @inlinable
  public static func decode<T: Decodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>
  ) throws -> T {
    try decoder.decode(type, from: bytes)
  }

  /// Decodes a `T` from a YAML document.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @_disfavoredOverload
  @inlinable
  public static func decode<T: Decodable>(
    _ type: T.Type, from text: some StringProtocol
  ) throws -> T {
    try decoder.decode(type, from: text)
  }

  /// Decodes a `T` from a YAML document.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @_disfavoredOverload
  @inlinable
  public static func decode<T: Decodable>(_ type: T.Type, from span: RawSpan) throws -> T {
    try decoder.decode(type, from: span)
  }

  /// Decodes a `T` from every document of a YAML stream.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @_disfavoredOverload
  public static func decodeAll<T: Decodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>
  ) throws -> [T] {
    try decoder.decodeAll(type, from: bytes)
  }

  /// Decodes a `T` from every document of a YAML stream.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @_disfavoredOverload
  public static func decodeAll<T: Decodable>(
    _ type: T.Type, from text: some StringProtocol
  ) throws -> [T] {
    try decoder.decodeAll(type, from: text)
  }

  /// Encodes `value` as a YAML document in block style.
  /// - Throws: `EncodingError`.
  @_disfavoredOverload
  public static func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    try encoder.encode(value)
  }

  /// Encodes each of `values` as a document of one stream, with `---` before each.
  /// - Throws: `EncodingError`.
  public static func encodeAll<T: Encodable>(_ values: some Sequence<T>) throws -> [UInt8] {
    try encoder.encodeAll(values)
  }

  /// Encodes `value` as a YAML document in block style.
  /// - Throws: `EncodingError`.
  @_disfavoredOverload
  public static func string<T: Encodable>(_ value: T) throws -> String {
    try encoder.string(value)
  }
}
#endif
