import Ferry
import FerryTestSupport
import Foundation
import Testing

/// A nil whose member has another default is written as null: a missing key is read as the default.
@Suite struct NilBesideDefaultTests {
  struct Tree: DeepCodable, Equatable {
    static let codingTree = CodingTree {
      Key("a") {
        Key("nick", containing: \._nick)
        Key("deep") { Key("bare", containing: \.bare) }
        Key("plain", containing: \._plain)
        Key("none", containing: \._none)
      }
      Key("list", containing: \._list)
    }
    @Value var nick: String? = "kitty"
    var bare: Int? = 5
    @Value var plain: Int?
    @Value var none: Int? = nil
    @Value var list: [Int]? = []

    init() {}

    init(nick: String?, bare: Int?, plain: Int?, list: [Int]?) {
      self.nick = nick
      self.bare = bare
      self.plain = plain
      self.list = list
    }
  }

  @Test("coding trees write null for it, and its branch")
  func trees() throws {
    let nils = Tree(nick: nil, bare: nil, plain: nil, list: nil)
    let json = #"{"a":{"nick":null,"deep":{"bare":null}},"list":null}"#
    #expect(try encodeEverywhere(nils) == json)
    #expect(try decodeEverywhere(Tree.self, json) == nils)
    #expect(try decodeEverywhere(Tree.self, "{}") == Tree())
    #expect(try decodeEverywhere(Tree.self, #"{"a":null}"#) == Tree())
    let defaults = #"{"a":{"nick":"kitty","deep":{"bare":5}},"list":[]}"#
    #expect(try encodeEverywhere(Tree()) == defaults)
    let one = Tree(nick: "x", bare: nil, plain: 1, list: [])
    #expect(
      try encodeEverywhere(one)
        == #"{"a":{"nick":"x","deep":{"bare":null},"plain":1},"list":[]}"#)
    for tree in [nils, one, Tree()] {
      #expect(try decodeEverywhere(Tree.self, encodeEverywhere(tree)) == tree)
    }
  }

  struct OnlyWritten: DeepEncodable {
    static let codingTree = CodingTree {
      Key("a", "b", containing: \.value)
      Key("c", "d", containing: \._wrapped)
    }
    var value: Int? = 5
    @Value var wrapped: Int? = 5
  }

  @Test("a type that is only encoded has no defaults to confuse a nil with")
  func onlyWritten() throws {
    var value = OnlyWritten()
    #expect(try encodeEverywhere(value) == #"{"a":{"b":5},"c":{"d":5}}"#)
    value.value = nil
    value.wrapped = nil
    #expect(try encodeEverywhere(value) == "{}")
  }

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

  @Test("shapes write null for it, and its branch")
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

  struct Mapped: Convertible, Equatable {
    @Defaulting<Five> var count: Int?
    var other: Int?
    static let keyMapping = ["count": "deep.count", "other": "deep.other"]

    init(count: Int?, other: Int?) {
      self.count = count
      self.other = other
    }
  }

  @Test("mapped types write null for it, and its branch")
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

  @Test("an update keeps a nil beside a default")
  func update() throws {
    var value = Mapped(count: nil, other: 1)
    try value.update(from: ["deep": ["other": 2]])
    #expect(value == Mapped(count: nil, other: 2))
  }
}
