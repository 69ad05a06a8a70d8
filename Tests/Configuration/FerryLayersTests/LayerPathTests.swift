import FerryLayers
import FerryBase
import Testing

/// Where paths and names of environment variables lead in merged layers.
@Suite("Paths and variables of layered trees")
struct LayerPathTests {
  private let base: AnyValue = ["server": ["hosts": ["a", "b"], "port": 1], "logLevel": "info"]

  @Test(
    "a value is set in place, after the last element, or in new containers",
    arguments: [
      ("server.port", ["server": ["hosts": ["a", "b"], "port": 7], "logLevel": "info"]),
      ("server.hosts[0]", ["server": ["hosts": [7, "b"], "port": 1], "logLevel": "info"]),
      ("server.hosts[2]", ["server": ["hosts": ["a", "b", 7], "port": 1], "logLevel": "info"]),
      (
        "new[0].x",
        ["server": ["hosts": ["a", "b"], "port": 1], "logLevel": "info", "new": [["x": 7]]]
      ),
      ("logLevel.x", ["server": ["hosts": ["a", "b"], "port": 1], "logLevel": ["x": 7]]),
    ] as [(WirePath, AnyValue)])
  func setting(_ path: WirePath, _ expected: AnyValue) throws {
    var tree = try LayeredTreeTests.tree(base)
    let target = try tree.target(of: path)
    try LayeredTreeTests.withView(of: 7) { try tree.set(target, to: $0) }
    #expect(try LayeredTreeTests.value(tree) == expected)
  }

  @Test(
    "a path without a target is an error with the part that exists",
    arguments: [
      (WirePath("server.hosts[3]"), FailureKind.valueNotFound, WirePath("server.hosts")),
      ("server[0]", .typeMismatch, "server"), ("server.hosts.a", .typeMismatch, "server.hosts"),
      ("new[1]", .valueNotFound, "new"), ("server[*]", .invalidValue, "server"),
      (
        WirePath(steps: [.key("server"), .key("hosts"), .index(-1)]), .invalidValue, "server.hosts"
      ),
    ])
  func noTarget(_ path: WirePath, _ kind: FailureKind, _ end: WirePath) throws {
    let tree = try LayeredTreeTests.tree(base)
    let error = #expect(throws: Problem.self) { try tree.target(of: path) }
    #expect(error?.kind == kind)
    #expect(error?.path == end)
  }

  @Test("plain text has the meaning of a plain scalar, and empty text is a string")
  func plainText() throws {
    var tree = try LayeredTreeTests.tree(base)
    for (path, text) in [("a", "12"), ("b", "true"), ("c", ""), ("d", "x")] as [(WirePath, String)]
    {
      try tree.set(tree.target(of: path), toPlain: text)
    }
    let value = try LayeredTreeTests.value(tree)
    #expect(value["a"] == 12)
    #expect(value["b"] == true)
    #expect(value["c"] == "")
    #expect(value["d"] == "x")
  }

  @Test(
    "two underscores in the name of a variable separate keys",
    arguments: [
      ("A", ["A"]), ("A_B", ["A_B"]), ("A_B__C", ["A_B", "C"]), ("A__B__0", ["A", "B", "0"]),
      ("__A", ["", "A"]), ("A__", ["A", ""]), ("", [""]),
    ])
  func parts(_ name: String, _ expected: [String]) {
    #expect(LayeredTree.parts(ofVariable: name) == expected)
  }

  @Test("variables are sorted by the numbers in their names")
  func sorting() {
    let names = ["A__10", "A__9", "B", "A__B", "A__2__X", "A__2"]
    let sorted = LayeredTree.sorted(variables: names.map { ($0, 0) })
    #expect(sorted.map(\.name) == ["A__2", "A__2__X", "A__9", "A__10", "A__B", "B"])
    let spellings = ["A_B__C", "a_b", "AB__D", "Ab"]
    #expect(
      LayeredTree.sorted(variables: spellings.map { ($0, 0) }).map(\.name)
        == ["Ab", "a_b", "A_B__C", "AB__D"])
  }

  @Test(
    "the name of a variable finds a key in any letter case, or is a new key in small letters",
    arguments: [
      ("SERVER__PORT", "", "server.port"), ("SERVER__HOSTS__1", "", "server.hosts[1]"),
      ("SERVER__NEW_KEY", "", "server.new_key"), ("LOG_LEVEL__X", "", "logLevel.x"),
      ("APP_LOG_LEVEL", "APP_", "logLevel"), ("APP_OTHER", "APP_", "other"),
    ] as [(String, String, WirePath)])
  func path(_ name: String, _ prefix: String, _ expected: WirePath) throws {
    #expect(try path(name, prefix, in: base) == expected)
  }

  @Test(
    "a variable without a match in the document is ignored",
    arguments: [
      ("PATH", ""), ("SERVER", ""), ("OTHER__PORT", ""), ("SERVER__", ""), ("OTHER", "APP_"),
    ])
  func ignored(_ name: String, _ prefix: String) throws {
    #expect(try path(name, prefix, in: base) == nil)
  }

  private func path(_ names: String..., prefix: String = "APP_", in base: AnyValue) throws
    -> [WirePath?]
  {
    var tree = try LayeredTreeTests.tree(base)
    var claims = LayeredTree.VariableClaims()
    return try names.map {
      try tree.path(forVariable: $0, prefix: prefix, prefix.isEmpty ? .nested : .all, &claims)
    }
  }

  private func path(_ name: String, _ prefix: String, in base: AnyValue) throws -> WirePath? {
    try path(name, prefix: prefix, in: base)[0]
  }

  @Test(
    "a variable that matches two keys, or sets the value of another one, is an error",
    arguments: [
      (["APP_DRY_RUN"], "the name matches the keys `dryRun` and `dry-run`"),
      (["APP_LOG_LEVEL", "APP_LOGLEVEL"], "APP_LOG_LEVEL sets the same value"),
      (["APP_logLevel", "APP_LOG_LEVEL"], "APP_logLevel sets the same value"),
      (["APP_NEW_KEY", "APP_NEWKEY"], "APP_NEW_KEY sets the same value"),
      (["APP_LOG_LEVEL", "APP_LOG_LEVEL__X"], "APP_LOG_LEVEL sets a value without members"),
      (["APP_"], "the name has an empty key"), (["APP_SERVER__"], "the name has an empty key"),
    ])
  func problems(_ names: [String], _ detail: String) throws {
    var tree = try LayeredTreeTests.tree(["dryRun": 1, "dry-run": 2, "logLevel": 3])
    var claims = LayeredTree.VariableClaims()
    let error = #expect(throws: Problem.self) {
      for name in names {
        guard let path = try tree.path(forVariable: name, prefix: "APP_", .all, &claims) else {
          continue
        }
        try tree.set(tree.target(of: path), toPlain: "x", isVariable: true)
      }
    }
    #expect(error?.detail == detail)
  }

  @Test("an exact spelling chooses one of several similar keys")
  func exactSpelling() throws {
    #expect(try path("APP_dryRun", in: ["dryRun": 1, "dry-run": 2]) == ["dryRun"])
  }
}
