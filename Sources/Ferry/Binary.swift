public import FerryBinary

extension Binary {
  @usableFromInline static let decoder = Decoder()
  @usableFromInline static let encoder = Encoder()

  /// Decodes a `T` from a binary document.
  /// - Throws: `DecodingError`, whose `place` holds the byte offset.
  @_disfavoredOverload
  @inlinable
  public static func decode<T: Decodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>
  ) throws -> T {
    try decoder.decode(type, from: bytes)
  }

  /// Decodes a `T` from a binary document.
  /// - Throws: `DecodingError`, whose `place` holds the byte offset.
  @_disfavoredOverload
  @inlinable
  public static func decode<T: Decodable>(_ type: T.Type, from span: RawSpan) throws -> T {
    try decoder.decode(type, from: span)
  }

  /// Encodes `value` as a binary document.
  /// - Throws: `EncodingError`.
  @_disfavoredOverload
  public static func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    try encoder.encode(value)
  }
}
