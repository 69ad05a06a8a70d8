import Ferry
import FerryTestSupport
import Foundation
import Testing

/// Models that use containers by hand, with what Foundation makes of them as the oracle.
@Suite("Containers")
struct ContainersTests {
  /// Any key.
  struct Key: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { stringValue = value }
    init?(intValue: Int) { nil }
  }

  /// A model that encodes what a closure does.
  struct Writing: Encodable {
    let body: (any Encoder) throws -> Void
    init(_ body: @escaping (any Encoder) throws -> Void) { self.body = body }
    func encode(to encoder: any Encoder) throws { try body(encoder) }
  }

  private func check(
    _ expected: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping (any Encoder) throws -> Void
  ) throws {
    let model = Writing(body)
    #expect(try JSON.string(model) == expected, sourceLocation: sourceLocation)
    #expect(
      try Oracle.encodeAsFoundation(model) == Oracle.encode(model), sourceLocation: sourceLocation)
    try Transcoding.check(model, expected, sourceLocation: sourceLocation)
    // Inside of other values, too.
    #expect(try JSON.string([model, model]) == "[\(expected),\(expected)]")
    #expect(try JSON.string(["k": model]) == "{\"k\":\(expected)}")
  }

  @Test("nested containers of every kind are written in place")
  func nesting() throws {
    try check(#"{"a":{"b":[1,{"c":"d"},[]]},"e":[[true,null]],"f":{}}"#) { encoder in
      var container = encoder.container(keyedBy: Key.self)
      var a = container.nestedContainer(keyedBy: Key.self, forKey: "a")
      var b = a.nestedUnkeyedContainer(forKey: "b")
      try b.encode(1)
      var inner = b.nestedContainer(keyedBy: Key.self)
      try inner.encode("d", forKey: "c")
      _ = b.nestedUnkeyedContainer()
      var e = container.nestedUnkeyedContainer(forKey: "e")
      var list = e.nestedUnkeyedContainer()
      try list.encode(true)
      try list.encodeNil()
      _ = container.nestedContainer(keyedBy: Key.self, forKey: "f")
    }
  }

  @Test("containers that are written to in turns keep their own members")
  func interleaved() throws {
    try check(#"{"a":{"x":1,"y":3},"b":[2,4],"c":5}"#) { encoder in
      var container = encoder.container(keyedBy: Key.self)
      var a = container.nestedContainer(keyedBy: Key.self, forKey: "a")
      var b = container.nestedUnkeyedContainer(forKey: "b")
      try a.encode(1, forKey: "x")
      try b.encode(2)
      try a.encode(3, forKey: "y")
      try b.encode(4)
      try container.encode(5, forKey: "c")
    }
  }

  @Test("deep containers that are written to in turns keep their own members")
  func deeplyInterleaved() throws {
    try check(#"[[1,[10],[11],2],[{"p":1,"q":[5,6],"r":2}],3]"#) { encoder in
      var root = encoder.unkeyedContainer()
      var first = root.nestedUnkeyedContainer()
      var second = root.nestedUnkeyedContainer()
      try first.encode(1)
      var map = second.nestedContainer(keyedBy: Key.self)
      try map.encode(1, forKey: "p")
      try first.encode([10])
      var list = map.nestedUnkeyedContainer(forKey: "q")
      try list.encode(5)
      try first.encode([11])
      try list.encode(6)
      try map.encode(2, forKey: "r")
      try first.encode(2)
      try root.encode(3)
    }
  }

  @Test("a container that is requested again continues the first one")
  func reopened() throws {
    try check(#"{"a":1,"b":2}"#) { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: "a")
      var again = encoder.container(keyedBy: Key.self)
      try again.encode(2, forKey: "b")
    }
    try check("[1,2,3]") { encoder in
      var container = encoder.unkeyedContainer()
      try container.encode(1)
      var again = encoder.unkeyedContainer()
      try again.encode(2)
      try container.encode(3)
    }
  }

  @Test("a nested container that is requested again merges, as in Foundation")
  func reopenedNested() throws {
    try check(#"{"a":{"x":1,"y":2},"l":[1,2]}"#) { encoder in
      var container = encoder.container(keyedBy: Key.self)
      var first = container.nestedContainer(keyedBy: Key.self, forKey: "a")
      try first.encode(1, forKey: "x")
      var list = container.nestedUnkeyedContainer(forKey: "l")
      try list.encode(1)
      var second = container.nestedContainer(keyedBy: Key.self, forKey: "a")
      try second.encode(2, forKey: "y")
      var again = container.nestedUnkeyedContainer(forKey: "l")
      try again.encode(2)
    }
  }

  @Test("the last of several values for a key counts")
  func lastWins() throws {
    try check(#"{"a":[3],"b":2}"#) { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: "a")
      try container.encode(2, forKey: "b")
      try container.encode([3], forKey: "a")
    }
    try check(#"{"a":{"y":2}}"#) { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(["x": 1], forKey: "a")
      try container.encode(["y": 2], forKey: "a")
    }
  }

  @Test("the last of several values for a key of an enum counts")
  func lastWinsInEnums() throws {
    enum Key: CodingKey { case a, b }
    try check(#"{"a":3,"b":null}"#) { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .a)
      try container.encode("x", forKey: .b)
      try container.encode(3, forKey: .a)
      try container.encodeNil(forKey: .b)
    }
  }

  @Test("a super encoder writes to its own member at any time")
  func superEncoders() throws {
    try check(#"{"super":{"x":1},"a":2,"s":[3],"t":{},"z":4}"#) { encoder in
      var container = encoder.container(keyedBy: Key.self)
      let base = container.superEncoder()
      try container.encode(2, forKey: "a")
      let list = container.superEncoder(forKey: "s")
      _ = container.superEncoder(forKey: "t")
      try container.encode(4, forKey: "z")
      var values = list.unkeyedContainer()
      try values.encode(3)
      var members = base.container(keyedBy: Key.self)
      try members.encode(1, forKey: "x")
    }
    try check(#"[{"x":1},2,"s",{}]"#) { encoder in
      var container = encoder.unkeyedContainer()
      let base = container.superEncoder()
      try container.encode(2)
      let text = container.superEncoder()
      _ = container.superEncoder()
      var single = text.singleValueContainer()
      try single.encode("s")
      var members = base.container(keyedBy: Key.self)
      try members.encode(1, forKey: "x")
    }
  }

  @Test("a model that encodes nothing is an empty object inside of others")
  func nothing() throws {
    let empty = Writing { _ in }
    #expect(try JSON.string([empty]) == "[{}]")
    #expect(try JSON.string(["a": empty]) == #"{"a":{}}"#)
    #expect(throws: EncodingError.self) { try JSON.encode(empty) }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(empty) }
  }

  @Test("an unkeyed container counts its elements")
  func counts() throws {
    var counts: [Int] = []
    _ = try JSON.encode(
      Writing { encoder in
        var container = encoder.unkeyedContainer()
        counts.append(container.count)
        try container.encode(1)
        try container.encodeNil()
        counts.append(container.count)
        _ = container.nestedUnkeyedContainer()
        _ = container.superEncoder()
        _ = try? container.encode(Double.nan)
        counts.append(container.count)
      })
    #expect(counts == [0, 2, 4])
  }

  @Test("a long array or object whose parts are written in turns stays in order")
  func manyTurns() throws {
    let text = try JSON.string(
      Writing { encoder in
        var root = encoder.container(keyedBy: Key.self)
        var first = root.nestedUnkeyedContainer(forKey: "a")
        var second = root.nestedUnkeyedContainer(forKey: "b")
        for index in 0..<500 {
          try first.encode(index)
          try second.encode([index])
        }
      })
    let value = try JSON.decode([String: AnyValue].self, from: text)
    #expect(value["a"]?.array?.compactMap(\.int) == Array(0..<500))
    #expect(value["b"]?.array?.compactMap { $0[0]?.int } == Array(0..<500))
  }
}
