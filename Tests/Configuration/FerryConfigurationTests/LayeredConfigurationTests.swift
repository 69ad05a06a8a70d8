#if FERRY_YAML
import FerryConfiguration
import FerryTestSupport
import Foundation
import Testing

@Suite("Layered configuration")
struct LayeredConfigurationTests {
  static let defaults = """
    mode: development
    server:
      host: localhost
      port: 8080
      hosts: [a, b]
    limits: {small: 1, large: 10}
    """
  static let site = """
    server: {host: example.org, hosts: [c]}
    limits:
      large: 20
      huge: 30
    """

  func configuration(_ variables: [String: String] = [:]) throws -> LayeredConfiguration {
    var configuration = LayeredConfiguration()
    try configuration.add(Self.defaults, name: "defaults.yaml")
    try configuration.add(Self.site, name: "site.yaml")
    try configuration.addEnvironment(variables)
    return configuration
  }

  @Test("a later layer overrides its members")
  func merging() throws {
    let model = try configuration().decode(ServerConfiguration.self)
    #expect(model.mode == .development)
    #expect(model.server.host == "example.org")
    #expect(model.server.port == 8080)
    #expect(model.server.hosts == ["c"])
    #expect(model.limits == ["small": 1, "large": 20, "huge": 30])
  }

  @Test("environment variables address values by path")
  func environment() throws {
    let configuration = try configuration([
      "SERVER__PORT": "8081", "SERVER__TLS": "true", "LIMITS__SMALL": "2", "PATH": "/bin",
      "NOTHING__HERE": "1", "SERVER__HOSTS__0": "d", "SERVER__HOSTS__1": "e", "_": "x", "A__": "y",
    ])
    let model = try configuration.decode(ServerConfiguration.self)
    #expect(model.server.port == 8081)
    #expect(model.server.tls == true)
    #expect(model.limits?["small"] == 2)
    #expect(model.server.hosts == ["d", "e"])
    #expect(try configuration.value()["nothing"] == nil)
  }

  @Test("an array grows by variables in the order of their numbers")
  func growingList() throws {
    var variables: [String: String] = [:]
    for index in 0..<12 { variables["SERVER__HOSTS__\(index)"] = "h\(index)" }
    let model = try configuration(variables).decode(ServerConfiguration.self)
    #expect(model.server.hosts == (0..<12).map { "h\($0)" })
  }

  @Test("a variable or option without a target is an error with the reason")
  func cannotBeSet() throws {
    func report(_ body: () throws -> Void) -> String? {
      let error = #expect(throws: DecodingError.self) { try body() }
      return error?.problem?.description
    }
    #expect(
      report { _ = try self.configuration(["SERVER__HOSTS__7": "x"]) } == """
        environment variable SERVER__HOSTS__7:1:1: missing value: index 7 is beyond the end of an \
        array of 1, at server.hosts
        """)
    var configuration = try configuration()
    for path: WirePath in ["server.hosts[2]", "server[0]", "server.hosts.a", "new[1]", "limits[*]"]
    {
      let message = report { try configuration.set(path, to: "1", name: "--set") }
      #expect(message?.hasPrefix("--set:1:1: ") == true, "\(path): \(message ?? "none")")
    }
    for (list, index) in [("hosts", -1), ("hosts", Int.min), ("new", -1)] {
      let path = WirePath(steps: [.key("server"), .key(list), .index(index)])
      let message = report { try configuration.set(path, to: "1", name: "--set") }
      #expect(message?.contains("expected an index of 0 or more, found \(index)") == true)
    }
    try configuration.set("server.hosts[1]", to: "d", name: "--set")
    try configuration.set("limits.new[0].a", to: "1", name: "--set")
    #expect(try configuration.value()["limits"]?["new"] == [["a": 1]])
    #expect(configuration.origin(of: "server.hosts[1]")?.description == "--set")
  }

  @Test("values of variables are scalars, arrays or objects")
  func values() throws {
    let configuration = try configuration([
      "SERVER__HOSTS": "[x, 1.10]", "LIMITS": "{small: 5}", "SERVER__HOST": "",
      "LIMITS__LARGE": "6",
    ])
    let model = try configuration.decode(ServerConfiguration.self)
    #expect(model.server.hosts == ["x", "1.10"])
    #expect(model.limits == ["small": 1, "large": 6, "huge": 30])
    #expect(model.server.host == "")
  }

  @Test("every variable with the prefix counts, and finds keys in any letter case")
  func prefix() throws {
    struct Model: Decodable {
      var logLevel: String
      var retries: Int?
      var maxRetries: Int?
    }
    var configuration = LayeredConfiguration()
    configuration.unknownKeys = .ignore
    try configuration.add("logLevel: info\nmax-retries: 1\n", name: "a.yaml")
    try configuration.addEnvironment(
      ["APP_LOG_LEVEL": "debug", "APP_RETRIES": "3", "OTHER": "1"], prefix: "APP_")
    let model = try configuration.decode(Model.self)
    #expect(model.logLevel == "debug")
    #expect(model.retries == 3)
  }

  @Test("an optional file is read if it exists, and any other file must exist")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("ferry-layers-\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a.yaml").path
    let json = folder.appendingPathComponent("b.json").path
    try Data(Self.defaults.utf8).write(to: URL(fileURLWithPath: file))
    try Data("{\n\t\"server\": {\"port\": 9, \"host\": \"\\ud83d\\ude00\"}\n}\n".utf8)
      .write(to: URL(fileURLWithPath: json))
    var configuration = LayeredConfiguration()
    try configuration.add(contentsOf: file)
    try configuration.add(contentsOf: json)
    try configuration.add(contentsOf: folder.path + "/none.yaml", isOptional: true)
    #expect(throws: (any Error).self) { try configuration.add(contentsOf: folder.path + "/none") }
    let model = try configuration.decode(ServerConfiguration.self)
    #expect(model.server.port == 9)
    #expect(model.server.host == "😀")
    #expect(configuration.origin(of: "server.port")?.description == json + ":2:21")
    #expect(try YAML.decode(ServerConfiguration.self, contentsOf: file).server.port == 8080)
  }

  @Test("a configuration without layers is null, and anchors stay inside their layer")
  func edges() throws {
    var configuration = LayeredConfiguration()
    #expect(try configuration.value() == .null)
    try configuration.add("# nothing\n", name: "empty.yaml")
    #expect(configuration.origins.isEmpty)
    try configuration.add("base: &b {x: [1]}\nmore: {<<: *b, y: *b}\n", name: "a.yaml")
    try configuration.add("base: 7", name: "b.yaml")
    #expect(try JSON.string(configuration.value()) == #"{"base":7,"more":{"y":{"x":[1]},"x":[1]}}"#)
    #expect(configuration.origin(of: "more.x[0]")?.description == "a.yaml:1:15")
  }

  @Test("a copy and an error change nothing")
  func independence() throws {
    var configuration = LayeredConfiguration()
    try configuration.add("a: {b: 1, c: [1]}", name: "a.yaml")
    let copy = configuration
    try configuration.set("a.b", to: "2", name: "set")
    try configuration.set("a.c[1]", to: "3", name: "set")
    #expect(try copy.value() == ["a": ["b": 1, "c": [1]]])
    #expect(try configuration.value() == ["a": ["b": 2, "c": [1, 3]]])
    let deep = WirePath(keys: Array(repeating: "a", count: 300))
    let list = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
    let before = configuration.explanation
    #expect(throws: (any Error).self) { try configuration.set(deep, to: list, name: "deep") }
    #expect(throws: (any Error).self) { try configuration.set("a.c[9]", to: "1", name: "far") }
    #expect(configuration.explanation == before)
    #expect(configuration.origin(of: "a.c[1]")?.description == "set")
    #expect(configuration.origin(of: "a.*") == nil)
    #expect(configuration.origin(of: "a[*]")?.description == "set")
  }

  @Test("16,000 variables take linear time")
  func many() throws {
    let variables = Dictionary(uniqueKeysWithValues: (0..<16_000).map { ("A__K_\($0)", "\($0)") })
    var configuration = LayeredConfiguration()
    try configuration.add("a: {k-7: 0}", name: "a.yaml")
    let seconds = try processorTime {
      try configuration.addEnvironment(variables)
      #expect(configuration.origin(of: "a.k_9")?.layer == "environment variable A__K_9")
    }
    #expect(seconds < 20)
    #expect(try configuration.value()["a"]?["k-7"] == 7)
    #expect(configuration.origins.count == 16_000)
  }

  @Test("the decoder's rule for unknown keys holds in layers of YAML")
  func strict() throws {
    var configuration = LayeredConfiguration(decoder: YAML.Decoder(preset: .strict))
    try configuration.add("server: {host: a, port: 1, prot: 2}", name: "a.yaml")
    let error = #expect(throws: DecodingError.self) {
      try configuration.decode(ServerConfiguration.self)
    }
    #expect(error?.problem?.kind == .unknownKey)
    #expect(error?.problem?.path == "server.prot")
  }

  @Test("dates are timestamps, in documents and in variables")
  func dates() throws {
    struct Event: Codable, Equatable {
      var at: Date
      var named: [String: Date]
    }
    var layers = LayeredConfiguration()
    try layers.add("at: 2001-12-14\nnamed: {a: 2001-12-14 21:59:43.10 -5}", name: "a.yaml")
    try layers.addEnvironment(["X__AT": "2002-12-14", "NAMED__A": "2002-12-14"])
    let date = Date(timeIntervalSinceReferenceDate: 61_516_800)
    #expect(try layers.decode(Event.self).named["a"] == date)
  }
}
#endif
