import FerryConfiguration
import Foundation
import Testing

extension LeaksTests {
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
    #expect(error.map { "\($0)\($0.problem?.description ?? "")".contains(marker) } == false)
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

  @Test("nothing that is printed shows the text of a secret at another value")
  func sharedText() {
    let documents = [
      "db: {password: \"${X}\"}\nurl: a${X}b\nport: ${X}\n",
      "x: ${X}\ndb: {password: \"${.x}\"}\nurl: ${.x}\nport: ${.url}\n",
      "db: {password: &p hunter2}\nurl: *p\nport: *p\n",
      "x: &p hunter2\ndb: {password: *p}\nport: *p\n",
      "x: &d {password: hunter2}\ndb: *d\nport: {<<: *d}\n",
      "x: &d {password: hunter2}\ndb: {<<: *d}\nport: *d\n",
      "port: ${APP_DB__PASSWORD}\nurl: a${APP_DB__PASSWORD}\n",
    ]
    for document in documents {
      for name in ["APP_DB__PASSWORD", "OTHER"] {
        expectNoLeak([String: Int].self, document) {
          $0.interpolates = true
          $0.variables = ["X": marker, "APP_DB__PASSWORD": marker]
          $0.sensitive("db.password")
          try $0.add(document, name: "a.yaml")
          try $0.addEnvironment([name: marker], prefix: "APP_")
        }
      }
    }
  }

  @Test("nothing that is printed shows a comment")
  func comments() {
    for comment in ["# hunter2", "#hunter2"] {
      let document = "port: x \(comment)\nurl: \"y\" \(comment)\nlist: [z] \(comment)\n"
      expectNoLeak([String: Int].self, document) {
        $0.sensitive("db.password")
        try $0.add(document, name: "a.yaml")
      }
      for path in ["port", "url"] {
        expectNoLeak([String: Int].self, document) {
          $0.sensitive("db.password")
          try $0.add("port: 1\nurl: 2\nlist: 3\n", name: "a.yaml")
          try $0.add("\(path): x   \(comment)", name: "b.yaml")
        }
      }
    }
  }

  @Test("nothing that is printed shows the value of a misspelled variable or option")
  func misspelledValues() {
    let names = ["APP_DB__PASWORD", "APP_DB_PASSWORD", "APP_PASSWORD", "APP_DBB__PASSWORD"]
    for name in names {
      for unknown: UnknownKeyStrategy in [.error, .ignore] {
        expectNoLeak(Keyed<Database>.self, name) {
          $0.sensitive("db.password")
          $0.unknownVariables = unknown
          try $0.add(#"{"db": {"user": "u", "password": "x"}}"#, name: "a.json")
          try $0.addEnvironment([name: marker], prefix: "APP_")
        }
      }
    }
    expectNoLeak(Keyed<Database>.self, "--db.pasword") {
      try $0.add(Keyed(db: Database(user: "u", password: Secret("x"))))
      _ = try $0.addArguments(["--db.pasword", marker, "--db.passwordd=" + marker])
    }
  }

  @Test("the layer of a source prints its name only")
  func sourceLayers() {
    for layer in [
      ConfigurationLayer(marker, name: "store"), ConfigurationLayer(["a": marker], name: "store"),
    ] {
      #expect("\(layer)" == "ConfigurationLayer(store)")
      for text in [String(reflecting: layer), SecretsTests.dumped(layer)] {
        #expect(!text.contains(marker), "\(text)")
      }
    }
  }

  @Test("a misspelled sensitive path or rule is an error, and a path without a value is not")
  func misspelledPaths() throws {
    func text(_ change: (inout LayeredConfiguration) -> Void) -> String? {
      report {
        var configuration = LayeredConfiguration()
        change(&configuration)
        try configuration.add(#"{"db": {"user": "u", "password": "x"}}"#, name: "a.json")
        _ = try configuration.decode(Keyed<Database>.self)
      }
    }
    for path: WirePath in ["db.pasword", "dbb.password", "db.prt"] {
      #expect(text { $0.sensitive(path) }?.contains("in a rule or a sensitive path") == true)
      #expect(text { $0.merge(path, by: .appending) }?.contains("hint: did you mean `") == true)
    }
    for path: WirePath in ["db.password", "DB.PASS_WORD", "db.port", "token", "db.*", "[*].user"] {
      #expect(text { $0.sensitive(path) } == nil)
    }
    #expect(
      text { $0.sensitive("db.pasword") } == """
        unknown key: `pasword` in a rule or a sensitive path, at db.pasword
        hint: did you mean `password`?
        """)
  }

  @Test("a misspelled key of a rule is an error")
  func misspelledKey() throws {
    var configuration = LayeredConfiguration()
    configuration.merge("users", by: .key("nmae"))
    try configuration.add(#"{"users": [{"name": "a", "age": 1}]}"#, name: "a.json")
    try configuration.add(#"{"users": [{"name": "a", "age": 2}]}"#, name: "b.json")
    #expect(
      report { _ = try configuration.value() } == """
        unknown key: `nmae` in a rule or a sensitive path, at users[*].nmae
        hint: did you mean `name`?
        """)
  }

  @Test("an unset variable of a secret is named, and a malformed reference is not")
  func unsetVariables() {
    func text(_ value: String) -> String? {
      report {
        var configuration = LayeredConfiguration()
        configuration.interpolates = true
        configuration.variables = [:]
        configuration.sensitive("password")
        try configuration.add("password: \"\(value)\"", name: "a.yaml")
        _ = try configuration.value()
      }
    }
    #expect(
      text("${DB_PASSWORD}") == """
        a.yaml:1:11: missing value: the variable `DB_PASSWORD` is not set, at password
        hint: write `${DB_PASSWORD:-value}` for a default, or `$$` for a dollar sign
        """)
    #expect(text("x${DB}")?.contains("DB") == false)
    #expect(text("${DB")?.contains("DB") == false)
  }
  #endif
}
