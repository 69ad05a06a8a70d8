package import FerryBase

/// The values of a document of a stream with the ranges of their text, for an editor.
///
/// ```
/// port: &p 80         0  map      "port: &p 80"
///                     1  plain    "port"
///                     2  plain    "&p 80", marked
/// ```
///
/// The outline is that of libyaml. A ``YAMLReader`` checks the text.
package struct YAMLOutline: Sendable {
  /// The forms of values in the text.
  package enum Kind: UInt8, Sendable {
    case list, map, alias, plain, singleQuoted, doubleQuoted, literal, folded
  }

  /// A value or a key.
  package struct Node: Sendable {
    package let kind: Kind
    /// Whether an array or object has brackets, or is inside of brackets.
    package let isFlow: Bool
    /// Whether the value has an anchor or a tag.
    package let isMarked: Bool
    /// The offset of the first byte, which may belong to the anchor or the tag.
    package let start: Int
    /// The offset after the last byte. A block scalar includes the blank lines after it.
    package fileprivate(set) var end: Int
    /// The number of the node after this one and its contents.
    package fileprivate(set) var next: Int
  }

  /// The nodes in the order of the text. A key is followed by its value.
  package private(set) var nodes: [Node] = []
  /// The anchors of nodes, and the names of aliases.
  package private(set) var names: [Int: String] = [:]
  /// The number of documents in the stream.
  package private(set) var documentCount = 0

  /// Creates the outline of document `number`, counted from 0.
  /// - Throws: `yamlSyntax` or `depthLimit` without details if the text is not valid. Use
  ///   ``YAMLReader`` for these.
  package init(_ bytes: ByteView, document number: Int) throws(WireFailure) {
    let input = YAMLInput(bytes)
    if let failure = input.failure { throw failure }
    do throws(WireFailure) {
      try read(YAMLEvents(input), input, number)
    } catch {
      guard let copy = SurrogatePairs(input) else { throw error }
      self.nodes = []
      self.names = [:]
      documentCount = 0
      let input = YAMLInput(copy.bytes)
      try read(YAMLEvents(input), input, number)
      // The events refer to the memory of the copy.
      _ = consume copy
    }
  }

  private mutating func read(
    _ events: consuming YAMLEvents, _ input: YAMLInput, _ number: Int
  ) throws(WireFailure) {
    var cursor = TextCursor(input)
    var open: [Int] = []
    var end = 0
    while true {
      guard let kind = events.next() else { throw WireFailure(.yamlSyntax, offset: 0) }
      switch kind {
      case .streamEnd: return
      case .documentStart: documentCount += 1
      case _ where documentCount != number + 1: break
      case .scalar, .alias:
        var start = Self.offset(events.start, &cursor, input)
        let last = end
        end = Self.offset(events.end, &cursor, input)
        // The mark of a value without its colon is that of the next token, which may be lines below.
        if start == end, last < start, Self.isBlank(last..<start, input) {
          (start, end) = (last, last)
        }
        append(events, kind == .alias ? .alias : Kind(events.style), start, end)
      case .list, .map:
        if open.count >= OpenContainer.standardLimit { throw WireFailure(.depthLimit, offset: 0) }
        open.append(nodes.count)
        let start = Self.offset(events.start, &cursor, input)
        append(events, kind == .list ? .list : .map, start, start)
      case .end:
        guard let index = open.popLast() else { break }
        // The end of a block is that of its last value, and so is that of a pair without braces.
        if nodes[index].isFlow, events.start.character != events.end.character {
          end = Self.offset(events.end, &cursor, input)
        }
        nodes[index].end = max(nodes[index].end, end)
        nodes[index].next = nodes.count
      default: break
      }
    }
  }

  private mutating func append(
    _ events: borrowing YAMLEvents, _ kind: Kind, _ start: Int, _ end: Int
  ) {
    if let name = events.anchor { names[nodes.count] = name }
    let isContainer = kind == .list || kind == .map
    let isMarked =
      isContainer ? events.isMarked : kind != .alias && !events.isUnmarkedScalar
    nodes.append(
      Node(
        kind: kind, isFlow: isContainer && events.isFlow, isMarked: isMarked, start: start,
        end: end, next: nodes.count + 1))
  }

  /// Whether a range of the text has only white space and comments.
  private static func isBlank(_ range: Range<Int>, _ input: YAMLInput) -> Bool {
    guard input.encoding == .utf8 else { return false }
    var isComment = false
    return range.allSatisfy { offset in
      switch input.bytes[offset] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): isComment = false
      case UInt8(ascii: "#"): isComment = true
      case UInt8(ascii: " "), UInt8(ascii: "\t"): break
      default: return isComment
      }
      return true
    }
  }

  private static func offset(
    _ mark: YAMLEvents.Mark, _ cursor: inout TextCursor, _ input: YAMLInput
  ) -> Int {
    // The mark of an empty value can be before the one that was last read.
    mark.character < cursor.character
      ? input.offset(ofCharacter: mark.character) : cursor.move(to: mark.character, in: input)
  }
}

extension YAMLOutline.Kind {
  fileprivate init(_ style: YAMLScalarStyle) {
    self =
      switch style {
      case .plain: .plain
      case .singleQuoted: .singleQuoted
      case .doubleQuoted: .doubleQuoted
      case .literal: .literal
      case .folded: .folded
      }
  }
}
