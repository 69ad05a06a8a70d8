package import FerryBase

extension RecordFormat {
  /// Creates the format of documents that follow one another, each with an end of its own. `read` appends
  /// the document in a range of the input to the tape.
  package init<Reading: DocumentReading & TapeSource>(
    name: String, sequenceOf reading: Reading,
    read: @escaping @Sendable (Range<Int>, ByteView, inout Tape) throws(WireFailure) -> Void,
    framing: @escaping @Sendable () -> any Framing
  ) {
    self.init(
      name: name, isText: Reading.isText, reader: DocumentSequence(reading: reading, read: read),
      framing: framing)
  }
}

/// A reader of the documents of a sequence.
private struct DocumentSequence<Reading: DocumentReading & TapeSource>: RecordReading {
  let reading: Reading
  let read: @Sendable (Range<Int>, ByteView, inout Tape) throws(WireFailure) -> Void

  var source: any TapeSource { reading }

  func read(_ batch: Batch, into tape: inout Tape, _ list: inout RecordList) {
    list.readEach(of: batch, into: &tape) {
      reading.problem($0, in: batch.bytes)
    } _: { range, tape throws(WireFailure) in
      try read(range, batch.bytes, &tape)
    }
  }
}
