public import Ferry
public import FerryFoundation
public import Foundation
import Synchronization

/// Ferry's replacement for Foundation's `JSONDecoder`.
///
/// `import class FerryDropIn.JSONDecoder` shadows Foundation's class. The rest of the file needs no
/// changes.
open class JSONDecoder: @unchecked Sendable {
  // Sendable: the only stored property is behind a lock.

  /// The format of a `Date`.
  public typealias DateDecodingStrategy = FerryFoundation.DateDecodingStrategy
  /// The format of `Data`.
  public typealias DataDecodingStrategy = FerryFoundation.DataDecodingStrategy
  /// The conversion of names to keys.
  public typealias KeyDecodingStrategy = Ferry.KeyDecodingStrategy
  /// The texts that are read as NaN and the infinities.
  public typealias NonConformingFloatDecodingStrategy = JSON.Decoder
    .NonConformingFloatDecodingStrategy

  private let decoder = Mutex(JSON.Decoder(preset: .foundation))

  /// The underlying decoder, for the options that Foundation's class does not have.
  public final var base: JSON.Decoder {
    get { decoder.withLock { $0 } }
    set { decoder.withLock { $0 = newValue } }
  }

  /// Creates a decoder with Foundation's defaults.
  public init() {}

  /// The format of a `Date`; by default the type decodes itself.
  open var dateDecodingStrategy: DateDecodingStrategy {
    get { base.dateDecodingStrategy }
    set { base.dateDecodingStrategy = newValue }
  }

  /// The format of `Data`; base64 by default.
  open var dataDecodingStrategy: DataDecodingStrategy {
    get { base.dataDecodingStrategy }
    set { base.dataDecodingStrategy = newValue }
  }

  /// The conversion of names to keys; none by default.
  open var keyDecodingStrategy: KeyDecodingStrategy {
    get { base.keyDecodingStrategy }
    set { base.keyDecodingStrategy = newValue }
  }

  /// The texts that are read as NaN and the infinities; none by default.
  open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { base.nonConformingFloatDecodingStrategy }
    set { base.nonConformingFloatDecodingStrategy = newValue }
  }

  /// Whether JSON5 (spec.json5.org) is accepted; false by default.
  open var allowsJSON5: Bool {
    get { base.allowsJSON5 }
    set { base.allowsJSON5 = newValue }
  }

  /// Whether input that does not begin with a brace is read as the members of an object; false by
  /// default.
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

  /// Decodes a `T` from JSON text with a configuration.
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
  /// The type of the documents that a publisher passes to the decoder.
  public typealias Input = Data
}
#endif
