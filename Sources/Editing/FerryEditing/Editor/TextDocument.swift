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
  var text: [UInt8]
  let format: DocumentEditor.Format
  /// The number of the document in a YAML stream.
  let number: Int

  init(_ text: [UInt8], _ format: DocumentEditor.Format, number: Int = 0) {
    self.text = text
    self.format = format
    self.number = number
  }

  /// Calls `body` with the tape of the document. With `mergesKeys`, objects of YAML have the members
  /// that they inherit through merge keys.
  /// - Throws: `Problem` with its place, or the error of `body`.
  func withTape<R>(mergesKeys: Bool = false, _ body: (TapeView) throws -> R) throws -> R {
    // A text without a document has the value null.
    if !format.isYAML, isBlank { return try Self.null.withTape(body) }
    return try text.withByteView { view in
      var tape = Tape()
      do throws(WireFailure) {
        switch format {
        case .json, .json5:
          var options = JSONReadingOptions()
          options.json5 = format == .json5
          var reader = JSONReader(view, options: options)
          try reader.readDocument(into: &tape)
        #if FERRY_YAML
        case .yaml:
          try readYAML(view, into: &tape, mergesKeys: mergesKeys)
        #endif
        }
      } catch {
        throw problem(error)
      }
      // A stream of YAML without a document leaves the tape empty.
      if tape.count == 0 { return try Self.null.withTape(body) }
      return try body(TapeView(tape, input: view))
    }
  }

  private static var null: TextDocument { TextDocument(Array("null".utf8), .json) }

  /// Whether JSON text has only white space and comments.
  var isBlank: Bool {
    let comments: CommentSyntax = format == .json5 ? .slashes : .none
    return comments.skipTrivia(text.markLength, in: text) == text.count
  }

  #if FERRY_YAML
  /// Reads the document of the number `number`. An empty stream leaves the tape empty.
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

  // MARK: Merge keys

  /// Returns whether an object inherits the value at `path`, or one above it, through a merge key.
  func isInherited(_ path: WirePath) -> Bool {
    hasMergeKeys && !exists(path, mergesKeys: false) && exists(path, mergesKeys: true)
  }

  private var hasMergeKeys: Bool {
    format.isYAML && zip(text, text.dropFirst()).contains { $0 == 0x3C && $1 == 0x3C }
  }

  private func exists(_ path: WirePath, mergesKeys: Bool) -> Bool {
    (try? withTape(mergesKeys: mergesKeys) { path.resolve(in: $0) }) ?? nil != nil
  }

  /// Throws if a merge key has no object as its value, unless one of `original` has none either.
  func requireMergeKeys(as original: TextDocument) throws {
    guard hasMergeKeys else { return }
    do {
      try withTape(mergesKeys: true) { _ in }
    } catch let problem as Problem {
      guard (try? original.withTape(mergesKeys: true) { _ in }) != nil else { return }
      var refused = Problem.refused("a merge key (`<<`) does not allow this edit", problem)
      refused.advice = "its value is an object, an alias of one, or an array of these"
      throw refused
    }
  }

  /// Returns the value of the document, or the one at a path.
  func value(at steps: ValueEdit.Steps = []) throws -> AnyValue {
    try withTape { view in
      guard case .node(let index)? = WirePath(steps: steps).places(in: view).first else {
        throw Problem.inconsistent
      }
      return try AnyValue(view, at: index)
    }
  }

  /// Returns the structure of the text.
  func syntax() throws -> any Syntax {
    switch format {
    case .json: JSONSyntax(text: text)
    case .json5: try JSON5Syntax(text: text)
    #if FERRY_YAML
    case .yaml: try YAMLSyntax(text: text, document: number)
    #endif
    }
  }

  /// Returns the problem of a failure with its place.
  func problem(_ failure: WireFailure) -> Problem {
    text.withByteView { view in
      Problem(failure).placed { SourcePlace(offset: $0, inText: view) }
    }
  }

  /// Returns the place of a byte.
  func place(_ offset: Int) -> SourcePlace {
    text.withByteView { SourcePlace(offset: offset, inText: $0) }
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
