import FerryConfiguration
import FerryMacros
import Foundation
import Testing

private let marker = "hunter2"

private struct Database: Codable {
  var user: String
  var password: Secret<String>
  var port: Int?
}

@DirectCodable
private struct DirectDatabase {
  var user: String
  var password: Secret<String>
  var port: Int?
}

private struct Keyed<Value: Codable>: Codable, Marked { var db: Value }

/// A model whose secrets are ``Secret`` members.
private protocol Marked {}

@Suite("Secrets")
struct SecretsTests {
  @Test("a secret decodes as its value and prints as <redacted>")
  func printing() throws {
    let database = try JSON.decode(Database.self, from: #"{"user":"u","password":"hunter2"}"#)
    #expect(database.password.exposed == marker)
    var dumped = ""
    dump(database, to: &dumped)
    let texts = [
      "\(database)", String(reflecting: database), dumped, "\(database.password)",
      String(describing: Optional(database.password)), "\([database.password])",
    ]
    for text in texts { #expect(!text.contains(marker) && !text.isEmpty, "\(text)") }
    #expect("\(database.password)" == "<redacted>")
  }

  @Test("a secret is encoded only if the encoder exposes secrets, in every library")
  func encoding() throws {
    let secret = ["a": Secret(marker)]
    let error = #expect(throws: EncodingError.self) { try JSON.encode(secret) }
    #expect(error.map { "\($0)".contains(marker) } == false)
    let encoder = JSON.Encoder()
    encoder.exposesSecrets = true
    #expect(try encoder.string(secret) == #"{"a":"hunter2"}"#)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(secret) }
    let foundation = JSONEncoder()
    foundation.userInfo[.exposesSecrets] = true
    #expect(try foundation.encode(secret) == Data(#"{"a":"hunter2"}"#.utf8))
  }

  /// A type whose own error quotes the value.
  private struct Indiscreet: Codable {
    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "bad value \(text)"))
    }
  }

  @Test("errors of secrets show neither the value nor its line, in every decoder")
  func decodingErrors() throws {
    let text = #"{"a": "hunter2"}"#
    func check<T: Codable>(_ type: T.Type) {
      for decode in [
        { _ = try JSON.decode(type, from: text) },
        { _ = try JSONDecoder().decode(type, from: Data(text.utf8)) },
        {
          var configuration = LayeredConfiguration()
          try configuration.add(text, name: "a.json")
          _ = try configuration.decode(type)
        },
      ] as [() throws -> Void] {
        let error = #expect(throws: DecodingError.self) { try decode() }
        let texts = error.map { ["\($0)", $0.failure?.description ?? "", dumped($0)] } ?? []
        for text in texts { #expect(!text.contains(marker), "\(text)") }
      }
    }
    check([String: Secret<Int>].self)
    check([String: Secret<[Int]>].self)
    check([String: Secret<Indiscreet>].self)
    check([String: Secret<Bool>].self)
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode([String: Secret<Int>].self, from: text)
    }
    #expect(
      error?.failure?.description
        == "1:7: wrong type of value: expected Int, found <redacted>, at a")
  }

  private func dumped(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }

  // MARK: The search for leaks

  /// Everything that a program might print about a configuration and its model.
  private func texts<T: Codable>(
    _ type: T.Type, _ build: (inout LayeredConfiguration) throws -> Void
  ) -> [String] {
    var configuration = LayeredConfiguration()
    var texts: [String] = []
    func note(_ error: any Error) {
      texts += ["\(error)", String(reflecting: error), dumped(error), error.localizedDescription]
      if let failure = (error as? DecodingError)?.failure {
        texts += [failure.description, failure.hint ?? "", failure.detail ?? ""]
        texts += failure.notes.flatMap { [$0.text, $0.place.drawing] }
        if let place = failure.place { texts += [place.drawing, dumped(place)] }
      }
    }
    do { try build(&configuration) } catch { note(error) }
    do {
      let value = try configuration.decode(type)
      // A model with plain members prints them.
      if T.self is any Marked.Type {
        texts += ["\(value)", String(reflecting: value), dumped(value)]
      }
    } catch {
      note(error)
    }
    texts += [
      "\(configuration)", String(reflecting: configuration), configuration.explanation,
      dumped(configuration),
    ]
    for (path, origin) in configuration.origins {
      texts += ["\(path)", "\(origin)", dumped(origin)]
      texts += configuration.origin(of: path).map { ["\($0)", dumped($0)] } ?? []
    }
    return texts
  }

  private func expectNoLeak<T: Codable>(
    _ type: T.Type, _ what: String, _ build: (inout LayeredConfiguration) throws -> Void
  ) {
    let texts = texts(type, build)
    let leaks = texts.filter { $0.contains(marker) }
    #expect(leaks.isEmpty, "\(what): \(leaks.first ?? "")")
    #expect(texts.count > 3)
  }

  /// Documents with the secret at `db.password`. Some are invalid, or do not fit the models.
  private static let documents = [
    #"{"db": {"user": "u", "password": "hunter2"}}"#,
    #"{"db": {"user": 5, "password": "hunter2", "port": "x"}}"#,
    #"{"db": {"password": "hunter2"}}"#,
    #"{"db": {"user": "u", "password": ["hunter2"]}}"#,
    #"{"db": {"user": "u", "password": {"x": "hunter2"}}}"#,
    #"{"db": {"user": "u", "port": {}, "password": "hunter2"}}"#,
    #"{"db": {"user": "u", "password": "hunter2", "password": "hunter2"}}"#,
    #"{"db": "hunter2"}"#,
    #"{"db": {"user": "u", "password": "hunter2""#,
    "{\"db\": {\"user\": \"u\", \"password\": \"hunter2}\n",
    #"{"db": {"user": "u" "password": "hunter2"}}"#,
    "{\"db\": {\"user\": \"u\", \"password\": \"\u{1}hunter2\"}}",
    #"{"db": {"user": "u", "password": hunter2 }"#,
    #"{"db": {"user": [], "port": 1.5, "password": "x"}, "other": {"hunter2": [}}"#,
  ]

  @Test("nothing that is printed shows a value at a sensitive path")
  func sensitivePaths() {
    for document in Self.documents {
      func add(_ configuration: inout LayeredConfiguration) throws {
        configuration.sensitive("db.password")
        try configuration.add(document, name: "a.json")
      }
      expectNoLeak(Keyed<Database>.self, document, add)
      expectNoLeak(Keyed<DirectDatabase>.self, document, add)
      expectNoLeak([String: [String: String]].self, document, add)
      expectNoLeak([String: [String: Int]].self, document, add)
      expectNoLeak([String: [String: Indiscreet]].self, document, add)
      expectNoLeak([String: Int].self, document, add)
    }
  }

  @Test("nothing that is printed shows a value of a secret source")
  func secretSources() throws {
    for document in Self.documents {
      expectNoLeak(Keyed<Database>.self, document) {
        try $0.add(document, name: "a.json", isSecret: true)
      }
      expectNoLeak([String: [String: Int]].self, document) {
        try $0.add(ConfigurationLayer(document, name: "store", isSecret: true))
      }
    }
    let folder = try LayerFolder([
      "secrets/db/password": "hunter2\n", "secrets/db/port": "hunter2",
      ".env": "APP_DB__PASSWORD='hunter2'\nAPP_DB__PORT=hunter2\nAPP_DB__USR=hunter2\n",
      "broken.env": "APP_DB__PASSWORD='hunter2\n", "worse.env": "hunter2\n",
      "clash.env": "APP_DB__PASSWORD=hunter2\nAPP_DB__PASS_WORD=hunter2",
    ])
    let base = #"{"db": {"user": "u", "password": ""}}"#
    expectNoLeak(Keyed<DirectDatabase>.self, "secret files") {
      try $0.add(base, name: "a.json")
      try $0.addSecrets(in: folder.file("secrets"))
    }
    for file in [".env", "broken.env", "worse.env", "clash.env"] {
      expectNoLeak(Keyed<Database>.self, file) {
        try $0.add(base, name: "a.json")
        try $0.addEnvironment(contentsOf: folder.file(file), prefix: "APP_", isSecret: true)
      }
    }
  }

  @Test("the error of a misspelled name does not show its value")
  func misspelledNames() throws {
    var configuration = LayeredConfiguration()
    try configuration.add(Keyed(db: Database(user: "u", password: Secret("x"))))
    try configuration.addEnvironment(["APP_DB__PASWORD": marker], prefix: "APP_")
    let error = #expect(throws: DecodingError.self) {
      try configuration.decode(Keyed<Database>.self)
    }
    #expect(
      error?.failure?.description == """
        environment variable APP_DB__PASWORD:1:1: unknown key: `pasword`, at db.pasword
        hint: did you mean `password`? to ignore such names, set `unknownVariables`
        """)
  }

  @Test("nothing that is printed shows a neighbour of a value")
  func neighbours() throws {
    let names = ["APP_DB": "{port: x, password: hunter2}"]
    let folder = try LayerFolder([".env": "APP_DB={port: x, password: hunter2}\n"])
    func add(_ configuration: inout LayeredConfiguration) throws {
      try configuration.add(Keyed(db: Database(user: "u", password: Secret("x"))))
    }
    for (name, value) in names {
      expectNoLeak(Keyed<DirectDatabase>.self, name) {
        $0.sensitive("db.password")
        try $0.addEnvironment([name: value], prefix: "APP_")
      }
      expectNoLeak(Keyed<DirectDatabase>.self, name) {
        try add(&$0)
        try $0.addEnvironment([name: value], prefix: "APP_")
      }
    }
    expectNoLeak(Keyed<DirectDatabase>.self, ".env") {
      try add(&$0)
      try $0.addEnvironment(contentsOf: folder.file(".env"), prefix: "APP_")
    }
    for text in ["db: {password: *hunter2, port: 1}", "db: {password: \"hunter2\" x}"] {
      expectNoLeak(Keyed<DirectDatabase>.self, text) {
        try add(&$0)
        try $0.add(text, name: "a.yaml")
      }
    }
  }

  @Test("nothing that is printed shows a variable, an option or a default at a sensitive path")
  func values() throws {
    let values = [marker, "[hunter2", "{hunter2: ", "[hunter2]", "{x: hunter2}", "\"hunter2"]
    for value in values {
      for name in ["APP_DB__PASSWORD", "APP_DB__PASS_WORD", "APP_db__password"] {
        expectNoLeak(Keyed<Database>.self, value) {
          $0.sensitive("db.password")
          try $0.addEnvironment([name: value], prefix: "APP_")
        }
        expectNoLeak([String: Int].self, value) {
          $0.sensitive("db.pass-word")
          try $0.addEnvironment([name: value, "APP_DB__PASSWORDS": "1"], prefix: "APP_")
        }
      }
      expectNoLeak(Keyed<DirectDatabase>.self, value) {
        $0.sensitive("db.password")
        try $0.add(#"{"db": {"user": "u"}}"#, name: "a.json")
        try $0.set("db.password", to: value, name: "--password")
        _ = try $0.addArguments(["--db.password", value, "--set", "db.password=" + value])
      }
      expectNoLeak([String: Int].self, value) {
        $0.sensitive("db.*")
        try $0.set("db.password[0]", to: value, name: "--password")
        try $0.set("db.password[7]", to: value, name: "--password")
      }
      expectNoLeak(Keyed<Int>.self, value) {
        try $0.add(Keyed(db: Database(user: "u", password: Secret(value))))
      }
    }
  }

  @Test("nothing that is printed after decoding shows the secret members of the model")
  func secretMembers() throws {
    for document in Self.documents.prefix(1) {
      expectNoLeak(Keyed<Database>.self, document) { try $0.add(document, name: "a.json") }
      expectNoLeak(Keyed<DirectDatabase>.self, document) { try $0.add(document, name: "a.json") }
    }
    // The error comes before the secret member.
    let error = #expect(throws: DecodingError.self) {
      var configuration = LayeredConfiguration()
      try configuration.add(Self.documents[1], name: "a.json")
      _ = try configuration.decode(Keyed<Database>.self)
    }
    #expect(error.map { "\($0)\($0.failure?.description ?? "")".contains(marker) } == false)
  }

  #if FERRY_YAML
  @Test("nothing that is printed shows text that came from a sensitive value")
  func references() {
    let documents = [
      "db: {password: hunter2}\nurl: u:${.db.password}@h\nport: x\n",
      "db: {password: hunter2}\nurl: ${.again}\nagain: ${.db.password}\n",
      "db: {password: ${X}}\nurl: 1\n", "db:\n  password: \"a\n    hunter2\"\n  port: [\n",
      "db:\n  password: |\n    hunter2\n  port: x\n",
      "db:\n  password: hunter2 # hunter2\n  port: x\n",
      "db: &hunter2 {password: *hunter3}\n", "db: {password: ${.db.password}hunter2}\n",
      "db:\n  password: \"${hunter2\"\n", "db:\n  password: \"${.hunter2}\"\n",
    ]
    for document in documents {
      expectNoLeak([String: Int].self, document) {
        $0.interpolates = true
        $0.variables = ["X": marker]
        $0.sensitive("db.password")
        try $0.add(document, name: "a.yaml")
      }
    }
  }
  #endif
}
