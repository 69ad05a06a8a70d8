internal import FerryBase
internal import FerryCoders
internal import FerryCoding
internal import FerryJSON
internal import FerryJSONEngine
#if FERRY_YAML
internal import FerryYAML
#endif

/// The text of a document in its format.
struct TextDocument {
  var text: SourceText
  let format: DocumentEditor.Format
  /// The number of the document in a YAML stream.
  let number: Int

  init(_ text: [UInt8], _ format: DocumentEditor.Format, number: Int = 0) {
    self.text = SourceText(text)
    self.format = format
    self.number = number
  }

  /// Appends the document to an empty tape. With `mergesKeys`, objects of YAML have the members that
  /// they inherit through merge keys. An empty stream of YAML leaves the tape empty.
  /// - Throws: `Problem` with its place.
  func read(into tape: inout Tape, mergesKeys: Bool = false) throws {
    do throws(WireFailure) {
      try text.bytes.withByteView { view throws(WireFailure) in
        switch format {
        case .json, .json5:
          var options = JSONReadingOptions()
          options.json5 = format == .json5
          try options.read(view, into: &tape)
        #if FERRY_YAML
        case .yaml: try readYAML(view, into: &tape, mergesKeys: mergesKeys)
        #endif
        }
      }
    } catch {
      throw problem(error)
    }
  }

  /// A text with the value null.
  static var null: TextDocument { TextDocument(Array("null".utf8), .json) }

  /// Whether JSON text has only white space and comments.
  var isBlank: Bool {
    let comments: CommentSyntax = format == .json5 ? .slashes : .none
    return comments.skipTrivia(text.markLength, in: text) == text.count
  }

  #if FERRY_YAML
  /// Reads the document of the number `number`.
  private func readYAML(
    _ view: ByteView, into tape: inout Tape, mergesKeys: Bool
  ) throws(WireFailure) {
    var rules = YAMLReader.Rules()
    rules.mergeKeys = mergesKeys ? .merge : .keep
    (rules.ownTags, rules.keepsCollectionTags, rules.skipsKeyTags) = (.keep, true, true)
    var reader = YAMLReader(view, rules: rules)
    for index in 0...number {
      tape.clear()
      if try reader.readDocument(into: &tape) { continue }
      if index == 0, number == 0 { return }
      throw WireFailure(.unexpectedEnd, offset: view.count)
    }
    // The documents after this one must stay readable.
    var rest = Tape()
    while try reader.readDocument(into: &rest) { rest.clear() }
  }
  #endif

  /// Whether YAML may have merge keys.
  var hasMergeKeys: Bool {
    format.isYAML && zip(text, text.dropFirst()).contains { $0 == 0x3C && $1 == 0x3C }
  }

  /// Throws if a merge key has no object as its value, unless one of `original` has none either.
  func requireMergeKeys(as original: TextDocument) throws {
    guard hasMergeKeys else { return }
    do {
      _ = try TextTape(self, mergesKeys: true)
    } catch let problem as Problem {
      guard (try? TextTape(original, mergesKeys: true)) != nil else { return }
      var refused = Problem.refused("a merge key (`<<`) does not allow this edit", problem)
      refused.advice = "its value is an object, an alias of one, or an array of these"
      throw refused
    }
  }

  /// Returns the structure of the text.
  func syntax() throws -> any Syntax {
    switch format {
    case .json: JSONSyntax(text: text)
    case .json5: try JSON5Syntax(self)
    #if FERRY_YAML
    case .yaml: try YAMLSyntax(self)
    #endif
    }
  }

  /// Returns the problem of a failure with its place.
  func problem(_ failure: WireFailure) -> Problem {
    text.bytes.withByteView { view in
      Problem(failure).placed { SourcePlace(offset: $0, inText: view) }
    }
  }

  /// Returns the place of a byte.
  func place(_ offset: Int) -> SourcePlace {
    text.bytes.withByteView { SourcePlace(offset: offset, inText: $0) }
  }

  /// Returns the value that the format reads after it was written.
  func normalized(_ value: AnyValue) throws(Problem) -> AnyValue {
    switch value {
    case .array(let elements):
      return .array(try elements.map { value throws(Problem) in try normalized(value) })
    case .object(let members):
      var changed = AnyValue.Object()
      for (key, value) in members {
        if changed[key] != nil { throw .edit("the new value has the key `\(key)` twice") }
        changed[key] = try normalized(value)
      }
      return .object(changed)
    case .bytes where !format.isYAML:
      return .string(String(value.description.dropFirst().dropLast()))
    case .tagged(let tag, _) where !format.isYAML:
      throw .edit("the tag `\(tag)` has no form in JSON")
    case .tagged(let tag, let value): return .tagged(tag, try normalized(value))
    case .number(let number) where !number.isFinite && format == .json:
      throw .edit("\(number) has no form in JSON")
    default: return value
    }
  }
}

extension Problem {
  /// Returns the problem of an edit whose text cannot be read.
  static func refused(_ words: String, _ reason: Problem) -> Problem {
    var refused = Problem.edit(words)
    // The place is one of the edited text, which the caller does not see.
    refused.detail = reason.summary + (reason.detail.map { ": " + $0 } ?? "")
    return refused
  }
}

extension DocumentEditor.Format {
  var isYAML: Bool { self != .json && self != .json5 }
}
