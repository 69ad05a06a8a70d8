#if FERRY_YAML
import FerryConfiguration
import FerryMacros
import Foundation
import Testing

private enum Mode: String, Codable { case all = "[*]" }

private struct Plain: Codable, Equatable {
  var text = ""
  var note: String?
  var mode: Mode?
  var list: [String] = []
  var numbers: [Int]?
  var sizes: [String: Int] = [:]
  var limit: Int?
}

@DirectCodable
private struct Defaulted {
  var user = "code"
  var port = 8080
}

// Types with parameters have no table.
@DirectCodable
private struct GenericDefaulted<Port: DirectCodable & ExpressibleByIntegerLiteral> {
  var user = "code"
  var port: Port = 8080
}

@DirectCodable
private struct Direct: Equatable {
  var text = ""
  var note: String?
  var mode: Mode?
  var list: [String] = []
  var numbers: [Int]?
  var sizes: [String: Int] = [:]
  var limit: Int?
}

private struct Hidden: Codable {
  var token: Secret<String>
}

/// Values that look like arrays and objects, where the model takes text.
@Suite("Text that looks like an array or an object")
struct TextValuesTests {
  static let texts = [
    #"{"type":"service_account"}"#, "[x", "[x]", "{{ x }}", "{a: 1, a: 2}", "[a, b]", "{}", "[",
    "!!str [x]", "[*unknown]", "{hunter2: ", "[x] # no comment", " [x]",
  ]

  private func decoded<T: Codable>(
    _ type: T.Type, defaults: T? = nil, _ build: (inout LayeredConfiguration) throws -> Void
  ) throws -> T {
    var configuration = LayeredConfiguration()
    if let defaults { try configuration.add(defaults) }
    try build(&configuration)
    return try configuration.decode(type)
  }

  @Test("a member that takes text gets the text of a variable as it stands", arguments: texts)
  func variables(_ text: String) throws {
    let variables = ["APP_TEXT": text, "APP_NOTE": text]
    let plain = try decoded(Plain.self, defaults: Plain()) {
      try $0.addEnvironment(variables, prefix: "APP_")
    }
    #expect(plain.text == text && plain.note == text)
    let direct = try decoded(Direct.self, defaults: Direct()) {
      try $0.addEnvironment(variables, prefix: "APP_")
    }
    #expect(direct.text == text && direct.note == text)
    let hidden = try decoded(Hidden.self) {
      try $0.addEnvironment(["APP_TOKEN": text], prefix: "APP_")
    }
    #expect(hidden.token.exposed == text)
  }

  @Test("a member that takes text gets the text of every source as it stands")
  func sources() throws {
    let text = "{{ x }}"
    let folder = try LayerFolder([".env": "APP_TEXT={{ x }}\n"])
    let sources: [(inout LayeredConfiguration) throws -> Void] = [
      { try $0.addEnvironment(contentsOf: folder.file(".env"), prefix: "APP_") },
      { _ = try $0.addArguments(["--text", text]) },
      { _ = try $0.addArguments(["--set", "text=" + text]) },
      { try $0.set("text", to: text, name: "test") },
      { try $0.add(ConfigurationLayer(["text": text], name: "store")) },
    ]
    for source in sources {
      #expect(try decoded(Plain.self, defaults: Plain(), source).text == text)
      #expect(try decoded(Direct.self, defaults: Direct(), source).text == text)
    }
  }

  @Test("a type that decodes from text gets it")
  func rawValues() throws {
    let variables = ["APP_MODE": "[*]", "APP_NOTE": "[b]"]
    let plain = try decoded(Plain.self, defaults: Plain()) {
      try $0.addEnvironment(variables, prefix: "APP_")
    }
    #expect(plain == Plain(note: "[b]", mode: .all))
    let direct = try decoded(Direct.self, defaults: Direct()) {
      try $0.addEnvironment(variables, prefix: "APP_")
    }
    #expect(direct == Direct(note: "[b]", mode: .all))
  }

  @Test("a member that takes an array or an object gets it")
  func structures() throws {
    let variables = [
      "APP_LIST": "[a, b]", "APP_NUMBERS": "[1, 2]", "APP_SIZES": "{x: 1}", "APP_TEXT": "[a, b]",
    ]
    let plain = try decoded(Plain.self, defaults: Plain()) {
      try $0.addEnvironment(variables, prefix: "APP_")
    }
    #expect(
      plain == Plain(text: "[a, b]", list: ["a", "b"], numbers: [1, 2], sizes: ["x": 1]))
    let direct = try decoded(Direct.self, defaults: Direct()) {
      try $0.addEnvironment(variables, prefix: "APP_")
    }
    #expect(
      direct == Direct(text: "[a, b]", list: ["a", "b"], numbers: [1, 2], sizes: ["x": 1]))
  }

  @Test("invalid syntax is an error with its location if the member takes no text")
  func syntax() throws {
    for (text, place) in [("[1", "1:3"), ("{a: 1", "1:6"), ("[1, }", "1:5")] {
      for name in ["NUMBERS", "LIMIT"] {
        let variables = ["APP_" + name: text, "APP_TEXT": "[x"]
        for message in [
          report {
            _ = try decoded(Plain.self, defaults: Plain()) {
              try $0.addEnvironment(variables, prefix: "APP_")
            }
          },
          report {
            _ = try decoded(Direct.self, defaults: Direct()) {
              try $0.addEnvironment(variables, prefix: "APP_")
            }
          },
        ] {
          let start = "environment variable APP_\(name):\(place): invalid YAML"
          #expect(message?.hasPrefix(start) == true, "\(message ?? "")")
        }
      }
    }
  }

  @Test("an array for a number is an error about the array")
  func mismatches() throws {
    let message = report {
      _ = try decoded(Plain.self, defaults: Plain()) { try $0.set("limit", to: "[7]", name: "x") }
    }
    #expect(
      message?.hasPrefix("x:1:1: wrong type of value: expected Int, found an array, at limit")
        == true, "\(message ?? "")")
  }

  @Test("an explanation and a value show text where an earlier layer has text")
  func explanation() throws {
    var configuration = LayeredConfiguration()
    try configuration.add(Plain())
    try configuration.addEnvironment(["APP_TEXT": "[x]", "APP_LIST": "[y]"], prefix: "APP_")
    #expect(configuration.explanation.contains("text = '[x]'  (environment variable APP_TEXT)"))
    #expect(configuration.explanation.contains("list[0] = y  (environment variable APP_LIST)"))
    #expect(try configuration.value()["text"] == "[x]")
    #expect(try configuration.value()["list"] == ["y"])
  }

  @Test("a reference to a value gives its text")
  func references() throws {
    var configuration = LayeredConfiguration()
    configuration.interpolates = true
    try configuration.add(Plain(), name: "defaults")
    try configuration.add("note: ${.text}\n", name: "a.yaml")
    try configuration.addEnvironment(["APP_TEXT": "[x]"], prefix: "APP_")
    let plain = try configuration.decode(Plain.self)
    #expect(plain.text == "[x]" && plain.note == "[x]")
  }

  @Test("a later layer adds to an object of a variable")
  func laterLayers() throws {
    let plain = try decoded(Plain.self, defaults: Plain()) {
      try $0.add("text: t\n", name: "a.yaml")
      try $0.addEnvironment(["APP_SIZES": "{x: 1}", "APP_LIST": "[]"], prefix: "APP_")
      try $0.add("sizes: {y: 2}\n", name: "b.yaml")
    }
    #expect(plain.sizes == ["x": 1, "y": 2])
  }

  @Test("a document in JSON has the same rule")
  func json() throws {
    var configuration = LayeredConfiguration(decoder: JSON.Decoder())
    try configuration.add(Plain())
    try configuration.addEnvironment(["APP_TEXT": "[x]", "APP_LIST": #"["y"]"#], prefix: "APP_")
    let plain = try configuration.decode(Plain.self)
    #expect(plain.text == "[x]" && plain.list == ["y"])
  }

  @Test("null in a variable is text for a member that can only be text", arguments: ["null", "~"])
  func nullAsText(_ text: String) throws {
    struct Member: Decodable {
      var user: String
      var nick: String?
      var mode: Mode?
      var port: Int?
      var home: URL?
      var list: [String]?
      var labels: [String: String]
      var extra: AnyValue
    }
    var configuration = LayeredConfiguration()
    try configuration.add(
      "user: file\nnick: n\nport: 1\nlist: [x]\nmode: '[*]'\nlabels: {a: b}\n", name: "a.yaml")
    let names = ["USER", "NICK", "MODE", "PORT", "HOME", "LIST", "LABELS__A", "EXTRA"]
    try configuration.addEnvironment(
      Dictionary(uniqueKeysWithValues: names.map { ("APP_\($0)", text) }), prefix: "APP_")
    let member = try configuration.decode(Member.self)
    #expect(member.user == text && member.labels == ["a": text])
    #expect(member.nick == nil && member.mode == nil && member.port == nil && member.list == nil)
    #expect(member.home == nil && member.extra == .null)
    #expect(try configuration.value()["user"] == .null)
  }

  @Test(
    "null replaces the value of a file by its text for text, and by the default for other members",
    arguments: ["null", "~"])
  func nullOfDefaults(_ text: String) throws {
    var configuration = LayeredConfiguration()
    try configuration.add("user: file\nport: 1\n", name: "a.yaml")
    try configuration.set("user", to: text, name: "--user")
    try configuration.set("port", to: text, name: "--port")
    let defaulted = try configuration.decode(Defaulted.self)
    #expect(defaulted.user == text && defaulted.port == 8080)
    let generic = try configuration.decode(GenericDefaulted<Int>.self)
    #expect(generic.user == text && generic.port == 8080)
    try configuration.add("user: null\nport: ~\n", name: "b.yaml")
    #expect(try configuration.decode(Defaulted.self).user == "code")
  }

  @Test("null in a variable for a number without a default is a missing value")
  func missingNumber() throws {
    struct Member: Decodable { var port: Int }
    var configuration = LayeredConfiguration()
    try configuration.addEnvironment(["APP_PORT": "null"], prefix: "APP_")
    let error = #expect(throws: DecodingError.self) { try configuration.decode(Member.self) }
    #expect(error?.problem?.kind == .valueNotFound)
  }
}
#endif
