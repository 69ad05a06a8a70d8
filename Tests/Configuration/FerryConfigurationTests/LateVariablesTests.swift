#if FERRY_YAML
import FerryConfiguration
import FerryMacros
import Testing

@DirectCodable
private struct Direct {
  struct Inner: Codable, Equatable { var maxSize: Int? }
  var dryRun: Bool
  var logLevel = "info"
  var inner: Inner?
}

private struct Plain: Codable {
  var dryRun: Bool
  var logLevel: String?
  var inner: Direct.Inner?
}

/// Variables that get their meaning from the keys of the model.
@Suite("Variables and the keys of a model")
struct LateVariablesTests {
  private func configuration(
    _ variables: [String: String], _ document: String = "", prefix: String = "APP_"
  ) throws -> LayeredConfiguration {
    var configuration = LayeredConfiguration()
    try configuration.add(document, name: "a.yaml")
    try configuration.addEnvironment(variables, prefix: prefix)
    return configuration
  }

  @Test(
    "each spelling of a variable sets the member, with and without a document",
    arguments: ["APP_DRY_RUN", "APP_DRYRUN", "APP_dryRun", "APP_dry_run"],
    ["", "x-other: 1", "dryRun: false", "dry_run: false", "dry-run: false"])
  func spellings(_ name: String, _ document: String) throws {
    let configuration = try configuration([name: "true"], document)
    #expect(try configuration.decode(Plain.self).dryRun)
    #expect(try configuration.decode(Direct.self).dryRun)
  }

  @Test("members of objects that no document has are set")
  func nested() throws {
    let variables = ["APP_DRYRUN": "true", "APP_LOG_LEVEL": "x", "APP_INNER__MAX_SIZE": "7"]
    let configuration = try configuration(variables)
    #expect(try configuration.decode(Plain.self).inner?.maxSize == 7)
    let direct = try configuration.decode(Direct.self)
    #expect(direct.inner?.maxSize == 7 && direct.logLevel == "x")
  }

  @Test("names that the decoder converts are found as well")
  func strategies() throws {
    var decoder = YAML.Decoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    for document in ["dry_run: false\nlog_level: a", "log_level: a", ""] {
      var configuration = LayeredConfiguration(decoder: decoder)
      try configuration.add(document, name: "a.yaml")
      try configuration.addEnvironment(
        ["APP_DRYRUN": "true", "APP_LOG_LEVEL": "b"], prefix: "APP_")
      let model = try configuration.decode(Plain.self)
      #expect(model.dryRun && model.logLevel == "b", "\(document)")
      let direct = try configuration.decode(Direct.self)
      #expect(direct.dryRun && direct.logLevel == "b", "\(document)")
    }
  }

  @Test("a later layer with the member's own name overrides a variable")
  func order() throws {
    var configuration = try configuration(["APP_DRY_RUN": "true"])
    try configuration.add("dryRun: false", name: "late.yaml")
    #expect(try !configuration.decode(Plain.self).dryRun)
    #expect(try !configuration.decode(Direct.self).dryRun)
  }

  @Test("the keys of a dictionary are those of the document, or names in lowercase")
  func dictionaries() throws {
    let variables = ["APP_LIMITS__A_B": "1", "APP_LIMITS__C_D": "2"]
    let configuration = try configuration(variables, "limits: {aB: 0}")
    #expect(
      try configuration.decode([String: [String: Int]].self) == ["limits": ["aB": 1, "c_d": 2]])
  }

  private func variableReport(
    _ variables: [String: String], _ document: String = "dryRun: true"
  ) -> String? {
    let error = #expect(throws: DecodingError.self) {
      _ = try configuration(variables, document).decode(Plain.self)
    }
    return error?.problem?.description
  }

  @Test("two variables that set one member are an error that names both")
  func clash() {
    #expect(
      variableReport(["APP_DRY_RUN": "true", "APP_DRYRUN": "false"], "") == """
        environment variable APP_DRY_RUN:1:1: duplicate key: APP_DRYRUN sets the same value, at \
        dryrun
        environment variable APP_DRYRUN:1:1: the other one
        hint: remove one of the two
        """)
  }

  @Test("a variable that names no member is an error with the nearest name")
  func unknown() {
    #expect(
      variableReport(["APP_LOGLEVL": "debug", "APP_INNER__MAXSIZ": "1"]) == """
        environment variable APP_INNER__MAXSIZ:1:1: unknown key: `maxsiz`, at inner.maxsiz
        APP_INNER__MAXSIZ=1
                          ^
        environment variable APP_LOGLEVL:1:1: another unknown key
        APP_LOGLEVL=debug
                    ^
        hint: did you mean `maxSize`? to ignore such names, set `unknownVariables`
        """)
  }

  @Test("a variable below a key that the model ignores is unknown")
  func unknownParent() {
    #expect(
      variableReport(["APP_OTHER__X": "1"], "dryRun: true\nother: {x: 0}")?
        .contains("unknown key: `other`, at other") == true)
  }

  @Test("unknown variables can be ignored, and dictionaries know all of them")
  func ignored() throws {
    var configuration = try configuration(["APP_TYPO": "1"], "dryRun: true")
    #expect(throws: DecodingError.self) { try configuration.decode(Direct.self) }
    configuration.unknownVariables = .ignore
    #expect(try configuration.decode(Direct.self).dryRun)
    #expect(try configuration.value()["typo"] == 1)
  }

  @Test("strict decoders know the other spellings of members")
  func strict() throws {
    var configuration = LayeredConfiguration(decoder: YAML.Decoder(preset: .strict))
    try configuration.addEnvironment(["APP_DRY_RUN": "true"], prefix: "APP_")
    #expect(try configuration.decode(Plain.self).dryRun)
    #expect(try configuration.decode(Direct.self).dryRun)
  }
}
#endif
