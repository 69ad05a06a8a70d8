package import FerryBase

/// A format whose documents may follow one another, each with an end of its own.
@usableFromInline
package protocol SequenceReading: TapeReading where Records == ConsecutiveRecords {
  /// The name of the format in messages.
  var formatName: String { get }

  /// Appends the document in a range of `input` to the tape.
  func read(
    _ range: Range<Int>, of input: ByteView, into tape: inout Tape
  ) throws(WireFailure)

  /// Returns a framing of documents.
  func framing() -> any Framing
}

extension SequenceReading {
  @usableFromInline
  package func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure) {
    try read(0..<input.count, of: input, into: &tape)
  }

  @usableFromInline
  package func recordFormat(_ records: ConsecutiveRecords) -> RecordFormat {
    RecordFormat(
      name: formatName, isText: Self.isText, reader: DocumentSequence(reading: self)
    ) {
      framing()
    }
  }
}

/// A reader of the documents of a sequence.
private struct DocumentSequence<Reading: SequenceReading>: RecordReading {
  let reading: Reading

  func read(_ batch: Batch, into tape: inout Tape, _ list: inout RecordList) {
    list.begin(&tape)
    for (index, range) in batch.records.ranges.enumerated() {
      let root = tape.count
      do throws(WireFailure) {
        if let failure = batch.records.damage[index] { throw failure }
        try reading.read(range, of: batch.bytes, into: &tape)
        list.append(root: root)
      } catch {
        tape.truncate(to: root)
        var problem = reading.problem(error, in: batch.bytes)
        // The tape also holds other documents, so it does not give the path within this one.
        problem.hasPath = false
        list.append(problem)
      }
    }
    list.end(&tape)
  }

  func offset(ofNode node: Int, root: Int, record index: Int, in batch: Batch) -> Int? {
    Tape.offset(ofNode: node - root) { tape throws(WireFailure) in
      try reading.read(batch.records.ranges[index], of: batch.bytes, into: &tape)
    }
  }

  func pathOfFailure(record index: Int, in batch: Batch) -> WirePath {
    guard batch.records.damage[index] == nil else { return .root }
    return pathOfFailure(in: batch.bytes) { tape throws(WireFailure) in
      try reading.read(batch.records.ranges[index], of: batch.bytes, into: &tape)
    }
  }
}
