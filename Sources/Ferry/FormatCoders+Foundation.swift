import FerryCoding
public import Foundation

extension FormatDecoder {
  /// Decodes a `T` that needs to be told something, from a document in any contiguous collection
  /// of bytes.
  /// What `userInfo` holds is added to the decoder's for this call.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  public final func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from bytes: some Collection<UInt8>,
    configuration: T.DecodingConfiguration,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    var userInfo = userInfo
    userInfo[.configuration] = Configuration(value: configuration)
    return try decode(Configured<T>.self, from: bytes, userInfo: userInfo).value
  }
}

extension FormatEncoder {
  /// Encodes a `value` that needs to be told something.
  /// What `userInfo` holds is added to the encoder's for this call.
  /// - Throws: `EncodingError`.
  public final func encode<T: EncodableWithConfiguration>(
    _ value: T, configuration: T.EncodingConfiguration,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> [UInt8] {
    try encode(ConfiguredValue(value: value, configuration: configuration), userInfo: userInfo)
  }
}

extension CodingUserInfoKey {
  fileprivate static let configuration = CodingUserInfoKey("Ferry.configuration")
}

/// A configuration on its way through `userInfo`.
private struct Configuration<Value>: @unchecked Sendable {
  // It is handed from the caller to the type that it decodes on the same thread.
  let value: Value
}

/// Decodes a `T` with the configuration in `userInfo`, for it is not `Decodable` itself.
private struct Configured<T: DecodableWithConfiguration>: Decodable {
  let value: T

  init(from decoder: any Decoder) throws {
    guard
      let configuration = decoder.userInfo[.configuration]
        as? Configuration<T.DecodingConfiguration>
    else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "No configuration for \(T.self)."))
    }
    value = try T(from: decoder, configuration: configuration.value)
  }
}

/// Encodes a `T` with a configuration, for it is not `Encodable` itself.
private struct ConfiguredValue<T: EncodableWithConfiguration>: Encodable {
  let value: T
  let configuration: T.EncodingConfiguration

  func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder, configuration: configuration)
  }
}

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
