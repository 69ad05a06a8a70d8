package import FerryBase
package import FerryCoding

/// A format of records: how a stream is split into records and how they are read.
@usableFromInline
package struct RecordFormat: Sendable {
  /// The name of the format in messages.
  package let name: String
  /// Whether locations have a line and a column.
  package let isText: Bool
  /// The path of the records in a document.
  package let path: WirePath
  /// Creates a framing for the start of a stream.
  package let makeFraming: @Sendable () -> any Framing
  /// The reader of the records of a batch.
  package let reader: any RecordReading
  /// The way to find the bytes of a value in a record, if it is not that of documents.
  package let sources: (any SourceFinding)?

  package init(
    name: String, isText: Bool = true, at path: WirePath = .root, reader: any RecordReading,
    sources: (any SourceFinding)? = nil, framing: @escaping @Sendable () -> any Framing
  ) {
    self.sources = sources
    self.name = name
    self.isText = isText
    self.path = path
    self.reader = reader
    makeFraming = framing
  }
}

/// A reader of the records of batches.
package protocol RecordReading: Sendable {
  /// The reader of one record, which finds its locations.
  var source: any TapeSource { get }

  /// Appends the records of `batch` to `tape`. Adds the root or the failure of each record to
  /// `list`.
  func read(_ batch: Batch, into tape: inout Tape, _ list: inout RecordList)
}

/// The records of a batch on a tape.
///
/// The records are the elements of one array at index 0, so that code for tapes needs no special
/// case:
///
/// ```
/// 0  list   the records that could be read
/// 1  map    the first record
/// 8  map    the second ...
/// ```
package struct RecordList: Sendable {
  /// The index of the root of each record on the tape, or -1 if the record could not be read.
  package private(set) var roots: [Int] = []
  /// The failures of the records that could not be read, by the index of the record, with offsets
  /// in the buffer.
  package private(set) var failures: [Int: Problem] = [:]
  private var goodCount = 0

  package init() {}

  /// Empties the list and starts an array on `tape`.
  package mutating func begin(_ tape: inout Tape) {
    roots.removeAll(keepingCapacity: true)
    if !failures.isEmpty { failures.removeAll() }
    goodCount = 0
    tape.clear()
    do throws(WireFailure) {
      try tape.append(Node(.list, payload: 1))
    } catch {
      // A tape always holds more than one word.
    }
  }

  /// Reads each record of `batch` with `read`. Its failures become those that `problem` returns.
  package mutating func readEach(
    of batch: Batch, into tape: inout Tape, problem: (WireFailure) -> Problem,
    _ read: (Range<Int>, inout Tape) throws(WireFailure) -> Void
  ) {
    begin(&tape)
    let damage = batch.records.damage
    for (index, range) in batch.records.ranges.enumerated() {
      let root = tape.count
      do throws(WireFailure) {
        if !damage.isEmpty, let failure = damage[index] { throw failure }
        try read(range, &tape)
        append(root: root)
      } catch {
        tape.truncate(to: root)
        var problem = problem(error)
        // The tape also holds other records, so it does not give the path within this one.
        problem.hasPath = false
        append(problem)
      }
    }
    end(&tape)
  }

  package mutating func append(root: Int) {
    roots.append(root)
    goodCount += 1
  }

  package mutating func append(_ problem: Problem) {
    failures[roots.count] = problem
    roots.append(-1)
  }

  /// Completes the header of the array. The tape has to hold all records.
  package func end(_ tape: inout Tape) {
    let count = min(goodCount, Node.maximumLength)
    tape.replace(0, with: Node(.list, length: count, payload: tape.count))
  }
}
