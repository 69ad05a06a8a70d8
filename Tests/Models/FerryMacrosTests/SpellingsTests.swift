import Ferry
import FerryMacros
import Testing

@DirectCodable
private final class Tree<Value: Equatable>: Equatable {
  var value: Value
  var children: [Tree]

  init(_ value: Value, _ children: [Tree] = []) {
    self.value = value
    self.children = children
  }

  static func == (left: Tree, right: Tree) -> Bool {
    left.value == right.value && left.children == right.children
  }
}

@DirectCodable
private struct Folder: Equatable {
  static let most = 9
  @Default(Self.most) var limit: Int
  var children: [Self]?
}

@DirectCodable
private enum Sum: Equatable {
  case number(Int)
  indirect case add(Self, Self)
}

@DirectCodable
private enum Step: Equatable {
  case wait(for: Double)
  case text(in: String, default: Int, `inout`: Bool)
}

@DirectCodable
private struct Door: Equatable {
  private enum State: String, Codable { case open, shut }
  private var state: State
  private var before: [State]?
  static let open = Door(state: .open, before: [.shut])
}

@DirectCodable
private struct Rights: OptionSet, Hashable { let rawValue: Int }

@DirectCodable
private struct Name: RawRepresentable, Equatable { var rawValue: String }

@DirectCodable
private struct Forgiving: Equatable {
  @Default(error: nil) var count: Int?
  @Default(missing: 1, error: nil) var size: Int?
}

@DirectCodable
private struct Talkative: Equatable {
  var value: Int
  func didDecode() throws -> Int { value }
  func willEncode() -> Int { value }
}

@Suite("Spellings")
struct SpellingsTests {
  @Test("generic final classes may constrain their arguments")
  func genericClass() throws {
    try expectEverywhere(
      Tree(1, [Tree(2)]), #"{"value":1,"children":[{"value":2,"children":[]}]}"#)
  }

  @Test("Self is allowed in types, values and defaults")
  func dynamicSelf() throws {
    try expectEverywhere(
      Folder(limit: 9, children: [Folder(limit: 1, children: nil)]),
      #"{"children":[{"limit":1}]}"#, written: #"{"limit":9,"children":[{"limit":1}]}"#)
    try expectEverywhere(
      Sum.add(.number(1), .number(2)),
      #"{"add":{"_0":{"number":{"_0":1}},"_1":{"number":{"_0":2}}}}"#)
  }

  @Test("labels of associated values may be keywords")
  func keywords() throws {
    try expectEverywhere(Step.wait(for: 1.5), #"{"wait":{"for":1.5}}"#)
    try expectEverywhere(
      Step.text(in: "a", default: 1, `inout`: true),
      #"{"text":{"in":"a","default":1,"inout":true}}"#)
  }

  @Test("members may have private types")
  func privateTypes() throws {
    try expectEverywhere(Door.open, #"{"state":"open","before":["shut"]}"#)
  }

  @Test("a type with a raw value is written as the raw value")
  func rawValues() throws {
    try expectEverywhere([Rights(rawValue: 3)], "[3]")
    try expectEverywhere([Name(rawValue: "a")], #"["a"]"#)
    try expectRefusalEverywhere([Rights].self, #"[{"rawValue":3}]"#)
  }

  @Test("a default of nil replaces a value that fails to decode")
  func nilOnError() throws {
    try expectEverywhere(
      Forgiving(count: nil, size: nil), #"{"count":"x","size":[]}"#, written: #"{"size":null}"#)
    try expectEverywhere(
      Forgiving(count: nil, size: 1), "{}", written: #"{"size":1}"#)
  }

  @Test("hooks may have results")
  func results() throws {
    try expectEverywhere(Talkative(value: 1), #"{"value":1}"#)
  }
}
