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
  ) -> DocumentSource {
    DocumentSource(bytes, YAMLDocuments(self, state.coding))
  }
}

private final class YAMLDocuments: DocumentFormat {
  private let settings: YAML.Decoder.Settings
  let coding: CodingOptions
  /// The document after the handlers of its tags replaced values.
  private let resolved = Mutex<(any ResolvedYAML)?>(nil)

  init(_ settings: YAML.Decoder.Settings, _ coding: CodingOptions) {
    self.settings = settings
    self.coding = coding
  }

  func read(_ input: ByteView, at part: Int, into tape: inout Tape) throws {
    var options = coding
    options.change { $0.depthLimit = settings.limits.depth }
    var stream = YAMLDocumentStream(input, options, settings, file: nil)
    guard try stream.copyDocument(to: &tape) else { throw stream.missing(AnyValue.self) }
    guard let resolver = settings.tagResolver else { return }
    let result = try resolver.resolve(TapeView(tape), nil, settings, coding) {
      settings.place(ofNode: $0, in: input, nil)
    }
    tape.clear()
    try result.copy(to: &tape)
    resolved.withLock { $0 = result }
  }

  var isText: Bool { true }

  func source(of part: Int) -> any TapeSource {
    guard let document = resolved.withLock({ $0 }) else { return settings.source() }
    return ResolvedSource(resolved: document, settings: settings, document: 0)
  }
}
