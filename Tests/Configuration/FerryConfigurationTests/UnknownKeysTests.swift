import FerryConfiguration
import FerryMacros
import Testing

@DirectCodable
private struct Service: Equatable {
  struct Log: Codable, Equatable { var level: String? }
  var port = 80
  var debug = false
  var tags: [String: Int]?
  var log: Log?
}

/// A misspelled key of a document is an error, unless the configuration allows keys of others.
@Suite struct UnknownKeysTests {
  private func configuration(_ documents: String...) throws -> LayeredConfiguration {
    var configuration = LayeredConfiguration()
    for (index, document) in documents.enumerated() {
      try configuration.add(document, name: "\(index).yaml")
    }
    return configuration
  }

  #if FERRY_YAML
  @Test("a misspelled key is an error with its place and the likely key")
  func misspelled() throws {
    let configuration = try configuration("port: 1\nlog: {level: a}", "log:\n  levle: b\nprot: 2")
    let error = #expect(throws: DecodingError.self) { try configuration.decode(Service.self) }
    #expect(
      error?.problem?.description == """
        1.yaml:2:3: unknown key: `levle`, at log.levle
          levle: …
          ^
        1.yaml:3:1: another unknown key
        prot: …
        ^
        hint: did you mean `level`? to ignore such names, set `unknownKeys`
        """)
    var lenient = configuration
    lenient.unknownKeys = .ignore
    #expect(try lenient.decode(Service.self) == Service(port: 1, log: .init(level: "a")))
  }

  @Test("keys of dictionaries, x- keys and anchors at the top are allowed")
  func allowed() throws {
    let text = """
      x-owner: team
      defaults: &defaults
        level: debug
      scalar: &port 8080
      tags: {anything: 1}
      port: *port
      log: *defaults
      """
    #expect(
      try configuration(text).decode(Service.self)
        == Service(port: 8080, tags: ["anything": 1], log: .init(level: "debug")))
    for nested in ["log: {x-owner: team}", "log:\n  other: &other {}\n", "a: 1", "a: \"&b\""] {
      #expect(throws: DecodingError.self) { try configuration(nested).decode(Service.self) }
    }
  }

  @Test(
    "variables may have words for truth values, files may not",
    arguments: [
      ("1", true), ("yes", true), ("ON", true), ("0", false), ("no", false), ("off", false),
    ])
  func truthValues(_ word: String, _ expected: Bool) throws {
    var variables = try configuration("debug: \(!expected)")
    try variables.addEnvironment(["APP_DEBUG": word], prefix: "APP_")
    #expect(try variables.decode(Service.self).debug == expected)
    var options = try configuration("debug: \(!expected)")
    _ = try options.addArguments(["--debug=\(word)"])
    #expect(try options.decode(Service.self).debug == expected)
    #expect(throws: DecodingError.self) {
      try configuration("debug: \(word)").decode(Service.self)
    }
  }

  @Test("another word of a variable stays an error")
  func otherWords() throws {
    var configuration = try configuration("debug: true")
    try configuration.addEnvironment(["APP_DEBUG": "maybe"], prefix: "APP_")
    #expect(throws: DecodingError.self) { try configuration.decode(Service.self) }
  }
  #endif
}
