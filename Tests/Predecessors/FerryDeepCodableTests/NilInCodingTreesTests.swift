import FerryDeepCodable
import FerryTestSupport
import Testing

/// A nil whose member has another default is written as null: a missing key is read as the default.
@Suite struct NilInCodingTreesTests {
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

  @Test("coding trees write null for a nil beside a default, and its branch")
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

  @Test("a type that is only encoded has no defaults")
  func onlyWritten() throws {
    var value = OnlyWritten()
    #expect(try encodeEverywhere(value) == #"{"a":{"b":5},"c":{"d":5}}"#)
    value.value = nil
    value.wrapped = nil
    #expect(try encodeEverywhere(value) == "{}")
  }
}
