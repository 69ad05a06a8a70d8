import FerryBase
import FerryTestSupport
import Testing

@Suite("AnyValue")
struct AnyValueTests {
  @Test("literals create the value of the same JSON")
  func literals() {
    let value: AnyValue = [
      "null": nil, "yes": true, "int": -7, "double": 0.5, "text": "t", "list": [1, "a"], "map": [:],
    ]
    #expect(value["null"] == .null)
    #expect(value["null"]?.isNull == true)
    #expect(value["yes"]?.bool == true)
    #expect(value["int"]?.int == -7)
    #expect(value["double"]?.double == 0.5)
    #expect(value["text"]?.string == "t")
    #expect(value["list"]?.array == [1, "a"])
    #expect(value["map"]?.object?.isEmpty == true)
  }

  @Test("an accessor for another kind is nil")
  func otherKinds() {
    let values: [AnyValue] = [nil, true, 1, "1", .bytes([1]), [1], ["a": 1]]
    #expect(values.map { $0.isNull } == [true, false, false, false, false, false, false])
    #expect(values.map { $0.bool != nil } == [false, true, false, false, false, false, false])
    #expect(values.map { $0.number != nil } == [false, false, true, false, false, false, false])
    #expect(values.map { $0.string != nil } == [false, false, false, true, false, false, false])
    #expect(values.map { $0.array != nil } == [false, false, false, false, false, true, false])
    #expect(values.map { $0.object != nil } == [false, false, false, false, false, false, true])
    #expect(values.map { $0["a"] != nil } == [false, false, false, false, false, false, true])
    #expect(values.map { $0[0] != nil } == [false, false, false, false, false, true, false])
  }

  @Test("the last of equal keys in a literal counts")
  func duplicateLiterals() {
    let value: AnyValue = ["a": 1, "b": 2, "a": 3]
    #expect(value.object?.map(\.key) == ["a", "b"])
    #expect(value["a"] == 3)
  }

  @Test(
    "members keep their order when they are set, replaced and removed", arguments: [3, 16, 17, 100])
  func order(count: Int) {
    var value: AnyValue = nil
    for index in (0..<count).reversed() { value["k\(index)"] = .number(.init(index)) }
    #expect(value.object?.map(\.key) == (0..<count).reversed().map { "k\($0)" })
    value["k1"] = "new"
    #expect(value.object?[count - 2].key == "k1")
    #expect(value["k1"] == "new")
    value["k2"] = .some(nil)
    #expect(value["k2"] == .some(.null))
    value["k2"] = .none
    #expect(value["k2"] == nil)
    #expect(value.object?.count == count - 1)
    #expect(value["k0"] == 0)
    value["k2"] = true
    #expect(value.object?.last?.key == "k2")
  }

  @Test("only existing elements are set and removed")
  func elements() {
    var value: AnyValue = [1, 2, 3]
    value[1] = "two"
    #expect(value == [1, "two", 3])
    value[0] = .none
    #expect(value == ["two", 3])
    value[2] = 4
    value[-1] = 4
    #expect(value == ["two", 3])
    #expect(value[2] == nil)
    #expect(value[-1] == nil)
    var text: AnyValue = "text"
    text[0] = 1
    text["a"] = 1
    #expect(text == "text")
  }

  @Test("a deep value is changed in place")
  func deepChange() {
    var value: AnyValue = ["a": [["b": 1]]]
    value["a"]?[0]?["b"] = 2
    value["a"]?[0]?["c"] = 3
    #expect(value == ["a": [["b": 2, "c": 3]]])
  }

  @Test("objects are equal in any order, arrays are not")
  func equality() {
    #expect(["a": 1, "b": 2] as AnyValue == ["b": 2, "a": 1])
    #expect(["a": 1, "b": 2] as AnyValue != ["a": 1, "b": 3])
    #expect(["a": 1, "b": 2] as AnyValue != ["a": 1, "c": 2])
    #expect(["a": 1] as AnyValue != ["a": 1, "b": 2])
    #expect([1, 2] as AnyValue != [2, 1])
    #expect(nil as AnyValue != false)
    #expect(1 as AnyValue != true)
    #expect(1 as AnyValue != "1")
  }

  @Test("equality and hash keep their laws for random values in random orders")
  func laws() {
    var random = SeededGenerator(for: "AnyValue")
    for _ in 0..<300 {
      let value = random.anyValue()
      let shuffled = shuffle(value, &random)
      if value != shuffled || shuffled != value { #expect(value == shuffled) }
      if value.hashValue != shuffled.hashValue { #expect(value.hashValue == shuffled.hashValue) }
      let other = random.anyValue(depth: 1)
      if (value == other) != (other == value) { #expect((value == other) == (other == value)) }
    }
  }

  private func shuffle(_ value: AnyValue, _ random: inout SeededGenerator) -> AnyValue {
    switch value {
    case .array(let elements):
      return .array(elements.map { shuffle($0, &random) })
    case .object(let members):
      var result = AnyValue.Object()
      for (key, value) in members.shuffled(using: &random) { result[key] = shuffle(value, &random) }
      return .object(result)
    default: return value
    }
  }

  @Test("an object with a key twice, as documents may have it, keeps the laws of equality")
  func duplicateKeys() {
    func object(_ members: [(String, AnyValue)]) -> AnyValue {
      var object = AnyValue.Object()
      for (key, value) in members { object.append(key, value) }
      return .object(object)
    }
    let (twice, other) = (object([("a", 1), ("a", 2)]), object([("a", 1), ("a", 1)]))
    let different = object([("a", 1), ("b", 2)])
    #expect(twice == twice)
    #expect(twice.object?.count == 2)
    #expect(twice["a"] == 1)
    for (first, second) in [(twice, other), (twice, different), (other, different)] {
      #expect((first == second) == (second == first))
      #expect(first != second || first.hashValue == second.hashValue)
    }
  }

  @Test("values survive a round trip through a tape")
  func tapeRoundTrip() throws {
    var random = SeededGenerator(for: "AnyValue to tape")
    for _ in 0..<300 {
      let value = random.anyValue()
      let copy = try Sketch.view(of: value) { try AnyValue($0, at: 0) }
      if copy != value { #expect(copy == value) }
    }
    let bytes: AnyValue = [.bytes([]), .bytes([0, 255])]
    #expect(try Sketch.view(of: bytes) { try AnyValue($0, at: 0) } == bytes)
  }
}
