import Ferry
import FerryMacros
import Foundation

/// The coders of one comparison, all with the same options.
struct CodersInUse {
  let foundationEncoder = Foundation.JSONEncoder()
  let foundationDecoder = Foundation.JSONDecoder()
  var jsonEncoder = JSON.Encoder()
  var jsonDecoder = JSON.Decoder()
  private(set) var binaryEncoder = Binary.Encoder()
  private(set) var binaryDecoder = Binary.Decoder()
  private(set) var yamlEncoder = YAML.Encoder()
  private(set) var yamlDecoder = YAML.Decoder()
  let name: String
  /// Whether a strategy converts keys.
  let isSnake: Bool
  /// Whether JSON has texts for numbers that are not finite, as the other formats never do.
  let hasTexts: Bool

  /// The coders with options number `number`; 0 stands for the defaults.
  init(options number: Int) {
    let dates = ["", "seconds", "milliseconds", "ISO 8601"][number % 4]
    isSnake = number / 4 % 2 == 1
    hasTexts = number / 8 % 2 == 1
    name = [dates, isSnake ? "snake case" : "", hasTexts ? "floats as text" : ""]
      .filter { !$0.isEmpty }.joined(separator: ", ")
    foundationEncoder.outputFormatting = .sortedKeys
    switch number % 4 {
    case 1: use(.secondsSince1970, .secondsSince1970, .secondsSince1970, .secondsSince1970)
    case 2:
      use(
        .millisecondsSince1970, .millisecondsSince1970, .millisecondsSince1970,
        .millisecondsSince1970)
    case 3: use(.iso8601, .iso8601, .iso8601, .iso8601)
    default: break
    }
    if isSnake { useSnakeCase() }
    if hasTexts { useTextsForNonFinite() }
  }

  private mutating func use(
    _ theirs: Foundation.JSONEncoder.DateEncodingStrategy,
    _ theirReading: Foundation.JSONDecoder.DateDecodingStrategy,
    _ ours: DateEncodingStrategy, _ reading: DateDecodingStrategy
  ) {
    foundationEncoder.dateEncodingStrategy = theirs
    foundationDecoder.dateDecodingStrategy = theirReading
    jsonEncoder.dateEncodingStrategy = ours
    binaryEncoder.dateEncodingStrategy = ours
    yamlEncoder.dateEncodingStrategy = ours
    jsonDecoder.dateDecodingStrategy = reading
    binaryDecoder.dateDecodingStrategy = reading
    yamlDecoder.dateDecodingStrategy = reading
  }

  private mutating func useSnakeCase() {
    foundationEncoder.keyEncodingStrategy = .convertToSnakeCase
    foundationDecoder.keyDecodingStrategy = .convertFromSnakeCase
    jsonEncoder.keyEncodingStrategy = .convertToSnakeCase
    binaryEncoder.keyEncodingStrategy = .convertToSnakeCase
    yamlEncoder.keyEncodingStrategy = .convertToSnakeCase
    jsonDecoder.keyDecodingStrategy = .convertFromSnakeCase
    binaryDecoder.keyDecodingStrategy = .convertFromSnakeCase
    yamlDecoder.keyDecodingStrategy = .convertFromSnakeCase
  }

  private mutating func useTextsForNonFinite() {
    let (positive, negative, nan) = ("+inf", "-inf", "nan")
    foundationEncoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    foundationDecoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    jsonEncoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    jsonDecoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: positive, negativeInfinity: negative, nan: nan)
  }

  // MARK: Encoding

  func foundation<T: Encodable>(_ value: T) throws -> [UInt8] {
    [UInt8](try foundationEncoder.encode(value))
  }

  /// Encodes by the `Encodable` conformance.
  func codable<T: Encodable>(_ value: T, _ format: Format) throws -> [UInt8] {
    switch format {
    case .json: try jsonEncoder.encode(value)
    case .binary: try binaryEncoder.encode(value)
    case .yaml: try yamlEncoder.encode(value)
    }
  }

  /// Encodes directly.
  func direct<T: DirectEncodable>(_ value: T, _ format: Format) throws -> [UInt8] {
    switch format {
    case .json: try jsonEncoder.encode(value)
    case .binary: try binaryEncoder.encode(value)
    case .yaml: try yamlEncoder.encode(value)
    }
  }

  // MARK: Decoding

  func foundation<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try foundationDecoder.decode(type, from: Data(bytes))
  }

  /// Decodes by the `Decodable` conformance.
  func codable<T: Decodable>(_ type: T.Type, from bytes: [UInt8], _ format: Format) throws -> T {
    switch format {
    case .json: try jsonDecoder.decode(type, from: bytes)
    case .binary: try binaryDecoder.decode(type, from: bytes)
    case .yaml: try yamlDecoder.decode(type, from: bytes)
    }
  }

  /// Decodes directly.
  func direct<T: DirectDecodable>(
    _ type: T.Type, from bytes: [UInt8], _ format: Format
  ) throws -> T {
    switch format {
    case .json: try jsonDecoder.decode(type, from: bytes)
    case .binary: try binaryDecoder.decode(type, from: bytes)
    case .yaml: try yamlDecoder.decode(type, from: bytes)
    }
  }

  enum Format: CaseIterable { case json, binary, yaml }
}
