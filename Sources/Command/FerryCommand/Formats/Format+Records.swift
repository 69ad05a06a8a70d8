import FerryBinary
import FerryJSON
import FerryCoders
import FerryBinaryEngine
import FerryBase
import FerryItems
import FerryJSONEngine
import FerryLayers
import FerryStreams
#if FERRY_YAML
import FerryYAML
import Synchronization
#endif

extension Options {
  /// The format of the output by its name: that of `--to`, or else of the file of `-o`.
  var namedFormat: Format? { to ?? file(of: .output).flatMap { Format(fileName: $0.description) } }
}

extension Format {
  #if FERRY_YAML
  /// Whether plain scalars have the types of YAML 1.1: `--yaml 1.1`.
  static let readsYAML11 = Atomic(false)

  /// The rules of YAML: custom tags belong to the values.
  static var yamlRules: YAMLReader.Rules {
    var rules = YAMLReader.Rules()
    rules.ownTags = .keep
    if readsYAML11.load(ordering: .relaxed) { rules.schema.insert(.yaml11) }
    return rules
  }
  #endif

  /// Returns the record format of a series of documents that become documents of `target`, or `nil`
  /// for a format without series.
  func series(for target: Format? = nil) -> RecordFormat? {
    if let items {
      var options = ItemReading(items)
      options.keepsHints = target == self
      return ItemDecoding(options: options).recordFormat(ConsecutiveRecords())
    }
    switch self {
    case .ndjson: return .jsonLines()
    case .seq: return .jsonSequence()
    case .json: return .jsonElements(at: .root)
    case .binary: return .recordFile()
    case .yaml:
      #if FERRY_YAML
      return .yamlDocuments(.init(), Self.yamlRules)
      #else
      return nil
      #endif
    default: return nil
    }
  }

  /// Returns the record format that reads a single document.
  func document() throws(CommandError) -> RecordFormat {
    switch self {
    case .json, .ndjson, .seq: return .jsonLines()
    case .json5: return .jsonLines(.json5)
    case .binary: return .binaryDocument()
    default:
      guard let series = series() else { throw .usage("this ferry was built without YAML") }
      return series
    }
  }

  /// Returns the record format of one document that is a layer of a document of `target`.
  func layer(for target: Format) throws(CommandError) -> RecordFormat {
    #if FERRY_YAML
    if self == .yaml {
      var rules = Self.yamlRules
      rules.knownTags = [LayeredTree.replaceTag]
      return .yamlDocuments(.init(), rules)
    }
    #endif
    if items != nil, let records = series(for: target) { return records }
    return try document()
  }
}

/// The layout of documents. Each format uses the settings that apply to it.
struct Layout {
  var indentation = JSONWritingOptions.Indentation.none
  var sortsKeys = false
  /// Whether values are written without their tags.
  var dropsTags = false
  var nonFinite = JSONWritingOptions.NonFinite.fail
  /// The format of the input. Its extensions have the same meaning only in the same format.
  var source: Format?

  /// The options of the JSON writer.
  var json: JSONWritingOptions {
    var options = JSONWritingOptions()
    options.indentation = indentation
    options.nonFinite = nonFinite
    return options
  }

  #if FERRY_YAML
  /// Returns the options of the YAML writer, for one document or for several.
  func yaml(several: Bool) -> YAMLWriter.Options {
    var options = YAMLWriter.Options(explicitDocumentStart: several)
    // libyaml indents by 2 to 9 columns.
    if case .spaces(let width) = indentation { options.indent = min(max(width, 2), 9) }
    return options
  }
  #endif
}

extension Format {
  /// Throws if this format cannot be written.
  func requireWriting() throws(CommandError) {
    if self == .json5 { throw .usage("ferry only reads json5; write json instead") }
    #if !FERRY_YAML
    if self == .yaml { throw .usage("this ferry was built without YAML") }
    #endif
  }

  /// Returns a writer of one document, or of several. `isRaw` is as for ``DocumentWriter``.
  func writing(several: Bool, _ layout: Layout, isRaw: Bool) -> any RecordWriting {
    if let items {
      var options = ItemWriting(items)
      options.writesExtensions = writesExtensions(layout)
      return ItemRecordWriting(options)
    }
    switch self {
    case .json where several: return JSONElementWriting(layout.json)
    case .seq: return JSONRecordWriting(.sequence, layout.json)
    case .binary:
      var options = BinaryWriter.Options()
      options.writesExtensions = writesExtensions(layout)
      return several ? BinaryRecordWriting(options) : BinaryDocumentWriting(options)
    #if FERRY_YAML
    case .yaml: return YAMLRecordWriting(layout.yaml(several: several))
    #endif
    default: return isRaw ? RawWriting(layout.json) : JSONRecordWriting(.lines, layout.json)
    }
  }

  /// Returns how compact JSON text is copied to one document, or to one of several. Returns `nil`
  /// if this format cannot copy text.
  func copying(several: Bool) -> RecordCopying? {
    switch self {
    case .json where several: RecordCopying(before: UInt8(ascii: ","))
    case .seq: RecordCopying(before: 0x1E, behind: UInt8(ascii: "\n"))
    case .json, .ndjson: RecordCopying(behind: UInt8(ascii: "\n"))
    default: nil
    }
  }

  /// Returns whether the extensions of the input have the same meaning in the output.
  private func writesExtensions(_ layout: Layout) -> Bool { (layout.source ?? self) == self }
}

/// A writer of the elements of one JSON array, with a comma before each element.
///
/// `SeriesOutput` writes the brackets and replaces the first comma, because several threads may
/// write elements.
private final class JSONElementWriting: RecordWriting {
  private let options: JSONWritingOptions

  init(_ options: JSONWritingOptions) {
    self.options = options
  }

  func append(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(WireFailure) {
    output.append(",")
    options.breakLine(level: 1, in: &output)
    try JSONWriter.write(view, root: root, options: options, level: 1, to: &output)
  }
}

/// A writer of one line for each document. Strings are written without quotes and escapes.
private final class RawWriting: RecordWriting {
  private let options: JSONWritingOptions

  init(_ options: JSONWritingOptions) {
    self.options = options
  }

  func append(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(WireFailure) {
    let start = output.count
    try JSONWriter.write(view, root: root, options: options, to: &output)
    // Only the JSON writer knows which values are strings, so the code looks at its output.
    if output.bytes[start] == UInt8(ascii: "\"") {
      let text = [UInt8](output.bytes[(start + 1)..<(output.count - 1)])
      output.truncate(to: start)
      text.withByteView { text in
        // Resolving escapes never makes text longer.
        output.append(upTo: text.count) { EscapedText.decode(text, to: $0) }
      }
    }
    output.append("\n")
  }
}

/// A writer of the one document of a binary file.
private final class BinaryDocumentWriting: RecordWriting {
  private var writer: BinaryWriter

  init(_ options: BinaryWriter.Options) { writer = BinaryWriter(options: options) }

  func append(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(WireFailure) {
    try writer.write(document: view, root: root, to: &output)
  }
}
