internal import FerryBase

/// Comments above the members of a written document. libyaml does not write comments, so they go
/// between its lines.
///
/// ```
/// server:            server:
///   port: 80           # The port for HTTP.
///                      port: 80
/// ```
enum YAMLComments {
  /// Inserts comments into the document that `output` has from `start` on.
  /// - Throws: `notRepresentable` if the document has another value with the comments.
  static func insert(
    _ looks: any YAMLLooks, into output: inout ByteWriter, from start: Int,
    _ options: YAMLWriter.Options
  ) throws(WireFailure) {
    let text = Array(output.bytes[start...])
    let changed = try text.withByteView { text throws(WireFailure) in
      try inserted(looks, text, options.breaksWithCRLF ? "\r\n" : "\n")
    }
    guard let changed else { return }
    output.truncate(to: start)
    changed.withByteView { output.append($0) }
  }

  /// Returns the text with its comments; nil without any.
  private static func inserted(
    _ looks: any YAMLLooks, _ text: ByteView, _ lineBreak: String
  ) throws(WireFailure) -> [UInt8]? {
    var reader = YAMLReader(text, rules: rules)
    var tape = Tape()
    var offsets: [Int] = []
    guard try reader.readDocument(into: &tape, places: &offsets) else { return nil }
    let view = TapeView(tape)
    var header: String?
    var lines: [Int: String] = [:]
    for (value, comment) in looks.comments(of: view, 0) {
      // The comment of the root is above the document, and above that of its first key.
      if value == 0 {
        header = comment
        continue
      }
      guard let key = key(ofMember: value, view), let line = lineStart(offsets[key], text) else {
        continue
      }
      lines[line] = comment
    }
    guard !lines.isEmpty || header != nil else { return nil }
    var changed: [UInt8] = []
    if let header { append(header, indentedBy: [], to: &changed, lineBreak) }
    changed += insert(lines, into: text, lineBreak)
    let isSame = try changed.withByteView { changed throws(WireFailure) -> Bool in
      var reader = YAMLReader(changed, rules: rules)
      var tape = Tape()
      let isRead = try reader.readDocument(into: &tape)
      guard isRead else { return false }
      let value = try AnyValue(TapeView(tape), at: 0)
      return try value == AnyValue(view, at: 0)
    }
    guard isSame else { throw WireFailure(.notRepresentable, offset: -1) }
    return changed
  }

  private static var rules: YAMLReader.Rules {
    var rules = YAMLReader.Rules()
    rules.mergeKeys = .keep
    rules.ownTags = .keep
    return rules
  }

  /// Returns the key of the member with the value at `index`; nil for an element or a root.
  private static func key(ofMember index: Int, _ view: TapeView) -> Int? {
    // The value of a tag comes after the header and the tag.
    let isTagged =
      index >= 2 && view[index - 2].kind == .tagged && view[index - 2].payload == view.next(index)
    let key = isTagged ? index - 3 : index - 1
    return key >= 0 && view[key].kind == .arenaText ? key : nil
  }

  /// Returns the start of the line with the key at `offset`; nil if another value is before the key.
  private static func lineStart(_ offset: Int, _ text: ByteView) -> Int? {
    var start = offset
    while start > 0, text[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    let isFirst = text[start..<offset].allSatisfy {
      $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-")
    }
    return isFirst ? start : nil
  }

  private static func insert(
    _ comments: [Int: String], into text: ByteView, _ lineBreak: String
  ) -> [UInt8] {
    var result: [UInt8] = []
    var copied = 0
    for (line, comment) in comments.sorted(by: { $0.key < $1.key }) {
      result += text[copied..<line]
      copied = line
      let indent = Array(text[line...].prefix { $0 == UInt8(ascii: " ") })
      append(comment, indentedBy: indent, to: &result, lineBreak)
    }
    result += text[copied...]
    return result
  }

  private static func append(
    _ comment: String, indentedBy indent: [UInt8], to result: inout [UInt8], _ lineBreak: String
  ) {
    for part in comment.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      result += indent
      result += part.isEmpty ? "#".utf8 : "# ".utf8
      for scalar in part.unicodeScalars {
        result += String(isPrintable(scalar) ? scalar : " ").utf8
      }
      result += lineBreak.utf8
    }
  }

  /// Whether YAML allows the character in a comment (YAML 1.2, production `nb-char`).
  private static func isPrintable(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xFEFE, 0xFF00...0xFFFD, 0x1_0000...: true
    default: false
    }
  }
}
