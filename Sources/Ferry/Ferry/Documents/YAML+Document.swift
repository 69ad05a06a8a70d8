#if FERRY_YAML
internal import FerryBase
import Synchronization

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
    guard let resolver = settings.tagResolver else { return yaml(decoder, settings) }
    // The tags of a document are replaced once, when it is read.
    let resolved = Mutex<(any ResolvedYAML)?>(nil)
    return TapeSource.Format(
      read: { input, tape in
        try yaml(decoder, settings).read(input, &tape)
        let result = try resolver.resolve(
          TapeView(tape), nil, settings, decoder.options(with: [:])
        ) { settings.place(ofNode: $0, in: input, nil) }
        tape.clear()
        try result.copy(to: &tape)
        resolved.withLock { $0 = result }
      },
      offsetOfNode: { node, _ in node },
      place: { node, input, _ in
        func place(_ node: Int) -> SourcePlace { settings.place(ofNode: node, in: input, nil) }
        return resolved.withLock { $0 }?.place(ofNode: node, place) ?? place(node)
      },
      options: { decoder.options(with: $0) })
  }

  private static func yaml(
    _ decoder: YAML.Decoder, _ settings: YAML.Decoder.Settings
  ) -> TapeSource.Format {
    TapeSource.Format(
      read: { input, tape in
        var options = decoder.options(with: [:])
        options.change { $0.depthLimit = settings.limits.depth }
        var stream = YAMLDocumentStream(input, options, settings, file: nil)
        guard try stream.copyDocument(to: &tape) else { throw stream.missing(AnyValue.self) }
      },
      offsetOfNode: { settings.offset(ofNode: $0, in: $1) },
      offsets: { settings.offsets(in: $0) },
      place: { offset, _, cursor in cursor.place(of: offset) },
      options: { decoder.options(with: $0) })
  }
}
#endif
