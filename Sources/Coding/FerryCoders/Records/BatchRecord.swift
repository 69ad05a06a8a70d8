package import FerryBase

/// A record of a batch, which is read again on its own. Offsets are those in the buffer.
package struct BatchRecord: TapeSource {
  private let source: any TapeSource
  private let batch: Batch
  private let isText: Bool
  /// The bytes of the record, and their offset.
  private let bytes: ByteView
  private let start: Int
  /// The index of the root on the tape of the batch.
  private let root: Int
  /// The problem of a record that could not be read.
  private let problem: Problem?
  private let isDamaged: Bool

  /// Creates the record at `index` of `batch`, whose place on the tape `list` has.
  package init(_ index: Int, of batch: Batch, _ list: RecordList, _ format: RecordFormat) {
    source = format.reader.source
    isText = format.isText
    self.batch = batch
    root = index < list.roots.count ? list.roots[index] : -1
    problem = list.failures[index]
    isDamaged = batch.records.damage[index] != nil
    // A frame of a record file is one range with several records, which have no offsets.
    let range = batch.records.ranges.indices.contains(index) ? batch.records.ranges[index] : 0..<0
    bytes = ByteView(rebasing: batch.bytes[range])
    start = range.lowerBound
  }

  package func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure) {
    var source = source
    try source.read(bytes, into: &tape)
  }

  package func offset(ofNode node: Int, in input: ByteView) -> Int? {
    var source = source
    return source.offset(ofNode: node - root, in: bytes).map { start + $0 }
  }

  /// Returns the offsets of all values, by their node from the root on; none if the format cannot find
  /// them in one pass.
  package var offsetsFromRoot: [Int] {
    source.offsets(in: bytes).map { start + $0 }
  }

  package func place(of offset: Int, _ cursor: inout PlaceCursor) -> SourcePlace {
    batch.place(of: offset, isText: isText)
  }

  package func problem(_ failure: WireFailure, in input: ByteView) -> Problem {
    problem ?? Problem(failure)
  }

  /// Returns the path to the value that could not be read.
  package var pathOfFailure: WirePath {
    guard !isDamaged else { return .root }
    var tape = Tape()
    do throws(WireFailure) {
      try read(bytes, into: &tape)
      return .root
    } catch {
      // The tape ends where the reader stopped.
      let view = TapeView(tape, input: bytes)
      return WirePath.path(to: view.count, in: view)
    }
  }
}
