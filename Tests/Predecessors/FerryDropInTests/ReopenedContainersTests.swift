import Ferry
import FerryDropIn
import FerryTestSupport
import Foundation
import Testing

@Suite("Containers that are opened twice, with Foundation's as the oracle")
struct ReopenedContainersTests {
  private enum Key: String, CodingKey { case userName, user_name, other }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  private struct Writing: Encodable {
    let body: (any Encoder) throws -> [Int]
    let counts: Counts
    final class Counts { var values: [Int] = [] }
    func encode(to encoder: any Encoder) throws { counts.values = try body(encoder) }
  }

  private struct Failing: Encodable {
    func encode(to encoder: any Encoder) throws { throw CancellationError() }
  }

  /// Compares the text and the counts that `body` returns.
  private func check(
    snakeCase: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping (any Encoder) throws -> [Int]
  ) throws {
    let (ours, theirs) = (FerryDropIn.JSONEncoder(), Foundation.JSONEncoder())
    ours.outputFormatting = .sortedKeys
    theirs.outputFormatting = .sortedKeys
    if snakeCase {
      ours.keyEncodingStrategy = .convertToSnakeCase
      theirs.keyEncodingStrategy = .convertToSnakeCase
    }
    let model = Writing(body: body, counts: .init())
    let expected = String(decoding: try theirs.encode(model), as: UTF8.self)
    let counts = model.counts.values
    #expect(try ours.base.string(model) == expected, sourceLocation: sourceLocation)
    #expect(model.counts.values == counts, sourceLocation: sourceLocation)
  }

  @Test("two arrays for one key are one array, in the order of writing")
  func lists() throws {
    try check { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      var first = outer.nestedUnkeyedContainer(forKey: .other)
      try first.encode(1)
      var second = outer.nestedUnkeyedContainer(forKey: .other)
      let counts = [second.count]
      try second.encode(2)
      try first.encode(3)
      return counts + [first.count, second.count]
    }
    try check { encoder in
      var first = encoder.unkeyedContainer()
      try first.encode("a")
      var second = encoder.unkeyedContainer()
      try second.encode(["b"])
      try first.encodeNil()
      return [first.count, second.count]
    }
  }

  @Test("two arrays in two objects for one key are one array")
  func maps() throws {
    try check { encoder in
      var one = encoder.container(keyedBy: Key.self)
      var two = encoder.container(keyedBy: AnyKey.self)
      var first = one.nestedUnkeyedContainer(forKey: .other)
      try first.encode(1)
      var second = two.nestedUnkeyedContainer(forKey: AnyKey("other"))
      try second.encode(2)
      try first.encode(3)
      return [first.count, second.count]
    }
    try check { encoder in
      var outer = encoder.container(keyedBy: AnyKey.self)
      var one = outer.nestedContainer(keyedBy: Key.self, forKey: AnyKey("m"))
      try one.encode(1, forKey: .userName)
      try one.encode(0, forKey: .other)
      var two = outer.nestedContainer(keyedBy: Key.self, forKey: AnyKey("m"))
      try two.encode(2, forKey: .userName)
      try one.encode(3, forKey: .other)
      return []
    }
  }

  @Test("a container continues an encoded array, or the array of a super encoder")
  func values() throws {
    for array in [[1, 2], []] {
      try check { encoder in
        var outer = encoder.container(keyedBy: Key.self)
        try outer.encode(array, forKey: .other)
        var list = outer.nestedUnkeyedContainer(forKey: .other)
        let count = list.count
        try list.encode(3)
        return [count, list.count]
      }
    }
    try check { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      do {
        var list = outer.superEncoder(forKey: .other).unkeyedContainer()
        try list.encode("a")
      }
      var list = outer.nestedUnkeyedContainer(forKey: .other)
      try list.encode("b")
      return [list.count]
    }
  }

  @Test("one key of two containers is one member, whose last value counts")
  func sameKey() throws {
    try check { encoder in
      var one = encoder.container(keyedBy: Key.self)
      var two = encoder.container(keyedBy: Key.self)
      try one.encode(1, forKey: .other)
      try two.encode([2], forKey: .other)
      return []
    }
  }

  @Test("converted names that are equal are one key")
  func convertedNames() throws {
    try check(snakeCase: true) { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      try outer.encode(["a"], forKey: .userName)
      var list = outer.nestedUnkeyedContainer(forKey: .user_name)
      try list.encode("b")
      return [list.count]
    }
  }

  @Test(
    "a container is continued among many members, some of which were removed", arguments: [3, 40])
  func many(members: Int) throws {
    try check { encoder in
      var outer = encoder.container(keyedBy: AnyKey.self)
      var counts: [Int] = []
      for round in 0..<3 {
        for index in 0..<members {
          var list = outer.nestedUnkeyedContainer(forKey: AnyKey("k\(index)"))
          try list.encode(round)
          try? outer.encode(Failing(), forKey: AnyKey("f\(index)"))
          counts.append(list.count)
        }
        try outer.encode([7], forKey: AnyKey("k0"))
      }
      return counts
    }
  }

  @Test("the index in a continued array counts the earlier elements")
  func paths() throws {
    struct Refused: Encodable {
      func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Key.self)
        try outer.encode([1, 2], forKey: .other)
        var first = outer.nestedUnkeyedContainer(forKey: .other)
        try first.encode(3)
        try outer.encode(0, forKey: .userName)
        try first.encode(Double.nan)
      }
    }
    let error = #expect(throws: EncodingError.self) { try JSON.string(Refused()) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.intValue) == [nil, 3])
    #expect(context.codingPath.first?.stringValue == "other")
  }

  @Test("the path in a continued object ignores removed members")
  func pathPastRemovedValues() throws {
    struct Noting: Encodable {
      let paths: Paths
      final class Paths { var values: [[String]] = [] }
      func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: AnyKey.self)
        var inner = outer.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("inner"))
        try inner.encode(1, forKey: AnyKey("a"))
        try outer.encode(2, forKey: AnyKey("b"))
        try? inner.encode(Failing(), forKey: AnyKey("c"))
        try inner.encode("d", forKey: AnyKey("d"))
        var list = inner.nestedUnkeyedContainer(forKey: AnyKey("list"))
        try list.encode("e")
        try outer.encode(3, forKey: AnyKey("f"))
        var last = outer.nestedUnkeyedContainer(forKey: AnyKey("last"))
        try last.encode(4)
        try outer.encode(5, forKey: AnyKey("g"))
        paths.values = [inner.codingPath, list.codingPath, last.codingPath].map {
          $0.map(\.stringValue)
        }
      }
    }
    let paths = Noting.Paths()
    let text = try JSON.string(Noting(paths: paths))
    #expect(text == #"{"inner":{"a":1,"d":"d","list":["e"]},"b":2,"f":3,"last":[4],"g":5}"#)
    #expect(paths.values == [["inner"], ["inner", "list"], ["last"]])
  }
}
