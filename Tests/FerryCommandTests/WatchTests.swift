import Foundation
import Testing

@Suite("validate --watch")
struct WatchTests {
  /// A running command whose output goes to one file.
  private final class Run {
    private let process = Process()
    private let output: URL

    init(_ folder: URL, _ arguments: [String]) throws {
      output = folder.appendingPathComponent("output.txt")
      try Data().write(to: output)
      process.executableURL = URL(fileURLWithPath: try #require(Tool.path))
      process.arguments = arguments
      process.currentDirectoryURL = folder
      let handle = try FileHandle(forWritingTo: output)
      handle.seekToEndOfFile()
      (process.standardOutput, process.standardError) = (handle, handle)
      try process.run()
    }

    deinit { process.terminate() }

    /// Waits until the command has printed `text` at the end; false after 20 seconds.
    func ends(with text: String) throws -> Bool {
      for _ in 0..<2_000 {
        if String(decoding: try Data(contentsOf: output), as: UTF8.self).hasSuffix(text) {
          return true
        }
        usleep(10_000)
      }
      return false
    }
  }

  private func write(_ text: String, _ file: URL) throws {
    try Data(text.utf8).write(to: file, options: .atomic)
  }

  @Test("each change of a file is validated, also that of a schema and of a missing file")
  func changes() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("app.json")
      let schema = folder.appendingPathComponent("schema.json")
      try write(#"{"port": 1}"#, file)
      let run = try Run(folder, ["validate", "--watch", "--schema", "schema.json", "app.json"])
      #expect(try run.ends(with: "ferry: schema.json: cannot open: No such file or directory\n"))
      try write(#"{"properties": {"port": {"type": "integer"}}}"#, schema)
      #expect(try run.ends(with: "app.json: valid by schema.json\n"))
      try write(#"{"port": "x"}"#, file)
      #expect(try run.ends(with: "app.json: invalid by schema.json\n"))
      try write(#"{"port": "#, file)
      #expect(try run.ends(with: "app.json: invalid by schema.json\n"))
      try write(#"{"properties": {"port": {"type": "string"}}}"#, schema)
      try write(#"{"port": "y"}"#, file)
      #expect(try run.ends(with: "app.json: valid by schema.json\n"))
    }
  }

  @Test("a change of a layer, and of a new secret file, is validated")
  func layers() throws {
    try Tool.withFolder { folder in
      let secrets = folder.appendingPathComponent("secrets")
      try FileManager.default.createDirectory(at: secrets, withIntermediateDirectories: true)
      try write(#"{"a": {"b": "c"}}"#, folder.appendingPathComponent("base.json"))
      let run = try Run(
        folder, ["validate", "--watch", "--layers", "--secrets", "secrets", "base.json"])
      #expect(try run.ends(with: "valid layers of 1 file\n"))
      try write("x", secrets.appendingPathComponent("a__c__d"))
      try write("[", folder.appendingPathComponent("base.json"))
      #expect(try run.ends(with: "^\n"))
      try write("{}", folder.appendingPathComponent("base.json"))
      #expect(try run.ends(with: "valid layers of 1 file\n"))
    }
  }

  @Test("standard input cannot be watched")
  func standardInput() throws {
    for arguments in [["--watch"], ["--watch", "-"]] {
      let result = try Tool.run(["validate"] + arguments)
      #expect(result.status == 2, "\(result)")
      #expect(result.errors.hasPrefix("ferry: --watch takes files, not standard input\n"))
    }
  }
}
