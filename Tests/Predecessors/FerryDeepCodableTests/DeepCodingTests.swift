import FerryDeepCodable
import FerryTestSupport
import Foundation
import Testing

@Suite struct DeepCodingTests {
  struct Ten: DeepCodable, Equatable {
    static let codingTree = CodingTree {
      Key("1") {
        Key("2") {
          Key("3") {
            Key("4") {
              Key("5") {
                Key("6") {
                  Key("7") { Key("8") { Key("9") { Key("10", containing: \._key) } } }
                }
              }
            }
          }
        }
      }
    }
    @Value var key: String
  }

  struct FlatTen: DeepCodable, Equatable {
    static let codingTree = CodingTree {
      Key("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", containing: \._key)
    }
    @Value var key: String
  }

  static let ten =
    #"{"1":{"2":{"3":{"4":{"5":{"6":{"7":{"8":{"9":{"10":"tenthValue"}}}}}}}}}}"#

  @Test("Case 1: ten nested keys are decoded and encoded, in nested and flattened trees")
  func tenLevels() throws {
    let nested = try decodeEverywhere(Ten.self, Self.ten)
    let flat = try decodeEverywhere(FlatTen.self, Self.ten)
    #expect(nested.key == "tenthValue")
    #expect(flat.key == "tenthValue")
    #expect(try encodeEverywhere(nested) == Self.ten)
    #expect(try encodeEverywhere(flat) == Self.ten)
  }

  struct Branches: DeepCodable, Equatable {
    static let codingTree = CodingTree {
      Key("a", "b", "c", "d", "e") {
        Key("f", "g", "h", "i", "j", containing: \._tenth)
        Key("k", "l", "m", "n", containing: \._ninth)
      }
    }
    @Value var tenth: Int
    @Value var ninth: String
  }

  @Test("Case 2: branches of one prefix may end at different levels")
  func branches() throws {
    let json =
      #"{"a":{"b":{"c":{"d":{"e":{"f":{"g":{"h":{"i":{"j":10}}}},"k":{"l":{"m":{"n":"nine"}}}}}}}}}"#
    let value = try decodeEverywhere(Branches.self, json)
    #expect(value.tenth == 10)
    #expect(value.ninth == "nine")
    #expect(try encodeEverywhere(value) == json)
  }

  struct Optionals: DeepCodable, Equatable {
    static let codingTree = CodingTree { Key("top", "second", containing: \._key) }
    @Value var key: String?
  }

  @Test(
    "Case 3: a branch that is missing is nil", arguments: ["{}", #"{"top":{}}"#, #"{"top":null}"#])
  func missingBranch(_ json: String) throws {
    #expect(try decodeEverywhere(Optionals.self, json).key == nil)
  }

  struct Required: DeepDecodable {
    static let codingTree = CodingTree {
      Key("top", "second") { Key("third", containing: \._key) }
      Key("other", containing: \._other)
    }
    @Value var key: String
    @Value var other: Int
  }

  @Test("Case 4: a scalar instead of a branch is an error with the path")
  func wrongShape() throws {
    let error = try errorEverywhere(Required.self, #"{"other":1,"top":{"second":"x"}}"#)
    guard case .typeMismatch(_, let context) = error else { throw error }
    #expect(context.codingPath.map(\.stringValue) == ["top", "second"])
    #expect(error.problem?.place?.column == 28)
  }

  @Test("one error lists all missing keys")
  func allMissingKeysAreInOneError() throws {
    let error = try errorEverywhere(Required.self, "{}")
    guard case .keyNotFound(let key, let context) = error else { throw error }
    #expect(key.stringValue == "top")
    #expect(context.debugDescription.contains("`top.second.third`, `other`"))
  }

  struct Nils: DeepCodable, Equatable {
    static let codingTree = CodingTree {
      Key("top") {
        Key("second1") { Key("third1", containing: \._key1) }
        Key("second2") { Key("third2") { Key("fourth2", containing: \._key2) } }
      }
    }
    @Value var key1: String?
    @Value var key2: String?
  }

  @Test("Case 5: branches in which all values are nil are omitted")
  func allNil() throws {
    #expect(try encodeEverywhere(Nils()) == "{}")
    var one = Nils()
    one.key2 = "x"
    #expect(try encodeEverywhere(one) == #"{"top":{"second2":{"third2":{"fourth2":"x"}}}}"#)
  }

  struct Pair: DeepEncodable {
    static let codingTree = CodingTree {
      Key("top") {
        Key("a", containing: \.a)
        Key("b", containing: \.b)
      }
    }
    let a: Int
    let b: Int?
  }

  @Test("Case 6: nil beside a value writes no null")
  func nilBesideAValue() throws {
    #expect(try encodeEverywhere(Pair(a: 9, b: nil)) == #"{"top":{"a":9}}"#)
  }

  struct Response: DeepDecodable, Equatable {
    static let codingTree = CodingTree {
      Key("data") {
        Key("node") {
          Key("content") {
            Key("__typename", containing: \._type)
            Key("title", containing: \._title)
          }
          Key("fieldValues") { Key("nodes", containing: \._nodes) }
        }
      }
    }
    struct Node: DeepDecodable, Equatable {
      static let codingTree = CodingTree {
        Key("name", containing: \._name)
        Key("field", "name", containing: \._fieldName)
      }
      @Value var name: String?
      @Value var fieldName: String?
    }
    enum TypeName: String, Decodable { case example = "Example type" }
    @Value var title: String
    @Value var nodes: [Node]
    @Value var type: TypeName
  }

  @Test("Case 7: the GraphQL response of the description is decoded")
  func graphQL() throws {
    let value = try decodeEverywhere(
      Response.self,
      """
      {"data":{"node":{"content":{"__typename":"Example type","title":"Example title"},
      "fieldValues":{"nodes":[{},{},
      {"name":"Example node name","field":{"name":"Example field name"}}]}}}}
      """)
    #expect(value.title == "Example title")
    #expect(value.type == .example)
    #expect(value.nodes.map(\.name) == [nil, nil, "Example node name"])
    #expect(value.nodes.map(\.fieldName) == [nil, nil, "Example field name"])
  }

  struct Defaults: DeepCodable, Equatable {
    static let codingTree = CodingTree {
      Key("a") {
        Key("lives", containing: \._lives)
        Key("bare", containing: \.bare)
        Key("nick", containing: \._nick)
      }
    }
    @Value var lives = 9
    var bare = "default"
    @Value var nick: String? = "kitty"
  }

  @Test("Case 8: a declared default counts when the key is missing")
  func defaults() throws {
    #expect(try decodeEverywhere(Defaults.self, "{}") == Defaults())
    #expect(try decodeEverywhere(Defaults.self, #"{"a":{"lives":3}}"#).lives == 3)
    let bare = try decodeEverywhere(Defaults.self, #"{"a":{"bare":"x","nick":null}}"#)
    #expect(bare.bare == "x")
    #expect(bare.nick == nil)
    #expect(throws: DecodingError.self) {
      try JSON.decode(Defaults.self, from: #"{"a":{"lives":"many"}}"#)
    }
  }

  @Test("Case 9: copies of a model do not share values")
  func copies() throws {
    let tree = try JSON.decode(AnyValue.self, from: Self.ten)
    for original in [
      try JSON.decode(Ten.self, from: Self.ten),
      try Binary.decode(Ten.self, from: Binary.encode(tree)),
      try YAML.decode(Ten.self, from: YAML.encode(tree)),
    ] {
      var copy = original
      copy.key = "changed"
      #expect(original.key == "tenthValue")
      #expect(copy.key == "changed")
    }
  }

  struct Avatar: DeepDecodable, Equatable {
    static let codingTree = CodingTree { Key("avatar", "url", containing: \._url) }
    @Value var url: String?
  }

  @Test("Case 10: null for a branch is nil")
  func nullBranch() throws {
    #expect(try decodeEverywhere(Avatar.self, #"{"avatar":null}"#).url == nil)
    #expect(try decodeEverywhere(Avatar.self, #"{"avatar":{"url":null}}"#).url == nil)
  }
}
