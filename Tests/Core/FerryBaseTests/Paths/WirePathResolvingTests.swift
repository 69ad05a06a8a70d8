import FerryBase
import FerryJSONEngine
import FerryTestSupport
import Testing

@Suite struct WirePathResolvingTests {
  @Test("a path leads to its values in order", arguments: PathCases.resolving)
  func resolves(_ path: MatchCase) throws {
    let wire = try path.parsed()
    let found = try withTape(of: path.document) { view in
      try wire.matches(in: view).map { match in
        guard case .node(let index) = match else { return "element" }
        return try json(view, index)
      }
    }
    #expect(found == path.matches)
    let first = try withTape(of: path.document) { view in
      try wire.resolve(in: view).map { try json(view, $0) }
    }
    #expect(first == path.matches.first)
  }

  @Test("a path starts from any value")
  func startsFromAnyValue() throws {
    try withTape(of: #"{"a":{"b":1},"c":{"b":2}}"#) { view in
      let inner = try #require(("c" as WirePath).resolve(in: view))
      #expect(try json(view, #require(("b" as WirePath).resolve(in: view, from: inner))) == "2")
    }
  }

  @Test("a path follows aliases")
  func followsAliases() throws {
    // {"base": {"x": 1}, "copies": [*base, *base]}
    var tape = Tape()
    var open = OpenContainer()
    try open.open(.map, on: &tape, limit: 8)
    try tape.append("base")
    let base = tape.count
    try open.open(.map, on: &tape, limit: 8)
    try tape.append("x")
    try tape.append(Int64(1))
    open.count = 1
    open.close(on: &tape)
    open.count += 1
    try tape.append("copies")
    try open.open(.list, on: &tape, limit: 8)
    try tape.append(Node(.alias, payload: base))
    try tape.append(Node(.alias, payload: base))
    open.count = 2
    open.close(on: &tape)
    open.count += 1
    open.close(on: &tape)
    withView(of: tape) { view in
      #expect(("copies[1]" as WirePath).resolve(in: view) == base)
      #expect(("copies[1].x" as WirePath).resolve(in: view) == base + 2)
      #expect(
        ("copies[*].x" as WirePath).matches(in: view) == [.node(base + 2), .node(base + 2)])
    }
  }

  @Test("elements of a packed array have no node of their own")
  func elementsOfPackedListsHaveNoNodes() throws {
    var tape = Tape()
    try [Int64(10), 20, 30].withUnsafeBytes { bytes in
      try tape.append(packing: ByteView(bytes), of: .int64)
    }
    withView(of: tape) { view in
      #expect(("[2]" as WirePath).firstMatch(in: view) == .element(of: 0, at: 2))
      #expect(("[2]" as WirePath).resolve(in: view) == nil)
      #expect(("[3]" as WirePath).firstMatch(in: view) == nil)
      #expect(("[2].a" as WirePath).firstMatch(in: view) == nil)
      #expect(WirePath(steps: [.index(-1)]).firstMatch(in: view) == nil)
      #expect(("[*]" as WirePath).matches(in: view).count == 3)
      #expect(WirePath.root.resolve(in: view) == 0)
    }
  }

  @Test("a path finds no value on an empty tape")
  func anEmptyTapeHasNoValues() {
    let tape = Tape()
    withView(of: tape) { view in
      #expect(WirePath.root.resolve(in: view) == nil)
      #expect(WirePath.path(to: 0, in: view) == .root)
    }
  }

  // MARK: From a node to its path

  /// Every value's path leads back to the value.
  @Test("the path of each value leads back to the value", arguments: PathCases.resolving)
  func pathOfEveryValueLeadsBack(_ path: MatchCase) throws {
    try withTape(of: path.document) { view in
      var values: [Int] = []
      collect(view, 0, into: &values)
      for index in values {
        let found = WirePath.path(to: index, in: view).resolve(in: view)
        // Behind a duplicate key, the path leads to the first of the values.
        if path.document != #"{"a":1,"a":2}"# { #expect(found == index) }
      }
    }
  }

  @Test("a key has the path of its value")
  func aKeyHasThePathOfItsValue() throws {
    try withTape(of: #"{"a":[1,{"b":2}],"c":3}"#) { view in
      let value = try #require(("a[1].b" as WirePath).resolve(in: view))
      #expect(WirePath.path(to: value - 1, in: view) == "a[1].b")
      #expect(WirePath.path(to: 0, in: view) == .root)
      #expect(WirePath.path(to: -1, in: view) == .root)
    }
  }

  @Test(
    "an incomplete tape has the path of its end",
    arguments: [
      (#"{"a":[1,{"b":x"#, "a[1].b"),
      (#"{"a":[1,{"b":2,x"#, "a[1]"),
      (#"{"a":[1,x"#, "a[1]"),
      (#"{"a":[x"#, "a[0]"),
      (#"{"a":1,"b":[[],[2,[x"#, "b[1][1][0]"),
      (#"{"a":1,x"#, ""),
      ("[x", "[0]"),
      ("x", ""),
    ])
  func anUnfinishedTapeKnowsWhereItIs(_ text: String, _ path: String) throws {
    var tape = Tape()
    Array(text.utf8).withByteView { bytes in
      var reader = JSONReader(bytes)
      #expect(throws: WireFailure.self) { try reader.readDocument(into: &tape) }
    }
    withView(of: tape, input: Array(text.utf8)) { view in
      #expect(WirePath.path(to: view.count, in: view).description == path)
    }
  }
}

// MARK: - Helpers

private func withTape<R>(of text: String, _ body: (TapeView) throws -> R) throws -> R {
  var tape = Tape()
  return try Array(text.utf8).withByteView { bytes in
    var reader = JSONReader(bytes)
    try reader.readDocument(into: &tape)
    return try body(TapeView(tape, input: bytes))
  }
}

private func withView(
  of tape: borrowing Tape, input: [UInt8] = [0], _ body: (TapeView) throws -> Void
) rethrows {
  try input.withByteView { bytes in
    try body(TapeView(tape, input: bytes))
  }
}

private func json(_ view: TapeView, _ index: Int) throws -> String {
  var output = ByteWriter()
  try JSONWireWriter.write(view, root: index, to: &output)
  return String(decoding: output.bytes, as: UTF8.self)
}

/// Indexes of all values, keys left out.
private func collect(_ view: TapeView, _ index: Int, into values: inout [Int]) {
  values.append(index)
  let node = view[index]
  guard node.kind == .map || node.kind == .list else { return }
  var position = index + 1
  while position < node.payload {
    if node.kind == .map { position = view.next(position) }
    collect(view, position, into: &values)
    position = view.next(position)
  }
}
