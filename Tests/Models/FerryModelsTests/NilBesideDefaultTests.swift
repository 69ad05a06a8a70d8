import Ferry
import FerryTestSupport
import Foundation
import Testing

/// A nil whose member has another default is written as null: a missing key is read as the default.
@Suite struct NilBesideDefaultTests {
  struct Shape1: Shaped, Equatable {
    let nick: String?
    let bare: Int?
    let plain: Int?
    let none: Int?
    let lives: Int

    static let shape = Shape(Shape1.init(nick:bare:plain:none:lives:)) {
      Key("a") {
        Key("nick", at: \.nick, default: "kitty")
        Key("deep", "bare", at: \.bare, default: 5)
        Key("plain", at: \.plain)
        Key("none", at: \.none, default: nil)
      }
      Key("lives", at: \.lives, default: 9)
    }
  }

  @Test("shapes write null for a nil beside a default, and its branch")
  func shapes() throws {
    let nils = Shape1(nick: nil, bare: nil, plain: nil, none: nil, lives: 1)
    let json = #"{"a":{"nick":null,"deep":{"bare":null}},"lives":1}"#
    #expect(try encodeEverywhere(nils) == json)
    #expect(try decodeEverywhere(Shape1.self, json) == nils)
    let defaults = Shape1(nick: "kitty", bare: 5, plain: nil, none: nil, lives: 9)
    #expect(try decodeEverywhere(Shape1.self, "{}") == defaults)
    #expect(try decodeEverywhere(Shape1.self, #"{"a":null,"lives":null}"#) == defaults)
    #expect(try decodeEverywhere(Shape1.self, encodeEverywhere(defaults)) == defaults)
  }

  struct Box<T: Codable & Equatable & Sendable>: Shaped, Equatable {
    let value: T
    static var shape: Shape { Shape(Box.init(value:)) { Key("v", at: \.value) } }
  }

  @Test("a required leaf of a generic type writes its nil, as the compiler's synthesis does")
  func genericShapes() throws {
    struct Synthesized<T: Codable>: Codable { let v: T }
    let json = try JSON.string(Synthesized<Int?>(v: nil))
    #expect(try encodeEverywhere(Box<Int?>(value: nil)) == json)
    #expect(try decodeEverywhere(Box<Int?>.self, json) == Box(value: nil))
  }

  enum Five: DefaultSource {
    static let whenMissing: Int? = 5
  }

  struct Mapped: Codable, Equatable, KeyMapped {
    @DefaultValue<Five> var count: Int?
    var other: Int?
    static let mapping: KeyMapping = ["count": "deep.count", "other": "deep.other"]

    init(count: Int?, other: Int?) {
      self.count = count
      self.other = other
    }
  }

  @Test("mapped types write null for a nil beside a default, and its branch")
  func mapped() throws {
    let nils = Mapped(count: nil, other: nil)
    #expect(try encodeMapped(nils) == #"{"deep":{"count":null}}"#)
    #expect(try decodeMapped(Mapped.self, #"{"deep":{"count":null}}"#) == nils)
    #expect(try decodeMapped(Mapped.self, "{}") == Mapped(count: 5, other: nil))
    #expect(try decodeMapped(Mapped.self, #"{"deep":{"count":7}}"#).count == 7)
    #expect(throws: DecodingError.self) {
      try JSON.decode(Mapped.self, from: #"{"deep":{"count":"x"}}"#)
    }
  }
}
