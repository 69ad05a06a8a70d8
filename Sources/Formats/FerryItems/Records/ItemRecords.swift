package import FerryBase
package import FerryCoders

// A sequence of documents, one after the other: a CBOR sequence (RFC 8742), or concatenated
// MessagePack.
extension RecordFormat {
  /// The format of a sequence of documents.
  package static func items(_ options: ItemReading) -> RecordFormat {
    RecordFormat(name: options.format.name, isText: false, reader: ItemRecords(options: options)) {
      ItemFraming(options)
    }
  }
}

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

/// A reader of documents of a sequence.
struct ItemRecords: RecordReading {
  let options: ItemReading

  func read(_ batch: Batch, into tape: inout Tape, _ list: inout RecordList) {
    list.begin(&tape)
    var reader = ItemWireReader(batch.bytes, options)
    for (index, range) in batch.records.ranges.enumerated() {
      let root = tape.count
      do throws(WireFailure) {
        if let failure = batch.records.damage[index] { throw failure }
        reader.begin(at: range.lowerBound)
        try reader.readItem(into: &tape)
        try reader.finish(at: range.upperBound)
        list.append(root: root)
      } catch {
        tape.truncate(to: root)
        var problem = ItemWireReader.problem(error, in: batch.bytes, options.format)
        // The tape also holds other documents, so it does not give the path within this one.
        problem.hasPath = false
        list.append(problem)
      }
    }
    list.end(&tape)
  }

  private func read(
    _ batch: Batch, _ index: Int, into tape: inout Tape
  ) throws(WireFailure) {
    var reader = ItemWireReader(batch.bytes, options)
    reader.begin(at: batch.records.ranges[index].lowerBound)
    try reader.readItem(into: &tape)
  }

  func offset(ofNode node: Int, root: Int, record index: Int, in batch: Batch) -> Int? {
    Tape.offset(ofNode: node - root) { tape throws(WireFailure) in
      try read(batch, index, into: &tape)
    }
  }

  func pathOfFailure(record index: Int, in batch: Batch) -> WirePath {
    guard batch.records.damage[index] == nil else { return .root }
    return pathOfFailure(in: batch.bytes) { tape throws(WireFailure) in
      try read(batch, index, into: &tape)
    }
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

  package func append(document: ByteView, to output: inout ByteWriter) -> Bool {
    output.append(document)
    return true
  }
}
