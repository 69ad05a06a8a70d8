#if YAML
import FerryBytes
import FerryCoding
import FerryYAML
import Synchronization

extension YAML {
  /// Encodes any `Encodable` type as a YAML 1.2 document in block style that 1.1 readers understand
  /// as well.
  public final class Encoder: FormatEncoder, @unchecked Sendable {
    private let documents: Documents

    /// An encoder for YAML.
    public init() {
      var options = EncodingOptions()
      options.formatName = "YAML"
      options.nonFinite = .native
      documents = Documents()
      super.init(documents, options)
    }

    /// Whether keys come in the order of their UTF-8 bytes; by default in the order of encoding.
    public var sortedKeys: Bool {
      get { documents.writing.withLock { $0.sortedKeys } }
      set { documents.writing.withLock { $0.sortedKeys = newValue } }
    }

    /// Spaces for each level; 2 by default.
    public var indent: Int {
      get { documents.writing.withLock { $0.indent } }
      set { documents.writing.withLock { $0.indent = newValue } }
    }

    /// Encodes `value` as a document.
    /// What `userInfo` holds is added to the encoder's for this call.
    /// - Throws: `EncodingError`.
    @_disfavoredOverload
    public func string<T: Encodable>(
      _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> String {
      try withDocument(of: value, userInfo) { TapeView.string(validated: $0) }
    }
  }
}

extension YAML.Encoder {
  fileprivate final class Documents: DocumentEncoding {
    let writing = Mutex(YAMLWriter.Options())

    func write(
      _ view: TapeView, _ options: EncodingOptions, to output: inout ByteWriter
    ) throws(Failure) {
      var writer = YAMLWriter(options: writing.withLock { $0 })
      try writer.write(document: view, to: &output)
      try writer.finish(to: &output)
    }
  }
}
#endif
