#if FERRY_YAML
import FerryConfiguration
import FerryTestSupport
import Foundation
import Testing

// Where values and errors of layers come from.
extension LayeredConfigurationTests {
  @Test("every value has its origin")
  func origins() throws {
    var configuration = try configuration(["SERVER__PORT": "8081"])
    try configuration.set("server.timeout", to: "2.5", name: "--timeout")
    func origin(_ path: WirePath) -> String? { configuration.origin(of: path)?.description }
    #expect(origin("mode") == "defaults.yaml:1:7")
    #expect(origin("server.host") == "site.yaml:1:16")
    #expect(origin("server.port") == "environment variable SERVER__PORT")
    #expect(origin("server.timeout") == "--timeout")
    #expect(origin("server.hosts[0]") == "site.yaml:1:37")
    #expect(origin("limits.small") == "defaults.yaml:6:17")
    #expect(origin("limits.huge") == "site.yaml:4:9")
    #expect(origin("nowhere") == nil)
    #expect(
      configuration.explanation == """
        mode = development  (defaults.yaml:1:7)
        server.host = example.org  (site.yaml:1:16)
        server.port = 8081  (environment variable SERVER__PORT)
        server.hosts[0] = c  (site.yaml:1:37)
        server.timeout = 2.5  (--timeout)
        limits.small = 1  (defaults.yaml:6:17)
        limits.large = 20  (site.yaml:3:10)
        limits.huge = 30  (site.yaml:4:9)

        """)
    #expect(configuration.origins.count == 8)
  }

  @Test("errors name their layer")
  func errors() throws {
    func report(_ configuration: LayeredConfiguration) -> String? {
      do {
        _ = try configuration.decode(ServerConfiguration.self)
        return nil
      } catch {
        return (error as? DecodingError)?.problem?.description
      }
    }
    var configuration = try configuration()
    try configuration.add("limits: {huge: many}", name: "local.yaml")
    #expect(
      report(configuration) == """
        local.yaml:1:16: wrong type of value: expected Int, found text `many`, at limits.huge
        limits: {huge: many}
                       ^
        """)
    #expect(
      try report(self.configuration(["SERVER__PORT": "eighty"])) == """
        environment variable SERVER__PORT:1:1: wrong type of value: expected Int, found text \
        `eighty`, at server.port
        SERVER__PORT=eighty
                     ^
        """)
    let error = #expect(throws: DecodingError.self) {
      try configuration.add("a: [", name: "broken.yaml")
    }
    #expect(error?.problem?.place?.file == "broken.yaml")
  }

  @Test("origins are right under every rule for keys")
  func originsUnderRules() throws {
    let text = """
      base: &base {a: 1, b: 2}
      twice: [1, 2, 3]
      more: {<<: *base, c: 3}
      twice: 4
      last: 5
      """
    var decoder = YAML.Decoder()
    for (strategy, line) in [(DuplicateKeyStrategy.first, 2), (.last, 4)] {
      for mergeKeys: YAML.MergeKeyStrategy in [.merge, .off] {
        decoder.duplicateKeys = strategy
        decoder.mergeKeyStrategy = mergeKeys
        var configuration = LayeredConfiguration(decoder: decoder)
        try configuration.add(text, name: "a.yaml")
        // Layers are as they were read, whatever the decoder is told later.
        decoder.duplicateKeys = .error
        for (path, origin) in configuration.origins where path.steps.first == .key("twice") {
          #expect(origin.place?.line == line, "\(path)")
        }
        #expect(configuration.origin(of: "more.c")?.description == "a.yaml:3:22")
        #expect(configuration.origin(of: "last")?.description == "a.yaml:5:7")
      }
    }
  }

  @Test("the explanation escapes control characters")
  func explanationForTerminals() throws {
    var configuration = LayeredConfiguration()
    try configuration.add("\"a\u{202E}\": \"x\u{202E}y\"", name: "a\u{9B}.yaml")
    #expect(
      configuration.explanation == #"""
        ["a\u202e"] = x\u202ey  (a\u009b.yaml:1:7)

        """#)
  }

  @Test("a layered configuration prints where its values came from")
  func printed() throws {
    var configuration = LayeredConfiguration()
    try configuration.add("server:\n  port: 8080\n", name: "site.yaml")
    #expect("\(configuration)" == "server.port = 8080  (site.yaml:2:9)\n")
  }

  @Test("a file that cannot be opened is an error that names it")
  func missingFile() {
    var configuration = LayeredConfiguration()
    let error = #expect(throws: Problem.self) {
      try configuration.add(contentsOf: "no/such.json")
    }
    #expect(error.map { "\($0)" } == "no/such.json: cannot open: No such file or directory")
    let folder = #expect(throws: Problem.self) { try configuration.add(contentsOf: "/") }
    #expect(folder.map { "\($0)" } == "/: cannot read: Is a directory")
  }
}
#endif
