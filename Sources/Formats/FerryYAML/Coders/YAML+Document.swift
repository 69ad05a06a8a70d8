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

  // The numbers of the nodes stand for offsets in a document with replaced values.

  func offset(ofNode node: Int, at part: Int, in input: ByteView) -> Int? {
    settings.tagResolver == nil ? settings.offset(ofNode: node, in: input) : node
  }

  func offsets(at part: Int, in input: ByteView) -> [Int] {
    settings.tagResolver == nil ? settings.offsets(in: input) : []
  }

  func place(of offset: Int, in input: ByteView, _ cursor: inout PlaceCursor) -> SourcePlace {
    guard settings.tagResolver != nil else { return cursor.place(of: offset) }
    func place(_ node: Int) -> SourcePlace { settings.place(ofNode: node, in: input, nil) }
    return resolved.withLock { $0 }?.place(ofNode: offset, place) ?? place(offset)
  }
}
