public import Ferry
public import Foundation

/// Foundation's `JSONEncoder`, as Ferry does it.
///
/// `import class FerryDropIn.JSONEncoder` shadows Foundation's class; nothing else in the file
/// changes. The options are those of `Ferry.JSON.Encoder`, which have Foundation's names. Of two
/// members that the strategy for keys gives one name, the last one counts, as in Foundation.
open class JSONEncoder: JSONTextEncoder, @unchecked Sendable {
  /// An encoder with Foundation's defaults.
  public init() {
    super.init(preset: .foundation, isDropIn: true)
  }

  /// Encodes `value` as JSON text.
  /// - Throws: `EncodingError`.
  open func encode<T: Encodable>(_ value: T) throws -> Data {
    Data(try encode(value, userInfo: [:]))
  }

  /// Encodes a `value` that needs to be told something as JSON text.
  /// - Throws: `EncodingError`.
  open func encode<T: EncodableWithConfiguration>(
    _ value: T, configuration: T.EncodingConfiguration
  ) throws -> Data {
    Data(try encode(value, configuration: configuration, userInfo: [:]))
  }

  /// Encodes `value` as JSON text, with the configuration that another type provides.
  /// - Throws: `EncodingError`.
  open func encode<T: EncodableWithConfiguration, C: EncodingConfigurationProviding>(
    _ value: T, configuration: C.Type
  ) throws -> Data where T.EncodingConfiguration == C.EncodingConfiguration {
    Data(try encode(value, configuration: C.encodingConfiguration, userInfo: [:]))
  }
}
