import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Decoding containers")
struct DecodingContainersTests {
  typealias Key = ContainersTests.Key

  /// Decodes with a closure and keeps what it says, so that several decoders can be asked.
  struct Reading: Decodable, Equatable {
    /// The thread's closure: decoding never leaves its thread.
    final class Body {
      static let key = "FerryCodingTests.Reading"
      let read: (any Decoder) throws -> String
      init(_ read: @escaping (any Decoder) throws -> String) { self.read = read }
    }

    var answer: String

    init(from decoder: any Decoder) throws {
      let body = Thread.current.threadDictionary[Body.key] as? Body
      answer = try body?.read(decoder) ?? ""
    }
  }

  /// The result of `body` for `text`. It must equal the result with Foundation's decoder.
  @discardableResult
  static func read(
    _ text: String, texts: Bool = true, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping (any Decoder) throws -> String
  ) -> Outcome<Reading> {
    Thread.current.threadDictionary[Reading.Body.key] = Reading.Body(body)
    let ours = Oracle.decodeAsFoundation(Reading.self, from: text)
    let theirs = Oracle.decode(Reading.self, from: text)
    if texts {
      #expect(ours == theirs, sourceLocation: sourceLocation)
    } else {
      #expect(ours.withoutText == theirs.withoutText, sourceLocation: sourceLocation)
    }
    // And with the other formats.
    for other in Transcoding.decode(Reading.self, from: text) {
      #expect(
        other.outcome.withoutText == ours.withoutText, "\(other.name)",
        sourceLocation: sourceLocation)
    }
    return ours
  }

  private static let document = #"{"a":{"b":[1,{"c":"d"},[true,null],2.5]},"n":null,"s":"text"}"#

  @Test("nested containers of every kind are read as Foundation reads them")
  func nesting() {
    let outcome = Self.read(Self.document) { decoder in
      let root = try decoder.container(keyedBy: Key.self)
      let a = try root.nestedContainer(keyedBy: Key.self, forKey: "a")
      var list = try a.nestedUnkeyedContainer(forKey: "b")
      let first = try list.decode(Int.self)
      let map = try list.nestedContainer(keyedBy: Key.self)
      var inner = try list.nestedUnkeyedContainer()
      let isTrue = try inner.decode(Bool.self)
      let isNil = try inner.decodeNil()
      let last = try list.decode(Double.self)
      let text = try root.decode(String.self, forKey: "s")
      return "\(first) \(try map.decode(String.self, forKey: "c")) \(isTrue) \(isNil) \(last) "
        + "\(inner.isAtEnd) \(list.isAtEnd) \(list.currentIndex) \(list.count ?? -1) \(text) "
        + "\(try root.decodeNil(forKey: "n")) \(root.contains("n")) \(root.contains("m")) "
        + root.allKeys.map(\.stringValue).sorted().joined()
    }
    #expect(outcome.isValue)
  }

  @Test("containers that are read in turns keep their own positions")
  func interleaved() {
    let outcome = Self.read(#"{"a":[1,2],"b":[3,4],"c":{"x":5}}"#) { decoder in
      let root = try decoder.container(keyedBy: Key.self)
      let again = try decoder.container(keyedBy: Key.self)
      var a = try root.nestedUnkeyedContainer(forKey: "a")
      var b = try again.nestedUnkeyedContainer(forKey: "b")
      let c = try root.nestedContainer(keyedBy: Key.self, forKey: "c")
      let values = [
        try a.decode(Int.self), try b.decode(Int.self), try a.decode(Int.self),
        try b.decode(Int.self), try c.decode(Int.self, forKey: "x"),
        try again.decode([Int].self, forKey: "a").count,
      ]
      return "\(values)"
    }
    #expect(outcome.isValue)
  }

  @Test("super decoders of present, null and missing values are those of Foundation")
  func superDecoders() {
    Self.read(#"{"super":{"x":1},"a":[2]}"#) { decoder in
      let root = try decoder.container(keyedBy: Key.self)
      let base = try root.superDecoder().container(keyedBy: Key.self)
      var list = try root.superDecoder(forKey: "a").unkeyedContainer()
      return "\(try base.decode(Int.self, forKey: "x")) \(try list.decode(Int.self))"
    }
    Self.read("{}") { decoder in
      let root = try decoder.container(keyedBy: Key.self)
      return "\(try root.superDecoder(forKey: "a").singleValueContainer().decodeNil())"
    }
    Self.read("{}") { decoder in
      let root = try decoder.container(keyedBy: Key.self)
      return "\(try root.superDecoder().singleValueContainer().decodeNil())"
    }
    Self.read("[[1],2]") { decoder in
      var root = try decoder.unkeyedContainer()
      let value = try root.superDecoder().singleValueContainer().decode([Int].self)
      return "\(value) \(try root.decode(Int.self)) \(root.isAtEnd)"
    }
    Self.read("[]", texts: false) { decoder in
      var root = try decoder.unkeyedContainer()
      return "\(try root.superDecoder().codingPath.count)"
    }
  }

  @Test("after a failed read in an array, the same element is read as another type")
  func swallowedErrors() {
    let outcome = Self.read(#"[1,"a",null,[2],{"k":3}]"#) { decoder in
      var list = try decoder.unkeyedContainer()
      var words: [String] = []
      while !list.isAtEnd {
        let index = list.currentIndex
        if let value = try? list.decode(String.self) {
          words.append(value)
        } else if (try? list.decodeNil()) == true {
          words.append("nil")
        } else if let value = try? list.decode(Int.self) {
          words.append("\(value)")
        } else if var nested = try? list.nestedUnkeyedContainer() {
          words.append("[\(try nested.decode(Int.self))]")
        } else {
          let map = try list.nestedContainer(keyedBy: Key.self)
          words.append("{\(try map.decode(Int.self, forKey: "k"))}")
        }
        words.append("\(index)-\(list.currentIndex)")
      }
      return words.joined(separator: " ")
    }
    #expect(outcome.isValue)
  }

  @Test("swallowed errors in a keyed container leave it as it was")
  func swallowedKeyedErrors() {
    let outcome = Self.read(#"{"a":{"b":[1,"x"]},"c":3}"#) { decoder in
      let root = try decoder.container(keyedBy: Key.self)
      let first = try? root.decode([String: [Int]].self, forKey: "a")
      let second = try? root.decode([String].self, forKey: "a")
      let third = try? root.nestedUnkeyedContainer(forKey: "a")
      let a = try root.nestedContainer(keyedBy: Key.self, forKey: "a")
      var list = try a.nestedUnkeyedContainer(forKey: "b")
      let value = try list.decode(Int.self)
      return "\(first == nil) \(second == nil) \(third == nil) \(value) "
        + "\(try root.decode(Int.self, forKey: "c")) "
        + "\(decoder.codingPath.count) \(list.codingPath.map(\.stringValue))"
    }
    #expect(outcome.isValue)
  }

  @Test("missing, null, present and mistyped optionals are those of Foundation")
  func optionals() {
    struct Model: Codable, Equatable {
      var a: Int?
      var b: [Int?]?
      var c: Int??
    }
    for text in [
      "{}", #"{"a":null,"b":null,"c":null}"#, #"{"a":1,"b":[1,null],"c":2}"#, #"{"a":"x"}"#,
      #"{"b":[null,"x"]}"#, #"{"b":{}}"#, #"{"z":0,"c":7,"b":[],"a":5}"#,
    ] {
      #expect(
        Oracle.decodeAsFoundation(Model.self, from: text) == Oracle.decode(Model.self, from: text))
    }
  }

  @Test("coding paths of decoders and containers are those of Foundation's")
  func codingPaths() {
    let outcome = Self.read(Self.document) { decoder in
      func text(_ path: [any CodingKey]) -> String {
        path.map { "\($0.stringValue)/\($0.intValue ?? -1)" }.joined(separator: " ")
      }
      let root = try decoder.container(keyedBy: Key.self)
      let a = try root.nestedContainer(keyedBy: Key.self, forKey: "a")
      var list = try a.nestedUnkeyedContainer(forKey: "b")
      var paths = [decoder.codingPath, root.codingPath, a.codingPath, list.codingPath]
      _ = try list.decode(Int.self)
      let map = try list.nestedContainer(keyedBy: Key.self)
      paths.append(map.codingPath)
      paths.append(try map.superDecoder(forKey: "c").codingPath)
      let inner = try list.nestedUnkeyedContainer()
      paths.append(inner.codingPath)
      paths.append(try list.superDecoder().codingPath)
      paths.append(try root.superDecoder(forKey: "s").singleValueContainer().codingPath)
      return paths.map { text($0) }.joined(separator: ", ")
    }
    #expect(outcome.isValue)
  }
}
