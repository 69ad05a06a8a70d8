import FerryBytes
import FerryJSON
import FerryTape

/// JSON text sequences, RFC 7464: each value stands between a record separator and a line feed.
final class SequenceSource: DocumentSource {
  let series = DocumentSeries.many
  let recovers = true
  private(set) var scope: DocumentScope
  private var records: TextRecords

  init(_ input: Input) {
    scope = DocumentScope(bytes: input.bytes)
    records = TextRecords(input.bytes, separator: 0x1E)
  }

  func next(into tape: inout Tape) throws(Failure) -> Bool {
    guard let record = records.next() else { return false }
    scope = record
    if records.isBeforeFirstSeparator, scope.start == 0 {
      throw Failure(.unexpectedCharacter, offset: 0)
    }
    var reader = JSONReader(record.bytes)
    try reader.readDocument(into: &tape)
    // A number or a literal without white space behind it may have been cut off (section 2.4).
    let isSelfDelimited = record.bytes.contains { [0x22, 0x5D, 0x7D].contains($0) }
    if !isSelfDelimited, let last = record.bytes.last, last > 0x20 {
      throw Failure(.unexpectedEnd, offset: record.bytes.count)
    }
    return true
  }

  func offset(ofNode node: Int, in scope: DocumentScope) -> Int? {
    JSONReader.offset(ofNode: node, in: scope.bytes, options: .init())
  }
}

/// A record separator, a value and a line feed, for each document.
final class SequenceSink: DocumentSink {
  private let options: JSONWritingOptions

  init(_ layout: Layout) {
    options = layout.json
  }

  func write(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(Failure) {
    output.append("\u{1E}")
    try JSONWriter.write(view, root: root, options: options, to: &output)
    output.append("\n")
  }

  func finish(to output: inout ByteWriter) {}
}
