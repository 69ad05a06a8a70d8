import FerryConfiguration
import Foundation
import Testing

@Suite("Merging of layers")
struct MergingTests {
  @Test("rules and the tag !replace decide how a layer changes a value")
  func rules() throws {
    var configuration = LayeredConfiguration()
    configuration.merge("list", by: .appending)
    configuration.merge("services", by: .key("name"))
    configuration.merge("whole", by: .replacing)
    let base = """
      {"list": [1], "services": [{"name": "a", "x": 1}], "whole": {"x": 1}, "tagged": {"x": 1}}
      """
    try configuration.add(base, name: "base")
    let over = """
      {"list": [2], "services": [{"name": "a", "y": 2}], "whole": {"y": 2}, "tagged": {"y": 2}}
      """
    try configuration.add(over, name: "over")
    #expect(
      try configuration.value() == [
        "list": [1, 2], "services": [["name": "a", "x": 1, "y": 2]], "whole": ["y": 2],
        "tagged": ["x": 1, "y": 2],
      ])
  }

  #if FERRY_YAML
  @Test(
    "the tag !replace replaces an object of an earlier layer",
    arguments: [
      ("a: !replace {y: 2}\n", #"{"a":{"y":2},"b":1}"#),
      ("a: !replace\n  y: 2\n", #"{"a":{"y":2},"b":1}"#),
      ("a: &x !replace\n  y: 2\n", #"{"a":{"y":2},"b":1}"#),
      ("!replace\na: {y: 2}\n", #"{"a":{"y":2}}"#),
      ("a: {z: !replace {y: 2}}\n", #"{"a":{"x":1,"z":{"y":2}},"b":1}"#),
      ("a: {y: \"!replace\"}\n", #"{"a":{"x":1,"z":{"w":0},"y":"!replace"},"b":1}"#),
      ("c: &c !replace {y: 2}\na: *c\n", #"{"a":{"y":2},"b":1,"c":{"y":2}}"#),
    ])
  func replaceTag(_ layer: String, _ expected: String) throws {
    var configuration = LayeredConfiguration()
    try configuration.add("a: {x: 1, z: {w: 0}}\nb: 1\n", name: "base.yaml")
    try configuration.add(layer, name: "over.yaml")
    #expect(try JSON.string(configuration.value()) == expected)
  }

  @Test("custom tags of layers stay at their values")
  func customTags() throws {
    var configuration = LayeredConfiguration()
    try configuration.add("a: !x {y: 1}\nb: !y [!z 1]\nc: 1\n", name: "base.yaml")
    try configuration.add("a: {z: 2}\nc: !w 3\n", name: "over.yaml")
    #expect(
      try configuration.value().description == #"{"a":!x {"y":1,"z":2},"b":!y [!z 1],"c":!w 3}"#)
    #expect(configuration.origin(of: "c")?.description == "over.yaml:2:4")
    var strict = LayeredConfiguration(decoder: YAML.Decoder(preset: .strict))
    try strict.add("a: {y: 1}\n", name: "base.yaml")
    try strict.add("a: !replace {z: 2}\n", name: "over.yaml")
    #expect(try strict.value().description == #"{"a":{"z":2}}"#)
    #expect(throws: DecodingError.self) { try strict.add("a: !x {z: 2}\n", name: "third.yaml") }
  }

  @Test(
    "a tag without effect is an error",
    arguments: [
      (
        "a: !replcae {y: 2}", "1:4: invalid value: unknown tag `!replcae`",
        "did you mean `!replace`?"
      ),
      (
        "a: !replaced {y: 2}", "1:4: invalid value: unknown tag `!replaced`",
        "did you mean `!replace`?"
      ),
      (
        "? !replace a\n: {y: 2}", "1:3: invalid value: the tag `!replace` is before a key",
        "write the tag after the colon"
      ),
      (
        "!replace a: {y: 2}", "1:1: invalid value: the tag `!replace` is before a key",
        "write the tag after the colon"
      ),
    ])
  func ineffectiveTags(_ layer: String, _ expected: String, _ hint: String) {
    let text = report {
      var configuration = LayeredConfiguration()
      try configuration.add(layer, name: "a.yaml")
    }
    #expect(text?.hasPrefix("a.yaml:" + expected + "\n") == true, "\(text ?? "")")
    #expect(text?.hasSuffix("\nhint: " + hint) == true, "\(text ?? "")")
  }

  @Test("a value of an option or a variable replaces an object after the tag !replace")
  func replacingValues() throws {
    var configuration = LayeredConfiguration()
    try configuration.add("a: {x: 1}\nb: {x: 1}\nc: {x: 1}\n", name: "a.yaml")
    _ = try configuration.addArguments(["--set", "a=!replace {}", "--set", "c={}"])
    try configuration.addEnvironment(["APP_B": "!replace {y: 2}"], prefix: "APP_")
    #expect(try JSON.string(configuration.value()) == #"{"a":{},"b":{"y":2},"c":{"x":1}}"#)
    let misspelled = report {
      try configuration.addEnvironment(["APP_B": "!replcae {y: 2}"], prefix: "APP_")
    }
    #expect(
      misspelled == """
        environment variable APP_B:1:1: invalid value: unknown tag `!replcae`
        hint: did you mean `!replace`?
        """)
    try configuration.addEnvironment(["APP_C": "!important message"], prefix: "APP_")
    #expect(try configuration.value()["c"] == "!important message")
  }

  @Test(
    "a layer without a value changes nothing",
    arguments: ["---\n", "--- # a\n", "# a\n", "", "--- &a\n"])
  func emptyLayers(_ text: String) throws {
    var configuration = LayeredConfiguration()
    try configuration.add("a: 1", name: "base.yaml")
    try configuration.add(text, name: "over.yaml")
    try configuration.add("b: 2", name: "top.yaml")
    #expect(try configuration.value() == ["a": 1, "b": 2])
    #expect(configuration.origin(of: "b")?.description == "top.yaml:1:4")
  }

  @Test(
    "a root that would erase an object is an error",
    arguments: [
      ("null", "1:1: missing value: expected an object, found null"),
      ("~", "1:1: missing value: expected an object, found null"),
      ("abc", "1:1: wrong type of value: expected an object, found <redacted>"),
      ("[1]", "1:1: wrong type of value: expected an object, found an array"),
    ])
  func otherRoots(_ text: String, _ expected: String) throws {
    var configuration = LayeredConfiguration()
    try configuration.add("a: 1", name: "base.yaml")
    let error = report { try configuration.add(text, name: "over.yaml") }
    #expect(error?.hasPrefix("over.yaml:" + expected) == true, "\(error ?? "")")
    #expect(try configuration.value() == ["a": 1])
    try configuration.add("!replace [1]", name: "top.yaml")
    #expect(try configuration.value() == [1])
  }

  @Test(
    "variables of an object and of its members have one result in each spelling",
    arguments: [
      ["APP_SERVER": "{port: 1, host: a}", "APP_SERVER__PORT": "7"],
      ["APP_server": "{port: 1, host: a}", "APP_SERVER__PORT": "7"],
    ])
  func objectsAndMembers(_ variables: [String: String]) throws {
    var configuration = LayeredConfiguration()
    try configuration.add("server: {port: 0}", name: "a.yaml")
    try configuration.addEnvironment(variables, prefix: "APP_")
    #expect(try configuration.value() == ["server": ["port": 7, "host": "a"]])
  }

  @Test(
    "a scalar for an object and a variable for its member are an error that names both",
    arguments: ["APP_SERVER", "APP_server", "APP_Server"])
  func scalarsAndMembers(_ name: String) {
    let text = report {
      var configuration = LayeredConfiguration()
      try configuration.add("server: {port: 0}", name: "a.yaml")
      try configuration.addEnvironment([name: "5", "APP_SERVER__PORT": "7"], prefix: "APP_")
    }
    #expect(
      text == """
        environment variable APP_SERVER__PORT:1:1: duplicate key: \(name) sets a value without \
        members, at server
        environment variable \(name):1:1: the other one
        hint: remove one of the two
        """)
  }

  @Test("variables build an array where the layers have none")
  func newArrays() throws {
    var configuration = LayeredConfiguration()
    try configuration.add("{old: null, map: {a: 1}}", name: "a.yaml")
    var variables = ["APP_MAP__0": "x"]
    for index in 0..<12 {
      variables["APP_LIST__\(index)"] = "v\(index)"
      variables["APP_DEEP__LIST__\(index)__NAME"] = "n\(index)"
      variables["APP_OLD__\(index)"] = "o\(index)"
    }
    try configuration.addEnvironment(variables, prefix: "APP_")
    let value = try configuration.value()
    #expect(value["list"]?.array == (0..<12).map { .string("v\($0)") })
    #expect(value["old"]?.array == (0..<12).map { .string("o\($0)") })
    #expect(value["deep"]?["list"]?.array == (0..<12).map { ["name": .string("n\($0)")] })
    #expect(value["map"] == ["a": 1, "0": "x"])
  }

  @Test("options and secret files keep the case of new keys")
  func caseOfNewKeys() throws {
    let folder = try LayerFolder(["secrets/apiKey": "v", "secrets/null": "null"])
    var configuration = LayeredConfiguration()
    try configuration.add("labels: {}", name: "a.yaml")
    try configuration.addSecrets(in: folder.file("secrets"))
    _ = try configuration.addArguments(["--labels.appVersion=1", "--labels.X-Request-Id=2"])
    let value = try configuration.value()
    #expect(value["apiKey"] == "v")
    #expect(value["null"] == "null")
    #expect(value["labels"] == ["appVersion": 1, "X-Request-Id": 2])
  }

  @Test("null in quotes in a file of variables is text, and a number in quotes is a number")
  func quotedNull() throws {
    struct Model: Decodable {
      var a: String
      var b: String
      var port: Int
      var none: Int?
    }
    let folder = try LayerFolder([
      ".env": "P_A='null'\nP_B=\"~\"\nP_PORT='8080'\nP_NONE=null\n"
    ])
    var configuration = LayeredConfiguration()
    try configuration.addEnvironment(contentsOf: folder.file(".env"), prefix: "P_")
    let model = try configuration.decode(Model.self)
    #expect(model.a == "null" && model.b == "~" && model.port == 8080 && model.none == nil)
  }

  @Test("a variable with an empty key is an error, or ignored with other unknown names")
  func emptyKeys() throws {
    for name in ["APP_", "APP_SERVER__", "APP___X"] {
      var configuration = LayeredConfiguration()
      #expect(throws: DecodingError.self) {
        try configuration.addEnvironment([name: "8"], prefix: "APP_")
      }
      configuration.unknownVariables = .ignore
      try configuration.addEnvironment([name: "8"], prefix: "APP_")
      #expect(try configuration.value() == .null)
    }
  }

  @Test("a variable below a file has the member of the file, however the file spells it")
  func variablesBelowFiles() throws {
    struct Model: Decodable { var dryRun: Bool }
    var configuration = LayeredConfiguration()
    try configuration.addEnvironment(["APP_DRY_RUN": "true"], prefix: "APP_")
    try configuration.add("dryRun: false", name: "a.yaml")
    #expect(configuration.explanation == "dryRun = false  (a.yaml:1:9)\n")
    try configuration.addEnvironment(["APP_DRY_RUN": "true"], prefix: "APP_")
    #expect(try configuration.decode(Model.self).dryRun)
    #expect(configuration.explanation == "dryRun = true  (environment variable APP_DRY_RUN)\n")
  }
  #endif
}
