import Ferry
import FerryMacros
import Foundation
import Testing

/// Only `Codable`.
private struct Plain: Codable, Hashable {
  var x: Int
  var inner: [String: [Int]]?
}

/// Codable types that have no members to flatten.
private struct Scalar: Codable, Equatable {
  var text: String
  init(_ text: String) { self.text = text }
  init(from decoder: any Decoder) throws { text = "" }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// Is written as the one value inside of it.
private struct Wrapper: Codable, Equatable {
  var plain: Plain
  init(_ plain: Plain) { self.plain = plain }
  init(from decoder: any Decoder) throws { plain = try Plain(from: decoder) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(plain)
  }
}

@DirectCodable @Tagged(.internal("type"))
private enum Event: Equatable {
  case plain(Plain)
  case wrapper(Wrapper)
  case other(b: Int)
  case rest([String: AnyValue])
  case none
  @UnknownCase case unknown(String)
}

@DirectCodable @Tagged(.external)
private enum External: Equatable { case a(n: Int) }

@DirectCodable
private struct Boxed<T: DirectCodable & Equatable>: Equatable { var value: T }

@DirectCodable
private struct Around: Equatable {
  var id: Int
  @Flatten var plain: Plain
}

@DirectCodable
private struct Maybe: Equatable {
  var id: Int
  @Flatten var plain: Plain?
}

@DirectCodable
private struct Several: Equatable {
  var id: Int
  @Flatten var event: Event
  @Flatten var external: External
  @Flatten var boxed: Boxed<Bool>
  @Flatten var rest: [String: Double]
}

@DirectCodable
private struct Numbered: Equatable {
  var id: Int
  @Flatten var rest: [Int: Plain]
}

@DirectCodable
private struct Wrong: Equatable {
  var id: Int
  @Flatten var scalar: Scalar
}

@DirectCodable
private struct Twice: Equatable {
  var x: Int
  @Flatten var plain: Plain
}

@Suite("Members of types that are only Codable")
struct CodableMembersTests {
  @Test("members of a Codable type are beside the tag of an enum")
  func tagged() throws {
    try expectEverywhere(
      [Event.plain(Plain(x: 1, inner: ["a": [2]])), .none],
      #"[{"type":"plain","x":1,"inner":{"a":[2]}},{"type":"none"}]"#)
    try expectEverywhere(Event.wrapper(Wrapper(Plain(x: 1))), #"{"type":"wrapper","x":1}"#)
    try expectEverywhere(Event.rest(["k": [1]]), #"{"type":"rest","k":[1]}"#)
    try expectRefusalEverywhere(Event.self, #"{"type":"plain"}"#)
  }

  @Test("members of a flattened Codable type are among those of the outer type")
  func flattened() throws {
    try expectEverywhere(
      [Around(id: 1, plain: Plain(x: 2, inner: ["a": []]))],
      #"[{"id":1,"x":2,"inner":{"a":[]}}]"#)
    try expectRefusalEverywhere(Around.self, #"{"id":1}"#)
    try expectEverywhere(Maybe(id: 1, plain: Plain(x: 2)), #"{"id":1,"x":2}"#)
    try expectEverywhere([Maybe(id: 1, plain: nil)], #"[{"id":1}]"#)
    try expectEverywhere(
      Numbered(id: 1, rest: [7: Plain(x: 2)]), #"{"id":1,"7":{"x":2}}"#)
  }

  @Test("members of enums and generic types are flattened, and a dictionary has the rest")
  func enums() throws {
    try expectEverywhere(
      Several(
        id: 1, event: .other(b: 2), external: .a(n: 3), boxed: Boxed(value: true), rest: [:]),
      #"{"id":1,"type":"other","b":2,"a":{"n":3},"value":true}"#)
  }

  @Test("a flattened value without members, or with another's members, is an error")
  func errors() throws {
    try expectEncodingError(
      Wrong(id: 1, scalar: Scalar("a")), naming: "@Flatten needs a value with members")
    try expectEncodingError(Twice(x: 1, plain: Plain(x: 2)), naming: "'x'")
  }
}
