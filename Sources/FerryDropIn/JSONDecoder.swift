public import Ferry
internal import FerryFoundation
public import Foundation

/// Foundation's `JSONDecoder`, as Ferry does it.
///
/// `import class FerryDropIn.JSONDecoder` shadows Foundation's class; nothing else in the file
/// changes. The options are those of `Ferry.JSON.Decoder`, which have Foundation's names.
open class JSONDecoder: JSONTextDecoder, @unchecked Sendable {
  /// A decoder with Foundation's defaults.
  public init() {
    super.init(preset: .foundation)
  }

  /// Decodes a `T` from JSON text.
  /// - Throws: `DecodingError`.
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try data.withByteView { try decode(type, $0, [:]) }
  }

  /// Decodes a `T` that needs to be told something from JSON text.
  /// - Throws: `DecodingError`.
  open func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T {
    try decode(type, from: data, configuration: configuration, userInfo: [:])
  }

  /// Decodes a `T` from JSON text, with the configuration that another type provides.
  /// - Throws: `DecodingError`.
  open func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
    _ type: T.Type, from data: Data, configuration: C.Type
  ) throws -> T where T.DecodingConfiguration == C.DecodingConfiguration {
    try decode(type, from: data, configuration: C.decodingConfiguration, userInfo: [:])
  }
}
