import FerryMacros
import FerryPartial
import FerryTestSupport
import Foundation
import Testing

/// A recipe.
@DirectCodable @PartiallyDecodable
private struct Recipe: Equatable {
  var title: String
  @Range(1...20) var servings = 2
  @Key("cooking_time") var time: Double?
  @Alias("tags") var labels: Set<String> = []
  var steps: [Step]
  var cuisine: Cuisine?
  var `default`: [String: Int?] = [:]
  var notes: AnyValue?
  @Key("meta.source") var source: String?
  @As(.iso8601) var date: Date?
  var parent: [Recipe]?
  var isDone: Bool

  @DirectCodable @PartiallyDecodable
  struct Step: Equatable {
    var text: String
    var minutes: Int?
  }

  @DirectCodable @PartiallyDecodable
  enum Cuisine: String { case italian, thai }
}

@DirectCodable @PartiallyDecodable
private final class Tree {
  let name: String
  let children: [Tree]
}

/// Parts of models.
@Suite struct PartialModelTests {
  private static let text = #"""
    {"title":"Pasta \"al\" dente 🍝","servings":4,"cooking_time":12.5,"unknown":[{"a":"]"}],"steps":[
    {"text":"Boil","minutes":10},{"minutes":null,"text":"Drain\n"}], "cuisine": "italian", "tags":["a","b"],
    "default":{"a":1,"b":null},"notes":{"x":[1,"y"]},"meta":{"source":"web"},"title":"again","date":
    "2001-12-14T00:00:00Z","parent":[{"title":"P","steps":[],"isDone":false}],"isDone":true}
    """#

  @Test("members come in the order of the text, and grow")
  func growth() throws {
    var partial = JSON.partial(Recipe.self)
    #expect(partial.value == nil)
    try partial.append(#"{"title":"Pas"#)
    #expect(partial.value?.title == "Pas" && partial.value?.steps == nil)
    try partial.append(#"ta","servings":4"#)
    #expect(partial.value?.title == "Pasta" && partial.value?.servings == nil)
    try partial.append(#","steps":[{"text":"Bo"#)
    #expect(partial.value?.servings == 4)
    #expect(partial.value?.steps?.map(\.text) == ["Bo"])
    try partial.append(#"il","minutes":1"#)
    #expect(partial.value?.steps?[0].text == "Boil" && partial.value?.steps?[0].minutes == nil)
    try partial.append(#"0},{"text""#)
    #expect(partial.value?.steps?.count == 2 && partial.value?.steps?[0].minutes == 10)
    try partial.append(#":"x"}],"cuisine":"thai","isDone":t"#)
    #expect(partial.value?.cuisine == .thai && partial.value?.isDone == nil)
    try partial.append("rue}")
    #expect(partial.isComplete && partial.value?.isDone == true)
    #expect(try partial.finish().steps == [.init(text: "Boil", minutes: 10), .init(text: "x")])
  }

  @Test("the last part has the members of the whole value, for every cut")
  func law() throws {
    let bytes = Array(Self.text.utf8)
    let whole = try JSON.decode(Recipe.self, from: bytes)
    var random = SeededGenerator(for: "PartialModelTests.law")
    for round in 0..<60 {
      var partial = JSON.partial(Recipe.self)
      var (start, before) = (0, "")
      while start < bytes.count {
        let end = min(bytes.count, start + (round == 0 ? 1 : random.int(1..<30)))
        try partial.append(bytes[start..<end])
        start = end
        let title = partial.value?.title ?? ""
        #expect(title.utf8.starts(with: before.utf8))
        before = title
      }
      let value = partial.value
      let last = try #require(value)
      #expect(last.title == whole.title && last.servings == whole.servings)
      #expect(last.time == whole.time && last.labels == whole.labels)
      #expect(last.steps?.map(\.text) == whole.steps.map(\.text))
      #expect(last.steps?.map(\.minutes) == whole.steps.map(\.minutes))
      #expect(last.cuisine == whole.cuisine && last.isDone == whole.isDone)
      #expect(last.default == whole.default && last.notes == whole.notes)
      #expect(last.parent?.map(\.title) == whole.parent?.map(\.title))
      #expect(try partial.finish() == whole)
    }
  }

  @Test("a recursive class has a part, and the whole value is checked at the end")
  func whole() throws {
    var tree = JSON.partial([Tree].self)
    try tree.append(#"[{"name":"a","children":[{"name":"b","chil"#)
    #expect(tree.value?[0].children?[0].name == "b" && tree.value?[0].children?[0].children == nil)
    try tree.append("dren\":[]}]}]")
    #expect(try tree.finish()[0].children[0].name == "b")
    var recipe = JSON.partial(Recipe.self)
    try recipe.append(#"{"title":"a","servings":100,"steps":[],"isDone":true}"#)
    #expect(recipe.value?.servings == 100)
    let error = #expect(throws: DecodingError.self) { try recipe.finish() }
    #expect(error?.problem?.path.description == "servings")
  }

  @Test("a member of another type is an error with its path")
  func mismatch() {
    var recipe = JSON.partial(Recipe.self)
    let error = #expect(throws: DecodingError.self) {
      try recipe.append(#"{"title":"a","steps":[{"text":"b"},{"text":5"#)
    }
    #expect(error?.problem.map { "\($0.path)" } == "steps[1].text")
  }
}
