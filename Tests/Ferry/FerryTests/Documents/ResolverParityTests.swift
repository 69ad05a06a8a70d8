import Ferry
import FerryBase
import FerryJSONEngine
import FerryTestSupport
import Foundation
import Testing

/// One resolver: what a path means on a tape, it means in the bytes.
@Suite struct ResolverParityTests {
  @Test("a random path has the same matches in bytes and on the tape")
  func randomPathsInRandomDocuments() throws {
    var random = SeededGenerator(for: "randomPathsInRandomDocuments")
    for _ in 0..<(isDebugBuild ? 400 : 4000) {
      let text = RandomJSON.value(depth: 5, using: &random)
      for _ in 0..<8 { try check(path(using: &random), in: text) }
    }
  }

  @Test(
    "each shared case has the same matches in bytes and on the tape", arguments: PathCases.resolving
  )
  func sharedCases(_ path: MatchCase) throws {
    try check(path.parsed(), in: path.document)
  }

  @Test("the values at a path of a cut document are an error, or those of the whole document")
  func truncatedDocuments() throws {
    var random = SeededGenerator(for: "truncatedDocuments")
    for _ in 0..<(isDebugBuild ? 40 : 400) {
      let text = Array(RandomJSON.value(depth: 4, using: &random).utf8)
      let path = path(using: &random)
      // A number at the root is another number when it is cut.
      guard text.first.map({ "{[\"".utf8.contains($0) }) == true else { continue }
      let whole = try JSON.decode(AnyValue.self, from: text).values(at: path)
      for length in 0..<text.count {
        let found = try? JSON.document(text[..<length]).values(at: path).map {
          try $0.decode(AnyValue.self)
        }
        #expect(found == nil || found == whole, "'\(path)' in \(text.prefix(length))")
      }
    }
  }

  @Test(
    "a number at the end of a cut document is an error",
    arguments: [#"{"a":31"#, #"{"\u0061":3"#, #"{"b":[],"a":-1.5e3"#, #"{"a":-"#])
  func cutNumbers(_ text: String) throws {
    #expect(throws: DecodingError.self) {
      try JSON.document(text).value(at: "a")?.decode(Double.self)
    }
  }

  @Test("a number that is the whole document has its value", arguments: ["31", " 31", "\n31 "])
  func wholeNumbers(_ text: String) throws {
    #expect(try JSON.document(text).value(at: "")?.decode(Int.self) == 31)
    #expect(try JSON.document(text).decode(Int.self) == 31)
  }

  @Test(
    "a document of a million brackets is an error for every path",
    arguments: ["[", #"{"a":"#, "[{\"a\":"])
  func hostileDepth(_ opening: String) {
    let text = String(repeating: opening, count: (1 << 20) / opening.utf8.count)
    let document = JSON.document(text)
    #expect(throws: DecodingError.self) { try document.value(at: "[1]") ?? document.value(at: "b") }
    #expect(throws: DecodingError.self) { try document.values(at: "[*][*]") }
    #expect(throws: DecodingError.self) { try document.decode(AnyValue.self) }
    let deep = WirePath(steps: Array(repeating: .wildcard, count: 100_000))
    #expect(throws: DecodingError.self) { try document.values(at: deep) }
  }

  private func check(_ path: WirePath, in text: String) throws {
    let bytes = Array(text.utf8)
    try bytes.withByteView { input in
      var tape = Tape()
      var reader = JSONReader(input)
      try reader.readDocument(into: &tape)
      let view = TapeView(tape, input: input)

      let onTape = path.matches(in: view)
      var walked: [PathMatch] = []
      var ways: [[WirePath.Step]] = []
      var root = TapeCursor(view, at: 0)
      try path.visitWithWay(from: &root) { cursor, way, _ in
        walked.append(cursor.match)
        ways.append(way)
        return true
      }
      #expect(walked == onTape, "'\(path)' on the tape of \(text)")

      var scanned: [Int] = []
      var scannedWays: [[WirePath.Step]] = []
      var scanner = JSONScanner(input)
      try path.forEachMatch(in: &scanner) { offset, way, _ in
        scanned.append(offset)
        scannedWays.append(way)
        return true
      }
      #expect(scannedWays == ways, "the ways of '\(path)' in \(text)")
      let places = onTape.map { match -> Int? in
        guard case .node(let index) = match else { return nil }
        return JSONReadingOptions().offset(ofNode: index, in: input)
      }
      #expect(scanned == places, "'\(path)' in \(text)")

      var first: [Int] = []
      var again = JSONScanner(input)
      try path.forEachMatch(in: &again) { offset, _, _ in
        first.append(offset)
        return false
      }
      #expect(first == Array(scanned.prefix(1)), "'\(path)' first in \(text)")
    }
  }

  private func path(using random: inout SeededGenerator) -> WirePath {
    WirePath(
      steps: (0..<random.int(0..<5)).map { _ in
        switch random.int(0..<8) {
        case 0, 1, 2: .key(RandomJSON.keys[random.int(0..<RandomJSON.keys.count)])
        case 3, 4: .index(random.int(0..<4))
        case 5: .keyOrIndex(random.int(0..<3))
        default: .wildcard
        }
      })
  }
}
