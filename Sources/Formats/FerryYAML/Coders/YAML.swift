public import FerryCoders

/// YAML 1.2 with the core schema, through libyaml.
///
/// ```swift
/// let config = try YAML.decode(ServerConfig.self, from: text)
/// ```
public enum YAML: CodedFormat {
  /// Decodes a `T` from every document of a YAML stream.
  /// - Throws: `DecodingError`, whose ``Problem`` has the line and column.
  @_disfavoredOverload
  public static func decodeAll<T: Decodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>
  ) throws -> [T] {
    try Decoder().decodeAll(type, from: bytes)
  }

  /// Decodes a `T` from every document of a YAML stream.
  /// - Throws: `DecodingError`, whose ``Problem`` has the line and column.
  @_disfavoredOverload
  public static func decodeAll<T: Decodable>(
    _ type: T.Type, from text: some StringProtocol
  ) throws -> [T] {
    try Decoder().decodeAll(type, from: text)
  }

  /// Encodes each of `values` as a document of one stream, with `---` before each.
  /// - Throws: `EncodingError`.
  public static func encodeAll<T: Encodable>(_ values: some Sequence<T>) throws -> [UInt8] {
    try Encoder().encodeAll(values)
  }
}
