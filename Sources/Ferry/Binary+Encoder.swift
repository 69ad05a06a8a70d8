import FerryBinary
import FerryBytes
import FerryCoding
import Synchronization

extension Binary {
  /// Encodes any `Encodable` type as a binary document.
  public final class Encoder: FormatEncoder, @unchecked Sendable {
    private let documents: Documents

    /// An encoder for the binary format.
    public init() {
      var options = EncodingOptions()
      options.formatName = "binary"
      options.nonFinite = .native
      documents = Documents()
      super.init(documents, options)
    }

    /// Whether text that comes again is written once and referred to; by default it is. Without,
    /// encoding is faster and the document larger.
    public var interning: Bool {
      get { documents.writing.withLock { $0.interning } }
      set { documents.writing.withLock { $0.interning = newValue } }
    }

    /// Whether a checksum (CRC32C) ends the document; by default not.
    public var checksum: Bool {
      get { documents.writing.withLock { $0.checksum } }
      set { documents.writing.withLock { $0.checksum = newValue } }
    }
  }
}

extension Binary.Encoder {
  fileprivate final class Documents: DocumentEncoding {
    let writing = Mutex(BinaryWriter.Options())

    func write(
      _ view: TapeView, _ options: EncodingOptions, to output: inout ByteWriter
    ) throws(Failure) {
      var writing = writing.withLock { $0 }
      writing.depthLimit = options.depthLimit
      var writer = BinaryWriter(options: writing)
      try writer.write(document: view, to: &output)
    }
  }
}
