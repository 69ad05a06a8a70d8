import Ferry
import FerryMacros
import FerryPartial
import FerrySchema
import Foundation
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

@DirectCodable @PartiallyDecodable
struct Recipe: Equatable {
  var title: String
  var steps: [Step]

  @DirectCodable @PartiallyDecodable
  struct Step: Equatable {
    var text: String
    var minutes: Int?
  }
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
    func book(_ booking: Booking) { messages.append("booked for \(booking.guest)") }
    let texts = [
      #"{"guest": "Ada", "seats": "2", "area": "outside"}"#, #"{"guest": "Ada", "se"#,
      #"{"guest": "Ada"}"#,
    ]
    for arguments in texts {
      switch JSON.document(arguments).validated(as: Booking.self) {
      case .success(let booking): book(booking)
      case .failure(let error): answer(error.feedback)
      }
    }
    #expect(messages.count == 3 && messages[1].contains("line 1, column "), "\(messages)")
    #expect(messages.last == "booked for Ada")
    #expect(
      messages[0] == """
        The JSON value is invalid:
        - seats: expected integer, found "2"
        - area: the value matches none of the 2 alternatives
          - area: expected one of "inside", "terrace", found "outside"
          - area: expected null, found "outside"
        Correct this and write the whole value again.
        """)
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

  /// The tokens of an answer as events of a stream.
  private static let tokens = [
    "{\"", "title", "\":", " \"", "Cr", "\\u00e8", "me", " br\\", "u00fbl\\u00e9e", "\",",
    " \"steps", "\":", " [{\"",
    "text", "\": \"", "Whisk", " the", " yolks", "\", \"", "minutes", "\": 1", "2", "}, {\"",
    "text", "\": \"Bake",
    "\"}", "]", "}",
  ]

  @Test("an answer is decoded while it arrives")
  func live() async throws {
    let body = AsyncStream<[UInt8]> { continuation in
      for token in Self.tokens {
        let data = (try? JSON.string(["delta": token])) ?? ""
        continuation.yield(Array("data: \(data)\n\n".utf8))
      }
      continuation.finish()
    }
    var record = ""
    func show(_ part: Recipe.Partial?) {
      let steps = part?.steps?.map { step in
        (step.text ?? "") + (step.minutes.map { " (\($0) min)" } ?? "")
      }
      let line = (part?.title ?? "") + (steps.map { " [\($0.joined(separator: ", "))]" } ?? "")
      if !record.hasSuffix("\n\(line)\n") { record += line + "\n" }
    }

    var answer = JSON.partial(Recipe.self)
    for await event in JSON.stream(Event.self, from: .chunks(body), as: .serverSentEvents) {
      try answer.append(event.get().delta)
      show(answer.value)
    }
    let recipe = try answer.finish()

    #expect(recipe.steps.map(\.minutes) == [12, nil])
    let page = try String(
      contentsOfFile: "Sources/Ferry/Ferry/Ferry.docc/HowTo/LanguageModels.md", encoding: .utf8)
    #expect(page.contains("```\n\(record.drop { $0 == "\n" })```"), "\(record)")
  }
}
