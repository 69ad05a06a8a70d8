import FerryEditing
import FerryJSON
import FerryPatch
import FerryTestSupport
import Testing

#if FERRY_YAML
import FerryYAML
#endif

/// The work for n and 2n edits, of members in lines and of a document on one line.
@Suite struct GrowthTests {
  /// Returns an object with the members `k0`, `k1` and so on.
  private static func text(
    _ count: Int, _ format: DocumentEditor.Format, isOneLine: Bool
  ) -> [UInt8] {
    if format != .json, format != .json5, !isOneLine {
      return Array((0..<count).map { "k\($0): [\($0)]\n" }.joined().utf8)
    }
    return Array("{\(members((0..<count).map { "\"k\($0)\": [\($0)]" }, isOneLine))}\n".utf8)
  }

  private static func members(_ members: [String], _ isOneLine: Bool) -> String {
    isOneLine
      ? members.joined(separator: ", ") : "\n  \(members.joined(separator: ",\n  "))\n"
  }

  private static func key(_ index: Int) -> WirePath { WirePath(keys: "k\(index)") }

  private static func edit(
    _ format: DocumentEditor.Format, _ body: (inout DocumentEditor, Int) throws -> Void
  ) throws {
    for isOneLine in [false, true] {
      try expectLinearGrowth(
        300, { (text($0, format, isOneLine: isOneLine), $0) },
        { text, count in
          var editor = try DocumentEditor(text, format: format)
          try body(&editor, count)
          _ = try editor.bytes()
        })
    }
  }

  @Test("the work for changes grows with their number", arguments: DocumentEditor.Format.all)
  func sets(_ format: DocumentEditor.Format) throws {
    try Self.edit(format) { editor, count in
      for index in 0..<count { try editor.set(Self.key(index), to: index % 2 == 0 ? 1 : [[1]]) }
    }
  }

  @Test("the work for new members grows with their number", arguments: DocumentEditor.Format.all)
  func newMembers(_ format: DocumentEditor.Format) throws {
    try Self.edit(format) { editor, count in
      for index in count..<2 * count {
        try editor.set(Self.key(index), to: index % 2 == 0 ? 1 : [[1]])
      }
    }
  }

  @Test(
    "the work for deletions grows with their number, in any order",
    arguments: DocumentEditor.Format.all)
  func deletions(_ format: DocumentEditor.Format) throws {
    let orders: [(Int) -> [Int]] = [
      { Array(0..<$0) }, { (0..<$0).reversed() },
      { count in (0..<count).filter { $0 % 2 == 0 } + (0..<count).filter { $0 % 2 == 1 } },
    ]
    for order in orders {
      try Self.edit(format) { editor, count in
        for index in order(count) { try editor.delete(Self.key(index)) }
      }
    }
  }

  @Test(
    "the work for deletions of elements grows with their number",
    arguments: DocumentEditor.Format.all)
  func elements(_ format: DocumentEditor.Format) throws {
    for (isReversed, isOneLine) in [(false, false), (true, false), (false, true), (true, true)] {
      try expectLinearGrowth(
        300, { (Self.elements($0, isOneLine), $0) },
        { text, count in
          var editor = try DocumentEditor(text, format: format)
          for index in 0..<count {
            let index = isReversed ? count - 1 - index : 0
            try editor.delete(WirePath(steps: [.key("a"), .index(index)]))
          }
          _ = try editor.bytes()
        })
    }
  }

  private static func elements(_ count: Int, _ isOneLine: Bool) -> [UInt8] {
    Array("{\"a\": [\(members((0..<count).map(String.init), isOneLine))]}\n".utf8)
  }

  @Test(
    "the work for new elements before others grows with their number",
    arguments: DocumentEditor.Format.all)
  func insertions(_ format: DocumentEditor.Format) throws {
    let indexes: [@Sendable (Int) -> Int] = [{ _ in 0 }, { $0 }, { 2 * $0 }, { $0 * 7 % 50 }]
    for (index, isOneLine) in indexes.flatMap({ [($0, false), ($0, true)] }) {
      try expectLinearGrowth(
        300, { (Self.elements(2 * $0 + 1, isOneLine), $0) },
        { text, count in
          var editor = try DocumentEditor(text, format: format)
          for number in 0..<count {
            let path = WirePath(steps: [.key("a"), .index(index(number))])
            try editor.insert(.number(.init(number)), at: path)
          }
          _ = try editor.bytes()
        })
    }
  }

  @Test(
    "the work for renamed members grows with their number", arguments: DocumentEditor.Format.all)
  func renamings(_ format: DocumentEditor.Format) throws {
    try Self.edit(format) { editor, count in
      for index in 0..<count { try editor.rename(Self.key(index), to: "n\(index)") }
    }
  }

  @Test(
    "the work for an update that removes and changes members grows",
    arguments: DocumentEditor.Format.all)
  func updates(_ format: DocumentEditor.Format) throws {
    try Self.edit(format) { editor, count in
      var members = AnyValue.Object()
      for index in 0..<count where index % 3 > 0 { members["k\(index)"] = .number(.init(index)) }
      try editor.update(.root, to: AnyValue.object(members))
    }
  }

  /// A patch of an operation for each member of the object `o`.
  private static func patch(
    _ format: DocumentEditor.Format, _ operation: @escaping (WirePath, Int) -> JSONPatch.Operation
  ) throws {
    func text(_ count: Int, _ isOneLine: Bool) -> [UInt8] {
      let object = members((0..<count).map { "\"k\($0)\": [\($0)]" }, isOneLine)
      let anchors = format == .json || format == .json5 ? [] : ["\"x\": &x 1", "\"y\": *x"]
      let all = ["\"o\": {\(object)}", "\"p\": {}", "\"l\": []"] + anchors
      return Array("{\(members(all, isOneLine))}\n".utf8)
    }
    for isOneLine in [false, true] {
      try expectLinearGrowth(
        300, { (text($0, isOneLine), $0) },
        { text, count in
          var editor = try DocumentEditor(text, format: format)
          try editor.apply(
            JSONPatch((0..<count).map { operation(WirePath(keys: "o", "k\($0)"), $0) }))
          _ = try editor.bytes()
        })
    }
  }

  @Test(
    "the work of a patch grows with its operations, of any kind",
    arguments: DocumentEditor.Format.all)
  func patches(_ format: DocumentEditor.Format) throws {
    try Self.patch(format) { .replace($0, [1, .number(.init($1))]) }
    try Self.patch(format) { .test($0, [.number(.init($1))]) }
    try Self.patch(format) { .move(from: $0, WirePath(keys: "p", "k\($1)")) }
    try Self.patch(format) { path, _ in .copy(from: path, "l.-") }
    try Self.patch(format) { path, _ in .remove(path) }
  }

  @Test("the work for undone edits grows with their number", arguments: DocumentEditor.Format.all)
  func undo(_ format: DocumentEditor.Format) throws {
    try Self.edit(format) { editor, count in
      for index in 0..<count {
        try editor.set(Self.key(index), to: 1)
        editor.undo()
      }
      for index in 0..<count { try editor.set(Self.key(index), to: 1) }
      while editor.undo() {}
    }
  }

  @Test("a path beyond the depth limit is an error", arguments: DocumentEditor.Format.all)
  func longPaths(_ format: DocumentEditor.Format) throws {
    let path = WirePath(steps: (0..<20_000).map { .key("k\($0)") })
    var editor = try DocumentEditor("{}".utf8, format: format)
    for edit in [
      { try $0.set(path, to: 1) }, { try $0.insert(1, at: path) }, { try $0.delete(path) },
      { try $0.apply(JSONPatch([.add(path, 1)])) },
    ] as [(inout DocumentEditor) throws -> Void] {
      let error = #expect(throws: Problem.self) { try edit(&editor) }
      #expect(error?.category == .limit)
    }
    try editor.set(WirePath(steps: Array(path.steps.prefix(500))), to: 1)
    _ = try editor.bytes()
  }

  #if FERRY_YAML
  @Test("nested brackets beyond the depth limit are an error")
  func nesting() throws {
    for count in [513, 100_000] {
      let text = String(repeating: "[", count: count) + String(repeating: "]", count: count)
      let error = #expect(throws: Problem.self) {
        try DocumentEditor(text.utf8, format: .yaml)
      }
      #expect(error?.category == .limit)
    }
  }
  #endif
}
