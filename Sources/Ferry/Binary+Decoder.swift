import FerryBinary
import FerryBytes
import FerryCoding
import FerryTape

extension Binary {
  /// Decodes any `Decodable` type from a binary document. Places in errors are byte offsets.
  ///
  /// The format forbids equal keys, so a document with them is always an error.
  public final class Decoder: FormatDecoder, @unchecked Sendable {
    /// A decoder for the binary format.
    public init() {
      super.init(Documents(), Self.standardOptions)
    }

    private static let standardOptions = Options(
      coding: CodingOptions { $0.formatName = "binary" })
  }
}

extension Binary.Decoder {
  struct Documents: DocumentDecoding {
    func decode<T: Decodable>(
      _ type: T.Type, from input: UnsafeBufferPointer<UInt8>, _ options: CodingOptions
    ) throws -> T {
      try unsafe Self.decode(type, from: input, options) { tape throws(WireFailure) in
        var reader = unsafe BinaryReader(input, depthLimit: options.depthLimit)
        try reader.readDocument(into: &tape)
      }
    }

    /// Decodes a `T` from the tape that `read` fills with ranges of `input`.
    static func decode<T: Decodable>(
      _ type: T.Type, from input: UnsafeBufferPointer<UInt8>, _ options: CodingOptions,
      read: (inout Tape) throws(WireFailure) -> Void
    ) throws -> T {
      try unsafe DecodingSession.decode(
        type, input: input, options: options, read: read,
        offsetOfNode: { BinaryReader.offset(ofNode: $0, read) },
        place: { SourcePlace(binaryOffset: $0) })
    }
  }
}
