internal import FerryBase
package import FerryCoders
internal import FerryCoding
import Synchronization

extension YAML.Decoder.Settings {
  /// Returns the source of a document in `bytes`. An anchor can be anywhere, so the first access reads
  /// all of the text. A second document after the first is an error.
  @usableFromInline
  package func documentSource(
    of bytes: any DocumentBytes, _ state: DecoderState<YAML.Decoder.Settings>
  ) -> any DocumentSource {
    TapeSource(bytes, .yaml(self, state.coding))
  }
}

extension TapeSource.Format {
  fileprivate static func yaml(
    _ settings: YAML.Decoder.Settings, _ coding: CodingOptions
  ) -> TapeSource.Format {
    guard let resolver = settings.tagResolver else { return plain(settings, coding) }
    // The tags of a document are replaced once, when it is read.
    let resolved = Mutex<(any ResolvedYAML)?>(nil)
    return TapeSource.Format(
      read: { input, tape in
        try plain(settings, coding).read(input, &tape)
        let result = try resolver.resolve(
          TapeView(tape), nil, settings, coding
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
      options: { coding.adding($0) })
  }

  private static func plain(
    _ settings: YAML.Decoder.Settings, _ coding: CodingOptions
  ) -> TapeSource.Format {
    TapeSource.Format(
      read: { input, tape in
        var options = coding
        options.change { $0.depthLimit = settings.limits.depth }
        var stream = YAMLDocumentStream(input, options, settings, file: nil)
        guard try stream.copyDocument(to: &tape) else { throw stream.missing(AnyValue.self) }
      },
      offsetOfNode: { settings.offset(ofNode: $0, in: $1) },
      offsets: { settings.offsets(in: $0) },
      place: { offset, _, cursor in cursor.place(of: offset) },
      options: { coding.adding($0) })
  }
}
