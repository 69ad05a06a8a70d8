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

  /// Calls `body` with the tape of the document.
  /// - Throws: `Problem` with its place, or the error of `body`.
  func withTape<R>(_ body: (TapeView) throws -> R) throws -> R {
    try text.withByteView { view in
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
          try readYAML(view, into: &tape)
        #endif
        }
      } catch {
        throw problem(error)
      }
      return try body(TapeView(tape, input: view))
    }
  }

  #if FERRY_YAML
  private func readYAML(_ view: ByteView, into tape: inout Tape) throws(WireFailure) {
    var rules = YAMLReader.Rules()
    (rules.mergeKeys, rules.ownTags, rules.keepsCollectionTags) = (.keep, .keep, true)
    var reader = YAMLReader(view, rules: rules)
    for _ in 0...number {
      tape.clear()
      guard try reader.readDocument(into: &tape) else {
        throw WireFailure(.unexpectedEnd, offset: view.count)
      }
    }
    // The documents after this one must stay readable.
    var rest = Tape()
    while try reader.readDocument(into: &rest) { rest.clear() }
  }
  #endif

  /// Returns the value of the document.
  func value() throws -> AnyValue {
    try withTape { view in try AnyValue(view, at: 0) }
  }

  /// Returns the structure of the text.
  func syntax() throws -> any Syntax & Sendable {
    switch format {
    case .json: JSONSyntax(text: text)
    case .json5: JSON5Syntax(text: text)
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

extension DocumentEditor.Format {
  var isYAML: Bool { self != .json && self != .json5 }
}
