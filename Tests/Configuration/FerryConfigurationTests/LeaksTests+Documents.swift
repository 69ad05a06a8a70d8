import FerryConfiguration
import FerryMacros
import Foundation
import Testing

/// A model whose secret may be missing.
struct OptionalDatabase: Codable {
  var user: String?
  var password: Secret<String>?
  var port: Int?
}

@DirectCodable
struct DirectOptionalDatabase {
  var user: String? = nil
  var password: Secret<String>? = nil
  var port: Int? = nil
}

extension LeaksTests {
  /// Documents in YAML with the secret at `db.password`, or at a misspelled key.
  private static let yaml = [
    "{db: {port: x, password: hunter2}}", "{db: {password: hunter2, port: x}}",
    "db: {user: u, port: [], password: hunter2}", "db: {user: u, pasword: hunter2, port: x}",
    "db:\n  user: u\n  password: \"hunter2\n", "db:\n  user: u\n  password: *hunter2\n",
    "db:\n  user: u\n  password: !hunter2 x\n", "db:\n  password: hunter2: x\n",
    "db:\n  user: u\n  password: 'hunter2' x\n", "db: {user: u, password: hunter2\nport: 1",
    "db:\n  user: u\n  password: hunter2\n  password: hunter2\n",
    "db: [hunter2, {password: hunter2}]",
    "db:\n  user: u\n  pasword: hunter2\n", "db:\n  user: u\n  pass_word: hunter2\n",
    "db:\n\tpassword: hunter2\n", "db: hunter2\n", "db:\n  password: @hunter2\n",
  ]

  /// Everything that an error prints.
  private func texts(_ error: any Error) -> [String] {
    var texts = [
      "\(error)", String(reflecting: error), SecretsTests.dumped(error), error.localizedDescription,
    ]
    if let inner = (error as? Problem)?.underlyingError { texts += self.texts(inner) }
    if let failure = (error as? Problem) ?? (error as? DecodingError)?.problem {
      texts += [failure.description, failure.hint ?? "", failure.detail ?? ""]
      texts += failure.notes.flatMap { [$0.text, $0.place.drawing] }
      texts += [failure.place?.drawing ?? ""]
    }
    return texts
  }

  private func expectNoLeak(_ document: String, _ body: () throws -> Void) {
    do {
      try body()
    } catch {
      let leaks = texts(error).filter { $0.contains(marker) }
      #expect(leaks.isEmpty, "\(document): \(leaks.first ?? "")")
    }
  }

  private func expectNoLeak<T: Codable & Sendable>(_ type: T.Type, _ document: String) {
    let lenient = JSON.Decoder()
    var strict = JSON.Decoder()
    strict.unknownKeys = .error
    for decoder in [lenient, strict] {
      expectNoLeak(document) { _ = try decoder.decode(type, from: document) }
      expectNoLeak(document) { _ = try JSON.document(document, decoder: decoder).decode(type) }
      expectNoLeak(document) {
        for record in JSON.stream(type, from: .bytes(Array(document.utf8)), decoder: decoder) {
          _ = try record.get()
        }
      }
      expectNoLeak(document) {
        let list = Array("[\(document),\(document)]".utf8)
        for record in JSON.stream(type, from: .bytes(list), as: .elements, decoder: decoder) {
          _ = try record.get()
        }
      }
      expectNoLeak(document) { _ = try decoder.decode([T].self, from: "[\(document)]") }
    }
    #if FERRY_YAML
    for preset in [YAML.Preset.standard, .strict, .yaml11] {
      let decoder = YAML.Decoder(preset: preset)
      expectNoLeak(document) { _ = try decoder.decode(type, from: document) }
      expectNoLeak(document) { _ = try decoder.decodeAll(type, from: document) }
      expectNoLeak(document) {
        for record in YAML.stream(type, from: .bytes(Array(document.utf8)), decoder: decoder) {
          _ = try record.get()
        }
      }
      expectNoLeak(document) { _ = try YAML.document(document, decoder: decoder).decode(type) }
    }
    #endif
  }

  @Test("no error of a document without layers shows a secret of its model")
  func documentsWithoutLayers() {
    for document in Self.documents + Self.yaml {
      expectNoLeak(Keyed<Database>.self, document)
      expectNoLeak(Keyed<DirectDatabase>.self, document)
      expectNoLeak(Keyed<OptionalDatabase>.self, document)
      expectNoLeak(Keyed<DirectOptionalDatabase>.self, document)
      expectNoLeak(Keyed<[Database]>.self, document)
      expectNoLeak([String: Database].self, document)
      expectNoLeak([String: Secret<Int>].self, document)
      expectNoLeak(Keyed<[String: Secret<Int>]?>.self, document)
    }
  }

  @Test("an error of a model without secrets shows its line")
  func modelsWithoutSecrets() {
    struct Plain: Codable { var port: Int }
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode(Plain.self, from: #"{"name": "x", "port": "y"}"#)
    }
    #expect(error?.problem?.place?.excerpt == #"{"name": "x", "port": "y"}"#)
  }

  @Test("nothing that is printed shows a misspelled neighbour of a sensitive path")
  func misspelledNeighbours() {
    for document in Self.yaml {
      func add(_ configuration: inout LayeredConfiguration) throws {
        try configuration.add(document, name: "a.yaml")
      }
      expectNoLeak(Keyed<OptionalDatabase>.self, document, add)
      expectNoLeak(Keyed<DirectOptionalDatabase>.self, document, add)
      expectNoLeak(Keyed<OptionalDatabase>.self, document) {
        $0.sensitive("db.password")
        try add(&$0)
      }
      #if FERRY_YAML
      let strict = LayeredConfiguration(decoder: YAML.Decoder(preset: .strict))
      let texts = texts(Keyed<DirectOptionalDatabase>.self, from: strict, add)
      #expect(!texts.contains { $0.contains(marker) }, "\(document)")
      #endif
    }
  }

  @Test("no error before the model is known shows a variable, an option or a line")
  func unknownModels() throws {
    let values = [
      marker, "[hunter2", "{hunter2: ", "[a, hunter2", "{x: hunter2, y: {", "!replace [hunter2",
      "[*hunter2",
    ]
    let folder = try LayerFolder([
      "broken.env": "A='hunter2\n", "worse.env": "hunter2\n",
    ])
    for value in values {
      for prefix in ["", "APP_"] {
        expectNoLeak(Keyed<Database>.self, value) {
          try $0.add(#"{"db": {"user": "u"}}"#, name: "a.json")
          try $0.addEnvironment([prefix + "DB__PASSWORD": value], prefix: prefix)
        }
      }
      expectNoLeak(Keyed<Database>.self, value) {
        try $0.set("db.password", to: value, name: "--password")
      }
      expectNoLeak(Keyed<Database>.self, value) {
        _ = try $0.addArguments(["--set", "db.password=\(value)"])
      }
      expectNoLeak(Keyed<Database>.self, value) {
        try $0.add(ConfigurationLayer(["db.password": value], name: "store"))
      }
      expectNoLeak(Keyed<Database>.self, value) {
        try $0.addEnvironment(["APP_DB": value, "APP_DB__PASSWORD": marker], prefix: "APP_")
      }
      for text in ["db: {password: \(value)", "db:\n  password: \(value)\n", "\(value)\n"] {
        expectNoLeak(Keyed<Database>.self, text) {
          try $0.add(#"{"db": {"user": "u"}}"#, name: "a.json")
          try $0.add(text, name: "a.yaml")
        }
      }
    }
    for file in ["broken.env", "worse.env"] {
      expectNoLeak(Keyed<Database>.self, file) {
        try $0.addEnvironment(contentsOf: folder.file(file))
      }
    }
  }
}
