import FerryBytes
import FerryJSON
import FerryTape
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
          JSONReader.offset(ofNode: node, in: input, options: .init()) != layout.offsets[node]
        }
      }
      #expect(wrong.isEmpty, "\(String(decoding: layout.text, as: UTF8.self))")
    }
  }

  @Test("a missing node has no offset")
  func noNode() {
    let text = Array("[1,2]".utf8)
    text.withByteView { input in
      #expect(JSONReader.offset(ofNode: 3, in: input, options: .init()) == nil)
      #expect(JSONReader.offset(ofNode: 0, in: input, options: .init()) == 0)
    }
    #expect(
      JSONReader.offset(ofNode: 0, in: ByteView(), options: .init()) == nil)
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
        let offset = JSONReader.offset(ofNode: node, in: input, options: .json5)
        #expect(offset.map { text[$0...].starts(with: start.utf8) } == true, "\(node)")
      }
    }
  }
}
