import Ferry
public import Foundation

/// Foundation's `JSONDecoder`, as Ferry does it.
///
/// `import class FerryDropIn.JSONDecoder` shadows Foundation's class; nothing else in the file
/// changes.
public final class JSONDecoder: Sendable {
  /// How a `Date` is read.
  public typealias DateDecodingStrategy = JSON.Decoder.DateDecodingStrategy
  /// How `Data` is read.
  public typealias DataDecodingStrategy = JSON.Decoder.DataDecodingStrategy
  /// What becomes of text that stands for a number JSON does not have.
  public typealias NonConformingFloatDecodingStrategy =
    JSON.Decoder.NonConformingFloatDecodingStrategy

  /// How names become keys.
  public typealias KeyDecodingStrategy = JSON.Decoder.KeyDecodingStrategy

  private let decoder = JSON.Decoder(preset: .foundation)

  /// A decoder with Foundation's defaults.
  public init() {}

  /// How a `Date` is read; by default as it decodes itself.
  public var dateDecodingStrategy: DateDecodingStrategy {
    get { decoder.dateDecodingStrategy }
    set { decoder.dateDecodingStrategy = newValue }
  }

  /// How `Data` is read; by default from base64.
  public var dataDecodingStrategy: DataDecodingStrategy {
    get { decoder.dataDecodingStrategy }
    set { decoder.dataDecodingStrategy = newValue }
  }

  /// How texts that stand for NaN and the infinities are read; by default not at all.
  public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { decoder.nonConformingFloatDecodingStrategy }
    set { decoder.nonConformingFloatDecodingStrategy = newValue }
  }

  /// How names become keys; by default not at all.
  public var keyDecodingStrategy: KeyDecodingStrategy {
    get { decoder.keyDecodingStrategy }
    set { decoder.keyDecodingStrategy = newValue }
  }

  /// Whether JSON5 is read; by default not.
  public var allowsJSON5: Bool {
    get { decoder.allowsJSON5 }
    set { decoder.allowsJSON5 = newValue }
  }

  /// What types find in their decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { decoder.userInfo }
    set { decoder.userInfo = newValue }
  }

  /// Decodes a `T` from JSON text.
  /// - Throws: `DecodingError`.
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try decoder.decode(type, from: data)
  }
}
