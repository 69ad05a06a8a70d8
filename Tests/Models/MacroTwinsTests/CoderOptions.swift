import Ferry
import FerryCBOR
import FerryMacros
import FerryMessagePack

/// The formats.
enum FormatKind: String, CaseIterable {
  case json, binary, yaml, cbor, messagePack

  var encoder: any FormatEncoder {
    switch self {
    case .json: JSON.Encoder()
    case .binary: Binary.Encoder()
    case .yaml: YAML.Encoder()
    case .cbor: CBOR.Encoder()
    case .messagePack: MessagePack.Encoder()
    }
  }

  var decoder: any FormatDecoder {
    switch self {
    case .json: JSON.Decoder()
    case .binary: Binary.Decoder()
    case .yaml: YAML.Decoder()
    case .cbor: CBOR.Decoder()
    case .messagePack: MessagePack.Decoder()
    }
  }
}

// The compiler knows no direct coding of these types.

func codable<T: Encodable>(_ value: T, _ encoder: any FormatEncoder) throws -> [UInt8] {
  try encoder.encode(value)
}

func codable<T: Decodable>(
  _ type: T.Type, _ bytes: [UInt8], _ decoder: any FormatDecoder
) throws -> T {
  try decoder.decode(type, from: bytes)
}

/// One option of a coder, in the formats that have it.
struct CoderOption<Coder>: Sendable {
  let name: String
  /// Returns the coder with the option; `nil` if it does not have it.
  let set: @Sendable (Coder) -> Coder?

  /// An option of the coders of all formats.
  init(_ name: String, _ set: @escaping @Sendable (inout Coder) -> Void) {
    self.name = name
    self.set = {
      var coder = $0
      set(&coder)
      return coder
    }
  }

  /// An option of one kind of coders.
  init<Kind>(_ name: String, of _: Kind.Type, _ set: @escaping @Sendable (inout Kind) -> Void) {
    self.name = name
    self.set = { coder in
      guard var coder = coder as? Kind else { return nil }
      set(&coder)
      return coder as? Coder
    }
  }
}

extension CoderOption<any FormatEncoder> {
  static let encoding: [Self] = [
    Self("defaults") { _ in },
    Self("dates in seconds") { $0.dateEncodingStrategy = .secondsSince1970 },
    Self("dates in milliseconds") { $0.dateEncodingStrategy = .millisecondsSince1970 },
    Self("dates in ISO 8601") { $0.dateEncodingStrategy = .iso8601 },
    Self("keys in snake case") { $0.keyEncodingStrategy = .convertToSnakeCase },
    Self("keys in kebab case") { $0.keyEncodingStrategy = .style(.kebabCase) },
    Self("own keys") { $0.keyEncodingStrategy = .custom { PrefixedKey($0) } },
    Self("depth 2") { $0.depthLimit = 2 },
    Self("pretty", of: JSON.Encoder.self) { $0.outputFormatting = .prettyPrinted },
    Self("tabs and a line break at the end", of: JSON.Encoder.self) {
      $0.outputFormatting = [.prettyPrinted, .finalNewline]
      $0.indentation = "\t"
    },
    Self("escapes", of: JSON.Encoder.self) { $0.outputFormatting = .escapesNonASCII },
    Self("null for NaN", of: JSON.Encoder.self) { $0.nonConformingFloatEncodingStrategy = .null },
    Self("sorted keys", of: JSON.Encoder.self) { $0.outputFormatting = .sortedKeys },
    Self("canonical", of: JSON.Encoder.self) { $0.isCanonical = true },
    Self("texts for NaN", of: JSON.Encoder.self) {
      $0.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "+", negativeInfinity: "-", nan: "n")
    },
    Self("no table of texts", of: Binary.Encoder.self) { $0.internsTexts = false },
    Self("checksum", of: Binary.Encoder.self) { $0.hasChecksum = true },
    Self("canonical", of: Binary.Encoder.self) { $0.isCanonical = true },
    Self("smallest packing", of: Binary.Encoder.self) { $0.packing = .smallest },
    Self("sorted keys", of: YAML.Encoder.self) { $0.sortsKeys = true },
    Self("indent 4", of: YAML.Encoder.self) { $0.indent = 4 },
    Self("flow style", of: YAML.Encoder.self) { $0.usesFlowStyle = true },
    Self("document start", of: YAML.Encoder.self) { $0.writesDocumentStart = true },
    Self("integer keys", of: (any ItemEncoder).self) { $0.usesIntegerKeys = true },
    Self("core encoding", of: CBOR.Encoder.self) { $0.deterministicEncoding = .core },
    Self("length first", of: CBOR.Encoder.self) { $0.deterministicEncoding = .lengthFirst },
    Self("hints", of: CBOR.Encoder.self) { $0.writesHints = true },
    Self("indefinite lengths", of: CBOR.Encoder.self) { $0.writesIndefiniteLengths = true },
    Self("raw text", of: MessagePack.Encoder.self) { $0.usesRawText = true },
  ]
}

extension CoderOption<any FormatDecoder> {
  static let decoding: [Self] = [
    Self("defaults") { _ in },
    Self("dates in seconds") { $0.dateDecodingStrategy = .secondsSince1970 },
    Self("dates in ISO 8601") { $0.dateDecodingStrategy = .iso8601 },
    Self("keys in snake case") { $0.keyDecodingStrategy = .convertFromSnakeCase },
    Self("keys in kebab case") { $0.keyDecodingStrategy = .style(.kebabCase) },
    Self("own keys") { $0.keyDecodingStrategy = .custom { PrefixedKey($0) } },
    Self("unknown keys are errors") { $0.unknownKeys = .error },
    Self("depth 2") { $0.depthLimit = 2 },
    Self("JSON5", of: JSON.Decoder.self) { $0.allowsJSON5 = true },
    Self("trailing commas", of: JSON.Decoder.self) { $0.allowsTrailingCommas = true },
    Self("members without braces", of: JSON.Decoder.self) { $0.assumesTopLevelDictionary = true },
    Self("the last of equal keys", of: JSON.Decoder.self) { $0.duplicateKeys = .last },
    Self("equal keys are errors", of: JSON.Decoder.self) { $0.duplicateKeys = .error },
    Self("texts for NaN", of: JSON.Decoder.self) {
      $0.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "+", negativeInfinity: "-", nan: "n")
    },
    Self("the last of equal keys", of: YAML.Decoder.self) { $0.duplicateKeys = .last },
    Self("YAML 1.1", of: YAML.Decoder.self) { $0.acceptsYAML11 = true },
    Self("null is empty text", of: YAML.Decoder.self) { $0.decodesNullAsEmptyString = true },
    Self("ambiguous scalars", of: YAML.Decoder.self) { $0.rejectsAmbiguousScalars = true },
    Self("integer keys", of: (any ItemDecoder).self) { $0.usesIntegerKeys = true },
    Self("core encoding", of: CBOR.Decoder.self) { $0.requiredEncoding = .core },
    Self("hints", of: CBOR.Decoder.self) { $0.keepsHints = true },
    Self("raw text", of: MessagePack.Decoder.self) { $0.readsRawText = true },
  ]
}

/// The key after a letter that no other key has.
private struct PrefixedKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ path: [any CodingKey]) { stringValue = "ß" + (path.last?.stringValue ?? "") }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
