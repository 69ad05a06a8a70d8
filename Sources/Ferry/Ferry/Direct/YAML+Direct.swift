#if FERRY_YAML
public import FerryCoding
public import FerryBase

// Direct coding of YAML reads from a tape, which libyaml fills first. The compiler specializes
// inlinable code for each type at its point of use.
extension YAML.Decoder {
  /// Decodes a `T` directly from a document.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @inlinable
  public func decode<T: DirectDecodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try withBytes(of: bytes) { try decode(DirectReading(type), $0, userInfo) }
  }

  /// Decodes a `T` directly from a document in borrowed memory.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @inlinable
  public func decode<T: DirectDecodable>(
    _ type: T.Type, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try withBytes(of: span) { try decode(DirectReading(type), $0, userInfo) }
  }

  /// Decodes a `T` directly from a document.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @inlinable
  public func decode<T: DirectDecodable>(
    _ type: T.Type, from text: some StringProtocol,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try decode(type, from: text.utf8, userInfo: userInfo)
  }
}

extension YAML.Encoder {
  /// Encodes `value` directly as a document.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`.
  public func encode<T: DirectEncodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> [UInt8] {
    try encode(DirectValue(value), userInfo: userInfo)
  }

  /// Encodes `value` directly as a document and appends it to `output`.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`. `output` is unchanged in that case.
  public func encode<T: DirectEncodable>(
    _ value: T, into output: inout some RangeReplaceableCollection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws {
    try encode(DirectValue(value), into: &output, userInfo: userInfo)
  }

  /// Encodes `value` directly as a document.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`.
  public func string<T: DirectEncodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> String {
    try string(DirectValue(value), userInfo: userInfo)
  }
}

extension YAML {
  /// Decodes a `T` directly from a document.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @inlinable
  public static func decode<T: DirectDecodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>
  ) throws -> T {
    try decoder.decode(type, from: bytes)
  }

  /// Decodes a `T` directly from a document.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @inlinable
  public static func decode<T: DirectDecodable>(
    _ type: T.Type, from text: some StringProtocol
  ) throws -> T {
    try decoder.decode(type, from: text)
  }

  /// Encodes `value` directly as a document.
  /// - Throws: `EncodingError`.
  public static func encode<T: DirectEncodable>(_ value: T) throws -> [UInt8] {
    try encoder.encode(value)
  }

  /// Encodes `value` directly as a document.
  /// - Throws: `EncodingError`.
  public static func string<T: DirectEncodable>(_ value: T) throws -> String {
    try encoder.string(value)
  }
}
#endif
