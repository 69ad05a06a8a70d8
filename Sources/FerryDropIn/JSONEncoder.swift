public import Ferry
public import FerryFoundation
public import Foundation

/// Foundation's `JSONEncoder`, as Ferry does it.
///
/// `import class FerryDropIn.JSONEncoder` shadows Foundation's class; nothing else in the file
/// changes. Of two members that the strategy for keys gives one name, the last one counts, as in
/// Foundation.
open class JSONEncoder: @unchecked Sendable {
  // Sendable: the one stored property is a constant that is Sendable itself.

  /// How a `Date` is written.
  public typealias DateEncodingStrategy = FerryFoundation.DateEncodingStrategy
  /// How `Data` is written.
  public typealias DataEncodingStrategy = FerryFoundation.DataEncodingStrategy
  /// How keys become names.
  public typealias KeyEncodingStrategy = FormatEncoder.KeyEncodingStrategy
  /// How NaN and the infinities are written.
  public typealias NonConformingFloatEncodingStrategy = JSON.Encoder
    .NonConformingFloatEncodingStrategy
  /// The layout of the text.
  public typealias OutputFormatting = JSON.Encoder.OutputFormatting

  /// The encoder behind the class, for the options that Foundation's class does not have.
  public let base = JSON.Encoder(preset: .foundation, isDropIn: true)

  /// An encoder with Foundation's defaults.
  public init() {}

  /// The layout; by default compact, in the order of encoding.
  open var outputFormatting: OutputFormatting {
    get { base.outputFormatting }
    set { base.outputFormatting = newValue }
  }

  /// How a `Date` is written; by default as it encodes itself.
  open var dateEncodingStrategy: DateEncodingStrategy {
    get { base.dateEncodingStrategy }
    set { base.dateEncodingStrategy = newValue }
  }

  /// How `Data` is written; by default as base64.
  open var dataEncodingStrategy: DataEncodingStrategy {
    get { base.dataEncodingStrategy }
    set { base.dataEncodingStrategy = newValue }
  }

  /// How keys become names; by default not at all.
  open var keyEncodingStrategy: KeyEncodingStrategy {
    get { base.keyEncodingStrategy }
    set { base.keyEncodingStrategy = newValue }
  }

  /// How NaN and the infinities are written; by default they are errors.
  open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { base.nonConformingFloatEncodingStrategy }
    set { base.nonConformingFloatEncodingStrategy = newValue }
  }

  /// The values that types find in their encoder's `userInfo`.
  @preconcurrency open var userInfo: [CodingUserInfoKey: any Sendable] {
    get { base.userInfo }
    set { base.userInfo = newValue }
  }

  /// Encodes `value` as JSON text.
  /// - Throws: `EncodingError`.
  open func encode<T: Encodable>(_ value: T) throws -> Data {
    Data(try base.encode(value))
  }

  /// Encodes a `value` that needs a configuration as JSON text.
  /// - Throws: `EncodingError`.
  open func encode<T: EncodableWithConfiguration>(
    _ value: T, configuration: T.EncodingConfiguration
  ) throws -> Data {
    Data(try base.encode(value, configuration: configuration))
  }

  /// Encodes `value` as JSON text, with the configuration that another type provides.
  /// - Throws: `EncodingError`.
  open func encode<T: EncodableWithConfiguration, C: EncodingConfigurationProviding>(
    _ value: T, configuration: C.Type
  ) throws -> Data where T.EncodingConfiguration == C.EncodingConfiguration {
    Data(try base.encode(value, configuration: C.encodingConfiguration))
  }
}

#if canImport(Combine)
public import Combine

extension JSONEncoder: TopLevelEncoder {
  /// What the encoder hands to a publisher.
  public typealias Output = Data
}
#endif
