#if FERRY_YAML
import FerryConfiguration
import Foundation
import Testing

/// The files that `!include` reads.
@Suite("Included files")
struct IncludeTests {
  private func decoder(_ folder: LayerFolder, byteLimit: Int = 16 << 20) -> YAML.Decoder {
    var decoder = YAML.Decoder()
    decoder.tagHandlers["!include"] = .include(from: folder.file("root"), byteLimit: byteLimit)
    decoder.tagHandlers["!keep"] = YAMLTagHandler { $0 }
    return decoder
  }

  private func value(_ folder: LayerFolder, _ name: String = "root/main.yaml") throws -> String {
    try decoder(folder).decode(AnyValue.self, contentsOf: folder.file(name)).description
  }

  private func error(_ folder: LayerFolder, byteLimit: Int = 16 << 20) -> String? {
    let result = report {
      _ = try decoder(folder, byteLimit: byteLimit)
        .decode(AnyValue.self, contentsOf: folder.file("root/main.yaml"))
    }
    return folder.shown(result)
  }

  @Test("a path is relative to the including file")
  func paths() throws {
    let folder = try LayerFolder([
      "root/main.yaml":
        "a: !include parts/a.yaml\nb: !include ./b.yaml\nc: [!include empty.yaml]\n",
      "root/parts/a.yaml": "x: &x !include ../b.yaml\ny: *x\n", "root/b.yaml": "[1, two]",
      "root/empty.yaml": "# nothing\n", "outside.yaml": "!include root/b.yaml",
    ])
    #expect(
      try value(folder) == #"{"a":{"x":[1,"two"],"y":[1,"two"]},"b":[1,"two"],"c":[null]}"#)
    #expect(try value(folder, "outside.yaml") == #"[1,"two"]"#)
    // Without a file, a path is relative to the root.
    #expect(
      try decoder(folder).decode(AnyValue.self, from: "!include b.yaml").description
        == #"[1,"two"]"#)
  }

  @Test(
    "no path leads out of the root",
    arguments: [
      ("/etc/passwd", "is absolute"), ("../secret.yaml", "leads out of the folder"),
      ("parts/../../secret.yaml", "leads out of the folder"),
      ("link.yaml", "leads out of the folder"), ("folder/secret.yaml", "leads out of the folder"),
      ("../root-2/a.yaml", "leads out of the folder"), (".", "leads out of the folder"),
      ("parts", "not a regular file"), ("missing.yaml", "No such file"), ("pipe", "not a regular"),
      ("~/x", "No such file"), ("''", "expected the path of a file"),
    ])
  func escapes(_ path: String, _ expected: String) throws {
    let folder = try LayerFolder([
      "root/main.yaml": "a: !include \(path)\n", "root/parts/x.yaml": "1",
      "secret.yaml": "password: hunter2", "root-2/a.yaml": "1",
    ])
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: folder.file("root/link.yaml"), withDestinationPath: folder.file("secret.yaml"))
    try manager.createSymbolicLink(
      atPath: folder.file("root/folder"), withDestinationPath: folder.path)
    mkfifo(folder.file("root/pipe"), 0o600)
    let report = try #require(error(folder))
    #expect(report.contains(expected), "\(report)")
    #expect(report.hasPrefix("root/main.yaml:1:4: "), "\(report)")
    #expect(!report.contains("hunter2"))
  }

  @Test("a file that a later version includes is watched")
  func updates() async throws {
    let folder = try LayerFolder(["root/main.yaml": "a: 1\n", "root/part.yaml": "2\n"])
    // The updates end before the folder goes.
    defer { withExtendedLifetime(folder) {} }
    do {
      var configuration = LayeredConfiguration(decoder: decoder(folder))
      try configuration.add(contentsOf: folder.file("root/main.yaml"))
      var models = configuration.updates(of: [String: Int].self) { Issue.record("\($0)") }
        .makeAsyncIterator()
      #expect(await models.next() == ["a": 1])
      for (file, text, expected) in [
        ("main", "a: !include part.yaml\n", 2), ("part", "3\n", 3), ("main", "a: 4\n", 4),
      ] {
        try Data(text.utf8).write(
          to: URL(fileURLWithPath: folder.file("root/\(file).yaml")), options: .atomic)
        #expect(await models.next() == ["a": expected])
      }
    }
  }

  @Test("a symbolic link inside of the root is a file, as in the mounts of Kubernetes")
  func links() throws {
    let folder = try LayerFolder([
      "root/..2026/a.yaml": "1", "root/main.yaml": "!include a.yaml",
    ])
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: folder.file("root/..data"), withDestinationPath: "..2026")
    try manager.createSymbolicLink(
      atPath: folder.file("root/a.yaml"), withDestinationPath: "..data/a.yaml")
    #expect(try value(folder) == "1")
  }

  @Test("files cannot include themselves")
  func cycles() throws {
    let own = try LayerFolder(["root/main.yaml": "a: !include main.yaml\n"])
    #expect(error(own)?.contains("the file `root/main.yaml` includes itself") == true)
    let folder = try LayerFolder([
      "root/main.yaml": "a:\n  b: !include x/a.yaml\n", "root/x/a.yaml": "- !include b.yaml\n",
      "root/x/b.yaml": "c: !include ../x/a.yaml\n",
    ])
    #expect(
      error(folder) == """
        root/x/b.yaml:1:4: invalid value: the file `root/x/../x/a.yaml` includes itself, at a.b[0].c
        c: !include ../x/a.yaml
           ^
        root/x/a.yaml:1:3: included here
        - !include b.yaml
          ^
        root/main.yaml:2:6: included here
          b: !include x/a.yaml
             ^
        """)
  }

  @Test("the number of files that include each other is limited")
  func depth() throws {
    func files(_ count: Int) -> [String: String] {
      var files = ["root/main.yaml": "!include 1.yaml", "root/\(count).yaml": "end"]
      for number in 1..<count { files["root/\(number).yaml"] = "!include \(number + 1).yaml" }
      return files
    }
    #expect(try value(LayerFolder(files(16))) == #""end""#)
    #expect(
      try error(LayerFolder(files(17)))?.contains("more than 16 files include each other") == true)
  }

  @Test("the bytes of all included files are limited, also those of aliases")
  func bytes() throws {
    let line = "- 0123456789\n"
    let folder = try LayerFolder([
      "root/main.yaml": "- !include a.yaml\n- !include a.yaml\n",
      "root/a.yaml": String(repeating: line, count: 100),
    ])
    #expect(error(folder, byteLimit: 2 * 100 * line.utf8.count) == nil)
    #expect(
      error(folder, byteLimit: 2 * 100 * line.utf8.count - 1)?
        .hasPrefix("root/main.yaml:2:3: ") == true)
    // A million inclusions of small files.
    func hundredTimes(_ name: String) -> String {
      "[" + Array(repeating: "!include \(name)", count: 100).joined(separator: ", ") + "]"
    }
    let bomb = try LayerFolder([
      "root/main.yaml": hundredTimes("a.yaml"), "root/a.yaml": hundredTimes("b.yaml"),
      "root/b.yaml": hundredTimes("c.yaml"), "root/c.yaml": "1",
    ])
    #expect(error(bomb, byteLimit: 1 << 20)?.contains("limit") == true)
    let aliases = try LayerFolder([
      "root/main.yaml": "!include a.yaml",
      "root/a.yaml": "- &a [1, 2, 3, 4, 5, 6, 7, 8, 9]\n"
        + String(repeating: "- *a\n", count: 100),
    ])
    #expect(error(aliases, byteLimit: 1 << 20) == nil)
    #expect(error(aliases, byteLimit: 10_000)?.contains("limit") == true)
    // Also inside of the argument of another handler.
    try aliases.write("!keep [!include a.yaml]", to: "root/main.yaml")
    #expect(error(aliases, byteLimit: 1 << 20) == nil)
    #expect(error(aliases, byteLimit: 10_000)?.contains("limit") == true)
  }

  @Test("an error in an included file names its file, line and column")
  func places() throws {
    struct Model: Decodable {
      struct Database: Decodable { var port: Int }
      var name: String
      var database: Database
    }
    let folder = try LayerFolder([
      "root/main.yaml": "name: x\ndatabase: !include db.yaml\n",
      "root/db.yaml": "# the port\nport: http\n",
    ])
    func error(_ decoder: YAML.Decoder) -> String? {
      folder.shown(
        report {
          _ = try decoder.decode(Model.self, contentsOf: folder.file("root/main.yaml"))
        })
    }
    var decoder = decoder(folder)
    #expect(
      error(decoder) == """
        root/db.yaml:2:7: wrong type of value: expected Int, found text `http`, at database.port
        port: http
              ^
        """)
    decoder.unknownKeys = .error
    try folder.write("port: 1\nprot: 2\n", to: "root/db.yaml")
    #expect(error(decoder)?.hasPrefix("root/db.yaml:2:1: unknown key: `prot`") == true)
    try folder.write("port: {1\n", to: "root/db.yaml")
    let syntax = error(decoder)
    #expect(syntax?.hasPrefix("root/db.yaml:") == true, "\(syntax ?? "")")
    #expect(
      syntax?.contains(
        """
        root/main.yaml:2:11: included here
        database: !include db.yaml
                  ^
        """) == true, "\(syntax ?? "")")
  }

  @Test("a layer has the values of included files with their origins")
  func layers() throws {
    let folder = try LayerFolder([
      "root/main.yaml": "server: !include server.yaml\nname: !include name.yaml\n",
      "root/server.yaml": "host: ${HOST}\nport: 80\n", "root/name.yaml": "x",
      "root/site.yaml": "server:\n  port: 8080\n",
    ])
    var decoder = decoder(folder)
    decoder.tagHandlers["!env"] = .environment(["SIGN": "$${x}"])
    var configuration = LayeredConfiguration(decoder: decoder)
    configuration.interpolates = true
    configuration.variables = ["HOST": "h"]
    try configuration.add(contentsOf: folder.file("root/main.yaml"))
    try configuration.add(contentsOf: folder.file("root/site.yaml"))
    try configuration.add("sign: !env SIGN\n", name: "text")
    try configuration.set("list", to: "[!include name.yaml]", name: "--list")
    #expect(
      folder.shown(configuration.explanation) == """
        server.host = h  (root/server.yaml:1:7 with environment variable HOST)
        server.port = 8080  (root/site.yaml:2:9)
        name = x  (root/name.yaml:1:1)
        sign = $${x}  (text:1:7 with environment variable SIGN)
        list[0] = x  (root/name.yaml:1:1)

        """)
    struct Model: Decodable {
      var name: Int
    }
    #expect(
      folder.shown(report { _ = try configuration.decode(Model.self) }) == """
        root/name.yaml:1:1: wrong type of value: expected Int, found text `x`, at name
        x
        ^
        """)
    try folder.write("server: !include none.yaml\n", to: "root/main.yaml")
    #expect(
      folder.shown(report { try configuration.add(contentsOf: folder.file("root/main.yaml")) })?
        .hasPrefix("root/main.yaml:1:9: missing value: cannot read the file `none.yaml`") == true)
  }
}
#endif
