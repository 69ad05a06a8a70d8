import Ferry
import Foundation

/// The result of a decoder, in a form in which two decoders can be compared.
package enum Outcome<Value: Equatable>: Equatable, CustomStringConvertible {
  /// A value.
  case value(Value)
  /// A `DecodingError`: its case, its coding path and its text.
  case failure(kind: String, path: [String], text: String)
  /// Another error.
  case other(String)

  /// The outcome of `body`.
  package init(_ body: () throws -> Value) {
    do {
      self = .value(try body())
    } catch let error as DecodingError {
      let summary = ErrorSummary(error)
      self = .failure(kind: summary.kind, path: summary.path, text: summary.text)
    } catch {
      self = .other("\(error)")
    }
  }

  /// Whether there is a value.
  package var isValue: Bool { if case .value = self { true } else { false } }

  /// The same outcome without the text of a failure.
  package var withoutText: Outcome {
    if case .failure(let kind, let path, _) = self {
      .failure(kind: kind, path: path, text: "")
    } else {
      self
    }
  }

  /// The same outcome without the path of corrupted data, which Foundation often loses.
  package var withoutLostPath: Outcome {
    if case .failure("dataCorrupted", _, let text) = self {
      .failure(kind: "dataCorrupted", path: [], text: text)
    } else {
      self
    }
  }

  /// The outcome in words.
  package var description: String {
    switch self {
    case .value(let value): "\(value)"
    case .failure(let kind, let path, let text):
      "\(kind) at \(path.joined(separator: ".")): \(text)"
    case .other(let text): text
    }
  }
}

/// The parts of a `DecodingError`.
package struct ErrorSummary: Equatable {
  /// The case, with the type or key that it names.
  package let kind: String
  /// The coding path, as strings.
  package let path: [String]
  /// The `debugDescription`.
  package let text: String

  /// The parts of `error`.
  package init(_ error: DecodingError) {
    let context: DecodingError.Context
    switch error {
    case .typeMismatch(let type, let found): (kind, context) = ("typeMismatch \(type)", found)
    case .valueNotFound(let type, let found): (kind, context) = ("valueNotFound \(type)", found)
    case .keyNotFound(let key, let found):
      (kind, context) = ("keyNotFound \(key.stringValue)", found)
    case .dataCorrupted(let found): (kind, context) = ("dataCorrupted", found)
    @unknown default: fatalError("a case of DecodingError that did not exist")
    }
    path = context.codingPath.map(\.stringValue)
    text = context.debugDescription
  }
}

/// Foundation's coders as an oracle.
package enum Oracle {
  /// The value that Foundation decodes from `text`.
  package static func decode<T: Decodable & Equatable>(
    _ type: T.Type, from text: String
  ) -> Outcome<T> {
    Outcome { try JSONDecoder().decode(type, from: Data(text.utf8)) }
  }

  /// The text that Foundation encodes, keys in order.
  package static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// The text that Ferry encodes in Foundation's preset, keys in order.
  package static func encodeAsFoundation(_ value: some Encodable) throws -> String {
    var encoder = JSON.Encoder(preset: .foundation)
    encoder.outputFormatting = .sortedKeys
    return try encoder.string(value)
  }

  /// The value that Ferry decodes from `text` in Foundation's preset.
  package static func decodeAsFoundation<T: Decodable & Equatable>(
    _ type: T.Type, from text: String
  ) -> Outcome<T> {
    Outcome { try JSON.Decoder(preset: .foundation).decode(type, from: text) }
  }
}
