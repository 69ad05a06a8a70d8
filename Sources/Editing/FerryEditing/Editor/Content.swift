internal import FerryBase

/// New content: a value, or text of the document.
enum Content {
  case value(AnyValue)
  /// The text of a value without the indentation of its lines.
  case text(Fragment)

  /// The value, if it is known.
  var value: AnyValue {
    switch self {
    case .value(let value): value
    case .text(let fragment): fragment.value ?? .null
    }
  }

  /// Whether the last lines may be those of a block scalar of YAML, to which indented comments below would
  /// belong.
  var mayEndWithBlockScalar: Bool {
    switch self {
    case .text(let fragment): fragment.endsWithBlockScalar
    case .value(let value): Self.hasLines(value)
    }
  }

  private static func hasLines(_ value: AnyValue) -> Bool {
    switch value {
    case .string(let text): text.utf8.contains(Byte.newline)
    case .tagged(_, let value): hasLines(value)
    default: (value.array?.last ?? value.object?.last?.value).map(hasLines) ?? false
    }
  }
}

/// The text of a value that moves.
struct Fragment {
  var kind: Item.Kind
  /// Whether the value has indentation instead of brackets.
  var isBlock = false
  /// Whether the value was between brackets.
  var wasInBrackets = false
  /// The anchor and the tag of a block.
  var properties: [UInt8] = []
  /// The lines, without the indentation of the line or block that the value was in.
  var lines: [[UInt8]]
  /// Whether there are comments in the text.
  var hasComments = false
  /// Whether an anchor is in the text.
  var hasAnchor = false
  /// Whether its last lines are those of a block scalar.
  var endsWithBlockScalar = false
  /// The value of the text, for a place where the text has no form.
  var value: AnyValue?

  /// The lines as one text.
  func text(indent: [UInt8], _ lineBreak: [UInt8]) -> [UInt8] {
    Array(
      lines.enumerated().map { $0 == 0 || $1.isEmpty ? $1 : indent + $1 }.joined(
        separator: lineBreak))
  }

  /// Returns the lines of a range, without `indent` as far as they begin with it.
  static func lines(
    _ range: Range<Int>, without indent: [UInt8], in text: SourceText
  ) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = range.lowerBound
    while start <= range.upperBound {
      let end = min(text.lineEnd(start), range.upperBound)
      let line = text[start..<end]
      let common = lines.isEmpty ? 0 : zip(line, indent).prefix { $0 == $1 }.count
      lines.append(Array(line.dropFirst(common)))
      if end == range.upperBound { break }
      start = text.nextLine(end)
    }
    return lines
  }
}
