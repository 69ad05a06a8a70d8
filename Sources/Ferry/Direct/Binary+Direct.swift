import FerryCoding
public import FerryTape

extension Binary.Decoder {
  /// Decodes a `T` from a binary document on the direct road.
  /// What `userInfo` holds is added to the decoder's for this call.
  /// - Throws: `DecodingError`, whose `place` holds the byte offset.
  public func decode<T: DirectDecodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try decode(DirectValue<T>.self, from: bytes, userInfo: userInfo).value
  }
}

extension Binary.Encoder {
  /// Encodes `value` as a binary document on the direct road.
  /// What `userInfo` holds is added to the encoder's for this call.
  /// - Throws: `EncodingError`.
  public func encode<T: DirectEncodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> [UInt8] {
    try encode(DirectValue(value), userInfo: userInfo)
  }
}

extension Binary {
  /// Decodes a `T` from a binary document on the direct road.
  /// - Throws: `DecodingError`, whose `place` holds the byte offset.
  public static func decode<T: DirectDecodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>
  ) throws -> T {
    try decoder.decode(type, from: bytes)
  }

  /// Encodes `value` as a binary document on the direct road.
  /// - Throws: `EncodingError`.
  public static func encode<T: DirectEncodable>(_ value: T) throws -> [UInt8] {
    try encoder.encode(value)
  }
}
