import Ferry
import FerryMacros
import FerrySchema
import Testing

/// Books a table.
@DirectCodable
struct Booking: Equatable {
  /// The name of the guest.
  var guest: String
  @Range(1...20) var seats = 2
  var area: Area?

  @DirectCodable
  enum Area: String { case inside, terrace }
}

/// The code of the page about language models.
@Suite struct LanguageModelSnippets {
  struct Event: Codable, Sendable { var delta: String }

  @Test("a tool has a schema with all members")
  func tool() throws {
    let parameters = try JSON.schema(for: Booking.self, profile: .strictTool)
    #expect(parameters["required"] == ["guest", "seats", "area"])
    #expect(parameters["additionalProperties"] == false)
  }

  @Test("invalid arguments are answered with a message")
  func feedback() throws {
    var messages: [String] = []
    func answer(_ message: String) { messages.append(message) }
    let arguments = #"{"guest": "Ada", "seats": "2", "area": "outside"}"#
    let failures = try JSON.document(arguments).failures(of: Booking.self)
    if !failures.isEmpty { answer(failures.feedback) }
    #expect(
      messages == [
        """
        The JSON value is invalid:
        - seats: expected integer, found "2"
        - area: the value matches none of the 2 alternatives
          - area: expected one of "inside", "terrace", found "outside"
          - area: expected null, found "outside"
        Correct this and write the whole value again.
        """
      ])
  }

  @Test("the events of a response are read as they arrive")
  func events() async throws {
    var text = ""
    func show(_ delta: String) { text += delta }
    let body = AsyncStream<[UInt8]> { continuation in
      for chunk in [
        "data: {\"delta\":\"Hel\"}\n\nda", "ta: {\"delta\":\"lo\"}\n\ndata: [DONE]\n\n",
      ] {
        continuation.yield(Array(chunk.utf8))
      }
      continuation.finish()
    }
    for await event in JSON.stream(Event.self, from: .chunks(body), as: .serverSentEvents) {
      show(try event.get().delta)
    }
    #expect(text == "Hello")
  }
}
