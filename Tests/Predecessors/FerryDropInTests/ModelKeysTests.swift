import Ferry
import FerryDropIn
import FerryTestSupport
import Foundation
import Testing

@Suite("Keys of the model in paths, and names that meet")
struct ModelKeysTests {
  private enum Level: Int, CodingKey { case top = 3, inner = 5 }

  private struct Steps: CodingKey, Equatable {
    var stringValue: String
    var intValue: Int?
    init(stringValue: String) { self.stringValue = stringValue }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
  }

  /// The path that an encoder reports.
  private final class Record: @unchecked Sendable {
    var lines: [String] = []
    func note(_ path: [any CodingKey]) {
      lines.append(path.map { "\($0.stringValue)/\($0.intValue ?? -1)" }.joined(separator: " "))
    }
  }

  @Test(
    "paths of nested containers and of super encoders are Foundation's, numbers of keys included")
  func paths() throws {
    struct Model: Encodable {
      let record: Record
      let isSuper: Bool

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Level.self)
        if isSuper {
          let other = container.superEncoder(forKey: .top)
          record.note(other.codingPath)
          try encodeLevels(other)
          record.note(container.superEncoder().codingPath)
        } else {
          try encodeLevels(encoder)
        }
      }

      func encodeLevels(_ encoder: any Encoder) throws {
        record.note(encoder.codingPath)
        var first = encoder.container(keyedBy: Level.self)
        record.note(first.codingPath)
        var second = first.nestedContainer(keyedBy: Level.self, forKey: .top)
        record.note(second.codingPath)
        record.note(second.nestedUnkeyedContainer(forKey: .inner).codingPath)
        var list = first.nestedUnkeyedContainer(forKey: .inner)
        record.note(list.nestedContainer(keyedBy: Level.self).codingPath)
        record.note(list.nestedUnkeyedContainer().codingPath)
        record.note(second.codingPath)
        record.note(first.codingPath)
      }
    }
    for isSuper in [false, true] {
      let (ours, theirs) = (Record(), Record())
      _ = try JSON.encode(Model(record: ours, isSuper: isSuper))
      _ = try Foundation.JSONEncoder().encode(Model(record: theirs, isSuper: isSuper))
      #expect(ours.lines == theirs.lines)
    }
  }

  @Test("paths of errors are the model's keys, though the document has other names")
  func convertedPaths() throws {
    struct Inner: Encodable {
      var someValue = Double.nan
    }
    struct Model: Encodable {
      var innerList = [["any_key": Inner()]]
    }
    for strategy: Ferry.KeyEncodingStrategy in [
      .convertToSnakeCase, .style(.kebabCase),
      .custom { Steps(stringValue: "x" + ($0.last?.stringValue ?? "")) },
    ] {
      var encoder = JSON.Encoder()
      encoder.keyEncodingStrategy = strategy
      let error = #expect(throws: EncodingError.self) { try encoder.encode(Model()) }
      guard case .invalidValue(_, let context) = try #require(error) else { return }
      #expect(
        context.codingPath.map(\.stringValue) == ["innerList", "Index 0", "any_key", "someValue"])
    }
  }

  @Test("a custom strategy gets the keys of the model on the way, not its own names")
  func customPath() throws {
    struct Inner: Encodable {
      var leaf = 1
    }
    struct Model: Encodable {
      var outer = ["k": Inner()]
    }
    let record = Record()
    var encoder = JSON.Encoder()
    encoder.keyEncodingStrategy = .custom { path in
      record.note(path)
      return Steps(stringValue: "Q" + (path.last?.stringValue ?? ""))
    }
    #expect(try encoder.string(Model()) == #"{"Qouter":{"k":{"Qleaf":1}}}"#)
    #expect(record.lines == ["outer/-1", "outer/-1 k/-1 leaf/-1"])
  }

  @Test("keys that a strategy gives one name are an error, and the drop-in writes the last value")
  func meeting() throws {
    struct Model: Codable, Equatable {
      var userID = 1
      var user_id = 2
      var other = 3
    }
    var encoder = JSON.Encoder()
    let dropIn = FerryDropIn.JSONEncoder()
    encoder.keyEncodingStrategy = .style(.snakeCase)
    dropIn.keyEncodingStrategy = .style(.snakeCase)
    #expect(throws: EncodingError.self) { try encoder.encode(Model()) }
    #expect(try dropIn.base.string(Model()) == #"{"user_id":2,"other":3}"#)
    encoder.keyEncodingStrategy = .custom { _ in Steps(stringValue: "same") }
    dropIn.keyEncodingStrategy = .custom { _ in Steps(stringValue: "same") }
    #expect(throws: EncodingError.self) { try encoder.encode([Model(), Model()]) }
    #expect(try dropIn.base.string([Model(), Model()]) == #"[{"same":3},{"same":3}]"#)
    var decoder = JSON.Decoder()
    decoder.keyDecodingStrategy = .custom { _ in Steps(stringValue: "other") }
    struct Part: Decodable { var other: Int }
    #expect(try decoder.decode(Part.self, from: #"{"a":1,"b":2}"#).other == 1)
  }

  @Test("names of dictionaries do not change in paths")
  func dictionaryPaths() throws {
    var decoder = JSON.Decoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    struct Leaf: Decodable { var leafValue: Int }
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(
        [String: [String: Leaf]].self, from: #"{"a_b":{"c_d":{"leaf_value":"x"}}}"#)
    }
    #expect(ErrorSummary(try #require(error)).path == ["a_b", "c_d", "leafValue"])
  }

  @Test("a nested container for a key that has a value of another kind is a trap with a message")
  func conflicts() async {
    await #expect(processExitsWith: .failure) {
      struct Model: Encodable {
        func encode(to encoder: any Encoder) throws {
          var container = encoder.container(keyedBy: Fixtures.AnyKey.self)
          try container.encode(42, forKey: .init(stringValue: "k"))
          _ = container.nestedContainer(
            keyedBy: Fixtures.AnyKey.self, forKey: .init(stringValue: "k"))
        }
      }
      _ = try JSON.encode(Model())
    }
    await #expect(processExitsWith: .failure) {
      struct Model: Encodable {
        func encode(to encoder: any Encoder) throws {
          var container = encoder.container(keyedBy: Fixtures.AnyKey.self)
          _ = container.nestedContainer(
            keyedBy: Fixtures.AnyKey.self, forKey: .init(stringValue: "k"))
          _ = container.nestedUnkeyedContainer(forKey: .init(stringValue: "k"))
        }
      }
      _ = try JSON.encode(Model())
    }
  }

  @Test("a nested container continues an array or object that was encoded for its key")
  func goingOn() throws {
    struct Model: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Fixtures.AnyKey.self)
        try container.encode([1, 2], forKey: .init(stringValue: "numbers"))
        var numbers = container.nestedUnkeyedContainer(forKey: .init(stringValue: "numbers"))
        try numbers.encode("three")
        try container.encode(["a": 1], forKey: .init(stringValue: "object"))
        var object = container.nestedContainer(
          keyedBy: Fixtures.AnyKey.self, forKey: .init(stringValue: "object"))
        try object.encode(2, forKey: .init(stringValue: "b"))
      }
    }
    #expect(
      try JSON.string(Model()) == #"{"numbers":[1,2,"three"],"object":{"a":1,"b":2}}"#)
    #expect(try Oracle.encode(Model()) == Oracle.encodeAsFoundation(Model()))
  }

  @Test("a subclass is decoded when its metatype is given as that of its superclass")
  func metatypes() throws {
    let type: Fixtures.Animal.Type = Fixtures.Dog.self
    let dog = try JSON.decode(type, from: JSON.encode(Fixtures.Dog(name: "Rex", tricks: ["sit"])))
    #expect(dog is Fixtures.Dog)
  }
}
