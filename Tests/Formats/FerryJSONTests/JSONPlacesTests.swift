import FerryBase
import FerryJSONEngine
import FerryTestSupport
import Testing

@Suite("Offsets of JSON nodes")
struct JSONPlacesTests {
  /// Text with blanks at random, and the offset of every key and value in the order of the tape.
  private struct Layout {
    var text: [UInt8] = []
    var offsets: [Int] = []
    var random: SeededGenerator

    mutating func blanks() {
      let count = random.oneIn(8) ? random.int(0..<70) : random.int(0..<3)
      text += (0..<count).map { _ in [0x20, 0x0A, 0x0D, 0x09][random.int(0..<4)] }
    }

    mutating func add(_ value: AnyValue) throws {
      blanks()
      offsets.append(text.count)
      switch value {
      case .array(let elements):
        text.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
          if index > 0 { text.append(UInt8(ascii: ",")) }
          try add(element)
        }
        blanks()
        text.append(UInt8(ascii: "]"))
      case .object(let members):
        text.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
          if index > 0 { text.append(UInt8(ascii: ",")) }
          try add(.string(member.key))
          text.append(UInt8(ascii: ":"))
          try add(member.value)
        }
        blanks()
        text.append(UInt8(ascii: "}"))
      default: text += Array(try TapeJSON.text(value).utf8)
      }
      blanks()
    }
  }

  @Test("every node of a random document is found where it was written")
  func randomDocuments() throws {
    var random = SeededGenerator(for: "JSONPlaces")
    for _ in 0..<(isDebugBuild ? 40 : 1000) {
      var layout = Layout(random: random)
      try layout.add(random.anyValue(depth: 4))
      random = layout.random
      let wrong = layout.text.withByteView { input in
        layout.offsets.indices.filter { node in
          JSONReadingOptions().offset(ofNode: node, in: input) != layout.offsets[node]
        }
      }
      #expect(wrong.isEmpty, "\(String(decoding: layout.text, as: UTF8.self))")
      let all = layout.text.withByteView { JSONReadingOptions().offsets(in: $0) }
      #expect(all == layout.offsets, "\(String(decoding: layout.text, as: UTF8.self))")
    }
  }

  @Test(
    "one pass finds the nodes that reading again finds",
    arguments: [
      "[1,/*a*/1/**/,//x\n2/***/]//", "{a/*:*/:1,'b\\'\"':\"/*'\",$c:/**/Infinity,}",
      "\u{FEFF}\u{A0}[1\u{A0},é\u{3000}]".replacing("é", with: "+.5"),
      "{é中\u{2028}:\u{3000}null\u{A0}}", "'a\\\nb'", "0x1F//", "-NaN\u{A0}",
      #"{\u0061b:1,"a":[{},[],'',]}"#, "[[],{a:{b:[-0xff]}}]\n//[",
    ])
  func everyNode(text: String) throws {
    try expectSameOffsets(Array(text.utf8), .json5)
  }

  @Test("one pass finds the nodes of json5-tests")
  func everyNodeOfCorpus() throws {
    for file in try Corpora.files(in: "conformance/json5-tests", isDeep: true)
    where TapeJSON.failure(file.bytes, options: .json5) == nil {
      try expectSameOffsets(file.bytes, .json5)
    }
  }

  @Test("one pass finds the members of an object without braces")
  func withoutBraces() throws {
    var options = JSONReadingOptions.json5
    options.assumesTopLevelDictionary = true
    for text in ["a: 1, b: [2]", " /*c*/ 'a': {}", "{a: 1}", ""] {
      try expectSameOffsets(Array(text.utf8), options)
    }
  }

  private func expectSameOffsets(_ text: [UInt8], _ options: JSONReadingOptions) throws {
    try text.withByteView { input in
      var reader = JSONReader(input, options: options)
      var tape = Tape()
      try reader.readDocument(into: &tape)
      let view = TapeView(tape, input: input)
      let found = options.offsets(in: input)
      #expect(found.count == tape.count, "\(String(decoding: text, as: UTF8.self))")
      var node = 0
      while node < tape.count {
        let expected = options.offset(ofNode: node, in: input)
        #expect(found[node] == expected, "\(node) of \(String(decoding: text, as: UTF8.self))")
        let isContainer = view[node].kind == .list || view[node].kind == .map
        node = isContainer ? node + 1 : view.next(node)
      }
    }
  }

  @Test("a missing node has no offset")
  func noNode() {
    let text = Array("[1,2]".utf8)
    text.withByteView { input in
      #expect(JSONReadingOptions().offset(ofNode: 3, in: input) == nil)
      #expect(JSONReadingOptions().offset(ofNode: 0, in: input) == 0)
    }
    #expect(
      JSONReadingOptions().offset(ofNode: 0, in: ByteView()) == nil)
  }

  @Test("nodes are found with JSON5, and beyond a string with escapes")
  func options() {
    let text = Array(#"/* [ */ { a: 'x\x41', "b\u0062": [.5, 0x10, Infinity, 9], }"#.utf8)
    // Infinity takes two words.
    let expected = [
      (0, "{"), (1, "a:"), (2, "'x"), (3, "\"b"), (4, "["), (5, ".5"), (6, "0x"), (7, "In"),
      (9, "9]"),
    ]
    text.withByteView { input in
      for (node, start) in expected {
        let offset = JSONReadingOptions.json5.offset(ofNode: node, in: input)
        #expect(offset.map { text[$0...].starts(with: start.utf8) } == true, "\(node)")
      }
    }
  }
}
