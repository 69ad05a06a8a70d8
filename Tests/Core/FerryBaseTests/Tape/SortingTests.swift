import FerryBase
import FerryTestSupport
import Testing

@Suite("Sorting")
struct SortingTests {
  /// The value with all members sorted, by way of a tape.
  private func sorted(_ value: AnyValue) throws -> AnyValue {
    try Sketch.view(of: value) { view in
      var tape = Tape()
      try view.copySorted(0, to: &tape, depthLimit: 512)
      return try AnyValue(
        TapeView(
          words: UnsafePointer(tape.words), count: tape.count, input: view.input,
          arena: view.arena), at: 0)
    }
  }

  private func keys(_ value: AnyValue) -> [String]? { value.object?.map(\.key) }

  @Test("keys come in the order of their UTF-8 bytes, at every level")
  func order() throws {
    let result = try sorted([
      "b": 1, "a": ["é": 1, "z": 2, "😀": 3, "\u{FFFF}": 4, "": 5], "aa": [["d": 1, "c": 2]],
      "B": nil,
    ])
    #expect(keys(result) == ["B", "a", "aa", "b"])
    #expect(result["a"].flatMap(keys) == ["", "z", "é", "\u{FFFF}", "😀"])
    #expect(result["aa"]?[0].flatMap(keys) == ["c", "d"])
  }

  @Test("equal keys stay in the order of the document")
  func stability() throws {
    var members = AnyValue.Object()
    for index in 0..<20 { members.append(index % 2 == 0 ? "b" : "a", .number(.init(index))) }
    let result = try sorted(.object(members))
    #expect(result.object?.prefix(10).map(\.value.int) == [1, 3, 5, 7, 9, 11, 13, 15, 17, 19])
  }

  @Test("sorting changes only the order, and sorting twice is the same")
  func randomValues() throws {
    var random = SeededGenerator(for: "Sorting")
    for _ in 0..<200 {
      let value = random.anyValue()
      let once = try sorted(value)
      if once != value { #expect(once == value) }
      let twice = try sorted(once)
      try Sketch.view(of: once) { first in
        try Sketch.view(of: twice) { second in
          #expect(first.count == second.count)
        }
      }
    }
  }

  @Test("an alias becomes a copy of its value")
  func aliases() throws {
    try Sketch.view(
      { (tape, open) throws(WireFailure) in
        try open.open(.list, on: &tape, limit: 9)
        open.count = 2
        try tape.append(Int64.max)
        try tape.append(Node(.alias, payload: 1))
        open.close(on: &tape)
      },
      { view in
        var tape = Tape()
        try view.copySorted(0, to: &tape, depthLimit: 9)
        let copy = TapeView(tape, input: view.input)
        #expect(copy.count == 5)
        #expect(copy.integer(at: 3, as: Int64.self) == .max)
      })
  }
}
