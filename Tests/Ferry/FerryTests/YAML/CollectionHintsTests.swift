#if FERRY_YAML
import Ferry
import Testing

private enum Size: String, Codable, Hashable { case small, large }
private enum Represented: String, Codable, Hashable, CodingKeyRepresentable { case small, large }

/// Hints about arrays and objects. Following a hint gives a document that decodes.
@Suite("Hints about arrays and objects")
struct CollectionHintsTests {
  private func hint<T: Decodable>(_ type: T.Type, _ text: String) -> String? {
    do {
      _ = try YAML.decode(type, from: text)
      return nil
    } catch {
      return (error as? DecodingError)?.problem?.hint ?? "none"
    }
  }

  @Test(
    "a scalar for an array has hints that say how many elements the array has",
    arguments: [
      ("a", "write `[a]` for an array of one element", ["x: [a]": ["a"]]),
      (
        "a, b",
        "write `[a, b]` for an array of 2 elements, or `- a, b` on a line of its own for one",
        ["x: [a, b]": ["a", "b"], "x:\n- a, b": ["a, b"]]
      ),
      (
        "a}, b", "write it after `- `, on a line of its own, for an array of one element",
        ["x:\n- a}, b": ["a}, b"]]
      ),
    ])
  func scalars(_ text: String, _ expected: String, _ fixed: [String: [String]]) throws {
    #expect(hint([String: [String]].self, "x: \(text)") == expected)
    for (document, value) in fixed {
      #expect(try YAML.decode([String: [String]].self, from: document) == ["x": value])
    }
  }

  @Test("an object for an array of scalars has a hint about its elements")
  func objectForScalars() {
    let expected = "write the elements as `[a, b]`, or each after `- `"
    #expect(hint([String: [Int]].self, "x: {a: 1}") == expected)
    #expect(hint([String: [String]].self, "x:\n  a: b") == expected)
    let object = hint([String: [[String: Int]]].self, "x:\n  a: 1")
    #expect(object?.hasPrefix("for an array of one element, put `- ` before the first key") == true)
  }

  @Test("an object for a dictionary that is coded as an array has a hint about its keys")
  func dictionaries() throws {
    let text = "x: {small: 1}"
    #expect(
      hint([String: [Size: Int]].self, text) == """
        for an object, the keys need the type `String`, or `Size` needs the conformance \
        `CodingKeyRepresentable`
        """)
    #expect(try YAML.decode([String: [String: Int]].self, from: text) == ["x": ["small": 1]])
    #expect(
      try YAML.decode([String: [Represented: Int]].self, from: text) == ["x": [.small: 1]])
    let alternating = try YAML.decode([String: [Size: Int]].self, from: "x: [small, 1]")
    #expect(alternating == ["x": [.small: 1]])
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode([Size: Int].self, from: #"{"small":1}"#)
    }
    #expect(
      error?.problem?.detail
        == "expected an array of alternating keys and values, found an object")
  }
}
#endif
