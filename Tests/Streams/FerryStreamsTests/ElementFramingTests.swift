import FerryCoders
import FerryJSON
import FerryBase
import FerryStreams
import FerryTestSupport
import Testing

/// Elements of an array are found with and without wide blocks, for any contents, and for any split
/// of the bytes.
@Suite struct ElementFramingTests {
  @Test(
    "the ranges of the elements match the generated text",
    arguments: [false, Processor.hasWideBlocks])
  func elementsAreWhereTheyWerePut(usesWideBlocks: Bool) {
    var random = SeededGenerator(for: "elementsAreWhereTheyWerePut")
    for _ in 0..<300 {
      let (text, expected) = list(&random)
      #expect(ranges(text, cuts: [], usesWideBlocks) == expected)
      let cuts = (0..<4).map { _ in random.int(0..<text.count) }
      #expect(ranges(text, cuts: cuts.sorted(), usesWideBlocks) == expected, "\(cuts)")
    }
  }

  @Test("a byte order mark may be cut", arguments: 0...3)
  func mark(cut: Int) {
    let text = Array("\u{FEFF}[1,2]".utf8)
    #expect(ranges(text, cuts: [cut], false) == [4..<5, 6..<7])
  }

  @Test("a long key on the way to a path is not buffered")
  func longKey() throws {
    let text = #"{"\#(String(repeating: "k", count: 1 << 20))":1,"a":[1,2]}"#
    var feed = Feed(ElementFraming(WirePath(keys: "a")))
    let source = ChunkSource(bytes: Array(text.utf8))
    var count = 0
    while let batch = try feed.next(from: source) {
      #expect(batch.records.failure == nil)
      count += batch.records.recordCount
      feed.recycle(batch.buffer)
    }
    #expect(count == 2)
    #expect(feed.mostBuffered <= 2 * Batch.windowSize)
  }

  @Test(
    "an error on the way to a path has its kind and location",
    arguments: [
      (#"{"b":1],"a":[]}"#, FailureKind.mismatchedBracket, 6),
      (#"{"b":1,}"#, .trailingComma, 7), (#"{"b":1 "a":[]}"#, .missingComma, 7),
      (#"{"b" 1}"#, .missingColon, 5), (#"{b:1}"#, .missingKey, 1),
      (#"{"b":[1"#, .unexpectedEnd, 7),
    ])
  func errorOnTheWay(text: String, kind: FailureKind, offset: Int) {
    var framing = ElementFraming(WirePath(keys: "a"))
    var found = RecordRanges()
    _ = Array(text.utf8).withByteView {
      framing.advance(over: $0, isLast: true, to: &found)
    }
    #expect(found.failure?.kind == kind)
    #expect(found.failure?.offset == offset)
  }

  /// The places of elements that come in pieces.
  private func ranges(_ text: [UInt8], cuts: [Int], _ usesWideBlocks: Bool) -> [Range<Int>] {
    var framing = ElementFraming(.root, usesWideBlocks: usesWideBlocks)
    var places: [Range<Int>] = []
    var start = 0
    for (index, end) in (cuts + [text.count]).enumerated() {
      var found = RecordRanges()
      let count = Array(text[start..<end]).withByteView {
        framing.advance(over: $0, isLast: index == cuts.count, to: &found)
      }
      #expect(found.failure == nil)
      places += found.ranges.map { start + $0.lowerBound..<start + $0.upperBound }
      framing.drop(count)
      start += count
    }
    return places
  }

  /// A list of anything, and where its elements are.
  private func list(_ random: inout SeededGenerator) -> (text: [UInt8], elements: [Range<Int>]) {
    // A backslash is rare, frequent, or not there: without any, blocks take the short way.
    let usesBackslashes = random.oneIn(2)
    var text = Array("[".utf8)
    var elements: [Range<Int>] = []
    for index in 0..<random.int(0..<60) {
      if index > 0 {
        text += blanks(&random)
        text.append(UInt8(ascii: ","))
      }
      text += blanks(&random)
      let start = text.count
      text += value(&random, random.oneIn(8) ? 0 : 1, usesBackslashes)
      elements.append(start..<text.count)
    }
    return (text + blanks(&random) + Array("]".utf8), elements)
  }

  private func blanks(_ random: inout SeededGenerator) -> [UInt8] {
    guard random.oneIn(4) else { return [] }
    return (0..<random.int(0..<(random.oneIn(20) ? 200 : 4))).map { _ in
      random.oneIn(2) ? 0x20 : 0x0A
    }
  }

  /// A scalar, or a list or map of `depth` levels or more.
  private func value(
    _ random: inout SeededGenerator, _ depth: Int, _ usesBackslashes: Bool
  ) -> [UInt8] {
    if depth == 0 {
      return random.oneIn(2) ? Array("-12.5e3".utf8) : string(&random, usesBackslashes)
    }
    let isMap = random.oneIn(2)
    var members: [[UInt8]] = []
    for _ in 0..<random.int(0..<4) {
      let inner = value(&random, random.oneIn(3) ? random.int(0..<3) : 0, usesBackslashes)
      members.append((isMap ? string(&random, usesBackslashes) + [0x3A] : []) + inner)
    }
    let contents = Array(members.joined(separator: [0x2C]))
    return isMap ? [0x7B] + contents + [0x7D] : [0x5B] + contents + [0x5D]
  }

  private func string(_ random: inout SeededGenerator, _ usesBackslashes: Bool) -> [UInt8] {
    let pieces =
      ["a", "[", "]", "{", "}", ",", ":", " "] + (usesBackslashes ? [#"\""#, #"\\"#] : [])
    let text = (0..<random.int(0..<(random.oneIn(10) ? 200 : 12))).map { _ in
      pieces[random.int(0..<pieces.count)]
    }
    return Array("\"\(text.joined())\"".utf8)
  }
}
