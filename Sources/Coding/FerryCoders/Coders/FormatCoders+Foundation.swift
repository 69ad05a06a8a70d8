internal import FerryCoding
public import FerryEssentials

extension FormatDecoder {
  /// Decodes a `T` with a configuration, from a document in any contiguous collection of bytes.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  public func decode<T: DecodableWithConfiguration>(
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
  /// Encodes `value` with a configuration.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`.
  public func encode<T: EncodableWithConfiguration>(
    _ value: T, configuration: T.EncodingConfiguration,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> [UInt8] {
    try encode(ConfiguredValue(value: value, configuration: configuration), userInfo: userInfo)
  }
}

extension CodingUserInfoKey {
  fileprivate static let configuration = CodingUserInfoKey("Ferry.configuration")
}

/// A configuration that is passed through `userInfo`.
private struct Configuration<Value>: @unchecked Sendable {
  // Sendable: the caller and the decoded type use the value on the same thread.
  let value: Value
}

/// A wrapper that decodes a `T` with the configuration in `userInfo`: `T` is not `Decodable`
/// itself.
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

/// A wrapper that encodes a `T` with a configuration: `T` is not `Encodable` itself.
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

// Combine's `decode(type:decoder:)` and `encode(encoder:)` take coders of these protocols.

extension FormatDecoder {
  /// Decodes a `T` from a document.
  /// - Throws: `DecodingError`, whose ``Problem`` has the place.
  @_disfavoredOverload
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try decode(type, from: data, userInfo: [:])
  }
}

extension FormatEncoder {
  /// Encodes `value` as a document.
  /// - Throws: `EncodingError`.
  @_disfavoredOverload
  public func encode<T: Encodable>(_ value: T) throws -> Data {
    Data(try encode(value, userInfo: [:]) as [UInt8])
  }
}

extension JSON.Decoder: TopLevelDecoder {}
extension JSON.Encoder: TopLevelEncoder {}
extension Binary.Decoder: TopLevelDecoder {}
extension Binary.Encoder: TopLevelEncoder {}
#if FERRY_YAML
extension YAML.Decoder: TopLevelDecoder {}
extension YAML.Encoder: TopLevelEncoder {}
#endif
#endif
