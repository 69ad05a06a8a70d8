public import FerryEssentials

// Foundation's own methods for values with a configuration, at least up to Swift 6.3, do not treat
// null as missing. The compiler prefers these methods if the configuration is Sendable, which a
// static property must be.
extension KeyedDecodingContainer {
  /// Decodes a value with a configuration. Returns `nil` if the key is missing or the value is
  /// null.
  /// - Throws: `DecodingError`.
  public func decodeIfPresent<T: DecodableWithConfiguration>(
    _ type: T.Type, forKey key: Key, configuration: T.DecodingConfiguration
  ) throws -> T? where T.DecodingConfiguration: Sendable {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try T(from: superDecoder(forKey: key), configuration: configuration)
  }

  /// Decodes a value with the configuration that another type provides. Returns `nil` if the key is
  /// missing or the value is null.
  /// - Throws: `DecodingError`.
  public func decodeIfPresent<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
    _ type: T.Type, forKey key: Key, configuration: C.Type
  ) throws -> T?
  where T.DecodingConfiguration == C.DecodingConfiguration, C.DecodingConfiguration: Sendable {
    try decodeIfPresent(type, forKey: key, configuration: C.decodingConfiguration)
  }

  /// Decodes a wrapped property. Its value is `nil` if the key is missing or the value is null.
  /// - Throws: `DecodingError`.
  public func decode<T, C>(
    _ type: CodableConfiguration<T?, C>.Type, forKey key: Key
  ) throws -> CodableConfiguration<T?, C> where C.DecodingConfiguration: Sendable {
    let value = try decodeIfPresent(T.self, forKey: key, configuration: C.decodingConfiguration)
    return CodableConfiguration(wrappedValue: value)
  }
}
