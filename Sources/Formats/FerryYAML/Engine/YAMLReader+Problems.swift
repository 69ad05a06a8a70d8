package import FerryBase

extension YAMLReader {
  /// The details of a failure beyond its kind and location.
  enum Note {
    case none
    /// libyaml's activity at the time of the failure, and the offset where the activity started.
    case syntax(context: (words: String, offset: Int)?)
    /// The text of the key and the node of its first occurrence.
    case duplicateKey(String, first: Int?)
    case secondMergeKey
    case unknownAnchor(String)
    case unknownTag(String)
    case ineffectiveTag(String, hint: String)
  }

  /// The byte offset of the current event.
  var eventOffset: Int { input.offset(ofCharacter: events.characters.lowerBound) }

  /// Returns `failure`, at the current event if it has no offset.
  @inline(never)
  func located(_ failure: WireFailure) -> WireFailure {
    failure.offset >= 0 ? failure : WireFailure(failure.kind, offset: eventOffset)
  }

  /// Returns whether the input ends in a text with quotes, perhaps in an escape.
  func isEnd(_ words: String, _ offset: Int) -> Bool {
    switch words {
    case "found unexpected end of stream": true
    case "found unknown escape character": offset == input.bytes.count - 1
    case "did not find expected hexdecimal number":
      input.bytes.dropFirst(offset).allSatisfy { Hexadecimal.value(of: $0) != nil }
    default: false
    }
  }

  /// Returns the problem of a failure that this reader has thrown, with details and a hint.
  package func problem(_ failure: WireFailure) -> Problem {
    var problem = Problem(failure)
    problem.detail = words
    problem.hasPath = true
    switch note {
    case .none:
      problem.advice = words.flatMap { SyntaxHints.hint($0, at: -1, in: input.bytes) }
    case .syntax(let context):
      problem.advice = SyntaxHints.hint(
        words ?? "", at: failure.offset, in: input.bytes)
      if let context, let text = SyntaxHints.note(context.words),
        context.offset != failure.offset
      {
        problem.related = [(.offset(context.offset), text)]
      }
    case .duplicateKey(let key, let first):
      problem.detail = "`\(key)`"
      let offset = first.flatMap {
        YAMLSource(document: documentCount, limits: limits, rules: rules)
          .offset(ofNode: $0, in: input.bytes)
      }
      if let offset { problem.related = [(.offset(offset), "the first occurrence")] }
    case .unknownTag(let tag):
      problem.detail = "`\(tag)`"
    case .ineffectiveTag(let detail, let hint):
      (problem.detail, problem.advice, problem.hasPath) = (detail, hint, false)
    case .secondMergeKey:
      problem.detail = "`<<`"
      problem.advice = "name all objects in one array: `<<: [*a, *b]`"
    case .unknownAnchor(let name):
      problem.detail = "`*\(name)`"
      if let close = Spelling.nearest(to: name, among: anchors.names.sorted()) {
        problem.advice = "did you mean `*\(close)`?"
      } else {
        let names = anchors.names.sorted()
        problem.advice =
          names.isEmpty
          ? "put quotes around text that starts with `*`"
          : "known anchors: " + names.prefix(8).map { "`*\($0)`" }.joined(separator: ", ")
      }
    }
    if problem.advice == nil { problem.advice = hint(for: failure) }
    return problem
  }

  private func isBrace(before offset: Int) -> Bool {
    let brace = UInt8(ascii: "{")
    return offset > 0 && offset < input.bytes.count && input.bytes[offset - 1] == brace
      && input.bytes[offset] == brace
  }

  private func hint(for failure: WireFailure) -> String? {
    switch failure.kind {
    case .depthLimit: "at most \(limits.depth) levels of arrays and objects are allowed"
    case .aliasLimit:
      "aliases may expand to \(limits.aliasExpansion) values (64 bytes of text count as one more), "
        + "merge keys to \(limits.mergedPairs) pairs"
    case .nodeLimit: "a document may have about \(limits.words) values"
    case .nonScalarKey:
      isBrace(before: failure.offset)
        ? "put quotes around text that starts with `{{`"
        : "a key must be a scalar: text, a number, a truth value"
    case .invalidValue: "`!!binary` needs base64"
    case .cyclicAlias: "an alias must come after the end of the value with its anchor"
    case .controlCharacter:
      "write it in double quotes as an escape, such as \"\\x1b\", or check that the file is text"
    case .invalidUTF8: "save the file as UTF-8"
    case .loneSurrogate: "write characters beyond U+FFFF as two escapes, or as they are"
    default: nil
    }
  }
}

/// Explanations of libyaml's messages for people who do not know how a parser works.
enum SyntaxHints {
  /// Returns a suggestion for a fix of `problem`, found at `offset`.
  static func hint(
    _ problem: String, at offset: Int, in text: ByteView
  ) -> String? {
    let byte = text.indices.contains(offset) ? text[offset] : 0
    switch problem {
    case "found character that cannot start any token":
      if byte == UInt8(ascii: "\t") { return "indent with blanks: YAML allows no tabs there" }
      return "put quotes around text that starts with `\(String(UnicodeScalar(byte)))`"
    case "found a tab character where an indentation space is expected",
      "found a tab character that violates indentation":
      return "indent with blanks: YAML allows no tabs there"
    case "mapping values are not allowed in this context":
      return "put quotes around text that has `: ` in it; align keys with the keys above"
    case "did not find expected ',' or ']'": return "the array needs a `,` or a `]` before this"
    case "did not find expected ',' or '}'": return "the object needs a `,` or a `}` before this"
    case "did not find expected key", "did not find expected '-' indicator":
      return "the indentation matches no line above; align the line with one of them"
    case "could not find expected ':'":
      return "a key needs `: ` after it; text of several lines needs `|` or quotes"
    case "found unknown escape character":
      return "in double quotes `\\` starts an escape; write `\\\\`, or use single quotes"
    case "block sequence entries are not allowed in this context":
      return "put `- ` on a line of its own"
    case "did not find expected alphabetic or numeric character":
      return "put quotes around text that starts with `*` or `&`"
    case "found undefined tag handle": return "put quotes around text that starts with `!`"
    case "did not find expected <document start>":
      return "the document ends before this line; put `---` between two documents"
    case LineIndentation.words:
      return "indent the line further than the key or `-` that the value belongs to"
    case GluedComments.words: return "put a blank before `#`"
    default: return nil
    }
  }

  /// Returns a description of the location where `context` ("while parsing a block mapping")
  /// starts.
  static func note(_ context: String) -> String? {
    for lead in ["while parsing a ", "while scanning a "] where context.hasPrefix(lead) {
      switch context.dropFirst(lead.count) {
      case "flow sequence": return "the `[` is here"
      case "flow mapping": return "the `{` is here"
      case "block mapping": return "the object starts here"
      case "block collection": return "the array starts here"
      case "quoted scalar": return "the quote is here"
      case "simple key": return nil
      case "block scalar": return "the block starts here"
      default: return nil
      }
    }
    return nil
  }
}
