import Ferry
import FerryCBOR
import FerryMacros
import FerryMessagePack
import Foundation

/// The ways to decode one document: in each format, directly and by `Codable`.
struct Ways {
  private let json: JSON.Decoder
  private let binary: Binary.Decoder
  private let yaml: YAML.Decoder
  private let cbor: CBOR.Decoder
  private let messagePack: MessagePack.Decoder

  init(_ change: (inout any FormatDecoder) -> Void = { _ in }) {
    func changed<D: FormatDecoder>(_ decoder: D) -> D {
      var coder: any FormatDecoder = decoder
      change(&coder)
      return coder as? D ?? decoder
    }
    json = changed(JSON.Decoder())
    binary = changed(Binary.Decoder())
    yaml = changed(YAML.Decoder())
    cbor = changed(CBOR.Decoder())
    messagePack = changed(MessagePack.Decoder())
  }

  /// Returns the result of each way.
  func decode<T: DirectDecodable & Decodable & SendableMetatype>(
    _ type: T.Type, _ document: AnyValue
  ) throws -> [(way: String, result: Result<T, any Error>)] {
    let text = try JSON.string(document)
    var pretty = JSON.Encoder()
    pretty.outputFormatting = .prettyPrinted
    let lines = try pretty.string(document)
    let (bytes, plain) = (try Binary.encode(document), try YAML.string(document))
    return [
      ("JSON", Result { try json.decode(type, from: text) }),
      ("lines of JSON", Result { try json.decode(type, from: lines) }),
      ("by Codable in JSON", Result { try codable(type) { try json.decode($0, from: text) } }),
      ("a document of JSON", Result { try JSON.document(text, decoder: json).decode(type) }),
      ("binary", Result { try binary.decode(type, from: bytes) }),
      ("by Codable in binary", Result { try codable(type) { try binary.decode($0, from: bytes) } }),
      ("YAML", Result { try yaml.decode(type, from: plain) }),
      ("CBOR", Result { try cbor.decode(type, from: CBOR.encode(document)) }),
      ("MessagePack", Result { try messagePack.decode(type, from: MessagePack.encode(document)) }),
    ]
  }

  /// Returns the result of each format for a type that is only `Codable`.
  func decodeByCodable<T: Decodable>(
    _ type: T.Type, _ document: AnyValue
  ) throws -> [String: Result<T, any Error>] {
    let (bytes, plain) = (try Binary.encode(document), try YAML.string(document))
    return [
      "JSON": Result { try json.decode(type, from: JSON.string(document)) },
      "binary": Result { try binary.decode(type, from: bytes) },
      "YAML": Result { try yaml.decode(type, from: plain) },
      "CBOR": Result { try cbor.decode(type, from: CBOR.encode(document)) },
      "MessagePack": Result { try messagePack.decode(type, from: MessagePack.encode(document)) },
    ]
  }

  /// Calls `decode` with a type of which the compiler knows no direct coding.
  private func codable<T: Decodable>(_ type: T.Type, _ decode: (T.Type) throws -> T) rethrows -> T {
    try decode(type)
  }
}

/// The encoders of all formats.
struct Encoders {
  private let json: JSON.Encoder
  private let binary: Binary.Encoder
  private let yaml: YAML.Encoder
  private let cbor: CBOR.Encoder
  private let messagePack: MessagePack.Encoder

  init(_ change: (inout any FormatEncoder) -> Void = { _ in }) {
    func changed<E: FormatEncoder>(_ encoder: E) -> E {
      var coder: any FormatEncoder = encoder
      change(&coder)
      return coder as? E ?? encoder
    }
    json = changed(JSON.Encoder())
    binary = changed(Binary.Encoder())
    yaml = changed(YAML.Encoder())
    cbor = changed(CBOR.Encoder())
    messagePack = changed(MessagePack.Encoder())
  }

  /// Returns the document of each format as a value.
  func encode<T: DirectEncodable & Encodable>(
    _ value: T
  ) throws -> [(way: String, document: AnyValue)] {
    [
      ("JSON", try JSON.decode(AnyValue.self, from: json.encode(value))),
      ("by Codable in JSON", try JSON.decode(AnyValue.self, from: codable(value))),
      ("binary", try Binary.decode(AnyValue.self, from: binary.encode(value))),
      ("YAML", try YAML.decode(AnyValue.self, from: yaml.encode(value))),
      ("CBOR", try CBOR.decode(AnyValue.self, from: cbor.encode(value))),
      ("MessagePack", try MessagePack.decode(AnyValue.self, from: messagePack.encode(value))),
    ]
  }

  /// Returns the document of each format for a value that is only `Codable`.
  func encodeByCodable<T: Encodable>(_ value: T) throws -> [(way: String, document: AnyValue)] {
    [
      ("JSON", try JSON.decode(AnyValue.self, from: json.encode(value))),
      ("binary", try Binary.decode(AnyValue.self, from: binary.encode(value))),
      ("YAML", try YAML.decode(AnyValue.self, from: yaml.encode(value))),
      ("CBOR", try CBOR.decode(AnyValue.self, from: cbor.encode(value))),
      ("MessagePack", try MessagePack.decode(AnyValue.self, from: messagePack.encode(value))),
    ]
  }

  private func codable<T: Encodable>(_ value: T) throws -> [UInt8] { try json.encode(value) }
}
