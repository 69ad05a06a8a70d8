import FerryBase
import FerryTestSupport
import FerryValidation
import Foundation
import Testing

@Suite("Hostile schemas")
struct HostileSchemaTests {
  private func time(_ body: () throws -> Void) throws {
    #expect(try processorTime(body) < 30)
  }

  @Test("references in a circle are an error")
  func cycles() throws {
    for text in [
      ##"{"$ref": "#"}"##, ##"{"allOf": [{"$ref": "#"}]}"##,
      ##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##,
      ##"{"$dynamicAnchor": "x", "$dynamicRef": "#x"}"##, ##"{"not": {"$ref": "#"}}"##,
      ##"{"if": true, "then": {"anyOf": [false, {"$ref": "#"}]}}"##,
    ] {
      let schema = try Schema(json(text))
      let error = #expect(throws: SchemaError.self, "\(text)") { try schema.isValid(1) }
      #expect(
        error?.message == "the schema refers to itself and applies to the same value without end")
    }
  }

  @Test("schemas that apply inside each other in a deep document are no circle")
  func depthWithoutCircles() throws {
    var value: AnyValue = 1
    for _ in 0..<500 { value = ["a": value] }
    let schema = try Schema(
      json(
        """
        {"$ref": "#/$defs/x", "$defs": {"x": {"allOf": [{"allOf": [{"allOf": [
          {"properties": {"a": {"$ref": "#/$defs/x"}}}]}]}]}}}
        """))
    let error = #expect(throws: SchemaError.self) { try schema.isValid(value) }
    #expect(error?.message == "more than 1600 schemas apply inside each other")
  }

  @Test("thousands of alternatives for each value are not too much work")
  func manyAlternatives() throws {
    let names = (0..<3000).map { AnyValue.string("c\($0)") }
    let choices = names.map { AnyValue.object(["const": $0]) }
    let schema = try Schema(["items": ["oneOf": .array(choices)]])
    #expect(try schema.isValid(.array(Array(names.prefix(1100)))))
  }

  @Test("alternatives that repeat the same work are an error after a bounded time")
  func exponentialWork() throws {
    let schema = try Schema(
      json(
        """
        {"$ref": "#/$defs/n", "$defs": {"n": {"anyOf": [
          {"properties": {"a": {"$ref": "#/$defs/n"}}, "required": ["b"]},
          {"properties": {"a": {"$ref": "#/$defs/n"}}, "required": ["c"]}]}}}
        """))
    var value: AnyValue = [:]
    for _ in 0..<60 { value = ["a": value] }
    try time { #expect(throws: SchemaError.self) { try schema.isValid(value) } }
  }

  @Test("deep schemas and documents take linear time or are an error")
  func depth() throws {
    var deep: AnyValue = true
    var value: AnyValue = 1
    for _ in 0..<200 {
      deep = ["properties": ["a": deep], "unevaluatedProperties": false]
      value = ["a": value]
    }
    try time { () throws in #expect(try Schema(deep).isValid(value)) }
    for _ in 0..<1000 { deep = ["not": deep] }
    #expect(throws: SchemaError.self) { try Schema(deep) }
  }

  /// In a process of its own: a stack that is too small ends it.
  @Test("schemas of every kind fit a small stack at any depth")
  func smallStack() async {
    await #expect(processExitsWith: .success) {
      let schemas = [
        ##"{"properties": {"a": {"$ref": "#"}}, "items": {"$ref": "#"}, "required": ["a"]}"##,
        ##"{"oneOf": [{"type": "string"}, {"properties": {"a": {"$ref": "#"}}}]}"##,
        ##"{"anyOf": [{"items": {"$ref": "#"}}, {"not": {"contains": {"not": {"$ref": "#"}}}}]}"##,
        ##"{"not": {"not": {"properties": {"a": {"$ref": "#"}}}}, "contains": {"$ref": "#"}}"##,
        ##"{"if": {"patternProperties": {"a": {"$ref": "#"}}}, "then": {"items": {"$ref": "#"}}}"##,
        ##"{"dependentSchemas": {"a": {"additionalProperties": {"$ref": "#"}}}}"##,
        ##"{"$dynamicAnchor": "x", "unevaluatedProperties": {"$dynamicRef": "#x"}}"##,
        ##"{"uniqueItems": true, "items": {"enum": [[[1]], {"a": 1}]}}"##,
        ##"{"allOf": [{"$ref": "#"}]}"##,
      ]
      let thread = Thread {
        for text in schemas {
          guard let schema = try? Schema(json(text)) else { fatalError("invalid: \(text)") }
          for leaf in [1, "x", .object([:])] as [AnyValue] {
            for isList in [false, true] {
              var value = leaf
              for _ in 0..<510 { value = isList ? [value, value == leaf ? 2 : 1] : ["a": value] }
              // An error is a verdict, too: references in a circle have no end.
              _ = try? schema.validate(isList ? [value, value] : value)
            }
          }
        }
      }
      // Frames are several times as large without optimisation.
      thread.stackSize = isDebugBuild ? 4 << 20 : 512 << 10
      thread.start()
      while !thread.isFinished { usleep(1000) }
    }
  }

  @Test("deep values are equal and unique as flat ones are")
  func deepValues() throws {
    var (value, other) = (AnyValue.array([1, ["a": 2]]), AnyValue.array([1, ["a": 3]]))
    for number in 0..<250 {
      value = number % 2 == 0 ? ["x": value, "y": 1] : [value, [1.5, 2.5]]
      other = number % 2 == 0 ? ["y": 1, "x": other] : [other, [1.5, 2.5]]
    }
    #expect(try Schema(["const": value]).isValid(value))
    #expect(try !Schema(["const": value]).isValid(other))
    #expect(try Schema(["uniqueItems": true]).isValid([value, other]))
    #expect(try !Schema(["uniqueItems": true]).isValid([value, other, value]))
  }

  @Test("a huge enumeration is one lookup")
  func hugeEnumerations() throws {
    let values = (0..<50_000).map { AnyValue.string("value \($0)") }
    let schema = try Schema(["items": ["enum": .array(values)], "uniqueItems": true])
    try time { () throws in
      #expect(try schema.isValid(.array(values)))
      #expect(try !schema.isValid(.array(values + ["value"])))
      #expect(try !schema.isValid(.array(values + [values[7]])))
    }
  }

  @Test("patterns that are too large together are an error")
  func largePatterns() throws {
    var patterns = AnyValue.Object()
    for number in 0..<1500 { patterns["a{1000}\(number)"] = true }
    #expect(throws: SchemaError.self) { try Schema(["patternProperties": .object(patterns)]) }
  }

  @Test("many properties and many large patterns take bounded time and memory")
  func manyKeywords() throws {
    var properties = AnyValue.Object()
    var patterns = AnyValue.Object()
    var value = AnyValue.Object()
    for number in 0..<3000 {
      properties["key \(number)"] = ["pattern": .string("a.{90}b\(number)")]
      if number < 100 { patterns["^x{1,200}\(number)$"] = true }
      value["key \(number)"] = .string("a")
    }
    let keys = properties.map { AnyValue.string($0.key) }
    let schema: AnyValue = [
      "properties": .object(properties), "patternProperties": .object(patterns),
      "required": .array(keys),
    ]
    try time {
      let schema = try Schema(schema)
      #expect(try !schema.isValid(.object(value)))
      #expect(try schema.validate(.object(value)).failures.count == 100)
    }
  }
}
