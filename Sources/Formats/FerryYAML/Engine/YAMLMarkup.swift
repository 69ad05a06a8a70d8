package import FerryBase

/// The markup of a stream that is not part of the values of its documents, up to the first error.
package enum YAMLMarkup {
  /// Returns the offset of the first comment in `bytes`; `nil` without one.
  ///
  /// A `#` starts a comment at the start of a line or after white space, unless it is inside a
  /// scalar. The text between two scalars is markup, and so are the properties before a scalar and
  /// the header of a block scalar.
  package static func firstComment(in bytes: ByteView) -> Int? {
    let input = YAMLInput(bytes)
    var events = YAMLEvents(input)
    var known = TextCursor(input)
    while let kind = events.next() {
      if kind == .streamEnd { return comment(in: known.offset..<bytes.count, of: input) }
      guard kind == .scalar else { continue }
      let characters = events.characters
      let from = known.offset
      let start = known.move(to: characters.lowerBound, in: input)
      let end = known.move(to: characters.upperBound, in: input)
      let text = input.text(of: start..<end, events.style)
      if let comment = comment(in: from..<text, of: input) { return comment }
    }
    return nil
  }

  /// Returns the first tag or directive in `bytes` that a writer of the values does not write, with
  /// its offset; `nil` without one.
  ///
  /// A tag of YAML's schemas is not lost if its value has the same type without it. A key is text, so
  /// it loses every other type. `%YAML 1.1` is not lost if the values are read as those of YAML 1.1.
  package static func firstLostMarkup(
    in bytes: ByteView, readsYAML11: Bool = false
  ) -> (name: String, offset: Int)? {
    let input = YAMLInput(bytes)
    var events = YAMLEvents(input)
    var known = TextCursor(input)
    // For each open container, whether it is an object whose next child is a key; `nil` for an array.
    var open: [Bool?] = []
    while let kind = events.next(), kind != .streamEnd {
      var name: String?
      switch kind {
      case .documentStart where events.isVersion11 && !readsYAML11: name = "%YAML 1.1"
      case .scalar where open.last == true:
        name = events.typeTag.flatMap { ["str", "merge"].contains($0) ? nil : "!!\($0)" }
      case .scalar, .map, .list: name = events.lostTypeTag.map { "!!\($0)" }
      default: break
      }
      if let name { return (name, known.move(to: events.characters.lowerBound, in: input)) }
      switch kind {
      case .map, .list:
        open.append(kind == .map ? true : nil)
        continue
      case .end: open.removeLast()
      case .scalar, .alias: break
      default: continue
      }
      if let last = open.indices.last { open[last]?.toggle() }
    }
    return nil
  }

  private static func comment(in markup: Range<Int>, of input: YAMLInput) -> Int? {
    let bytes = input.bytes
    return markup.first { index in
      guard bytes[index] == UInt8(ascii: "#") else { return false }
      return index == input.start || bytes[index - 1] <= 0x20
    }
  }
}

extension YAMLEvents {
  /// The name of the type if the tag is one of YAML's schemas and the value has another type without
  /// it. `!!str` and `!!binary` are written again.
  fileprivate var lostTypeTag: Substring? {
    guard let name = typeTag else { return nil }
    switch name {
    case "str", "binary", "map", "seq", "null", "bool", "int", "merge": return nil
    case "timestamp": return style == .plain ? nil : name
    case "float":
      let meaning = PlainScalar.resolve(text)
      return meaning.isNumber && !meaning.isInteger(text) ? nil : name
    default: return name
    }
  }
}

/// A check for comments without white space before them (YAML 1.2, section 6.6): `"x"#no`,
/// `[a]#no`, `[a,#no`, `|#no`. libyaml accepts them.
///
/// Such a `#` is rare. It is nearly always inside a scalar, and only the events show whether it is:
///
/// ```
/// key: "a,#b"  # c   ["d"]#no        the text between two scalars is markup,
///      ^^^^^^         ^^^  !         where a # starts a comment up to the end of its line
/// ```
struct GluedComments {
  static let words = "did not find white space before a comment"

  private let input: YAMLInput
  /// A position before all events that are still to come.
  private var known: TextCursor
  /// The character after the last scalar.
  private var lastEnd = 0
  /// The first `#` after `known` that is a glued comment if it is outside of a scalar, as a
  /// character.
  private var candidate = 0

  /// - Returns: nil for a stream without such a `#`.
  init?(_ input: YAMLInput) {
    guard input.hasGluedHash else { return nil }
    self.input = input
    known = TextCursor(input)
    findCandidate()
  }

  /// Returns whether the `#` at `index` follows a character that may end a token other than plain
  /// text.
  static func isCandidate(_ bytes: ByteView, _ index: Int) -> Bool {
    guard index > 0 else { return false }
    switch bytes[index - 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: "|"),
      UInt8(ascii: ">"), UInt8(ascii: "+"), UInt8(ascii: "-"):
      return true
    default:
      return false
    }
  }

  // MARK: Events

  /// Processes the next scalar, given by the characters of its event.
  /// - Throws: `yamlSyntax` at a glued comment before the scalar or in its header.
  @inline(__always)
  mutating func pass(_ characters: Range<Int>, style: YAMLScalarStyle) throws(WireFailure) {
    if characters.upperBound > candidate { try check(characters, style: style) }
    lastEnd = characters.upperBound
  }

  /// Processes the start or end of a document.
  /// - Throws: `yamlSyntax` at a glued comment before it.
  mutating func passMark(_ characters: Range<Int>) throws(WireFailure) {
    if characters.lowerBound > candidate {
      try check(characters.lowerBound..<characters.lowerBound, style: .plain)
    }
    lastEnd = max(lastEnd, characters.lowerBound)
  }

  /// Skips all text up to the end of an event without checks.
  mutating func skip(_ characters: Range<Int>) {
    known.move(to: characters.upperBound, in: input)
    lastEnd = characters.upperBound
    findCandidate()
  }

  // MARK: Looking

  /// Checks the markup between the last scalar and the next one, then finds the next `#`.
  @inline(never)
  private mutating func check(_ characters: Range<Int>, style: YAMLScalarStyle) throws(WireFailure)
  {
    let from = known.move(to: lastEnd, in: input)
    let start = known.move(to: characters.lowerBound, in: input)
    let end = known.move(to: characters.upperBound, in: input)
    // Properties and the header of a block scalar are markup.
    try checkMarkup(from..<input.text(of: start..<end, style))
    findCandidate()
  }

  private func checkMarkup(_ range: Range<Int>) throws(WireFailure) {
    let bytes = input.bytes
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "#") {
        if Self.isCandidate(bytes, index) { throw WireFailure(.yamlSyntax, offset: index) }
        index = input.endOfLine(index, before: range.upperBound)
      } else {
        index += 1
      }
    }
  }

  private mutating func findCandidate() {
    var start = known.offset
    while let hash = input.bytes.firstIndex(of: UInt8(ascii: "#"), from: start) {
      if Self.isCandidate(input.bytes, hash) {
        let distance = CharacterScan.characters(input.bytes, known.offset..<hash)
        candidate = known.character + distance
        return
      }
      start = hash + 1
    }
    candidate = .max
  }
}
