public import Ferry
public import FerryFoundation
public import Foundation

/// Foundation's `JSONDecoder`, as Ferry does it.
///
/// `import class FerryDropIn.JSONDecoder` shadows Foundation's class; nothing else in the file
/// changes.
open class JSONDecoder: @unchecked Sendable {
  // Sendable: the one stored property is a constant that is Sendable itself.

  /// How a `Date` is read.
  public typealias DateDecodingStrategy = FerryFoundation.DateDecodingStrategy
  /// How `Data` is read.
  public typealias DataDecodingStrategy = FerryFoundation.DataDecodingStrategy
  /// How names become keys.
  public typealias KeyDecodingStrategy = FormatDecoder.KeyDecodingStrategy
  /// How texts that stand for NaN and the infinities are read.
  public typealias NonConformingFloatDecodingStrategy = JSON.Decoder
    .NonConformingFloatDecodingStrategy

  /// The decoder behind the class, for the options that Foundation's class does not have.
  public let base = JSON.Decoder(preset: .foundation)

  /// A decoder with Foundation's defaults.
  public init() {}

  /// How a `Date` is read; by default as it decodes itself.
  open var dateDecodingStrategy: DateDecodingStrategy {
    get { base.dateDecodingStrategy }
    set { base.dateDecodingStrategy = newValue }
  }

  /// How `Data` is read; by default from base64.
  open var dataDecodingStrategy: DataDecodingStrategy {
    get { base.dataDecodingStrategy }
    set { base.dataDecodingStrategy = newValue }
  }

  /// How names become keys; by default not at all.
  open var keyDecodingStrategy: KeyDecodingStrategy {
    get { base.keyDecodingStrategy }
    set { base.keyDecodingStrategy = newValue }
  }

  /// How texts that stand for NaN and the infinities are read; by default not at all.
  open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { base.nonConformingFloatDecodingStrategy }
    set { base.nonConformingFloatDecodingStrategy = newValue }
  }

  /// Whether JSON5 (spec.json5.org) is read; by default not.
  open var allowsJSON5: Bool {
    get { base.allowsJSON5 }
    set { base.allowsJSON5 = newValue }
  }

  /// Whether input that does not begin with a brace is read as the members of an object; by default
  /// not.
  open var assumesTopLevelDictionary: Bool {
    get { base.assumesTopLevelDictionary }
    set { base.assumesTopLevelDictionary = newValue }
  }

  /// The values that types find in their decoder's `userInfo`.
  @preconcurrency open var userInfo: [CodingUserInfoKey: any Sendable] {
    get { base.userInfo }
    set { base.userInfo = newValue }
  }

  /// Decodes a `T` from JSON text.
  /// - Throws: `DecodingError`.
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try data.withByteView { try base.decode(type, $0, [:]) }
  }

  /// Decodes a `T` that needs a configuration from JSON text.
  /// - Throws: `DecodingError`.
  open func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T {
    try base.decode(type, from: data, configuration: configuration)
  }

  /// Decodes a `T` from JSON text, with the configuration that another type provides.
  /// - Throws: `DecodingError`.
  open func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
    _ type: T.Type, from data: Data, configuration: C.Type
  ) throws -> T where T.DecodingConfiguration == C.DecodingConfiguration {
    try base.decode(type, from: data, configuration: C.decodingConfiguration)
  }
}

#if canImport(Combine)
public import Combine

extension JSONDecoder: TopLevelDecoder {
  /// What a publisher hands to the decoder.
  public typealias Input = Data
}
#endif
