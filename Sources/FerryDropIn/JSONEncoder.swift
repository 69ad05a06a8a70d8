import Ferry
public import Foundation

/// Foundation's `JSONEncoder`, as Ferry does it.
///
/// `import class FerryDropIn.JSONEncoder` shadows Foundation's class; nothing else in the file
/// changes.
public final class JSONEncoder: Sendable {
  /// The layout of the text.
  public typealias OutputFormatting = JSON.Encoder.OutputFormatting
  /// How a `Date` is written.
  public typealias DateEncodingStrategy = JSON.Encoder.DateEncodingStrategy
  /// How `Data` is written.
  public typealias DataEncodingStrategy = JSON.Encoder.DataEncodingStrategy
  /// What becomes of NaN and the infinities.
  public typealias NonConformingFloatEncodingStrategy =
    JSON.Encoder.NonConformingFloatEncodingStrategy

  /// How keys become names.
  public typealias KeyEncodingStrategy = JSON.Encoder.KeyEncodingStrategy

  private let encoder = JSON.Encoder(preset: .foundation)

  /// An encoder with Foundation's defaults.
  public init() {}

  /// The layout; by default compact.
  public var outputFormatting: OutputFormatting {
    get { encoder.outputFormatting }
    set { encoder.outputFormatting = newValue }
  }

  /// How a `Date` is written; by default as it encodes itself.
  public var dateEncodingStrategy: DateEncodingStrategy {
    get { encoder.dateEncodingStrategy }
    set { encoder.dateEncodingStrategy = newValue }
  }

  /// How `Data` is written; by default as base64.
  public var dataEncodingStrategy: DataEncodingStrategy {
    get { encoder.dataEncodingStrategy }
    set { encoder.dataEncodingStrategy = newValue }
  }

  /// What becomes of NaN and the infinities; by default an error.
  public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { encoder.nonConformingFloatEncodingStrategy }
    set { encoder.nonConformingFloatEncodingStrategy = newValue }
  }

  /// How keys become names; by default not at all.
  public var keyEncodingStrategy: KeyEncodingStrategy {
    get { encoder.keyEncodingStrategy }
    set { encoder.keyEncodingStrategy = newValue }
  }

  /// What types find in their encoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { encoder.userInfo }
    set { encoder.userInfo = newValue }
  }

  /// Encodes `value` as JSON text.
  /// - Throws: `EncodingError`.
  public func encode<T: Encodable>(_ value: T) throws -> Data {
    Data(try encoder.encode(value))
  }
}
