import FerryBinary
import FerryBytes
import FerryCoding

extension Binary {
  /// Decodes any `Decodable` type from a binary document. Places in errors are byte offsets.
  public final class Decoder: FormatDecoder, @unchecked Sendable {
    /// A decoder for the binary format.
    public init() {
      super.init(Documents(), Self.standardOptions)
    }

    private static let standardOptions: Options = {
      var options = DecodingOptions()
      options.formatName = "binary"
      return Options(coding: options)
    }()
  }
}

extension Binary.Decoder {
  struct Documents: DocumentDecoding {
    func decode<T: Decodable>(
      _ type: T.Type, from input: UnsafeBufferPointer<UInt8>, _ options: DecodingOptions
    ) throws -> T {
      var limits = BinaryReader.Limits()
      limits.depth = options.depthLimit
      return try unsafe DecodingSession.decode(
        type, input: input, options: options,
        read: { tape throws(Failure) in
          var reader = unsafe BinaryReader(input, limits: limits)
          try reader.readDocument(into: &tape)
        },
        offsetOfNode: { unsafe BinaryReader.offset(ofNode: $0, in: input, limits: limits) },
        place: { SourcePlace(binaryOffset: $0) })
    }
  }
}
