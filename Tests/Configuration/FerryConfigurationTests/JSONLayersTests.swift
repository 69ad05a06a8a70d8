import FerryConfiguration
import FerryTestSupport
import Foundation
import Testing

/// Layers in JSON: the format of a build without YAML.
@Suite struct JSONLayersTests {
  private static let defaults = """
    {
      "mode": "development",
      "server": {"host": "localhost", "port": 8080, "hosts": ["a", "\\u00e9\\"]"]}
    }
    """

  private func configuration(_ decoder: JSON.Decoder = JSON.Decoder()) throws
    -> LayeredConfiguration
  {
    var configuration = LayeredConfiguration(decoder: decoder)
    try configuration.add(Self.defaults, name: "defaults.json")
    try configuration.add(#"{"server": {"hosts": ["c"]}, "ratio": 1.50}"#, name: "b.json")
    return configuration
  }

  @Test("a later layer overrides members, and variables override layers")
  func merging() throws {
    var configuration = try configuration()
    try configuration.addEnvironment([
      "SERVER__PORT": "8081", "SERVER__HOST": "true", "SERVER__HOSTS": #"["d", "e"]"#,
    ])
    try configuration.set("server.tls", to: "true", name: "--tls")
    configuration.unknownKeys = .ignore
    let model = try configuration.decode(ServerConfiguration.self)
    #expect(model.mode == .development)
    #expect(model.server.port == 8081)
    #expect(model.server.host == "true")
    #expect(model.server.tls == true)
    #expect(model.server.hosts == ["d", "e"])
    #expect(try configuration.value()["ratio"]?.number?.text == "1.50")
  }

  @Test("every value has the line and column of its layer")
  func origins() throws {
    let origins = try configuration().origins.map { "\($0.path) \($0.origin)" }
    #expect(
      origins == [
        "mode defaults.json:2:11", "server.host defaults.json:3:22",
        "server.port defaults.json:3:43",
        "server.hosts[0] b.json:1:23", "ratio b.json:1:39",
      ])
    var five = JSON.Decoder()
    five.allowsJSON5 = true
    var relaxed = LayeredConfiguration(decoder: five)
    try relaxed.add("// none\n{a: 'x', /* two */ b: [1,],}", name: "c.json5")
    five.allowsJSON5 = false
    #expect(relaxed.origin(of: "a")?.description == "c.json5:2:5")
    #expect(relaxed.origin(of: "b[0]")?.description == "c.json5:2:24")
  }

  @Test("errors name their layer")
  func errors() throws {
    var configuration = try configuration()
    try configuration.add(#"{"server": {"port": "x"}}"#, name: "local.json")
    let mismatch = #expect(throws: DecodingError.self) {
      try configuration.decode(ServerConfiguration.self)
    }
    #expect(mismatch?.problem?.place.map { "\($0)" } == "local.json:1:21")
    #expect(mismatch?.problem?.path == "server.port")
    let broken = #expect(throws: DecodingError.self) {
      try configuration.add("{\n\"a\": tru}", name: "broken.json")
    }
    #expect(broken?.problem?.place.map { "\($0)" } == "broken.json:2:9")
    #expect(throws: DecodingError.self) {
      try configuration.set("server.hosts", to: "[x", name: "--set")
    }
  }

  @Test("a model without layers is an error and not a trap")
  func noLayers() {
    let text = report { _ = try LayeredConfiguration().decode(ServerConfiguration.self) }
    #expect(text == "missing value: expected an object, found null")
  }

  @Test("blank text adds no values")
  func blank() throws {
    var configuration = LayeredConfiguration(decoder: JSON.Decoder())
    try configuration.add(" \n", name: "empty.json")
    #expect(configuration.origins.isEmpty)
    #expect(try configuration.value() == .null)
  }

  @Test("equal keys are an error unless the decoder takes the last one")
  func options() throws {
    var decoder = JSON.Decoder()
    var configuration = LayeredConfiguration(decoder: decoder)
    let error = #expect(throws: DecodingError.self) {
      try configuration.add(#"{"a": 1, "a": 2}"#, name: "a.json")
    }
    #expect(error?.problem?.kind == .duplicateKey && error?.problem?.place?.column == 10)
    decoder.duplicateKeys = .last
    configuration = LayeredConfiguration(decoder: decoder)
    try configuration.add(#"{"a": 1, "a": 2}"#, name: "b.json")
    #expect(try configuration.value() == ["a": 2])
  }

  @Test("origins are correct after removed members", arguments: [false, true])
  func originsOfLastKeys(allowsJSON5: Bool) throws {
    var decoder = JSON.Decoder()
    decoder.duplicateKeys = .last
    decoder.allowsJSON5 = allowsJSON5
    var configuration = LayeredConfiguration(decoder: decoder)
    try configuration.add("{\"a\": [1, 2.5],\n\"b\": 3,\n\"a\": 4,\n\"c\": 5}", name: "a.json")
    let lines = configuration.origins.map { "\($0.path):\($0.origin.place?.line ?? 0)" }
    #expect(lines == ["b:2", "a:3", "c:4"])
  }
}
