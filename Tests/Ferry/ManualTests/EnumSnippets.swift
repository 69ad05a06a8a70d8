import Ferry
import FerryMacros
import Foundation
import Testing

// The code of the page about enums. SnippetsTests compares it with the page.

private enum Page {
  @DirectCodable @Tagged(.internal("type"))
  enum Shape: Equatable {
    case circle(radius: Double)
    case square(side: Double)
  }

  @DirectCodable @Tagged(.internal("type"))
  enum Event: Equatable {
    case login(user: String)
    @UnknownCase case other(AnyValue)
  }

  @DirectCodable @Tagged(.external)
  enum Level: Equatable {
    case debug, info, warning
    @UnknownCase case other(String)
  }

  protocol Message: Codable, Sendable { var id: Int { get } }
  struct Text: Message { var id: Int; var body: String }
  struct Image: Message { var id: Int; var url: String }

  enum Messages: PolymorphicFamily {
    typealias Value = any Message
    static let discriminator: WirePath = "kind"
    static let members: [String: any Message.Type] = ["text": Text.self, "image": Image.self]
  }

  struct Chat: Codable {
    @PolymorphicArray<Messages> var messages: [any Message]
  }
}

// The other rows of the page's tables.
private enum Rows {
  @DirectCodable
  enum Synthesized { case circle(radius: Double) }
  @DirectCodable @Tagged(.external)
  enum External { case circle(radius: Double), none }
  @DirectCodable @Tagged(.adjacent(tag: "t", content: "c"))
  enum Adjacent { case circle(radius: Double) }
  @DirectCodable @Tagged(.untagged)
  enum Untagged { case circle(radius: Double) }

  @DirectCodable @Tagged(.internal("type"))
  enum Named: Equatable {
    case login(user: String)
    @UnknownCase case other(String)
  }
  @DirectCodable @Tagged(.internal("type"))
  enum Closed: Equatable {
    case login(user: String)
    @UnknownCase case other
  }
}

@Suite("Enums in the manual")
struct EnumSnippets {
  @Test("the table of forms shows what is written")
  func forms() throws {
    #expect(try JSON.string(Rows.Synthesized.circle(radius: 2)) == #"{"circle":{"radius":2}}"#)
    #expect(try JSON.string(Rows.External.circle(radius: 2)) == #"{"circle":{"radius":2}}"#)
    #expect(try JSON.string([Rows.External.none]) == #"["none"]"#)
    #expect(try JSON.string(Page.Shape.circle(radius: 2)) == #"{"type":"circle","radius":2}"#)
    #expect(try JSON.string(Rows.Adjacent.circle(radius: 2)) == #"{"t":"circle","c":{"radius":2}}"#)
    #expect(try JSON.string(Rows.Untagged.circle(radius: 2)) == #"{"radius":2}"#)
  }

  @Test("an array of an enum is an array of several types")
  func arrays() throws {
    typealias Shape = Page.Shape
    let shapes = try JSON.decode([Shape].self, from: #"[{"type":"circle","radius":2}]"#)
    #expect(shapes == [.circle(radius: 2)])
  }

  @Test("the table of unknown cases shows what is kept")
  func unknown() throws {
    let text = #"{"type":"upload","size":3}"#
    let kept = try JSON.decode(Page.Event.self, from: text)
    #expect(kept == .other(["type": "upload", "size": 3]))
    #expect(try JSON.string(kept) == text)
    #expect(try JSON.decode(Rows.Named.self, from: text) == .other("upload"))
    #expect(try JSON.string(Rows.Named.other("upload")) == #"{"type":"upload"}"#)
    #expect(try JSON.decode(Rows.Closed.self, from: text) == .other)
    #expect(try JSON.string(Rows.Closed.other) == #"{"type":"other"}"#)
    #expect(
      try JSON.string(JSON.decode([Page.Level].self, from: #"["info","trace"]"#))
        == #"["info","trace"]"#)
  }

  @Test("an unknown key beside the values of a case is an error")
  func unknownKeys() {
    typealias Shape = Page.Shape
    let strict = JSON.Decoder(preset: .strict)
    let shape = try? strict.decode(Shape.self, from: #"{"type":"circle","radius":2,"colour":1}"#)
    // nil: `colour` is an unknown key
    #expect(shape == nil)
  }

  @Test("a plain type has members of several types by a family")
  func families() throws {
    let text =
      #"{"messages":[{"kind":"text","id":1,"body":"a"},{"kind":"image","id":2,"url":"b"}]}"#
    let chat = try JSON.decode(Page.Chat.self, from: text)
    #expect(chat.messages.map(\.id) == [1, 2])
    #expect(try JSON.string(chat) == text)
  }
}
