import FerryBase
import FerryYAML
import Foundation
import Testing

/// A small generator with a seed, so that a failure can be replayed.
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// A new seed, or that of `FERRY_SEED`.
  static var seed: UInt64 {
    ProcessInfo.processInfo.environment["FERRY_SEED"].flatMap { UInt64($0) }
      ?? .random(in: 1...(1 << 40))
  }
}

/// Builds random tapes.
struct RandomTape {
  var random: Seeded

  static let pieces: [String] = [
    "", " ", "\n", "\n\n", "  ", "\t", "\r", "a", "b", "word", "- ", ": ", " #", "#", "'", "\"",
    "\\",
    "[", "]", "{", "}", ",", "?", "? ", "!", "&", "*", "%", "@", "`", "|", ">", "|\n", "---", "...",
    "yes", "n", "null", "~", "true", "0", "12", "0x1F", "1e5", ".5", "1:30", "2001-12-14", "<<",
    "=",
    "é", "日本", "😀", "\u{0}", "\u{7F}", "\u{85}", "\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}",
    "\u{FFFD}", "\u{FFFE}", "\\ud83d\\ude00", "\\u0041", "long text with spaces ",
  ]
  static let plain = [
    "", "~", "null", "true", "FALSE", "0", "-1", "017", "0x1F", "1.50", "1e5", ".inf", "-.inf",
    "+1",
    "word", "two words", "2001-12-14", "yes", "<<", "1:30", "a:b",
  ]

  mutating func text() -> String {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in
      Self.pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  mutating func value(
    on tape: inout Tape, _ open: inout OpenContainer, depth: Int
  ) throws(WireFailure) {
    switch Int.random(in: 0...(depth > 0 ? 17 : 11), using: &random) {
    case 0: try tape.append(Node([.null, .true, .false].randomElement(using: &random) ?? .null))
    case 1:
      try tape.append(
        Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...63, using: &random))
    case 2: try tape.append(UInt64.random(in: 0 ... .max, using: &random))
    case 3:
      // Between 2^53 and 2^64 the shortest digits may be those of another whole number.
      let value = Double(bitPattern: random.next())
      try tape.append((0x1p53...0x1p64).contains(value.magnitude) ? 0.5 : value)
    case 4: try tape.append(Node(float: Float(Int16(truncatingIfNeeded: random.next())) / 4))
    case 5: try tape.append(.plainText, copying: Self.plain.randomElement(using: &random) ?? "")
    case 6:
      try tape.append(
        .numberText,
        copying: ["1", "-1.50", "1e400", "12345678901234567890123"].randomElement(using: &random)
          ?? "")
    case 7:
      try tape.append(
        .arenaBytes,
        copying: (0..<Int.random(in: 0...9, using: &random)).map { _ in
          UInt8(truncatingIfNeeded: random.next())
        })
    case 8...11: try tape.append(text())
    default:
      let isMap = Bool.random(using: &random)
      try open.open(isMap ? .map : .list, on: &tape, limit: 99)
      var keys: Set<[UInt8]> = []
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        if isMap {
          let key = text()
          guard keys.insert(Array(key.utf8)).inserted else { continue }
          try tape.append(key)
        }
        open.count += 1
        try value(on: &tape, &open, depth: depth - 1)
      }
      open.close(on: &tape)
    }
  }
}

/// The meaning of a value, whatever it is stored as.
func meaning(_ view: TapeView, _ index: Int) -> String {
  let index = view.resolved(index)
  let node = view[index]
  switch node.kind {
  case .map, .list:
    var parts: [String] = []
    var position = index + 1
    while position < node.payload {
      var part = ""
      if node.kind == .map {
        part = "\(view.string(view[position]).debugDescription): "
        position = view.next(position)
      }
      parts.append(part + meaning(view, position))
      position = view.next(position)
    }
    return (node.kind == .map ? "{" : "[") + parts.joined(separator: ", ") + "]"
  case .arenaBytes, .bytes: return "<\(Array(view.stored(node)))>"
  case .text, .arenaText: return Array(view.string(node).utf8).description
  default: break
  }
  if view.isNull(at: index) { return "null" }
  if let value = view.bool(at: index) { return "\(value)" }
  if let value = view.integer(at: index, as: Int64.self) { return "int \(value)" }
  if let value = view.integer(at: index, as: UInt64.self) { return "int \(value)" }
  if let value = view.double(at: index) { return value.isNaN ? "nan" : "double \(value)" }
  return Array(view.stored(node)).description
}

@Suite struct YAMLRoundTripTests {
  static let options: [YAMLWriter.Options] = [
    .init(), .init(flowStyle: true), .init(indent: 4, width: 20), .init(width: 20, flowStyle: true),
    .init(indent: 9, explicitDocumentStart: true), .init(sortedKeys: true),
  ]

  @Test("a value that is written and read again is the same")
  func law() throws {
    let seed = Seeded.seed
    print("YAMLRoundTripTests: FERRY_SEED=\(seed)")
    var generator = RandomTape(random: Seeded(state: seed))
    for round in 0..<3000 {
      var tape = Tape()
      var open = OpenContainer()
      try generator.value(on: &tape, &open, depth: 4)
      let options = Self.options[round % Self.options.count]
      let original = view(of: tape)
      var sorted = Tape()
      if options.sortedKeys { try original.copySorted(0, to: &sorted, depthLimit: 99) }
      let expected =
        options.sortedKeys
        ? meaning(
          TapeView(
            words: TapeView(sorted, input: original.input).words, count: sorted.count,
            input: original.input, arena: original.arena), 0)
        : meaning(original, 0)
      let text = try written([original, original], options: options)
      let back = reread(text)
      #expect(back == [expected, expected], "round \(round) of seed \(seed): \(text)")
      if back != [expected, expected] { return }
    }
  }

  @Test("floats come back exactly")
  func floats() throws {
    var random = Seeded(state: 7)
    for _ in 0..<2000 {
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      guard value.isFinite else { continue }
      let text = try written { tape throws(WireFailure) in try tape.append(Node(float: value)) }
      try withDocument(text) { #expect($0.float(at: 0) == value) }
    }
  }

  private func reread(_ text: String) -> [String] {
    Array(text.utf8).withByteView { input in
      var reader = YAMLReader(input)
      var tape = Tape()
      var documents: [String] = []
      do throws(WireFailure) {
        while try reader.readDocument(into: &tape) {
          documents.append(meaning(view(of: tape), 0))
          tape.clear()
        }
      } catch {
        Issue.record("\(error.kind) at \(error.offset), \(reader.words ?? ""): \(text)")
      }
      return documents
    }
  }
}
