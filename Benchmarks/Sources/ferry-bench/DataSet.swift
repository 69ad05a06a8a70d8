import Ferry
import Foundation

/// What the contestants of every task get: one document as text and as a model.
struct DataSet<Model: BenchmarkModel> {
  /// The document as JSON text.
  let json: [UInt8]

  /// The document as YAML text; empty where the set is not for the YAML tasks.
  let yaml: [UInt8]

  /// What Foundation decodes from ``json``: the answer that every contestant has to give.
  let model: Model

  /// Direct coding, if the model has it.
  let direct: DirectCoding<Model>?

  /// Decodes YAML text with Ferry, whether it is one document or a list of them.
  let decodeYAML: ([UInt8]) throws -> Model

  /// A set that has JSON text, and YAML text of the same document if it has any.
  init(json: [UInt8], yaml: [UInt8] = [], direct: DirectCoding<Model>? = nil) throws {
    self.direct = direct
    self.json = json
    self.yaml = yaml
    self.model = try JSONDecoder().decode(Model.self, from: Data(json))
    self.decodeYAML = { try YAML.decode(Model.self, from: $0) }
  }

  /// A set that has only YAML text: its JSON text is made from that, minified.
  ///
  /// The members are sorted, because an order that differs from process to process makes times
  /// that do.
  init(yaml: [UInt8], decodeYAML: @escaping ([UInt8]) throws -> Model) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = try encoder.encode(try decodeYAML(yaml))
    self.direct = nil
    self.json = [UInt8](json)
    self.yaml = yaml
    self.model = try JSONDecoder().decode(Model.self, from: json)
    self.decodeYAML = decodeYAML
  }

  /// Where `answer` differs from the set's model; nil where it does not.
  func difference(of answer: Model) throws -> String? {
    guard answer != model else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let expected = [UInt8](try encoder.encode(model))
    let found = [UInt8](try encoder.encode(answer))
    let place = zip(expected, found).prefix { $0 == $1 }.count
    return "expected \(excerpt(of: expected, at: place)), found \(excerpt(of: found, at: place))"
  }

  /// A few bytes of `text` around `place`, for a message.
  private func excerpt(of text: [UInt8], at place: Int) -> String {
    let start = max(0, place - 24)
    return String(decoding: text[start..<min(text.count, place + 16)], as: UTF8.self)
  }
}
