#if FERRY_YAML
import FerryConfiguration
import FerryMacros
import FerryTestSupport
import Testing

private struct Plain: Codable, Equatable {
  struct TLS: Codable, Equatable {
    var certificate: String
    var strict: Bool?
  }
  var host = "h"
  var timeout: Int?
  var dryRun: Bool?
  var tls: TLS?

  enum CodingKeys: String, CodingKey {
    case host, dryRun, tls
    case timeout = "time_limit"
  }
}

@DirectCodable
private struct Direct: Equatable {
  struct TLS: Codable, Equatable {
    var certificate: String
    var strict: Bool?
  }
  var host = "h"
  @Key("limits.time") var timeout: Int?
  var dryRun: Bool?
  var tls: TLS?
}

private struct Mapped: Codable, Equatable, KeyMapped {
  var host = "h"
  var timeout: Int?
  var dryRun: Bool?
  var tls: Plain.TLS?
  static let mapping = KeyMapping(["timeout": "limits.time"], style: .snakeCase)
}

/// Members without a default are members as well.
@Suite("Members of a configuration that are nil by default")
struct OptionalMembersTests {
  private func defaults(_ value: some Codable) throws -> LayeredConfiguration {
    var configuration = LayeredConfiguration()
    try configuration.add(value)
    return configuration
  }

  @Test("an option sets a member that is nil by default, in each way of coding")
  func options() throws {
    var plain = try defaults(Plain())
    #expect(try plain.addArguments(["--time-limit", "7", "x"]) == ["x"])
    #expect(try plain.decode(Plain.self).timeout == 7)
    var direct = try defaults(Direct())
    #expect(try direct.addArguments(["--limits.time=7", "x"]) == ["x"])
    #expect(try direct.decode(Direct.self).timeout == 7)
    var mapped = try defaults(Mapped())
    #expect(try mapped.addArguments(["--limits.time", "7", "x"]) == ["x"])
    #expect(try mapped.decode(Mapped.self).timeout == 7)
  }

  @Test("an option sets a member of an object that is nil by default")
  func nested() throws {
    let arguments = ["--tls.certificate", "c", "--tls.strict", "file"]
    let tls = Plain.TLS(certificate: "c", strict: true)
    var plain = try defaults(Plain())
    // The types of members are unknown then.
    guard !isPortableBuild else { return }
    #expect(try plain.addArguments(arguments) == ["file"])
    #expect(try plain.decode(Plain.self).tls == tls)
    var direct = try defaults(Direct())
    #expect(try direct.addArguments(arguments) == ["file"])
    #expect(try direct.decode(Direct.self).tls == .init(certificate: "c", strict: true))
    var mapped = try defaults(Mapped())
    #expect(try mapped.addArguments(arguments) == ["file"])
    #expect(try mapped.decode(Mapped.self).tls == tls)
  }

  @Test(
    "an option of a truth value that is nil by default needs no value",
    arguments: [
      (["--dry-run", "file"], true), (["--dry-run"], true), (["--no-dry-run", "file"], false),
      (["--dryRun", "false", "file"], false),
    ])
  func flags(_ arguments: [String], _ expected: Bool) throws {
    guard !isPortableBuild else { return }
    let rest = arguments.filter { $0 == "file" }
    var plain = try defaults(Plain())
    #expect(try plain.addArguments(arguments) == rest)
    #expect(try plain.decode(Plain.self).dryRun == expected)
    var direct = try defaults(Direct())
    #expect(try direct.addArguments(arguments) == rest)
    #expect(try direct.decode(Direct.self).dryRun == expected)
    var mapped = try defaults(Mapped())
    #expect(try mapped.addArguments(arguments) == rest)
    #expect(try mapped.decode(Mapped.self).dryRun == expected)
  }

  @Test("an option that names no member belongs to the program")
  func otherOptions() throws {
    let arguments = ["--timeouts", "7", "--verbose", "--cache=1"]
    var plain = try defaults(Plain())
    #expect(try plain.addArguments(arguments) == arguments)
    var direct = try defaults(Direct())
    #expect(try direct.addArguments(arguments) == arguments)
    var mapped = try defaults(Mapped())
    #expect(try mapped.addArguments(arguments) == arguments)
    var dictionary = try defaults(["host": "h"])
    #expect(try dictionary.addArguments(arguments) == arguments)
  }

  @Test("a variable without a prefix sets a member of an object that is nil by default")
  func variables() throws {
    var plain = try defaults(Plain())
    try plain.addEnvironment(["TLS__CERTIFICATE": "c", "OTHER__X": "1"])
    #expect(try plain.decode(Plain.self).tls?.certificate == "c")
  }

  @Test("options follow the names that a key strategy expects")
  func strategies() throws {
    var decoder = YAML.Decoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    var configuration = LayeredConfiguration(decoder: decoder)
    try configuration.add(Mapped())
    _ = try configuration.addArguments(["--dry-run=true"])
    try configuration.add("host: a\n", name: "a.yaml")
    #expect(try configuration.decode(Mapped.self).dryRun == true)
  }

  @Test("a key that a mapped model does not know is an unknown variable")
  func unknownKeysOfMappings() throws {
    var mapped = try defaults(Mapped())
    try mapped.addEnvironment(["APP_LIMITS__TIMES": "7"], prefix: "APP_")
    let text = report { _ = try mapped.decode(Mapped.self) }
    #expect(text?.contains("unknown key: `times`, at limits.times") == true, "\(text ?? "")")
    #expect(text?.contains("did you mean `time`?") == true, "\(text ?? "")")
  }
}
#endif
