#if FERRY_YAML
import Foundation
import Testing

@Suite struct ReadmeTests {
  /// The lines of the README's shell block.
  private static func block() throws -> String {
    let page = try String(contentsOfFile: "README.md", encoding: .utf8)
    let section = try #require(page.firstRange(of: "\n## At a shell\n"))
    let block = try #require(
      page[section.upperBound...].firstMatch(of: /```sh\n(.*?)```/.dotMatchesNewlines()))
    return String(block.output.1)
  }

  /// Makes `folder` a clone of the repository in which the tool is built already.
  private static func clone(to folder: URL) throws {
    let files = FileManager.default
    for name in ["Examples/RoundTrip", "Scripts", ".build/release"] {
      try files.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    try files.copyItem(
      atPath: "Examples/Shell", toPath: folder.appendingPathComponent("Examples/Shell").path)
    for result in ["cats.ferry", "cats.db"] {
      try? files.removeItem(at: folder.appendingPathComponent("Examples/Shell/\(result)"))
    }
    let elements = "Examples/RoundTrip/elements.json"
    try files.copyItem(atPath: elements, toPath: folder.appendingPathComponent(elements).path)
    try files.createSymbolicLink(
      atPath: folder.appendingPathComponent("Scripts/setup").path, withDestinationPath: "/bin/true")
    try files.createSymbolicLink(
      atPath: folder.appendingPathComponent(".build/release/ferry").path,
      withDestinationPath: try #require(Tool.path))
  }

  @Test("the README's shell block runs unchanged in a fresh clone")
  func shellBlock() throws {
    try Tool.withFolder { folder in
      try Self.clone(to: folder)
      // The build is left out; every other line runs.
      let script = "set -eu\nswift() { echo \"swift $*\"; }\ncd \"$1\"\n"
      let result = try Tool.shell(script + Self.block(), folder.path)
      #expect(result.status == 0)
      #expect(result.errors == "ferry: cats.ndjson: 3 records into cats of cats.db\n")
      #expect(
        result.text == #"""
          swift build -c release --product ferry
          {"cat_id":1,"name":"Ada","meta":{"coordinates":{"lat":54.32,"lon":10.14}}}
          {"cat_id":2,"name":"Jo","meta":{"coordinates":{"lat":53.55,"lon":9.99}}}
          {"cat_id":3,"name":"Zoë","meta":{"coordinates":{"lat":48.14,"lon":11.58}}}
          "Hydrogen"
          base.yaml: valid yaml, 1 document
          site.yaml: valid yaml, 1 document
          server.host = "example.org"  (site.yaml:2:9)
          server.port = 8080  (base.yaml:3:9)
          log.level = "info"  (base.yaml:5:10)

          """#)
    }
  }
}
#endif
