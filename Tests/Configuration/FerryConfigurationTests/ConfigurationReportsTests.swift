#if FERRY_YAML
import FerryConfiguration
import FerryTestSupport
import Testing

/// Whole reports, as the operator of a service sees them.
@Suite("Reports of errors in configurations")
struct ConfigurationReportsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var files: [String] = []
    var variables: [String: String] = [:]
    var arguments: [String] = []
    var envFile: String?
    let report: String
    var testDescription: String { name }
  }

  private static let base = "server:\n  host: example.org\n  port: 8080\n"

  static let cases: [Case] = [
    Case(
      name: "a wrong value in a later file", files: ["server: {port: http}\n"],
      report: """
        1.yaml:1:16: wrong type of value: expected Int, found text `http`, at server.port
        server: {port: http}
                       ^
        """),
    Case(
      name: "a wrong member of a variable", variables: ["APP_SERVER": "{host: a, port: http}"],
      report: """
        environment variable APP_SERVER:1:17: wrong type of value: expected Int, found text `http`, at server.port
        …port: http}
               ^
        """),
    Case(
      name: "a variable in brackets that are not closed", variables: ["APP_TAGS": "[a, b"],
      report: """
        environment variable APP_TAGS:1:6: invalid YAML: did not find expected ',' or ']'
        environment variable APP_TAGS:1:1: the `[` is here
        hint: the array needs a `,` or a `]` before this
        """),
    Case(
      name: "a misspelled variable", variables: ["APP_SERVER__PRT": "80"],
      report: """
        environment variable APP_SERVER__PRT:1:1: unknown key: `prt`, at server.prt
        hint: did you mean `port`? to ignore such names, set `unknownVariables`
        """),
    Case(
      name: "two spellings of one variable",
      variables: ["APP_SERVER__PORT": "1", "APP_server__port": "2"],
      report: """
        environment variable APP_server__port:1:1: duplicate key: APP_SERVER__PORT sets the same value, at server.port
        environment variable APP_SERVER__PORT:1:1: the other one
        hint: remove one of the two
        """),
    Case(
      name: "an option without a value", arguments: ["--server.port"],
      report: """
        option --server.port:1:1: missing value: expected a value after the option
        """),
    Case(
      name: "an element after the end of an array", files: ["tags: [a]\n"],
      arguments: ["--set", "tags[4]=x"],
      report: """
        option --set:1:1: missing value: index 4 is beyond the end of an array of 1, at tags
        """),
    Case(
      name: "a reference to a variable that is not set",
      files: ["server: {host: \"${DB_HOST}\"}\n"],
      report: """
        1.yaml:1:16: missing value: the variable `DB_HOST` is not set, at server.host
        server: {host: "${DB_HOST}"}
                       ^
        hint: write `${DB_HOST:-value}` for a default, or `$$` for a dollar sign
        """),
    Case(
      name: "a wrong value of a variable in a reference", files: ["server: {port: \"${PORT}\"}\n"],
      variables: ["PORT": "80"],
      report: """
        1.yaml:1:16: wrong type of value: expected Int, found text "80", at server.port
        server: {port: "${PORT}"}
                       ^
        environment variable PORT:1:1: the value of `${PORT}`
        PORT=80
             ^
        hint: remove the quotes: text in quotes is never a number
        """),
    Case(
      name: "a cycle of references",
      files: ["tags: ${.server.host}\n", "server: {host: \"${.tags}\"}\n"],
      report: """
        2.yaml:1:16: invalid value: the references of this value lead back to it, at server.host
        server: {host: "${.tags}"}
                       ^
        1.yaml:1:7: another value of the cycle
        tags: ${.server.host}
              ^
        """),
    Case(
      name: "a reference in brackets without quotes", files: ["server: {port: ${PORT}}\n"],
      report: """
        1.yaml:1:17: invalid YAML: did not find expected ',' or '}'
        1.yaml:1:9: the `{` is here
        hint: put quotes around a reference in brackets: `"${NAME}"`
        """),
    Case(
      name: "a file that would erase all others", files: ["null\n"],
      report: """
        1.yaml:1:1: missing value: expected an object, found null
        """),
    Case(
      name: "a wrong value in a file of variables",
      envFile: "# ports\nAPP_SERVER__PORT=http # not a number\n",
      report: """
        .env:2:18: wrong type of value: expected Int, found text `http`, at server.port
        APP_SERVER__PORT=http
                         ^
        """),
    Case(
      name: "a wrong member in a file of variables",
      envFile: "\nAPP_SERVER={host: a, port: http}\n",
      report: """
        .env:2:28: wrong type of value: expected Int, found text `http`, at server.port
        …port: http}
               ^
        """),
    Case(
      name: "a secret of the wrong type", variables: ["APP_PIN": "hunter2"],
      report: """
        environment variable APP_PIN:1:1: wrong type of value: expected Int, found <redacted>, at pin
        """),
  ]

  private struct Model: Codable {
    struct Server: Codable {
      var host: String
      var port: Int
    }
    var server: Server
    var tags: [String]?
    var pin: Secret<Int>?
  }

  @Test("each error in a configuration has its report", arguments: cases)
  func reports(_ sample: Case) throws {
    let folder = try LayerFolder([".env": sample.envFile ?? ""])
    let text = report {
      var configuration = LayeredConfiguration()
      configuration.interpolates = true
      configuration.variables = sample.variables
      for (number, file) in ([Self.base] + sample.files).enumerated() {
        try configuration.add(file, name: "\(number).yaml")
      }
      try configuration.addEnvironment(contentsOf: folder.file(".env"), prefix: "APP_")
      try configuration.addEnvironment(sample.variables, prefix: "APP_")
      _ = try configuration.addArguments(sample.arguments)
      _ = try configuration.decode(Model.self)
    }
    #expect(folder.shown(text) == sample.report)
  }
}
#endif
