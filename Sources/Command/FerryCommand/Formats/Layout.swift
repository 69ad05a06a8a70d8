import Ferry
import FerryBinaryEngine
import FerryJSONEngine
import Synchronization

/// The layout of documents. Each format uses the settings that apply to it.
struct Layout {
  var indentation = JSONWritingOptions.Indentation.none
  var sortsKeys = false
  /// Whether values are written without their tags.
  var dropsTags = false
  var nonFinite = JSONWritingOptions.NonFinite.fail
  /// The format of the input. Its extensions have the same meaning only in the same format.
  var source: Format?
  /// Whether extensions are written, because the input has the format of the output.
  var isSameFormat = true

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
  /// The versions of YAML for `--yaml`.
  enum YAMLVersion: Int, AtomicRepresentable {
    /// YAML 1.2, without the option.
    case unstated
    case yaml11, yaml12
  }

  /// The version that `--yaml` states.
  static let yamlVersion = Atomic(YAMLVersion.unstated)

  static var isYAMLVersionUnstated: Bool { yamlVersion.load(ordering: .relaxed) == .unstated }

  /// Whether plain scalars have the types of YAML 1.1: `--yaml 1.1`.
  static var readsYAML11: Bool { yamlVersion.load(ordering: .relaxed) == .yaml11 }

  /// Whether tags before keys are skipped, because the values are written without tags, or are not
  /// written.
  static let skipsKeyTags = Atomic(false)

  #if FERRY_YAML
  /// The rules of YAML: custom tags belong to the values.
  static var yamlRules: YAMLReader.Rules {
    var rules = YAMLReader.Rules()
    rules.ownTags = .keep
    rules.skipsKeyTags = skipsKeyTags.load(ordering: .relaxed)
    if readsYAML11 { rules.schema.insert(.yaml11) }
    return rules
  }
  #endif
}

/// A writer of JSON in a form that is a part of the output.
final class JSONPartWriting: RecordWriting {
  enum Form {
    /// An element of an array, with a comma before it. `SeriesOutput` writes the brackets and
    /// replaces the first comma, because several threads may write elements.
    case element
    /// A line. A string has neither quotes nor escapes.
    case raw
  }
  private let form: Form
  private let options: JSONWritingOptions

  init(_ form: Form, _ options: JSONWritingOptions) { (self.form, self.options) = (form, options) }

  func append(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(WireFailure) {
    if form == .element {
      output.append(",")
      options.breakLine(level: 1, in: &output)
      return try JSONWireWriter.write(view, root: root, options: options, level: 1, to: &output)
    }
    let start = output.count
    try JSONWireWriter.write(view, root: root, options: options, to: &output)
    // Only the JSON writer knows which values are strings, so the code looks at its output.
    if output.bytes[start] == UInt8(ascii: "\"") {
      let text = [UInt8](output.bytes[start...])
      output.truncate(to: start)
      try text.withByteView { text throws(WireFailure) in try output.append(textOf: text) }
    }
    output.append("\n")
  }
}

/// A writer of the one document of a binary file.
final class BinaryDocumentWriting: RecordWriting {
  private var writer: BinaryWriter

  init(_ options: BinaryWriter.Options) { writer = BinaryWriter(options: options) }

  func append(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(WireFailure) {
    try writer.write(document: view, root: root, to: &output)
  }
}
