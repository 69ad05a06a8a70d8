import FerryConfiguration
import FerryMacros
import Foundation
import Testing

/// The search for secrets in everything that is printed.
@Suite("Leaks of secrets")
struct LeaksTests {
  /// Everything that a program might print about a configuration and its model.
  func texts<T: Codable>(
    _ type: T.Type, from configuration: LayeredConfiguration = LayeredConfiguration(),
    _ build: (inout LayeredConfiguration) throws -> Void
  ) -> [String] {
    var configuration = configuration
    var texts: [String] = []
    func note(_ error: any Error) {
      texts += [
        "\(error)", String(reflecting: error), SecretsTests.dumped(error),
        error.localizedDescription,
      ]
      if let failure = (error as? DecodingError)?.problem {
        texts += [failure.description, failure.hint ?? "", failure.detail ?? ""]
        texts += failure.notes.flatMap { [$0.text, $0.place.drawing] }
        if let place = failure.place { texts += [place.drawing, SecretsTests.dumped(place)] }
      }
    }
    do { try build(&configuration) } catch { note(error) }
    do {
      let value = try configuration.decode(type)
      // A model with plain members prints them.
      if T.self is any Marked.Type {
        texts += ["\(value)", String(reflecting: value), SecretsTests.dumped(value)]
      }
    } catch {
      note(error)
    }
    texts += [
      "\(configuration)", String(reflecting: configuration), configuration.explanation,
      SecretsTests.dumped(configuration),
    ]
    for (path, origin) in configuration.origins {
      texts += ["\(path)", "\(origin)", SecretsTests.dumped(origin)]
      texts += configuration.origin(of: path).map { ["\($0)", SecretsTests.dumped($0)] } ?? []
    }
    return texts
  }

  func expectNoLeak<T: Codable>(
    _ type: T.Type, _ what: String, _ build: (inout LayeredConfiguration) throws -> Void
  ) {
    let texts = texts(type, build)
    let leaks = texts.filter { $0.contains(marker) }
    #expect(leaks.isEmpty, "\(what): \(leaks.first ?? "")")
    #expect(texts.count > 3)
  }

  /// Documents with the secret at `db.password`. Some are invalid, or do not fit the models.
  static let documents = [
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
      expectNoLeak([String: [String: SecretsTests.Indiscreet]].self, document, add)
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
      error?.problem?.description == """
        environment variable APP_DB__PASWORD:1:1: unknown key: `pasword`, at db.pasword
        hint: did you mean `password`? to ignore such names, set `unknownVariables`
        """)
  }
}
