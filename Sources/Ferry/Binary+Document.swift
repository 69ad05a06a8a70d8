import FerryBinary
import FerryBytes
public import FerryLazy

extension Binary {
  /// A binary document that nothing has been read of: see ``Document``.
  ///
  /// The bytes are kept, not copied, unless they are not contiguous. `decoder` decodes what is asked
  /// for.
  public static func document(
    _ bytes: some Collection<UInt8> & Sendable, decoder: Decoder = Decoder()
  ) -> Document {
    Document(TapeSource(CollectionBytes.owner(of: bytes), .binary(decoder)))
  }

  /// Lends a document over memory that somebody else owns; what of it is kept after the call keeps
  /// a copy of the memory.
  public static func withDocument<R>(
    _ bytes: UnsafeRawBufferPointer, decoder: Decoder = Decoder(),
    _ body: (Document) throws -> R
  ) rethrows -> R {
    try BorrowedBytes.lend(bytes.assumingMemoryBound(to: UInt8.self)) { owner in
      try body(Document(TapeSource(owner, .binary(decoder))))
    }
  }

  /// Lends a document over borrowed memory; what of it is kept after the call keeps a copy of the
  /// memory.
  public static func withDocument<R>(
    _ span: RawSpan, decoder: Decoder = Decoder(), _ body: (Document) throws -> R
  ) rethrows -> R {
    try span.withUnsafeBytes { try withDocument($0, decoder: decoder, body) }
  }
}

extension TapeSource.Format {
  fileprivate static func binary(_ decoder: Binary.Decoder) -> TapeSource.Format {
    @Sendable func limits() -> BinaryReader.Limits {
      var limits = BinaryReader.Limits()
      limits.depth = decoder.depthLimit
      return limits
    }
    return TapeSource.Format(
      read: { input, tape throws(Failure) in
        var reader = BinaryReader(input, limits: limits())
        try reader.readDocument(into: &tape)
      },
      offsetOfNode: { BinaryReader.offset(ofNode: $0, in: $1, limits: limits()) },
      place: { offset, _ in SourcePlace(binaryOffset: offset) },
      options: { decoder.options(with: $0) })
  }
}
