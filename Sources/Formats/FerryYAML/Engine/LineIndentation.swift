internal import FerryBase

/// A check that libyaml lacks (YAML 1.2, section 6.3 and rule [74]). Lines of quoted text, and of
/// arrays and objects in brackets, must be indented further than the block around them.
///
/// ```
/// key: "first        key: [a,        key: [
///   second"            b]              a
///   ^ needs a space    ^             ]            allowed, because it is common
/// ```
struct LineIndentation {
  static let words = "a line that continues a value is not indented"

  /// The column of the innermost block collection, -1 outside of any.
  private(set) var column = -1
  /// The columns of the block collections around it.
  private var outer: ContiguousArray<Int> = []
  /// The number of open brackets.
  private var brackets = 0
  /// The position of the outermost open bracket.
  private var bracketStart = (character: 0, line: 0)
  /// A position before all events that are still to come.
  private var known: TextCursor

  init(_ input: YAMLInput) { known = TextCursor(input) }

  mutating func startDocument() {
    column = -1
    outer.removeAll(keepingCapacity: true)
    brackets = 0
  }

  /// Whether the indentation of lines matters at the position of the reader.
  @inline(__always)
  var isInsideBlock: Bool { column >= 0 && brackets == 0 }

  @inline(__always)
  mutating func open(_ events: borrowing YAMLEvents, isMap: Bool) {
    let isFlow = events.isFlow
    let start = events.start
    if brackets > 0 || isFlow {
      if brackets == 0 { bracketStart = (start.character, start.line) }
      brackets += 1
    } else {
      let parent = column
      outer.append(parent)
      column =
        events.isMarked ? Self.column(events, isMap: isMap, inside: parent) : start.column
    }
  }

  /// Returns the column of a block collection with an anchor or a tag. Its event starts at these and
  /// ends at the first key or `-`, or after a `-` that has the column of the key around the array.
  ///
  /// ```
  /// key: &anchor     key: !tag
  ///   a: 1           - 1
  ///   ^ end           ^ end
  /// ```
  @inline(never)
  private static func column(
    _ events: borrowing YAMLEvents, isMap: Bool, inside parent: Int
  ) -> Int {
    let end = events.end.column
    return !isMap && end == parent + 1 ? parent : end
  }

  /// Closes a collection.
  /// - Returns: the characters to check, from its bracket on; nil if no check is needed.
  @inline(__always)
  mutating func close(at end: YAMLEvents.Mark) -> Range<Int>? {
    guard brackets > 0 else {
      column = outer.popLast() ?? -1
      return nil
    }
    brackets -= 1
    guard brackets == 0, column >= 0, end.line > bracketStart.line else { return nil }
    return bracketStart.character..<max(bracketStart.character, end.character)
  }

  /// Checks all lines of quoted text or brackets except the first.
  /// - Throws: `yamlSyntax` at the line that is not indented.
  @inline(never)
  mutating func check(
    _ characters: Range<Int>, isQuoted: Bool, in input: YAMLInput
  ) throws(WireFailure) {
    guard input.encoding == .utf8 else { return }
    let range = locate(characters, in: input)
    let bytes = input.bytes
    var index = input.endOfLine(range.lowerBound, before: range.upperBound)
    while index < range.upperBound {
      index += 1
      let start = index
      while index < range.upperBound, bytes[index] == UInt8(ascii: " ") { index += 1 }
      let indentation = index - start
      let first = index
      while index < range.upperBound,
        bytes[index] == UInt8(ascii: "\t") || bytes[index] == UInt8(ascii: " ")
      {
        index += 1
      }
      guard index < range.upperBound else { break }
      switch bytes[index] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): continue
      case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "#"):
        if !isQuoted { break }
        fallthrough
      default:
        if indentation <= column { throw WireFailure(.yamlSyntax, offset: first) }
      }
      index = input.endOfLine(index, before: range.upperBound)
    }
  }

  /// Checks the blank lines at the start of a block scalar. They must not be longer than the
  /// indentation of the first line that is not blank (section 8.1.1.1).
  @inline(never)
  mutating func checkBlock(_ characters: Range<Int>, in input: YAMLInput) throws(WireFailure) {
    guard input.encoding == .utf8 else { return }
    let range = locate(characters, in: input)
    let bytes = input.bytes
    let header = input.content(range.lowerBound..<max(range.upperBound, range.lowerBound))
    var index = input.endOfLine(header.lowerBound, before: bytes.count)
    for position in header.lowerBound..<index {
      let byte = bytes[position]
      if byte == UInt8(ascii: "#") { break }
      // The header contains the indentation.
      if byte &- 0x30 < 10 { return }
    }
    var longest = 0
    while index < bytes.count {
      index += 1
      let start = index
      while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
      guard index < bytes.count else { return }
      if bytes[index] == UInt8(ascii: "\n") || bytes[index] == UInt8(ascii: "\r") {
        longest = max(longest, index - start)
      } else {
        let indentation = index - start
        if indentation > column, longest > indentation {
          throw WireFailure(.yamlSyntax, offset: index)
        }
        return
      }
    }
  }

  private mutating func locate(_ characters: Range<Int>, in input: YAMLInput) -> Range<Int> {
    let start = known.move(to: characters.lowerBound, in: input)
    return start..<input.offset(ofCharacter: characters.upperBound, from: known)
  }
}

extension YAMLReader {
  /// Checks the lines of quoted text, and the blank lines at the start of a block scalar.
  @inline(never)
  mutating func checkLines() throws(WireFailure) {
    do throws(WireFailure) {
      switch events.style {
      case .singleQuoted, .doubleQuoted:
        try lines.check(events.characters, isQuoted: true, in: input)
      case .literal, .folded:
        let text = events.text
        if text.isEmpty || text[0] == 0x0A {
          try lines.checkBlock(events.characters, in: input)
        }
      case .plain: break
      }
    } catch {
      throw refusal(LineIndentation.words, offset: error.offset)
    }
  }

  /// Checks the lines between two brackets.
  @inline(never)
  mutating func checkLines(_ characters: Range<Int>) throws(WireFailure) {
    do throws(WireFailure) {
      try lines.check(characters, isQuoted: false, in: input)
    } catch {
      throw refusal(LineIndentation.words, offset: error.offset)
    }
  }
}
