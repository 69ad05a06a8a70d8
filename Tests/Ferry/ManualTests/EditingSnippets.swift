#if FERRY_YAML
import FerryEditing
import FerryYAML
import Foundation
import Testing

@Suite("The page about editing files")
struct EditingSnippets {
  struct Server: Codable {
    var port: Int
    var host: String
  }

  @Test("the page shows the edited text")
  func output() throws {
    let text = """
      # The server.
      server:
        port: 80        # below 1024 needs privileges
        host: 'localhost'

      features: [alpha]
      """
    var shown = ""
    func print(_ text: String) { shown += text }
    var editor = try DocumentEditor(text.utf8, format: .yaml)
    try editor.set("server.port", to: 8080)
    try editor.set("server.name", to: "a.example", comment: "The public name.")
    try editor.append("beta", to: "features")
    print(String(decoding: try editor.bytes(), as: UTF8.self))
    let page = "Sources/Ferry/Ferry/Ferry.docc/HowTo/EditingFiles.md"
    #expect(
      try String(contentsOfFile: page, encoding: .utf8).contains("\n```\n" + shown + "\n```\n"))

    let server = try YAML.document(text)["server"]?.decode(Server.self)
    if let server {
      var changed = server
      changed.host = "b.example"
      try editor.update("server", from: server, to: changed)
    }
    #expect(String(decoding: try editor.bytes(), as: UTF8.self).contains("  host: 'b.example'\n"))
  }

  @Test("a difference is a patch")
  func patches() throws {
    let text = "server:\n  port: 80\n  name: a\n"
    var editor = try DocumentEditor(text.utf8, format: .yaml)
    try editor.set("server.port", to: 81)
    var isSame = false
    func print(_ value: Bool) { isSame = value }
    let old = try YAML.decode(AnyValue.self, from: text)
    let new = try YAML.decode(AnyValue.self, from: editor.bytes())
    let patch = new.difference(from: old)
    print(try old.applying(patch) == new)
    try editor.apply(mergePatch: ["server": ["name": nil]])
    let edited = String(decoding: try editor.bytes(), as: UTF8.self)
    #expect(isSame && edited == "server:\n  port: 81\n")
  }
}
#endif
