#if FERRY_YAML
internal import FerryBase
internal import FerryCoding
package import FerryYAML
import Synchronization

extension YAML {
  /// Encodes any `Encodable` type as a YAML 1.2 document in block style, which YAML 1.1 readers
  /// also read correctly.
  ///
  /// Text that either version could misread is quoted, and text of several lines is a literal
  /// block. Numbers have their shortest digits; dates are timestamps.
  ///
  /// libyaml does not read comments: a file that is decoded and encoded again loses them. The product
  /// `FerryConfiguration` adds the property `style`, which writes comments and sets other looks.
  public final class Encoder: FormatEncoder, @unchecked Sendable {
    let documents: Documents

    /// Creates an encoder for YAML.
    public init() {
      documents = Documents()
      super.init(documents, Self.standardOptions)
    }

    private static let standardOptions: Options = {
      var result = Options(coding: CodingOptions { $0.formatName = "YAML" })
      result.foundation.date = .yamlTimestamp
      return result
    }()

    /// Whether keys are sorted by their UTF-8 bytes; by default they stay in the order of encoding.
    public var sortsKeys: Bool {
      get { documents.writing.withLock { $0.sortedKeys } }
      set { documents.writing.withLock { $0.sortedKeys = newValue } }
    }

    /// The number of spaces per level, 2 to 9; 2 by default.
    public var indent: Int {
      get { documents.writing.withLock { $0.indent } }
      set { documents.writing.withLock { $0.indent = min(max(newValue, 2), 9) } }
    }

    /// The column after which long text is folded at a space; at least 20. By default text is not
    /// folded.
    public var lineWidth: Int? {
      get { documents.writing.withLock { $0.width < 0 ? nil : $0.width } }
      set { documents.writing.withLock { $0.width = newValue.map { max($0, 20) } ?? -1 } }
    }

    /// Whether arrays and objects are written in brackets and braces; by default they are blocks.
    public var usesFlowStyle: Bool {
      get { documents.writing.withLock { $0.flowStyle } }
      set { documents.writing.withLock { $0.flowStyle = newValue } }
    }

    /// Whether `---` is written before the document; by default only if necessary.
    public var writesDocumentStart: Bool {
      get { documents.writing.withLock { $0.explicitDocumentStart } }
      set { documents.writing.withLock { $0.explicitDocumentStart = newValue } }
    }

    /// Encodes `value` as a document.
    /// Adds the entries of `userInfo` to the encoder's own for this call.
    /// - Throws: `EncodingError`.
    @_disfavoredOverload
    public func string<T: Encodable>(
      _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> String {
      try withDocument(of: value, userInfo) { TapeView.string(validated: $0) }
    }

    /// Encodes each of `values` as a document of one stream, with `---` before each.
    /// Adds the entries of `userInfo` to the encoder's own for this call.
    /// - Throws: `EncodingError`.
    public func encodeAll<T: Encodable>(
      _ values: some Sequence<T>, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> [UInt8] {
      let stream = Encoder()
      stream.options.change { options in options = self.options.withLock { $0 } }
      stream.documents.writing.withLock { writing in
        writing = documents.writing.withLock { $0 }
        writing.explicitDocumentStart = true
      }
      var output: [UInt8] = []
      for value in values { try stream.encode(value, into: &output, userInfo: userInfo) }
      return output
    }
  }
}

extension YAML.Encoder {
  /// The options of the writer.
  package var writing: YAMLWriter.Options { documents.writing.withLock { $0 } }

  /// Changes the options of the writer.
  package func changeWriting(_ change: (inout YAMLWriter.Options) -> Void) {
    documents.writing.withLock { change(&$0) }
  }

  final class Documents: DocumentEncoding {
    let writing = Mutex(YAMLWriter.Options())

    func write(
      _ view: TapeView, _ options: CodingOptions, to output: inout ByteWriter
    ) throws(WireFailure) {
      // YAML readers reject duplicate keys.
      if let key = view.firstDuplicateKey(from: 0) { throw WireFailure(.duplicateKey, node: key) }
      var writer = YAMLWriter(options: writing.withLock { $0 })
      try writer.write(document: view, to: &output)
      try writer.finish(to: &output)
    }
  }
}
#endif
