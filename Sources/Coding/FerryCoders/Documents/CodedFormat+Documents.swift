internal import FerryBase

extension CodedFormat {
  /// Returns a document that is read on demand: see ``Document``.
  ///
  /// The document keeps the bytes without a copy, unless they are not contiguous. `decoder` decodes
  /// the values.
  public static func document(
    _ bytes: some Collection<UInt8> & Sendable, decoder: Decoder = Decoder()
  ) -> Document {
    Document(decoder._state.documentSource(CollectionBytes.owner(of: bytes)))
  }

  /// Lends a document over borrowed memory to `body`. A part of the document that outlives the call
  /// keeps a copy of the memory.
  public static func withDocument<R>(
    _ span: RawSpan, decoder: Decoder = Decoder(), _ body: (Document) throws -> R
  ) rethrows -> R {
    try unsafe span.withUnsafeBytes { bytes in
      try unsafe BorrowedBytes.lend(ByteView(bytes)) { owner in
        try body(Document(decoder._state.documentSource(owner)))
      }
    }
  }
}

extension CodedFormat where Decoder: TextCoder {
  /// Returns a document of a text that is read on demand: see ``Document``.
  public static func document(
    _ text: some StringProtocol & Sendable, decoder: Decoder = Decoder()
  ) -> Document {
    document(Array(text.utf8), decoder: decoder)
  }
}
