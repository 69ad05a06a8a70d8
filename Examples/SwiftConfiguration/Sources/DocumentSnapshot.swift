import Configuration
import FerryConfiguration
import Foundation

/// A document of Ferry as the values of a `FileProvider` or `ReloadingFileProvider`.
///
/// The key `server.port` is the path `server.port` of the document. A value that has another type
/// than the program asks for is an error with its line and column.
struct DocumentSnapshot: FileConfigSnapshot {
  struct ParsingOptions: FileParsingOptions {
    /// Reads the text of a file: `JSON.document` for JSON, `Binary.document` for `.ferry`.
    var read: @Sendable (Data) throws -> Document = { YAML.document($0) }
    /// The keys whose values are secrets.
    var secrets = SecretsSpecifier<AbsoluteConfigKey, Void>.none

    static var `default`: Self { Self() }
  }

  let providerName: String
  private let document: Document
  private let secrets: SecretsSpecifier<AbsoluteConfigKey, Void>

  init(data: RawSpan, providerName: String, parsingOptions: ParsingOptions) throws {
    self.providerName = providerName
    document = try parsingOptions.read(Data(copying: data))
    try document.validate()
    secrets = parsingOptions.secrets
  }

  func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
    func value<T: Decodable>(_ type: T.Type, _ content: (T) -> ConfigContent) throws -> LookupResult
    {
      let path = WirePath(steps: key.components.map { .key($0) })
      let value = try document.decodeIfPresent(type, at: path)
      let isSecret = secrets.isSecret(key: key, value: ())
      return LookupResult(
        encodedKey: key.description,
        value: value.map { ConfigValue(content($0), isSecret: isSecret) })
    }
    switch type {
    case .string: return try value(String.self) { .string($0) }
    case .int: return try value(Int.self) { .int($0) }
    case .double: return try value(Double.self) { .double($0) }
    case .bool: return try value(Bool.self) { .bool($0) }
    case .bytes: return try value(Data.self) { .bytes(Array($0)) }
    case .stringArray: return try value([String].self) { .stringArray($0) }
    case .intArray: return try value([Int].self) { .intArray($0) }
    case .doubleArray: return try value([Double].self) { .doubleArray($0) }
    case .boolArray: return try value([Bool].self) { .boolArray($0) }
    case .byteChunkArray: return try value([Data].self) { .byteChunkArray($0.map(Array.init)) }
    }
  }

  /// The name of the provider. The values may be secrets.
  var description: String { providerName }
  var debugDescription: String { providerName }
}

extension Data {
  fileprivate init(copying bytes: RawSpan) {
    self = bytes.withUnsafeBytes { Data($0) }
  }
}
