package import FerryBase
internal import FerryCoders

// A sequence of documents, one after the other: a CBOR sequence (RFC 8742), or concatenated
// MessagePack.
/// A framing of documents without separators.
struct ItemFraming: Framing {
  private let grammar: ItemGrammar
  private let depthLimit: Int
  private var scan: ItemScan
  /// The offset where the incomplete document begins.
  private var start = 0

  init(_ options: ItemReading) {
    grammar = .of(options.format)
    depthLimit = options.depthLimit
    scan = ItemScan(at: 0, depthLimit: depthLimit)
  }

  mutating func drop(_ count: Int) {
    start -= count
    scan.drop(count)
  }

  mutating func advance(
    over window: ByteView, isLast: Bool, to found: inout RecordRanges
  ) -> Int {
    let lexer = ItemLexer(window, grammar)
    do throws(WireFailure) {
      while try scan.finishes(in: lexer) {
        found.ranges.append(start..<scan.place)
        start = scan.place
        scan = ItemScan(at: start, depthLimit: depthLimit)
      }
      // The reader reports the incomplete document.
      if isLast, start < window.count {
        found.ranges.append(start..<window.count)
        start = window.count
      }
    } catch {
      // The end of a damaged document is unknown.
      found.failure = error
    }
    return start
  }
}

/// A writer of documents, one after the other.
package final class ItemRecordWriting: RecordWriting {
  private let options: ItemWriting

  package init(_ options: ItemWriting) { self.options = options }

  package func append(
    _ view: TapeView, root: Int, to output: inout ByteWriter
  ) throws(WireFailure) {
    try ItemWireWriter.write(view, root: root, options, to: &output)
  }

  package var takesDocuments: Bool { true }

  package func append(document: ByteView, to output: inout ByteWriter) { output.append(document) }
}
