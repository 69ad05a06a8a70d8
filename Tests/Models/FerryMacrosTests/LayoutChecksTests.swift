import Ferry
import FerryMacros
import FerryTestSupport
import Testing

/// A value whose bits are all used, so an optional has a byte behind it.
@DirectCodable(codable: false)
private struct Point: Equatable {
  let x: Int
  let y: Int
}

@DirectCodable(codable: false)
private struct Figure: Equatable {
  let flag: Bool?
  let number: Int?
  let name: String?
  let center: Point?
  let points: [Point]
}

/// A keyed container of the standard library, as a model gets it.
private struct ContainerProbe: Decodable {
  private enum CodingKeys: CodingKey {}

  let isReference: Bool

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    isReference = StandardContainers.areReferences(container, with: Self.self)
  }
}

// The build kinds differ only here: the tests of values pass with each of them.
@Suite("Checks of memory layouts")
struct LayoutChecksTests {
  @Test("short strings have the expected bits, unless checks fail")
  func shortStrings() {
    #expect(ShortString(low: 0x63_6261, count: 3).text == (failsLayoutChecks ? nil : "abc"))
  }

  @Test("the nil of an optional is found by its bits, unless checks fail", arguments: 0..<4)
  func nils(slot: Int) {
    let test = Figure._table[slot].pointee.nothing.test
    #expect((test == .other) == isPortableBuild)
  }

  @Test("arrays have the expected memory, unless checks fail")
  func arrays() {
    #expect([Point]._readingForm.kind == (isPortableBuild ? .other : .array))
    #expect([[Point]]._writingForm.kind == (isPortableBuild ? .other : .array))
  }

  @Test("the runtime lists stored properties as expected, unless checks fail")
  func storedProperties() {
    #expect(StoredFields.areKnown == !isPortableBuild)
    #expect(StoredFields.all(of: Point.self).map(\.name) == (isPortableBuild ? [] : ["x", "y"]))
  }

  @Test("a keyed container is one reference, unless checks fail")
  func containers() throws {
    #expect(try JSON.decode(ContainerProbe.self, from: "{}").isReference == !failsLayoutChecks)
  }

  @Test("a value without an object is no reference")
  func otherContainers() {
    #expect(!StandardContainers.areReferences(7, with: Int.self))
    #expect(!StandardContainers.areReferences((7, 8), with: Point.self))
  }

  @Test("a value is the same whether checks pass or fail")
  func values() throws {
    let figure = Figure(
      flag: nil, number: nil, name: nil, center: Point(x: 0, y: 0), points: [Point(x: 1, y: -1)])
    let text = #"{"center":{"x":0,"y":0},"points":[{"x":1,"y":-1}]}"#
    #expect(try JSON.decode(Figure.self, from: text) == figure)
    #expect(try JSON.string(figure) == text)
  }
}
