public import Foundation

// Foundation's own methods for values with a configuration take null for a value up to Swift 6.3
// at least. These are preferred to them where the configuration is Sendable, which a static
// property has to be.
extension KeyedDecodingContainer {
  /// Decodes a value that needs to be told something, unless it is null or not there.
  /// - Throws: `DecodingError`.
  public func decodeIfPresent<T: DecodableWithConfiguration>(
    _ type: T.Type, forKey key: Key, configuration: T.DecodingConfiguration
  ) throws -> T? where T.DecodingConfiguration: Sendable {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try T(from: superDecoder(forKey: key), configuration: configuration)
  }

  /// Decodes a value with the configuration that another type provides, unless it is null or not
  /// there.
  /// - Throws: `DecodingError`.
  public func decodeIfPresent<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
    _ type: T.Type, forKey key: Key, configuration: C.Type
  ) throws -> T?
  where T.DecodingConfiguration == C.DecodingConfiguration, C.DecodingConfiguration: Sendable {
    try decodeIfPresent(type, forKey: key, configuration: C.decodingConfiguration)
  }

  /// Decodes a wrapped property, which is `nil` if it is null or not there.
  /// - Throws: `DecodingError`.
  public func decode<T, C>(
    _ type: CodableConfiguration<T?, C>.Type, forKey key: Key
  ) throws -> CodableConfiguration<T?, C> where C.DecodingConfiguration: Sendable {
    let value = try decodeIfPresent(T.self, forKey: key, configuration: C.decodingConfiguration)
    return CodableConfiguration(wrappedValue: value)
  }
}
