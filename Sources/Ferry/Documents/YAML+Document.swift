#if FERRY_YAML
import FerryBytes

extension YAML {
  /// Returns a YAML document that is read on demand: see ``Document``.
  ///
  /// An anchor can be anywhere, so the first access reads all of the text. A second document after
  /// the first is an error. `decoder` decodes the values. Its limits and strategies are those at
  /// the time of this call.
  public static func document(
    _ bytes: some Collection<UInt8> & Sendable, decoder: Decoder = Decoder()
  ) -> Document {
    Document(bytes, .yaml(decoder))
  }

  /// Returns a YAML document that is read on demand: see ``Document``.
  public static func document(
    _ text: some StringProtocol & Sendable, decoder: Decoder = Decoder()
  ) -> Document {
    document(Array(text.utf8), decoder: decoder)
  }

  /// Lends a document over borrowed memory to `body`. A part of the document that outlives the call
  /// keeps a copy of the memory.
  public static func withDocument<R>(
    _ span: RawSpan, decoder: Decoder = Decoder(), _ body: (Document) throws -> R
  ) rethrows -> R {
    try Document.lend(span, .yaml(decoder), to: body)
  }
}

extension TapeSource.Format {
  fileprivate static func yaml(_ decoder: YAML.Decoder) -> TapeSource.Format {
    let settings = decoder.settings
    return TapeSource.Format(
      read: { input, tape in
        var options = decoder.options(with: [:])
        options.change { $0.depthLimit = settings.limits.depth }
        var stream = YAMLDocumentStream(input, options, settings, file: nil)
        guard try stream.copyDocument(to: &tape) else { throw stream.missing(AnyValue.self) }
      },
      offsetOfNode: { settings.offset(ofNode: $0, in: $1) },
      offsets: { settings.offsets(in: $0) },
      isText: true,
      options: { decoder.options(with: $0) })
  }
}
#endif
