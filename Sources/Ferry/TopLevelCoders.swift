#if canImport(Combine)
public import Combine
public import Foundation

// Publishers of Combine take coders for `decode(type:decoder:)` and `encode(encoder:)`.

extension FormatDecoder: TopLevelDecoder {
  /// What a publisher hands to the decoder.
  public typealias Input = Data

  /// Decodes a `T` from a document.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @_disfavoredOverload
  public final func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try decode(type, from: data, userInfo: [:])
  }
}

extension FormatEncoder: TopLevelEncoder {
  /// What the encoder hands to a publisher.
  public typealias Output = Data

  /// Encodes `value` as a document.
  /// - Throws: `EncodingError`.
  @_disfavoredOverload
  public final func encode<T: Encodable>(_ value: T) throws -> Data {
    Data(try encode(value, userInfo: [:]) as [UInt8])
  }
}
#endif
