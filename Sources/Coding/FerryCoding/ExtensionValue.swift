internal import FerryBase

/// A value of an application's own type in the binary format: a type number from 128 to 255, and
/// bytes.
///
/// Only the binary format has such values. Encoding one to a text format is an error. Types below
/// 128 belong to the format and its later versions.
public struct ExtensionValue: Hashable, Sendable {
  /// The type number, from 128 to 255. Encoding a lower number is an error.
  public var type: UInt8
  /// The contents. Applications define their meaning.
  public var bytes: [UInt8]

  /// The lowest type number for applications.
  public static let firstApplicationType: UInt8 = 0x80

  /// Creates a value of an application's type.
  public init(type: UInt8, bytes: [UInt8]) {
    self.type = type
    self.bytes = bytes
  }
}

extension ExtensionValue: Codable {
  private enum CodingKeys: CodingKey { case type, bytes }

  /// Decodes an extension. If the decoder is not Ferry's, decodes an object with a type and bytes.
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

  /// Encodes the extension. If the encoder is not Ferry's, encodes an object with the type and the
  /// bytes.
  /// - Throws: `EncodingError` if the encoder is Ferry's and the type is below 128.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? TapeEncoder {
      let types = encoder.extensionTypes
      guard types.contains(type) else {
        throw encoder.invalid(self, "Extension types below \(types.lowerBound) are reserved.")
      }
      return try encoder.encode(extension: [type] + bytes)
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(type, forKey: .type)
    try container.encode(bytes, forKey: .bytes)
  }
}
