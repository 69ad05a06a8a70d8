import FerryTape

/// A value of a type that the binary format leaves to applications: a number from 128 to 255 that
/// says what it is, and its bytes.
///
/// Only the binary format has such values; encoding one to text is an error. Types below 128 belong
/// to the format itself, and to its later versions.
public struct ExtensionValue: Hashable, Sendable {
  /// What the bytes are. Writers of types below 128 get an error.
  public var type: UInt8
  /// The contents, which mean what applications agreed on.
  public var bytes: [UInt8]

  /// The first type that is free for applications.
  public static let firstApplicationType: UInt8 = 0x80

  /// A value of an application's type.
  public init(type: UInt8, bytes: [UInt8]) {
    self.type = type
    self.bytes = bytes
  }
}

extension ExtensionValue: Codable {
  private enum CodingKeys: CodingKey { case type, bytes }

  /// Reads an extension; through other decoders than Ferry's, an object of type and bytes.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? TapeDecoder {
      let value = decoder.withExtension { contents in
        contents.first.map {
          ExtensionValue(type: $0, bytes: Array(contents.dropFirst()))
        }
      }
      guard let value = value.flatMap(\.self) else { throw decoder.mismatch(ExtensionValue.self) }
      self = value
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      type: try container.decode(UInt8.self, forKey: .type),
      bytes: try container.decode([UInt8].self, forKey: .bytes))
  }

  /// Writes the extension; through other encoders than Ferry's, an object of type and bytes.
  /// - Throws: `EncodingError` for a type that is not an application's.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? TapeEncoder {
      guard type >= Self.firstApplicationType else {
        throw encoder.invalid(self, "Extension types below 128 belong to the format.")
      }
      return try encoder.encode(extension: [type] + bytes)
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(type, forKey: .type)
    try container.encode(bytes, forKey: .bytes)
  }
}
