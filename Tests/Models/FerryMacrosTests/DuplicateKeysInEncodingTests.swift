import FerryDropIn
import FerryMacros
import Foundation
import Testing

@DirectCodable
private struct Holder: Equatable { var a: AnyValue }

@DirectCodable
private struct Flattened: Equatable {
  var id: Int
  @Flatten var rest: [String: AnyValue]
}

/// Encodes itself as the value it holds.
private struct Wrapper: Encodable {
  var value: AnyValue
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// Writes its member and those of the value into one container.
private struct Joined: Encodable {
  var id = 1
  var value: AnyValue
  enum CodingKeys: CodingKey { case id }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try value.encode(to: encoder)
  }
}

@DirectCodable
private struct Members: Equatable {
  var reader = 1
  var Reader = 2
  var fooBar = 3
  var foo_bar = 4
}

/// The same by the compiler's synthesis.
private struct PlainMembers: Codable, Equatable {
  var reader = 1
  var Reader = 2
  var fooBar = 3
  var foo_bar = 4
}

@DirectCodable
private struct Inner: Equatable { var x = 1 }

@DirectCodable
private struct Containers: Equatable {
  var foo_bar = 4
  var fooBar: Inner = Inner()
  var baz_qux: Inner = Inner(x: 2)
  var bazQux: [Inner] = [Inner(x: 3)]
}

private struct PlainInner: Codable, Equatable { var x = 1 }

private struct PlainContainers: Codable, Equatable {
  var foo_bar = 4
  var fooBar = PlainInner()
  var baz_qux = PlainInner(x: 2)
  var bazQux = [PlainInner(x: 3)]
}

@DirectCodable
private struct Shared: Equatable {
  var fooBar = 1
  var foo_bar = 2
  @Flatten var rest: Inner = Inner()
}

@Suite("Equal keys in encoding")
struct DuplicateKeysInEncodingTests {
  private static let documents = [
    #"{"x":1,"x":[]}"#, #"{"x":[],"x":1}"#, #"{"x":{},"x":{"y":1}}"#, #"{"x":1,"x":1}"#,
    #"{"a":{"x":1,"x":2}}"#, #"[{"x":1,"y":2,"x":3}]"#, "{\"\u{E9}\":1,\"e\u{301}\":2}",
  ]

  private func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch EncodingError.invalidValue(_, let context) {
      return context.codingPath.map(\.stringValue).joined(separator: ".") + ": "
        + context.debugDescription
    } catch { return "\(error)" }
  }

  @Test("Foundation's encoder gets an error for an object with a key twice", arguments: documents)
  func foundation(text: String) throws {
    let value = try JSON.decode(AnyValue.self, from: text)
    let encoder = Foundation.JSONEncoder()
    for strategy in [
      Foundation.JSONEncoder.KeyEncodingStrategy.useDefaultKeys, .convertToSnakeCase,
    ] {
      encoder.keyEncodingStrategy = strategy
      #expect(throws: EncodingError.self) { try encoder.encode(value) }
      #expect(throws: EncodingError.self) { try encoder.encode(Holder(a: value)) }
      #expect(throws: EncodingError.self) { try encoder.encode([Wrapper(value: value)]) }
      #expect(throws: EncodingError.self) {
        try encoder.encode(Flattened(id: 1, rest: ["v": value]))
      }
      #expect(throws: EncodingError.self) { try PropertyListEncoder().encode(value) }
    }
  }

  @Test("the error names the key and its location")
  func naming() throws {
    let value = try JSON.decode(AnyValue.self, from: #"{"o":[{"x":1,"x":[]}]}"#)
    let expected = "The object has the key 'x' twice."
    let foundation = message { _ = try Foundation.JSONEncoder().encode(Holder(a: value)) }
    #expect(foundation == "a.o.Index 0.x: " + expected)
    #expect(message { _ = try YAML.encode(Holder(a: value)) } == "a.o.Index 0.x: " + expected)
    #expect(message { _ = try YAML.encode(["a": value]) } == "a.o.Index 0.x: " + expected)
    #expect(message { _ = try Binary.encode(Holder(a: value)) } == "a.o.Index 0.x: " + expected)
    #expect(throws: EncodingError.self) { try YAML.encode(Wrapper(value: value)) }
    #expect(throws: EncodingError.self) { try YAML.encode(value) }
  }

  @Test("YAML accepts keys that differ in bytes")
  func canonicalKeys() throws {
    let value = try JSON.decode(AnyValue.self, from: "{\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(try YAML.decode(AnyValue.self, from: YAML.encode(Holder(a: value)))["a"] == value)
  }

  @Test("JSON of Ferry's own keeps both members, in every way of encoding", arguments: documents)
  func json(text: String) throws {
    let value = try JSON.decode(AnyValue.self, from: text)
    #expect(try JSON.string(value) == text)
    #expect(try JSON.string(Holder(a: value)) == "{\"a\":\(text)}")
    #expect(try JSON.string(["a": value]) == "{\"a\":\(text)}")
    #expect(try JSON.string([Wrapper(value: value)]) == "[\(text)]")
    var sorted = JSON.Encoder()
    sorted.keyEncodingStrategy = .convertToSnakeCase
    #expect(try sorted.string(Holder(a: value)) == "{\"a\":\(text)}")
    #expect(
      try String(decoding: FerryDropIn.JSONEncoder().encode(Holder(a: value)), as: UTF8.self)
        == "{\"a\":\(text)}")
  }

  @Test("a wrapper decodes every member, with the text of numbers")
  func wrapper() throws {
    struct Wrapper: Decodable {
      var value: AnyValue
      init(from decoder: any Decoder) throws { value = try AnyValue(from: decoder) }
    }
    let text = #"{"x":1.10,"x":123456789012345678901234567890}"#
    #expect(try JSON.string(JSON.decode(Wrapper.self, from: text).value) == text)
    #expect(try JSON.string(JSON.decode(Joined2.self, from: text).value) == text)
  }

  private struct Joined2: Codable {
    var value: AnyValue
    init(from decoder: any Decoder) throws { value = try AnyValue(from: decoder) }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  @Test("members that join a container keep their order, and a key twice is an error")
  func joined() throws {
    let value = try JSON.decode(AnyValue.self, from: #"{"z":1,"y":1.10}"#)
    #expect(try JSON.string(Joined(value: value)) == #"{"id":1,"z":1,"y":1.10}"#)
    let twice = try JSON.decode(AnyValue.self, from: #"{"z":1,"z":2}"#)
    #expect(throws: EncodingError.self) { try JSON.string(Joined(value: twice)) }
  }

  // MARK: Strategies for keys

  private static let clash = "The members 'fooBar' and 'foo_bar' are both written as 'foo_bar'."

  @Test(
    "members with one name from a strategy are an error of Ferry's encoders, in both ways of coding"
  )
  func members() throws {
    var json = JSON.Encoder()
    json.keyEncodingStrategy = .convertToSnakeCase
    var binary = Binary.Encoder()
    binary.keyEncodingStrategy = .convertToSnakeCase
    var yaml = YAML.Encoder()
    yaml.keyEncodingStrategy = .convertToSnakeCase
    // Twice, since encoders remember names.
    for _ in 0..<2 {
      let errors = [
        message { _ = try json.encode(Members()) }, message { _ = try json.encode(PlainMembers()) },
        message { _ = try binary.encode(Members()) },
        message { _ = try binary.encode(PlainMembers()) },
        message { _ = try yaml.encode(Members()) }, message { _ = try yaml.encode(PlainMembers()) },
      ]
      let expected = "Reader: The members 'reader' and 'Reader' are both written as 'reader'."
      #expect(errors == [String?](repeating: expected, count: 6))
      #expect(message { _ = try json.encode([Members()]) } == "Index 0." + expected)
      #expect(message { _ = try json.encode([PlainMembers()]) } == "Index 0." + expected)
      #expect(throws: EncodingError.self) { try json.encode(Shared()) }
      #expect(throws: EncodingError.self) { try json.encode(Containers()) }
      #expect(throws: EncodingError.self) { try json.encode(PlainContainers()) }
    }
    json.keyEncodingStrategy = .custom { _ in Key("same") }
    #expect(
      message { _ = try json.encode(Members()) }
        == "Reader: The members 'reader' and 'Reader' are both written as 'same'.")
    #expect(
      message { _ = try json.encode(PlainMembers()) }
        == "Reader: The members 'reader' and 'Reader' are both written as 'same'.")
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test("the same encoders write members with different names")
  func noClash() throws {
    var json = JSON.Encoder()
    json.keyEncodingStrategy = .convertToSnakeCase
    for _ in 0..<2 {
      #expect(throws: EncodingError.self) { try json.encode(Members()) }
      #expect(try json.string(Inner()) == #"{"x":1}"#)
      #expect(try json.string(["fooBar": 1]) == #"{"fooBar":1}"#)
    }
  }

  @Test("a nested container for another member with the same name is an error")
  func nested() throws {
    struct Model: Encodable {
      enum CodingKeys: CodingKey { case fooBar, foo_bar }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var first = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .fooBar)
        try first.encode(1, forKey: .fooBar)
        var second = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .foo_bar)
        try second.encode(2, forKey: .fooBar)
      }
    }
    var json = JSON.Encoder()
    json.keyEncodingStrategy = .convertToSnakeCase
    #expect(message { _ = try json.encode(Model()) } == "foo_bar: " + Self.clash)
    let ours = FerryDropIn.JSONEncoder()
    ours.keyEncodingStrategy = .convertToSnakeCase
    let theirs = Foundation.JSONEncoder()
    theirs.keyEncodingStrategy = .convertToSnakeCase
    #expect(try ours.encode(Model()) == theirs.encode(Model()))
  }

  @Test("the drop-in lets the last member count, as Foundation, in both ways of coding")
  func dropIn() throws {
    let ours = FerryDropIn.JSONEncoder()
    ours.keyEncodingStrategy = .convertToSnakeCase
    ours.outputFormatting = .sortedKeys
    let theirs = Foundation.JSONEncoder()
    theirs.keyEncodingStrategy = .convertToSnakeCase
    theirs.outputFormatting = .sortedKeys
    for _ in 0..<2 {
      #expect(try ours.encode(Members()) == theirs.encode(PlainMembers()))
      #expect(try ours.encode(PlainMembers()) == theirs.encode(PlainMembers()))
      #expect(try theirs.encode(Members()) == theirs.encode(PlainMembers()))
      #expect(try ours.encode(Containers()) == theirs.encode(PlainContainers()))
      #expect(try ours.encode(PlainContainers()) == theirs.encode(PlainContainers()))
      #expect(try theirs.encode(Containers()) == theirs.encode(PlainContainers()))
    }
  }

  @Test("the last value of one member counts, as in Foundation")
  func oneMemberTwice() throws {
    struct Model: Encodable {
      enum CodingKeys: CodingKey { case fooBar }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .fooBar)
        try container.encode(2, forKey: .fooBar)
      }
    }
    var json = JSON.Encoder()
    json.keyEncodingStrategy = .convertToSnakeCase
    #expect(try json.string(Model()) == #"{"foo_bar":2}"#)
  }
}
