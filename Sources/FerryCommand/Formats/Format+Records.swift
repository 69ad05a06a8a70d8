import FerryBinary
import FerryBytes
import FerryJSON
import FerryStreams
import FerryTape
#if YAML
import FerryYAML
#endif

extension Format {
  /// How the documents of a series are told apart; `nil` in a format without series.
  var series: RecordFormat? {
    switch self {
    case .ndjson: return .jsonLines()
    case .seq: return .jsonSequence()
    case .json: return .jsonElements(at: .root)
    case .json5: return nil
    case .binary: return .recordFile()
    case .yaml:
      #if YAML
      return .yamlDocuments()
      #else
      return nil
      #endif
    }
  }

  /// How a single document is read.
  func document() throws(CommandError) -> RecordFormat {
    switch self {
    case .json, .ndjson, .seq: return .jsonLines()
    case .json5: return .jsonLines(.json5)
    case .binary: return .binaryDocument()
    case .yaml:
      guard let series else { throw .usage("this ferry was built without YAML") }
      return series
    }
  }
}

/// How documents are laid out; each format takes what it has.
struct Layout {
  var indentation = JSONWritingOptions.Indentation.none
  var sortsKeys = false
  var nonFinite = JSONWritingOptions.NonFinite.fail

  /// The options of the JSON writer.
  var json: JSONWritingOptions {
    var options = JSONWritingOptions()
    options.indentation = indentation
    options.nonFinite = nonFinite
    return options
  }

  #if YAML
  /// The options of the YAML writer, for one document or for several.
  func yaml(several: Bool) -> YAMLWriter.Options {
    var options = YAMLWriter.Options(explicitDocumentStart: several)
    // Narrower than two columns is no indentation, wider than nine is beyond libyaml.
    if case .spaces(let width) = indentation { options.indent = min(max(width, 2), 9) }
    return options
  }
  #endif
}

extension Format {
  /// Throws if nothing can be written in this format.
  func requireWriting() throws(CommandError) {
    if self == .json5 { throw .usage("json5 is a format to read; write json") }
    #if !YAML
    if self == .yaml { throw .usage("this ferry was built without YAML") }
    #endif
  }

  /// Writes one document, or several; JSON as ``DocumentWriter`` says if it `isRaw`.
  func writing(several: Bool, _ layout: Layout, isRaw: Bool) -> any RecordWriting {
    switch self {
    case .json where several: return JSONElementWriting(layout.json)
    case .seq: return JSONRecordWriting(.sequence, layout.json)
    case .binary:
      return several ? BinaryRecordWriting(BinaryWriter.Options()) : BinaryDocumentWriting()
    #if YAML
    case .yaml: return YAMLRecordWriting(layout.yaml(several: several))
    #endif
    default: return isRaw ? RawWriting(layout.json) : JSONRecordWriting(.lines, layout.json)
    }
  }

  /// How compact JSON text becomes one document, or one of several; `nil` where it does not.
  func copying(several: Bool) -> RecordCopying? {
    switch self {
    case .json where several: RecordCopying(before: UInt8(ascii: ","))
    case .seq: RecordCopying(before: 0x1E, behind: UInt8(ascii: "\n"))
    case .json, .ndjson: RecordCopying(behind: UInt8(ascii: "\n"))
    case .json5, .binary, .yaml: nil
    }
  }
}

/// Several documents as one array, written as they come: a comma in front of each. The brackets
/// around, and the bracket that stands in place of the first comma, belong to `SeriesOutput`, as
/// elements may be written by several threads.
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

/// A line for each document: of strings the text, without quotes and escapes.
private final class RawWriting: RecordWriting {
  private let options: JSONWritingOptions

  init(_ options: JSONWritingOptions) {
    self.options = options
  }

  func append(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(WireFailure) {
    let start = output.count
    try JSONWriter.write(view, root: root, options: options, to: &output)
    // What is a string in JSON is the writer's knowledge, so its result is asked.
    if output.bytes[start] == UInt8(ascii: "\"") {
      let text = [UInt8](output.bytes[(start + 1)..<(output.count - 1)])
      output.truncate(to: start)
      text.withByteView { text in
        // Text never gets longer when its escapes are resolved.
        output.append(upTo: text.count) { EscapedText.decode(text, to: $0) }
      }
    }
    output.append("\n")
  }
}

/// The one document of a binary file.
private final class BinaryDocumentWriting: RecordWriting {
  private var writer = BinaryWriter()

  func append(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(WireFailure) {
    try writer.write(document: view, root: root, to: &output)
  }
}
