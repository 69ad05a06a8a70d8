import Foundation
import Testing

@Suite struct OutputTests {
  @Test("-o writes a file in the format of its name")
  func aFileIsWritten() throws {
    try Tool.withFolder { folder in
      let target = folder.appendingPathComponent("out.seq").path
      // The name says the format.
      let result = try Tool.run("convert", "-o", target, input: "{\"a\":[1]}")
      #expect(result.status == 0 && result.data.isEmpty, "\(result.errors)")
      #expect(try contents(target) == "\u{1E}{\"a\":[1]}\n")
      #expect(try names(in: folder) == ["out.seq"])
    }
  }

  @Test("an error leaves the target unchanged")
  func anErrorLeavesTheTargetAlone() throws {
    try Tool.withFolder { folder in
      let target = folder.appendingPathComponent("out.json").path
      try Data("old".utf8).write(to: URL(fileURLWithPath: target))
      let result = try Tool.run(
        "convert", "--from", "ndjson", "--to", "ndjson", "-o", target, input: "1\n2\n{\n")
      #expect(result.status == 1)
      #expect(try contents(target) == "old")
      #expect(try names(in: folder) == ["out.json"])
    }
  }

  @Test("an error keeps the records before it in the output")
  func aStreamKeepsWhatWasWritten()
    throws
  {
    let result = try Tool.run(
      "convert", "--from", "ndjson", "--to", "ndjson", input: "1\n[2]\n{\n3\n")
    #expect(result.status == 1)
    #expect(result.text == "1\n[2]\n")
  }

  @Test("-o keeps the mode and the symbolic links of the target")
  func modeAndLinksAreKept() throws {
    try Tool.withFolder { folder in
      let target = folder.appendingPathComponent("real.json")
      let link = folder.appendingPathComponent("link.json")
      let dangling = folder.appendingPathComponent("dangling.json")
      try Data("{}".utf8).write(to: target)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target.path)
      try FileManager.default.createSymbolicLink(
        atPath: link.path, withDestinationPath: "real.json")
      try FileManager.default.createSymbolicLink(
        atPath: dangling.path, withDestinationPath: "new.json")
      #expect(try Tool.run("convert", "-o", link.path, input: "[1]").status == 0)
      #expect(try contents(target.path) == "[1]\n")
      let attributes = try FileManager.default.attributesOfItem(atPath: target.path)
      #expect(attributes[.posixPermissions] as? Int == 0o640)
      let kind = try FileManager.default.attributesOfItem(atPath: link.path)[.type]
      #expect(kind as? FileAttributeType == .typeSymbolicLink)
      #expect(try Tool.run("convert", "-o", dangling.path, input: "[2]").status == 0)
      #expect(try contents(folder.appendingPathComponent("new.json").path) == "[2]\n")
    }
  }

  @Test("a new file respects the umask")
  func theUmaskCounts() throws {
    try Tool.withFolder { folder in
      let target = folder.appendingPathComponent("new.json").path
      #expect(try Tool.shell("umask 027; echo 1 | \"$0\" convert -o \"$1\"", target).status == 0)
      let attributes = try FileManager.default.attributesOfItem(atPath: target)
      #expect(attributes[.posixPermissions] as? Int == 0o640)
    }
  }

  @Test("-I replaces the file that was read")
  func inPlace() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("a.json").path
      try Data(#"{"b":1,"a":2}"#.utf8).write(to: URL(fileURLWithPath: file))
      #expect(try Tool.run("convert", "-I", "-S", "--indent", "2", file).status == 0)
      #expect(try contents(file) == "{\n  \"a\": 2,\n  \"b\": 1\n}\n")
      try Data("[".utf8).write(to: URL(fileURLWithPath: file))
      #expect(try Tool.run("convert", "-I", file).status == 1)
      #expect(try contents(file) == "[")
      #expect(try names(in: folder) == ["a.json"])
    }
  }

  @Test("devices and pipes are written in place")
  func devicesAndPipesAreWrittenInPlace() throws {
    #expect(try Tool.run("convert", "--to", "json", "-o", "-", input: "[1]").text == "[1]\n")
    #expect(try Tool.run("convert", "--to", "json", "-o", "/dev/null", input: "[1]").status == 0)
    #expect(
      try Tool.shell("echo '[1]' | \"$0\" convert --to json -o /dev/stdout | cat").text == "[1]\n")
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("log").path
      let script =
        "echo old > \"$1\"; echo '[1]' | \"$0\" convert --to json -o /dev/stdout >> \"$1\""
      #expect(try Tool.shell(script, file).status == 0)
      #expect(try contents(file) == "old\n[1]\n")
      let fifo = folder.appendingPathComponent("fifo").path
      let piped = try Tool.shell(
        "mkfifo \"$1\"; echo '[2]' | \"$0\" convert --to json -o \"$1\" & cat \"$1\"; wait; test -p \"$1\"",
        fifo)
      #expect(piped.text == "[2]\n" && piped.status == 0, "\(piped.errors)")
    }
  }

  @Test(
    "a full disk is an error", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func aFullDiskIsReported() throws {
    for target in ["-o /dev/full", "> /dev/full"] {
      let result = try Tool.shell("echo '[1]' | \"$0\" convert --to json \(target)")
      #expect(result.status == 2)
      #expect(result.errors.contains("cannot write: No space left"), "\(result.errors)")
    }
  }

  @Test("a closed pipe ends the command silently")
  func aClosedPipeIsQuiet() throws {
    let lines = String(repeating: "[1,2,3,4,5,6,7,8]\n", count: 50_000)
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("in.ndjson")
      try Data(lines.utf8).write(to: file)
      let result = try Tool.shell(
        "{ \"$0\" convert --to ndjson \"$1\"; echo status $? >&2; } | head -n 1", file.path)
      #expect(result.text == "[1,2,3,4,5,6,7,8]\n")
      #expect(result.errors == "status 0\n")
    }
  }

  private func contents(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}
