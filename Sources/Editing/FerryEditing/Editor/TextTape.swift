internal import FerryBase

/// The tape of a text.
final class TextTape: @unchecked Sendable {
  // Sendable: nothing writes to the tape once `init` is done.
  private let text: [UInt8]
  private let tape: Tape
  /// Whether YAML may have merge keys.
  let hasMergeKeys: Bool

  /// Reads a text, see ``TextDocument/read(into:mergesKeys:)``.
  init(_ document: TextDocument, mergesKeys: Bool = false) throws {
    var document = document
    var tape = Tape()
    // A text without a document has the value null, and so has a stream of YAML without one.
    if !document.format.isYAML, document.isBlank { document = .null }
    try document.read(into: &tape, mergesKeys: mergesKeys)
    if tape.count == 0 { try TextDocument.null.read(into: &tape) }
    (text, hasMergeKeys) = (document.text.bytes, document.hasMergeKeys)
    self.tape = tape
  }

  func withView<R>(_ body: (TapeView) throws -> R) rethrows -> R {
    try text.withByteView { try body(TapeView(tape, input: $0)) }
  }

  func hasValue(at path: WirePath) -> Bool { withView { path.resolve(in: $0) } != nil }

  /// Returns the value at a path, which must exist.
  func value(at steps: ValueEdit.Steps = []) throws -> AnyValue {
    try withView { view in
      guard case .node(let index)? = WirePath(steps: steps).places(in: view).first else {
        throw Problem.inconsistent
      }
      return try AnyValue(view, at: index)
    }
  }
}
