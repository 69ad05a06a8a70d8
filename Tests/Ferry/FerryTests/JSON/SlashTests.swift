import Ferry
import Foundation
import Testing

/// Foundation is the oracle for the preset of its name.
@Suite("Slashes in JSON text")
struct SlashTests {
  private struct Link: Encodable {
    let url = "https://example.com/a"
  }

  private static let layouts: [JSON.Encoder.OutputFormatting] = [
    [], .prettyPrinted, .sortedKeys, [.prettyPrinted, .sortedKeys], .withoutEscapingSlashes,
    [.prettyPrinted, .withoutEscapingSlashes],
  ]

  @Test("the standard preset writes slashes as they are in every layout", arguments: layouts)
  func standard(layout: JSON.Encoder.OutputFormatting) throws {
    var encoder = JSON.Encoder()
    encoder.outputFormatting = layout
    #expect(try !encoder.string(Link()).contains("\\"))
    #expect(try !encoder.string(["https://example.com/a"]).contains("\\"))
    #expect(try encoder.string("a/b") == "\"a/b\"")
  }

  @Test("the preset of Foundation escapes slashes as Foundation does", arguments: layouts)
  func foundation(layout: JSON.Encoder.OutputFormatting) throws {
    var encoder = JSON.Encoder(preset: .foundation)
    encoder.outputFormatting = layout
    let oracle = JSONEncoder()
    oracle.outputFormatting = JSONEncoder.OutputFormatting(rawValue: layout.rawValue)
    #expect(try encoder.encode(Link()) == Array(oracle.encode(Link())))
    let links = ["https://example.com/a", "/"]
    #expect(try encoder.encode(links) == Array(oracle.encode(links)))
  }
}
