import Foundation
import Testing

@Suite("ferry merge")
struct MergeTests {
  private static let base = """
    {
      "server": {"host": "localhost", "port": 8080, "hosts": ["a", "b"]},
      "limits": {"small": 1, "large": 144126219108390099}
    }
    """
  private static let site = """
    {"server": {"host": "example.org", "hosts": ["c"]},
     "limits": {"huge": 1e1000}}
    """

  /// Runs `ferry merge` on two files; `$1` and `$2` are their names.
  private func merge(
    _ arguments: [String] = [], base: String = Self.base, over: String = Self.site,
    extension type: String = "json", environment: [String: String] = [:]
  ) throws -> (result: Tool.Result, files: [String]) {
    try Tool.withFolder { folder in
      let files = ["base.json", "site." + type].map { folder.appendingPathComponent($0).path }
      for (file, text) in zip(files, [base, over]) {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      }
      let result = try Tool.run(["merge"] + files + arguments, within: 20, environment: environment)
      return (result, files)
    }
  }

  @Test("a later file overrides members, and numbers keep their digits")
  func later() throws {
    let result = try merge().result
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(
      result.text == #"{"server":{"host":"example.org","port":8080,"hosts":["c"]},"#
        + #""limits":{"small":1,"large":144126219108390099,"huge":1e1000}}"# + "\n")
  }

  @Test("variables override files, and --set overrides variables")
  func overrides() throws {
    let result = try merge(
      ["--env", "APP_", "--set", "server.hosts[1]=d", "--set", "tags=[x, y]"],
      environment: ["APP_SERVER__PORT": "9090", "APP_NEW__KEY": "", "OTHER__KEY": "1"]
    ).result
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains(#""port":9090,"hosts":["c","d"]"#))
    #expect(result.text.hasSuffix(#","new":{"key":""},"tags":["x","y"]}"# + "\n"), "\(result.text)")
  }

  @Test(
    "a value is set in an array, after its end, or in a new container",
    arguments: [
      (#"{"list":[1,2,3]}"#, "list[1]=9", #"{"list":[1,9,3]}"#),
      (#"{"list":[1,2,3]}"#, "list[3]=9", #"{"list":[1,2,3,9]}"#),
      (#"{"list":[1,2,3]}"#, "/list/3=9", #"{"list":[1,2,3,9]}"#),
      (#"{"list":[1,{"a":2}]}"#, "list[1].b[0]=3", #"{"list":[1,{"a":2,"b":[3]}]}"#),
      (#"{"list":[1]}"#, #"list={"0": 9}"#, #"{"list":{"0":9}}"#),
      (#"{"list":[1]}"#, "list[0]=[2, 3]", #"{"list":[[2,3]]}"#),
      ("{}", "new[0].a=1", #"{"new":[{"a":1}]}"#),
      ("{}", "/new/0=1", #"{"new":{"0":1}}"#),
      ("{}", "new.0=1", #"{"new":{"0":1}}"#),
      (#"{"a":null}"#, "a[0][0]=1", #"{"a":[[1]]}"#),
      (#"{"a":7}"#, "a.b=1", #"{"a":{"b":1}}"#),
      ("[1,2]", "[2]=3", "[1,2,3]"),
      ("[[1],[2]]", "[1][1]=3", "[[1],[2,3]]"),
    ])
  func set(_ base: String, _ assignment: String, _ expected: String) throws {
    let result = try merge(["--set", assignment], base: base, over: "").result
    #expect(result.text == expected + "\n" && result.status == 0, "\(result.errors)")
  }

  @Test(
    "a setting without a target is an error with the reason",
    arguments: [
      ("list[5]=1", "index 5 is beyond the end of an array of 3, at list"),
      ("new[1]=1", "index 1 is beyond the end of an array of 0, at new"),
      ("new[0].a[2]=1", "index 2 is beyond the end of an array of 0, at new[0].a"),
      ("server[0]=1", "expected an array for the index, found an object, at server"),
      ("list.a=1", "expected an object for the key, found an array, at list"),
      ("[0]=1", "expected an array for the index, found an object"),
    ])
  func cannotBeSet(_ assignment: String, _ reason: String) throws {
    let base = #"{"list":[1,2,3],"server":{}}"#
    let result = try merge(["--set", assignment], base: base, over: "{}").result
    #expect(result.status == 1 && result.text.isEmpty)
    #expect(result.errors == "ferry: --set: \(reason)\n")
  }

  @Test("a number in the name of a variable is an index of an existing array")
  func elements() throws {
    var variables = ["APP_MAP__0": "1"]
    for index in 0..<12 { variables["APP_LIST__\(index)"] = "\(index)" }
    let base = #"{"list":[7],"map":{}}"#
    let set = try merge(["--env", "APP_"], base: base, over: "{}", environment: variables).result
    #expect(set.text == #"{"list":[0,1,2,3,4,5,6,7,8,9,10,11],"map":{"0":1}}"# + "\n")
    let beyond = try merge(
      ["--env", "APP_"], base: base, over: "{}", environment: ["APP_LIST__7": "9"]
    ).result
    #expect(beyond.status == 1 && beyond.text.isEmpty)
    #expect(
      beyond.errors == "ferry: environment variable APP_LIST__7: "
        + "index 7 is beyond the end of an array of 1, at list\n")
  }

  @Test(
    "equal keys are an error with their location",
    arguments: [
      (#"{"a":1,"a":2}"#, "{}", "0:1:8: duplicate key, at a\n"),
      ("{}", #"{"c":{"a":9,"a":8}}"#, "1:1:13: duplicate key, at c.a\n"),
    ])
  func duplicates(_ base: String, _ over: String, _ expected: String) throws {
    let (result, files) = try merge(base: base, over: over)
    let errors = result.errors.replacingOccurrences(of: files[0], with: "0")
      .replacingOccurrences(of: files[1], with: "1")
    #expect(errors.hasPrefix("ferry: " + expected) && errors.contains("the first occurrence"))
    #expect(result.status == 1 && result.text.isEmpty)
  }

  @Test(
    "an empty file is an empty layer in every format",
    arguments: ["json", "json5", "ndjson", "seq", "yaml", "binary"])
  func empty(_ format: String) throws {
    guard Tool.hasYAML || format != "yaml" else { return }
    let base = #"{"a":1}"#
    for nothing in format == "binary" ? [""] : ["", " \n\t\r\n"] {
      let result = try merge(base: base, over: nothing, extension: format).result
      #expect(result.text == base + "\n" && result.status == 0, "\(result.errors)")
    }
    let first = try Tool.shell(
      "printf '' | \"$0\" merge - --set a=1 --from \(format) --to json")
    #expect(first.text == base + "\n" && first.status == 0, "\(first.errors)")
  }

  @Test("every value has its origin")
  func explain() throws {
    let (result, files) = try merge(
      ["--explain", "--env", "APP_", "--set", "limits.small=2"],
      environment: ["APP_SERVER__PORT": "9090"])
    #expect(
      result.text == """
        server.host = "example.org"  (\(files[1]):1:21)
        server.port = 9090  (environment variable APP_SERVER__PORT)
        server.hosts[0] = "c"  (\(files[1]):1:46)
        limits.small = 2  (--set)
        limits.large = 144126219108390099  (\(files[0]):3:35)
        limits.huge = 1e1000  (\(files[1]):2:21)

        """)
  }

  @Test("an extension of a binary layer is unchanged, whatever is merged over it")
  func extensions() throws {
    // A map with its own keys: "x" is an extension of type 90.
    let value: [UInt8] = [0xFB, 4, 0x90, 1, 2, 3]
    let document: [UInt8] = [0xB5, 0x20, 0, 0xF2, 8, 0x51, UInt8(ascii: "x")] + value
    try Tool.withFolder { folder in
      let files = ["base.json", "layer.ferry", "top.json"]
        .map { folder.appendingPathComponent($0).path }
      let texts = [Data(#"{"text":"some text"}"#.utf8), Data(document), Data(#"{"y":"z"}"#.utf8)]
      for (file, text) in zip(files, texts) { try text.write(to: URL(fileURLWithPath: file)) }
      for count in 2...3 {
        let result = try Tool.run(["merge"] + files.prefix(count) + ["--to", "binary"])
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(result.data.firstRange(of: Data(value)) != nil, "\(count) layers")
      }
    }
  }

  @Test("the output has the format of the first file, or the requested one")
  func formats() throws {
    #expect(try merge(["--to", "ndjson"]).result.text.hasPrefix("{"))
    #expect(try merge(["--indent", "2"]).result.text.hasPrefix("{\n  \"server\""))
    guard Tool.hasYAML else { return }
    let yaml = "server: {port: 0x1F}\nnew: yes\n"
    #expect(
      try merge(["--to", "yaml", "-S"], base: "{\"a\":1}", over: yaml, extension: "yaml").result
        .text
        == "a: 1\nnew: yes\nserver:\n  port: 0x1F\n")
    #expect(
      try merge(base: "{\"a\":1}", over: "# nothing\n", extension: "yaml").result.text
        == "{\"a\":1}\n")
  }

  @Test("an error has its location in its layer")
  func errors() throws {
    let broken = try merge(over: "{\"a\": [1,}")
    #expect(broken.result.status == 1)
    #expect(
      broken.result.errors.hasPrefix("ferry: \(broken.files[1]):1:10: "), "\(broken.result.errors)")
    guard Tool.hasYAML else { return }
    let infinite = try merge(over: "limits:\n  huge: .inf\n", extension: "yaml")
    #expect(infinite.result.status == 1)
    #expect(
      infinite.result.errors.hasPrefix("ferry: \(infinite.files[1]):2:9: ")
        && infinite.result.errors.contains(", at limits.huge\n"), "\(infinite.result.errors)")
    let two = try merge(over: "a: 1\n---\na: 2\n", extension: "yaml").result
    #expect(two.status == 1 && two.errors.contains(":2:1: "), "\(two.errors)")
    let variable = try merge(["--set", "a=[1"]).result
    #expect(variable.status == 1 && variable.errors.hasPrefix("ferry: --set:1:"))
  }

  @Test("the origins of 16,000 values take at most 20 seconds of a processor")
  func explainMany() throws {
    let count = 8000
    let lines = (0..<count).map { "\"é\($0)\": [\"\\\"\", \($0).5]" }
    let over = Tool.hasYAML ? (0..<count).map { "y\($0): \($0)\n" }.joined() : "{}"
    let (result, files) = try merge(
      ["--explain"], base: "{\n" + lines.joined(separator: ",\n") + "\n}", over: over,
      extension: Tool.hasYAML ? "yaml" : "json")
    #expect(!result.isCrash)
    var expected = ""
    for index in 0..<count {
      let column = "\(index)".count
      expected += "é\(index)[0] = \"\\\"\"  (\(files[0]):\(index + 2):\(column + 7))\n"
      expected += "é\(index)[1] = \(index).5  (\(files[0]):\(index + 2):\(column + 13))\n"
    }
    guard Tool.hasYAML else { return }
    for index in 0..<count {
      let column = "\(index)".count
      expected += "y\(index) = \(index)  (\(files[1]):\(index + 1):\(column + 4))\n"
    }
    #expect(result.text == expected, "\(result.text.prefix(300)) \(result.errors)")
  }

  @Test("16,000 settings, variables or files take at most 20 seconds of a processor")
  func many() throws {
    let count = 16_000
    let base = #"{"a":{"K_0":0}}"#
    let expected =
      #"{"a":{"K_0":0"# + (1..<count).map { ",\"k_\($0)\":\($0)" }.joined() + "}}\n"
    let settings = (0..<count).flatMap { ["--set", "a.\($0 == 0 ? "K" : "k")_\($0)=\($0)"] }
    let setting = try merge(settings, base: base, over: "").result
    #expect(setting.text == expected)
    var variables: [String: String] = [:]
    for index in 0..<count { variables["APP_A__K_\(index)"] = "\(index)" }
    let varying = try merge(["--env", "APP_"], base: base, over: "", environment: variables).result
    // In the order of the names' letters.
    #expect(varying.text.count == expected.count)
    #expect(varying.text.hasPrefix(#"{"a":{"K_0":0,"k_1":1,"k_10":10,"#))
    try Tool.withFolder { folder in
      let files = (0..<count / 4).map { folder.appendingPathComponent("\($0).json").path }
      for (index, file) in files.enumerated() {
        try Data("{\"a\":{\"\(index)\":\(index)}}".utf8).write(to: URL(fileURLWithPath: file))
      }
      let merging = try Tool.run(["merge"] + files, within: 20)
      #expect(merging.text.hasSuffix(",\"3999\":3999}}\n"))
    }
  }

  @Test("wrong usage is an error with status 2")
  func usage() throws {
    #expect(try Tool.run("merge").status == 2)
    #expect(try Tool.run("merge", "-", "-").status == 2)
    #expect(try merge(["--set", "a"]).result.status == 2)
    #expect(try merge(["--set", "a[*]=1"]).result.status == 2)
  }
}
