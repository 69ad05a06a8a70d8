import Ferry
import FerryDeepCodable
import class FerryDropIn.JSONDecoder
import class FerryDropIn.JSONEncoder
import Foundation
import Testing

// The examples of the articles on migrating.

@Suite("Migrating")
struct MigrationSnippets {
  struct User: Codable, Equatable {
    var userName: String
  }

  @Test("the snippet of migrating from Foundation compiles and runs")
  func foundationInOneLine()
    throws
  {
    let data = Data(#"{"user_name":"Jo",}"#.utf8)

    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let user = try decoder.decode(User.self, from: data)
    let back: Data = try JSONEncoder().encode(user)

    #expect(user == User(userName: "Jo"))
    #expect(back == Data(#"{"userName":"Jo"}"#.utf8))
  }

  @Test("the snippet of converting Foundation options compiles and runs")
  func foundationByHand()
    throws
  {
    let data = Data(#"{"userName":"Jo",}"#.utf8)

    let decoder = JSON.Decoder(preset: .foundation)
    let user = try decoder.decode(User.self, from: data)
    let bytes = try JSON.encode(user)  // [UInt8]
    let back = Data(bytes)

    #expect(user == User(userName: "Jo"))
    #expect(back.count == bytes.count)
  }

  @Test("the snippet of migrating from DeepCodable compiles and runs")
  func deepCodable() throws {
    struct Issue: DeepCodable {
      static let codingTree = CodingTree {
        Key("data", "node") {
          Key("title", containing: \._title)
          Key("comments", "totalCount", containing: \._comments)
        }
      }

      @Value var title: String
      @Value var comments: Int?
    }

    let text = #"{"data":{"node":{"title":"Leak","comments":{"totalCount":3}}}}"#
    let issue = try JSON.decode(Issue.self, from: text)
    #expect(issue.title == "Leak")
    #expect(issue.comments == 3)
    #expect(try JSON.string(issue) == text)
  }

  @Test("the snippet of migrating without wrappers compiles and runs")
  func withoutWrappers() throws {
    struct Issue: Codable, KeyMapped {
      let title: String
      let comments: Int?

      static let mapping: KeyMapping = [
        "title": "data.node.title", "comments": "data.node.comments.totalCount",
      ]
    }

    let text = #"{"data":{"node":{"title":"Leak"}}}"#
    #expect(try JSON.decode(Issue.self, from: text).title == "Leak")
  }

  #if FERRY_YAML
  @Test("the snippet of migrating from Yams compiles and runs")
  func yams() throws {
    struct Config: Codable, Equatable {
      var debug: Bool
      var version: String
    }
    let text = "debug: yes\nversion: 1.10\n"
    let stream = "debug: true\nversion: a\n---\ndebug: false\nversion: b\n"

    let decoder = YAML.Decoder(preset: .yaml11)  // yes and no are truth values
    let config = try decoder.decode(Config.self, from: text)
    let tree = try YAML.decode(AnyValue.self, from: text)
    let all = try YAML.decodeAll(Config.self, from: stream)
    let back = try YAML.string(config)

    #expect(config == Config(debug: true, version: "1.10"))
    #expect(tree["debug"] == "yes")
    #expect(all.map(\.version) == ["a", "b"])
    #expect(back == "debug: true\nversion: '1.10'\n")
  }
  #endif
}
