public import Ferry
public import FerryFoundation
public import Foundation
import Synchronization

/// Ferry's replacement for Foundation's `JSONEncoder`.
///
/// `import class FerryDropIn.JSONEncoder` shadows Foundation's class. The rest of the file needs no
/// changes. If the key strategy gives two members one name, the last one counts, as in Foundation.
open class JSONEncoder: @unchecked Sendable {
  // Sendable: the only stored property is behind a lock.

  /// The format of a `Date`.
  public typealias DateEncodingStrategy = FerryFoundation.DateEncodingStrategy
  /// The format of `Data`.
  public typealias DataEncodingStrategy = FerryFoundation.DataEncodingStrategy
  /// The conversion of keys to names.
  public typealias KeyEncodingStrategy = Ferry.KeyEncodingStrategy
  /// The encoding of NaN and the infinities.
  public typealias NonConformingFloatEncodingStrategy = JSON.Encoder
    .NonConformingFloatEncodingStrategy
  /// The layout of the text.
  public typealias OutputFormatting = JSON.Encoder.OutputFormatting

  private let encoder = Mutex(JSON.Encoder.dropIn)

  /// The underlying encoder, for the options that Foundation's class does not have.
  public final var base: JSON.Encoder {
    get { encoder.withLock { $0 } }
    set { encoder.withLock { $0 = newValue } }
  }

  /// Creates an encoder with Foundation's defaults.
  public init() {}

  /// The layout; by default compact, with keys in the order of encoding.
  open var outputFormatting: OutputFormatting {
    get { base.outputFormatting }
    set { base.outputFormatting = newValue }
  }

  /// The format of a `Date`; by default the type encodes itself.
  open var dateEncodingStrategy: DateEncodingStrategy {
    get { base.dateEncodingStrategy }
    set { base.dateEncodingStrategy = newValue }
  }

  /// The format of `Data`; base64 by default.
  open var dataEncodingStrategy: DataEncodingStrategy {
    get { base.dataEncodingStrategy }
    set { base.dataEncodingStrategy = newValue }
  }

  /// The conversion of keys to names; none by default.
  open var keyEncodingStrategy: KeyEncodingStrategy {
    get { base.keyEncodingStrategy }
    set { base.keyEncodingStrategy = newValue }
  }

  /// The encoding of NaN and the infinities; an error by default. Foundation has no case `null`.
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

  /// Encodes `value` as JSON text with a configuration.
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
  /// The type of the documents that the encoder passes to a publisher.
  public typealias Output = Data
}
#endif
