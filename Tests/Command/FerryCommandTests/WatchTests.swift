import FerryTestSupport
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

    func text() throws -> String { String(decoding: try Data(contentsOf: output), as: UTF8.self) }

    /// Waits until the command has printed `text` at the end.
    func ends(with text: String) async throws -> Bool {
      try await eventually { try self.text().hasSuffix(text) }
    }
  }

  private func write(_ text: String, _ file: URL) throws {
    try Data(text.utf8).write(to: file, options: .atomic)
  }

  @Test("each change of a file is validated, also that of a schema and of a missing file")
  func changes() async throws {
    try await Tool.withFolder { folder in
      let file = folder.appendingPathComponent("app.json")
      let schema = folder.appendingPathComponent("schema.json")
      try write(#"{"port": 1}"#, file)
      let run = try Run(folder, ["validate", "--watch", "--schema", "schema.json", "app.json"])
      #expect(
        try await run.ends(with: "ferry: schema.json: cannot open: No such file or directory\n"))
      try write(#"{"properties": {"port": {"type": "integer"}}}"#, schema)
      #expect(try await run.ends(with: "app.json: valid by schema.json\n"))
      try write(#"{"port": "x"}"#, file)
      #expect(try await run.ends(with: "app.json: invalid by schema.json\n"))
      try write(#"{"port": "#, file)
      #expect(try await run.ends(with: "app.json: invalid by schema.json\n"))
      try write(#"{"properties": {"port": {"type": "string"}}}"#, schema)
      try write(#"{"port": "y"}"#, file)
      #expect(try await run.ends(with: "app.json: valid by schema.json\n"))
    }
  }

  @Test("a change of a layer, and of a new secret file, is validated")
  func layers() async throws {
    try await Tool.withFolder { folder in
      let secrets = folder.appendingPathComponent("secrets")
      try FileManager.default.createDirectory(at: secrets, withIntermediateDirectories: true)
      try write(#"{"a": {"b": "c"}}"#, folder.appendingPathComponent("base.json"))
      let run = try Run(
        folder, ["validate", "--watch", "--layers", "--secrets", "secrets", "base.json"])
      #expect(try await run.ends(with: "valid layers of 1 file\n"))
      try write("x", secrets.appendingPathComponent("a__c__d"))
      try write("[", folder.appendingPathComponent("base.json"))
      #expect(try await run.ends(with: "^\n"))
      try write("{}", folder.appendingPathComponent("base.json"))
      #expect(try await run.ends(with: "valid layers of 1 file\n"))
    }
  }

  @Test("each way to replace a file is validated", arguments: FileReplacement.all)
  func replacements(_ way: FileReplacement) async throws {
    try await way.withFile(#"{"port": 1}"#) { file in
      let folder = URL(fileURLWithPath: file.folder)
      try write(
        #"{"properties": {"port": {"type": "integer"}}}"#, folder.appendingPathComponent("s.json"))
      let run = try Run(folder, ["validate", "--watch", "--schema", "s.json", "config/app.json"])
      func ends(with verdict: String) async throws -> Bool {
        try await eventually { try run.text().hasSuffix("config/app.json: \(verdict)\n") }
      }
      #expect(try await ends(with: "valid by s.json"))
      for (text, verdict) in [(#""x""#, "invalid"), ("2", "valid"), (#""y""#, "invalid")] {
        if let interrupt = way.interrupt {
          let before = try run.text()
          try interrupt(file)
          #expect(try await eventually { try run.text() != before }, "\(way)")
        }
        try way.replace(file, with: #"{"port": \#(text)}"#)
        #expect(try await ends(with: "\(verdict) by s.json"), "\(way)")
      }
    }
  }

  @Test("a pipe is an error until a regular file takes its place")
  func pipe() async throws {
    try await Tool.withFolder { folder in
      let file = folder.appendingPathComponent("app.json")
      mkfifo(file.path, 0o600)
      let run = try Run(folder, ["validate", "--watch", "app.json"])
      #expect(try await run.ends(with: "ferry: app.json: cannot open: not a regular file\n"))
      try write("{}", file)
      #expect(try await run.ends(with: "app.json: valid json\n"))
    }
  }

  @Test("a pipe is validated without --watch")
  func pipeWithoutWatch() throws {
    let result = try Tool.shell(
      #"d=$(mktemp -d); mkfifo "$d/p"; echo '{}' > "$d/p" & "$0" validate "$d/p"; s=$?; rm -r "$d"; exit $s"#
    )
    #expect(result.status == 0, "\(result)")
  }

  @Test("the file of a profile may appear later")
  func profile() async throws {
    try await Tool.withFolder { folder in
      try write("{}", folder.appendingPathComponent("app.json"))
      let run = try Run(
        folder, ["validate", "--watch", "--layers", "--profile", "test", "app.json"])
      #expect(try await run.ends(with: "ferry: no file has the profile 'test'\n"))
      try write("{}", folder.appendingPathComponent("app.test.json"))
      #expect(try await run.ends(with: "valid layers of 2 files\n"))
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
