import Ferry
import FerryTestSupport
import Foundation
import Testing

/// Foundation's encoder is no oracle here: it traps on some of these.
@Suite("After a swallowed error on encoding")
struct RollbackTests {
  private typealias Key = ContainersTests.Key
  private typealias Writing = ContainersTests.Writing

  /// Encodes something and then fails.
  private struct Failing: Encodable {
    var body: (any Encoder) throws -> Void = { _ in }
    func encode(to encoder: any Encoder) throws {
      try body(encoder)
      throw CancellationError()
    }
  }

  private func check(
    _ expected: String, isJSONOnly: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping (any Encoder) throws -> Void
  ) throws {
    let model = Writing(body)
    #expect(try JSON.string(model) == expected, sourceLocation: sourceLocation)
    // The other formats have numbers for NaN and the infinities.
    if !isJSONOnly { try Transcoding.check(model, expected, sourceLocation: sourceLocation) }
  }

  private static let failures: [@Sendable (any Encoder) throws -> Void] = [
    { _ in },
    { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: "x")
      var nested = container.nestedUnkeyedContainer(forKey: "y")
      try nested.encode([1, 2])
    },
    { encoder in
      var container = encoder.unkeyedContainer()
      try container.encode("a")
      _ = container.superEncoder()
      _ = container.nestedContainer(keyedBy: Key.self)
    },
    { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(["k": [1]])
    },
    { encoder in
      var container = encoder.container(keyedBy: Key.self)
      let base = container.superEncoder()
      try container.encode(1, forKey: "x")
      var list = base.unkeyedContainer()
      try list.encode(1)
    },
  ]

  @Test(
    "a keyed container has no key and no value of a member that failed",
    arguments: failures.indices)
  func keyed(index: Int) throws {
    let failing = Failing(body: Self.failures[index])
    try check(#"{"a":1,"c":[2],"z":3}"#) { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: "a")
      try? container.encode(failing, forKey: "b")
      var nested = container.nestedUnkeyedContainer(forKey: "c")
      try? nested.encode(failing)
      try nested.encode(2)
      try? nested.encode(failing)
      try? container.encode(failing, forKey: "b")
      try container.encode(3, forKey: "z")
    }
  }

  @Test("an unkeyed container has no element for a value that failed", arguments: failures.indices)
  func unkeyed(index: Int) throws {
    let failing = Failing(body: Self.failures[index])
    try check(#"[1,{"k":2},[],3]"#) { encoder in
      var container = encoder.unkeyedContainer()
      try? container.encode(failing)
      try container.encode(1)
      try? container.encode(failing)
      var nested = container.nestedContainer(keyedBy: Key.self)
      try? nested.encode(failing, forKey: "j")
      try nested.encode(2, forKey: "k")
      try? nested.encode(failing, forKey: "l")
      var list = container.nestedUnkeyedContainer()
      try? list.encode(failing)
      try container.encode(3)
    }
  }

  @Test("a key that failed can be encoded again, and an earlier key stays")
  func retries() throws {
    enum Key: CodingKey { case a, b }
    try check(#"{"a":2,"b":1}"#, isJSONOnly: true) { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try? container.encode(Double.nan, forKey: .a)
      try container.encode(2, forKey: .a)
      try container.encode(1, forKey: .b)
      try? container.encode(Double.infinity, forKey: .b)
      try? container.encode(Failing(), forKey: .b)
    }
  }

  @Test("arrays and dictionaries that fail half-way leave no bytes in the output")
  func collections() throws {
    try check(#"{"z":[1]}"#, isJSONOnly: true) { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try? container.encode([1, .nan], forKey: "a")
      try? container.encode(["x": 1, "y": Double.infinity], forKey: "b")
      try? container.encode([[1], [.nan]], forKey: "c")
      try? container.encode([Failing()], forKey: "d")
      try? container.encode(["k": [Failing()]], forKey: "e")
      try container.encode([1], forKey: "z")
    }
  }

  @Test(
    "an error leaves no state for the next call", arguments: failures.indices)
  func nextCall(index: Int) throws {
    let failing = Failing(body: Self.failures[index])
    for _ in 0..<3 {
      #expect(throws: CancellationError.self) { try JSON.encode(failing) }
      #expect(throws: CancellationError.self) { try JSON.encode(["a": [failing]]) }
      #expect(try JSON.string(["a": [1]]) == #"{"a":[1]}"#)
      #expect(throws: DecodingError.self) { try JSON.decode([Int].self, from: #"[1,"x"]"#) }
      #expect(throws: DecodingError.self) { try JSON.decode([Int].self, from: "[1,") }
      #expect(try JSON.decode([Int].self, from: "[1]") == [1])
    }
  }

  @Test("a failing value that writes to a container of its parent leaves no bytes in the output")
  func reachingOut() throws {
    let text = try JSON.string(
      Writing { encoder in
        var root = encoder.container(keyedBy: Key.self)
        var outer = root.nestedUnkeyedContainer(forKey: "outer")
        try outer.encode(1)
        var inner = outer.nestedUnkeyedContainer()
        try inner.encode(2)
        try? inner.encode(
          Failing { _ in
            // Closes `inner` on the way.
            try outer.encode(99)
          })
        try inner.encode(3)
        try outer.encode(4)
        try root.encode(5, forKey: "last")
      })
    let value = try JSON.decode(AnyValue.self, from: text)
    #expect(value["last"] == 5)
    #expect(value["outer"]?[1] == [2, 3])
    #expect(value["outer"]?.array?.last == 4)
  }

  @Test("an array does not count an element that failed after it wrote to an outer array")
  func reachingOutCount() throws {
    try check(#"{"outer":[1,[2],99,4]}"#) { encoder in
      var root = encoder.container(keyedBy: Key.self)
      var outer = root.nestedUnkeyedContainer(forKey: "outer")
      try outer.encode(1)
      var inner = outer.nestedUnkeyedContainer()
      try inner.encode(2)
      try? inner.encode(Failing { _ in try outer.encode(99) })
      #expect(inner.count == 1)
      try outer.encode(4)
    }
  }

  @Test(
    "a super encoder whose value failed stands for an empty object", arguments: failures.indices)
  func superEncoders(index: Int) throws {
    let failing = Failing(body: Self.failures[index])
    try check(#"{"s":{},"a":1}"#) { encoder in
      var container = encoder.container(keyedBy: Key.self)
      var single = container.superEncoder(forKey: "s").singleValueContainer()
      try? single.encode(failing)
      try container.encode(1, forKey: "a")
    }
  }

  @Test("values that fail among containers that are written in turn leave the others in order")
  func turns() throws {
    try check(#"{"a":[1,2],"b":{"x":1,"y":[3]},"c":[4]}"#) { encoder in
      var root = encoder.container(keyedBy: Key.self)
      var a = root.nestedUnkeyedContainer(forKey: "a")
      var b = root.nestedContainer(keyedBy: Key.self, forKey: "b")
      var c = root.nestedUnkeyedContainer(forKey: "c")
      try a.encode(1)
      try b.encode(1, forKey: "x")
      try? c.encode(
        Failing { encoder in
          // The run of `a` lies among the words of the value that fails.
          var list = encoder.unkeyedContainer()
          try list.encode(0)
          try a.encode(2)
        })
      try? b.encode(Failing { _ = $0.unkeyedContainer() }, forKey: "z")
      try b.encode([3], forKey: "y")
      try c.encode(4)
      #expect(a.count == 2 && c.count == 1)
    }
  }
}
