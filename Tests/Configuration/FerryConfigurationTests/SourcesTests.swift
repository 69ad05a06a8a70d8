import FerryConfiguration
import Foundation
import Testing

private struct Settings: Codable, Equatable {
  struct Server: Codable, Equatable {
    var host = "localhost"
    var port = 8080
    var hosts: [String] = []
  }
  var server = Server()
  var dryRun = false
  var token: String?
}

private struct Store: ConfigurationSource {
  let layer: ConfigurationLayer

  func load() async throws -> ConfigurationLayer {
    await Task.yield()
    return layer
  }
}

@Suite("Sources of a configuration")
struct SourcesTests {
  private func defaults() throws -> LayeredConfiguration {
    var configuration = LayeredConfiguration()
    try configuration.add(Settings())
    return configuration
  }

  // MARK: Values

  @Test("a value of the model gives defaults")
  func values() throws {
    var configuration = try defaults()
    #expect(try configuration.decode(Settings.self) == Settings())
    try configuration.set("server.port", to: "1", name: "test")
    #expect(try configuration.decode(Settings.self).server == .init(port: 1))
    #expect(configuration.origin(of: "server.host")?.description == "default values of Settings")
  }

  @Test("defaults have the names and dates that the decoder expects")
  func strategies() throws {
    struct Model: Codable, Equatable {
      var startDate = Date(timeIntervalSince1970: 1_000_000.5)
      var bytes = Data([1, 2, 3])
    }
    for date: DateDecodingStrategy in [.secondsSince1970, .millisecondsSince1970, .rfc3339] {
      var decoder = JSON.Decoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      decoder.dateDecodingStrategy = date
      var configuration = LayeredConfiguration(decoder: decoder)
      try configuration.add(Model())
      #expect(configuration.origin(of: "start_date") != nil)
      #expect(try configuration.decode(Model.self) == Model())
    }
    var custom = JSON.Decoder()
    custom.dateDecodingStrategy = .custom { _ in Date() }
    var configuration = LayeredConfiguration(decoder: custom)
    #expect(throws: EncodingError.self) { try configuration.add(Model()) }
    custom.keyDecodingStrategy = .custom { $0[0] }
    configuration = LayeredConfiguration(decoder: custom)
    #expect(throws: EncodingError.self) { try configuration.add(Settings()) }
  }

  // MARK: Files

  @Test("the file of a profile follows its base, and must exist")
  func profiles() throws {
    let folder = try LayerFolder([
      "base.json": #"{"server": {"port": 1, "host": "a"}}"#,
      "base.production.json": #"{"server": {"port": 2}}"#,
    ])
    var configuration = try defaults()
    try configuration.add(contentsOf: folder.file("base.json"), profile: "production")
    let server = try configuration.decode(Settings.self).server
    #expect(server == .init(host: "a", port: 2))
    #expect(throws: Problem.self) {
      try configuration.add(contentsOf: folder.file("base.json"), profile: "prodution")
    }
    try configuration.add(contentsOf: folder.file("base.json"), profile: "x", isOptional: true)
  }

  @Test("a file that ends with .json5 is JSON5 beside documents of other formats")
  func json5() throws {
    let folder = try LayerFolder(["a.json5": "// port\n{server: {port: 0x10, hosts: ['b',],},}"])
    var configuration = try defaults()
    try configuration.add(contentsOf: folder.file("a.json5"))
    #expect(try configuration.decode(Settings.self).server == .init(port: 16, hosts: ["b"]))
    #expect(configuration.origin(of: "server.port")?.place?.line == 2)
  }

  // MARK: Variables of files

  @Test("lines of a file of variables have names, quotes, comments and escapes")
  func variablesFile() throws {
    let folder = try LayerFolder([
      ".env": #"""
      # a comment

      export APP_SERVER__HOST="a # b\n\"c\" \$x"  # another
      APP_SERVER__PORT = 9090 # the port
      APP_SERVER__HOSTS=[x, y]
      APP_TOKEN='a\nb#'
      APP_DRY_RUN=false
      APP_DRY_RUN=true
      OTHER=1
      """# + "\r\n"
    ])
    var configuration = try defaults()
    try configuration.addEnvironment(contentsOf: folder.file(".env"), prefix: "APP_")
    let settings = try configuration.decode(Settings.self)
    #expect(settings.server == .init(host: "a # b\n\"c\" $x", port: 9090, hosts: ["x", "y"]))
    #expect(settings.token == #"a\nb#"#)
    #expect(settings.dryRun)
    #expect(folder.shown(configuration.origin(of: "server.port")?.description) == ".env:4:20")
    try configuration.addEnvironment(contentsOf: folder.file("none"), isOptional: true)
    #expect(throws: Problem.self) {
      try configuration.addEnvironment(contentsOf: folder.file("none"))
    }
  }

  @Test("text in quotes over several lines is one value, and is no array")
  func multilineVariables() throws {
    let folder = try LayerFolder([".env": "APP_TOKEN=\"[one\ntwo\"\nAPP_DRY_RUN=true"])
    var configuration = try defaults()
    try configuration.addEnvironment(contentsOf: folder.file(".env"), prefix: "APP_")
    let settings = try configuration.decode(Settings.self)
    #expect(settings.token == "[one\ntwo" && settings.dryRun)
  }

  @Test(
    "an invalid line of a file of variables is an error with its location",
    arguments: [
      ("A=1\nnonsense\n", ".env:2:1: invalid value: expected a line `NAME=value`"),
      ("A='x\n", ".env:1:3: string without a closing quote"),
      ("A=\"x\" y\n", ".env:1:7: unexpected content after the value"),
      ("=1", ".env:1:1: invalid value: expected a line `NAME=value`"),
    ])
  func invalidVariables(_ text: String, _ expected: String) throws {
    let folder = try LayerFolder([".env": text])
    var configuration = try defaults()
    let text = report { try configuration.addEnvironment(contentsOf: folder.file(".env")) }
    #expect(folder.shown(text)?.hasPrefix(expected) == true, "\(text ?? "")")
  }

  // MARK: Secret files

  @Test("a folder of secret files sets text by the names of files")
  func secretFiles() throws {
    let folder = try LayerFolder([
      "server__host": "[not an array\n", "server.port": "81\n", "token": "a\nb\n\n",
      "..data/dry_run": "true", ".hidden": "x", "server/hosts/0": "x",
    ])
    var configuration = try defaults()
    try configuration.addSecrets(in: folder.path, includesSubfolders: true)
    let settings = try configuration.decode(Settings.self)
    #expect(settings.server == .init(host: "[not an array", port: 81, hosts: ["x"]))
    #expect(settings.token == "a\nb\n" && !settings.dryRun)
    #expect(
      folder.shown(configuration.origin(of: "token")?.description) == "secret file token")
    #expect(configuration.explanation.contains("token = <redacted>  (secret file"))
    try configuration.addSecrets(in: folder.file("none"), isOptional: true)
  }

  @Test("subfolders of secret files are ignored, unless they are asked for")
  func secretSubfolders() throws {
    // Kubernetes mounts the token of a service account below /run/secrets.
    let folder = try LayerFolder([
      "server.port": "81", "kubernetes.io/serviceaccount/token": "TOKEN",
    ])
    var configuration = try defaults()
    try configuration.addSecrets(in: folder.path)
    #expect(try configuration.decode(Settings.self).server.port == 81)
    #expect(!configuration.explanation.contains("kubernetes"))
    var deep = try defaults()
    try deep.addSecrets(in: folder.path, includesSubfolders: true)
    #expect(report { _ = try deep.decode(Settings.self) }?.contains("kubernetes") == true)
  }

  @Test("two secret files with one meaning, or a file that is not UTF-8, are errors")
  func invalidSecretFiles() throws {
    let folder = try LayerFolder(["server.port": "1", "server__port": "2"])
    var configuration = try defaults()
    let clash = report { try configuration.addSecrets(in: folder.path) }
    #expect(clash?.contains("duplicate key") == true)
    let other = try LayerFolder()
    try Data([0xFF]).write(to: URL(fileURLWithPath: other.file("token")))
    let text = report { try configuration.addSecrets(in: other.path) }
    #expect(other.shown(text) == "secret file token:1:1: text is not valid UTF-8")
  }

  // MARK: Command line

  @Test(
    "options that name a key set it, and the other arguments are given back",
    arguments: [
      (["--server.port", "1"], [], "server.port", "1"),
      (["a", "--server.port=1", "--verbose", "b"], ["a", "--verbose", "b"], "server.port", "1"),
      (["--dry-run", "file"], ["file"], "dryRun", "true"),
      (["--dryRun=false", "-x"], ["-x"], "dryRun", "false"),
      (["--dry-run", "false", "-x"], ["-x"], "dryRun", "false"),
      (["--set", "server.host= \"8080\" "], [], "server.host", "'8080'"),
      (["--set", "server.host='a b'"], [], "server.host", "a b"),
      (["--set", "server.port = 7 "], [], "server.port", "7"),
      (["--dry-run", "--no-dry-run"], [], "dryRun", "false"),
      (
        ["--server.hosts[0]", "h", "--", "--server.port", "1"], ["--", "--server.port", "1"],
        "server.hosts[0]", "h"
      ),
      (["--set", "server.port=7", "--set=dryRun=true"], [], "server.port", "7"),
      (["--server.port", "-5", "-"], ["-"], "server.port", "-5"),
      (["--server.port", "1", "--server.port", "2"], [], "server.port", "2"),
    ] as [([String], [String], WirePath, String)])
  func arguments(
    _ arguments: [String], _ rest: [String], _ path: WirePath, _ value: String
  ) throws {
    var configuration = try defaults()
    #expect(try configuration.addArguments(arguments) == rest)
    let line = configuration.explanation.split(separator: "\n").first {
      $0.hasPrefix("\(path) = ")
    }
    #expect(line?.hasPrefix("\(path) = \(value)  (option --") == true, "\(line ?? "")")
    _ = try configuration.decode(Settings.self)
  }

  @Test("an option without a value, or with a name that the model does not have, is an error")
  func invalidArguments() throws {
    var configuration = try defaults()
    for arguments in [["--server.port"], ["--server.port", "--verbose"]] {
      let text = report { _ = try configuration.addArguments(arguments) }
      #expect(
        text == "option --server.port:1:1: missing value: expected a value after the option")
    }
    let text = report { _ = try configuration.addArguments(["--set", "a"]) }
    #expect(text?.contains("expected `path=value` without wildcards") == true)
    _ = try configuration.addArguments(["--server.prt", "1"])
    let unknown = report { _ = try configuration.decode(Settings.self) }
    #expect(
      unknown == """
        option --server.prt:1:1: unknown key: `prt`, at server.prt
        --server.prt=1
                     ^
        hint: did you mean `port`? to ignore such names, set `unknownVariables`
        """)
  }

  // MARK: Other sources

  @Test("a source of your own loads a document or values, also asynchronously")
  func sources() async throws {
    var configuration = try defaults()
    try await configuration.add(
      Store(layer: ConfigurationLayer(#"{"dryRun": true}"#, name: "store")))
    try await configuration.add(
      Store(
        layer: ConfigurationLayer(
          ["server.port": "5", "server.hosts[1]": "b", "server.hosts[0]": "a"], name: "service",
          isSecret: true)))
    let settings = try configuration.decode(Settings.self)
    #expect(settings.dryRun && settings.server == .init(port: 5, hosts: ["a", "b"]))
    #expect(configuration.explanation.contains("server.port = <redacted>  (service)"))
  }
}
