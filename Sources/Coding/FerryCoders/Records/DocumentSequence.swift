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

  var source: any TapeSource { reading }

  func read(_ batch: Batch, into tape: inout Tape, _ list: inout RecordList) {
    list.readEach(of: batch, into: &tape) {
      reading.problem($0, in: batch.bytes)
    } _: { range, tape throws(WireFailure) in
      try reading.read(range, of: batch.bytes, into: &tape)
    }
  }
}
