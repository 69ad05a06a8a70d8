import Ferry
import Testing

// The code of the pages about raw values and lenient JSON. SnippetsTests compares it with the pages.

private enum Page {
  struct Webhook: Codable {
    var event: String
    var payload: RawJSON
  }

  struct Order: Codable, Equatable {
    var id: Int
    var total: Double
  }
}

@Suite("Raw values and lenient JSON")
struct RawSnippets {
  @Test("a payload keeps its bytes and is decoded later")
  func raw() throws {
    typealias Webhook = Page.Webhook
    typealias Order = Page.Order
    let webhook = try JSON.decode(
      Webhook.self, from: #"{"event": "order", "payload": {"id": 7, "total": 1.50}}"#)
    print(webhook.payload)  // {"id": 7, "total": 1.50}

    let order = try webhook.payload.decode(Order.self)

    #expect(webhook.payload.description == #"{"id": 7, "total": 1.50}"#)
    #expect(order == Order(id: 7, total: 1.5))
  }

  @Test("a decoder accepts comments and trailing commas")
  func leniency() throws {
    let decoder = JSON.Decoder { $0.leniency = [.comments, .trailingCommas] }
    let settings = try decoder.decode([String: Int].self, from: "{\"port\": 8080, /* local */}")

    #expect(settings == ["port": 8080])
  }

  @Test("an encoder has a layout")
  func layout() throws {
    var encoder = JSON.Encoder()
    encoder.outputFormatting = [.prettyPrinted, .escapesNonASCII, .finalNewline]
    encoder.indentation = "\t"
    encoder.nonConformingFloatEncodingStrategy = .null
    encoder.keyOrder = { $0.count < $1.count }
    print(try encoder.string(["é": Double.nan]))

    #expect(try encoder.string(["é": Double.nan]) == "{\n\t\"\\u00e9\" : null\n}\n")
  }
}
