#if FERRY_YAML
import FerryConfiguration
import Foundation
import Testing

@Suite("The page about writing YAML")
struct YAMLStyleSnippets {
  @Test("the page shows what the encoder writes")
  func output() throws {
    struct Settings: Encodable {
      struct Server: Encodable {
        var host = "localhost"
        var port = 8080
      }
      var server = Server()
      var motd = "Welcome\n"
      var zones = ["eu", "us"]
      var backups = ["eu", "us"]
    }
    let settings = Settings()
    var shown = ""
    func print(_ text: String) { shown += text }
    var encoder = YAML.Encoder()
    encoder.style.flowWidth = 20
    encoder.style["motd"] = .doubleQuoted
    encoder.style.comments["server"] = "The address that the service listens on."
    encoder.style.comments["server.port"] = "1 to 65535; below 1024 needs privileges."
    encoder.style.anchorsRepeatedValues = true
    print(try encoder.string(settings))
    let page = "Sources/Ferry/Ferry/Ferry.docc/HowTo/WritingYAML.md"
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.contains("\n```\n" + shown + "```\n"))
  }

  @Test("a tag is a part of an AnyValue")
  func tags() throws {
    let template = try YAML.decode(AnyValue.self, from: "Value: !GetAtt Queue.Arn")
    #expect(template["Value"] == .tagged("!GetAtt", "Queue.Arn"))
  }
}
#endif
