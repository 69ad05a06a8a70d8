import FerryEditing
import FerryTestSupport
import Testing

/// An editor after undone, rejected and failed edits.
@Suite struct UndoTests {
  typealias Edit = @Sendable (inout DocumentEditor) throws -> Void

  private static let refused = JSONPatch([.replace("a", 2), .add("n", 1), .remove("zz")])
  private static let edits: [Edit] = [
    { try $0.set("a", to: 2) }, { try $0.set("b", to: 1) }, { try $0.delete("a") },
    { try $0.rename("a", to: "d") }, { try $0.append(3, to: "c") }, { try $0.delete("c[0]") },
    { try $0.move("a", to: "e") }, { _ = try $0.comment(at: "a") },
    { try $0.apply(JSONPatch([.replace("a", 5), .remove("c")])) },
    { try $0.apply(mergePatch: ["a": nil, "n": 1]) },
  ]

  private static func text(_ format: DocumentEditor.Format) -> [UInt8] {
    Array(
      (format == .json || format == .json5 ? "{\"a\": 1, \"c\": [1, 2]}" : "a: 1\nc: [1, 2]\n").utf8
    )
  }

  @Test(
    "an edit after an undone one works as in a fresh editor", arguments: DocumentEditor.Format.all)
  func undone(_ format: DocumentEditor.Format) throws {
    for first in Self.edits {
      for second in Self.edits {
        var editor = try DocumentEditor(Self.text(format), format: format)
        var fresh = editor
        try first(&editor)
        editor.undo()
        try second(&editor)
        try second(&fresh)
        #expect(try editor.bytes() == fresh.bytes())
      }
    }
  }

  @Test(
    "an edit after a rejected patch works as in a fresh editor",
    arguments: DocumentEditor.Format.all)
  func refused(_ format: DocumentEditor.Format) throws {
    for edit in Self.edits {
      var editor = try DocumentEditor(Self.text(format), format: format)
      var fresh = editor
      #expect(throws: Problem.self) { try editor.apply(Self.refused) }
      #expect(!editor.hasEdits)
      try edit(&editor)
      try edit(&fresh)
      #expect(try editor.bytes() == fresh.bytes())
    }
  }

  @Test("the error of a patch has the number of the operation")
  func operationNumber() throws {
    var editor = try DocumentEditor("{\"a\": 1}".utf8, format: .json)
    let error = #expect(throws: Problem.self) {
      try editor.apply(JSONPatch([.replace("a", 2), .remove("zz")]))
    }
    #expect(error?.detail == "operation 2 of 2")
    #expect(error?.path == "zz")
  }

  #if FERRY_YAML
  @Test("an undone deletion leaves no style for later members")
  func style() throws {
    var editor = try DocumentEditor("a:\n  x: 1\nb: {}\n".utf8, format: .yaml)
    var fresh = editor
    try editor.delete("a.x")
    editor.undo()
    for index in [0, 1] {
      try (index == 0 ? editor.set("a", to: [:] as AnyValue) : fresh.set("a", to: [:] as AnyValue))
      try (index == 0 ? editor.set("a.y", to: 1) : fresh.set("a.y", to: 1))
    }
    #expect(try editor.bytes() == fresh.bytes())
  }
  #endif
}
