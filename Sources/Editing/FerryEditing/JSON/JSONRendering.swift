internal import FerryBase
internal import FerryJSON

/// New text of JSON and JSON5 in the style of its neighbours.
struct JSONRendering {
  /// Whether the text is JSON5.
  var isJSON5 = false
  /// The quotation mark.
  var quote = Byte.quote
  /// Whether keys that are names have no quotes.
  var hasPlainKeys = false

  /// The number of neighbours whose style matters.
  static let sampleCount = 32

  init(isJSON5: Bool, _ samples: [Item], in text: SourceText) {
    self.isJSON5 = isJSON5
    guard isJSON5 else { return }
    let samples = samples.prefix(Self.sampleCount)
    let keys = samples.compactMap(\.key)
    if let key = keys.first {
      hasPlainKeys = ![Byte.quote, Byte.apostrophe].contains(text[key.lowerBound])
    }
    let quotes = samples.flatMap { [$0.value.lowerBound] + ($0.key.map { [$0.lowerBound] } ?? []) }
      .map { text[$0] }.filter { $0 == Byte.quote || $0 == Byte.apostrophe }
    if let first = quotes.first { quote = first }
  }

  /// Returns the text of a key.
  func key(_ name: String) -> [UInt8] {
    let isName = name.utf8.enumerated().allSatisfy { index, byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: "$") || (index > 0 && (0x30...0x39).contains(byte))
    }
    return hasPlainKeys && isName && !name.isEmpty ? Array(name.utf8) : string(name)
  }

  /// Returns the text of a member or an element.
  func entry(_ key: String?, _ value: [UInt8], _ layout: BracketLayout) -> [UInt8] {
    (key.map { self.key($0) + layout.colon } ?? []) + value
  }

  /// Returns the text of a value in a container with this layout.
  func value(_ value: AnyValue, _ layout: BracketLayout) -> [UInt8] {
    switch value {
    case .array(let elements):
      let inner = layout.inner
      return brackets(
        Byte.openBracket, elements.map { self.value($0, inner) }, Byte.closeBracket, inner)
    case .object(let members):
      let inner = layout.inner
      let entries = members.map { entry($0.key, self.value($0.value, inner), inner) }
      return brackets(Byte.openBrace, entries, Byte.closeBrace, inner)
    default: return scalar(value)
    }
  }

  /// Returns the text of a value that is no array and no object.
  func scalar(_ value: AnyValue) -> [UInt8] {
    if case .string(let text) = value { return string(text) }
    return Array(value.description.utf8)
  }

  private func brackets(
    _ open: UInt8, _ entries: [[UInt8]], _ close: UInt8, _ layout: BracketLayout
  ) -> [UInt8] {
    if entries.isEmpty { return [open, close] }
    if layout.isMultiline {
      let separator = [Byte.comma] + layout.lineBreak + layout.indent
      return [open] + layout.lineBreak + layout.indent + Array(entries.joined(separator: separator))
        + layout.lineBreak + layout.closingIndent + [close]
    }
    let padding = open == Byte.openBrace ? layout.padding : []
    return [open] + padding + Array(entries.joined(separator: [Byte.comma] + layout.gap)) + padding
      + [close]
  }

  private func string(_ text: String) -> [UInt8] {
    let quoted = AnyValue.string(text).description
    guard quote == Byte.apostrophe, !text.utf8.contains(Byte.apostrophe) else {
      return Array(quoted.utf8)
    }
    let inside = quoted.dropFirst().dropLast().replacing("\\\"", with: "\"")
    return [quote] + Array(inside.utf8) + [quote]
  }
}
