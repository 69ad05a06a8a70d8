public import FerryCoders
internal import FerryBase
internal import FerryCoding

extension YAML {
  /// Encodes any `Encodable` type as a YAML 1.2 document in block style, which YAML 1.1 readers
  /// also read correctly.
  ///
  /// Text that either version could misread is quoted, and text of several lines is a literal
  /// block. Numbers have their shortest digits; dates are timestamps.
  ///
  /// libyaml does not read comments: a file that is decoded and encoded again loses them. The product
  /// `FerryConfiguration` adds the property `style`, which writes comments and sets other looks.
  public struct Encoder: FormatEncoder, TextCoder {
    var state: EncoderState<YAMLWriting>

    /// The settled options, shared by copies.
    @_documentation(visibility: internal)
    public var _state: _EncoderState {
      get { state }
      set { state = .of(newValue) }
    }

    /// Creates an encoder for YAML.
    public init() { state = Self.standard }

    private static let standard: EncoderState<YAMLWriting> = {
      var settings = EncodingSettings(coding: CodingOptions { $0.formatName = "YAML" })
      settings.foundation.date = .yamlTimestamp
      return EncoderState(settings, YAMLWriting())
    }()

    /// Whether keys are sorted by their UTF-8 bytes; by default they stay in the order of encoding.
    public var sortsKeys: Bool {
      get { writing.sortedKeys }
      set { changeWriting { $0.sortedKeys = newValue } }
    }

    /// The number of spaces per level, 2 to 9; 2 by default.
    public var indent: Int {
      get { writing.indent }
      set { changeWriting { $0.indent = min(max(newValue, 2), 9) } }
    }

    /// The column after which long text is folded at a space; at least 20. By default text is not
    /// folded.
    public var lineWidth: Int? {
      get { writing.width < 0 ? nil : writing.width }
      set { changeWriting { $0.width = newValue.map { max($0, 20) } ?? -1 } }
    }

    /// Whether arrays and objects are written in brackets and braces; by default they are blocks.
    public var usesFlowStyle: Bool {
      get { writing.flowStyle }
      set { changeWriting { $0.flowStyle = newValue } }
    }

    /// Whether `---` is written before the document; by default only if necessary.
    public var writesDocumentStart: Bool {
      get { writing.explicitDocumentStart }
      set { changeWriting { $0.explicitDocumentStart = newValue } }
    }

    /// Encodes each of `values` as a document of one stream, with `---` before each.
    /// Adds the entries of `userInfo` to the encoder's own for this call.
    /// - Throws: `EncodingError`.
    public func encodeAll<T: Encodable>(
      _ values: some Sequence<T>, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> [UInt8] {
      var stream = self
      stream.writesDocumentStart = true
      var output: [UInt8] = []
      for value in values { try stream.encode(value, into: &output, userInfo: userInfo) }
      return output
    }
  }
}

extension YAML.Encoder {
  /// The options of the writer.
  package var writing: YAMLWriter.Options { state.writing.options }

  /// Changes the options of the writer.
  package mutating func changeWriting(_ change: (inout YAMLWriter.Options) -> Void) {
    state = state.changingFormat { change(&$0.options) }
  }
}

/// The options of an encoder of YAML.
struct YAMLWriting: DocumentWriting {
  var options = YAMLWriter.Options()

  mutating func settle(_ coding: inout CodingOptions) {}

  func isDirect(_ coding: CodingOptions) -> Bool { false }

  func write(_ view: TapeView, to output: inout ByteWriter) throws(WireFailure) {
    // YAML readers reject duplicate keys.
    if let key = view.firstDuplicateKey(from: 0) { throw WireFailure(.duplicateKey, node: key) }
    var writer = YAMLWriter(options: options)
    try writer.write(document: view, to: &output)
    try writer.finish(to: &output)
  }
}
