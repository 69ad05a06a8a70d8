package import FerryBase
internal import FerryCoding

/// The tape of a part of a document, which no longer changes.
package final class DocumentTape: @unchecked Sendable {
  // Sendable: nothing writes to the tape once `init` is done.
  private let tape: Tape

  package init(_ format: any DocumentFormat, at part: Int, of input: ByteView) throws {
    var tape = Tape()
    try format.read(input, at: part, into: &tape)
    self.tape = tape
  }

  /// The number of bytes on the tape.
  var byteCount: Int { 8 * tape.count + tape.arena.count }

  func withView<R>(of input: ByteView, _ body: (TapeView) throws -> R) rethrows -> R {
    // Nothing on the tape points into an empty input.
    try body(TapeView(tape, input: input))
  }
}

extension TapeView {
  /// Returns the kind of the value at `index`, which is not an alias.
  func documentKind(at index: Int) -> AnyValue.Kind {
    let node = self[index]
    switch node.kind {
    case .null: return .null
    case .true, .false: return .bool
    case .text, .arenaText, .uuid: return .string
    case .bytes, .arenaBytes, .extension, .arenaExtension: return .bytes
    case .list, .packed: return .array
    case .map: return .object
    case .plainText:
      switch plain(node) {
      case .null: return .null
      case .bool: return .bool
      case .text: return .string
      default: return .number
      }
    default: return .number
    }
  }
}
