import FerryBytes
package import FerryPath
package import FerryTape

/// How records of one kind are told apart and read.
package struct RecordFormat: Sendable {
  /// For messages.
  package let name: String
  /// Whether places have lines and columns.
  package let isText: Bool
  /// Where in a document the records are.
  package let path: WirePath
  /// A framing at the start of a stream.
  package let makeFraming: @Sendable () -> any Framing
  /// What reads the records of a batch.
  package let reader: any RecordReading

  init(
    name: String, isText: Bool = true, at path: WirePath = .root, reader: any RecordReading,
    framing: @escaping @Sendable () -> any Framing
  ) {
    self.name = name
    self.isText = isText
    self.path = path
    self.reader = reader
    makeFraming = framing
  }
}

/// Reads the records of batches.
package protocol RecordReading: Sendable {
  /// Appends the records of `batch` to `tape` and tells `list` where each of them is, or what is
  /// wrong with it.
  func read(_ batch: Batch, into tape: inout Tape, _ list: inout RecordList)

  /// Offset in the buffer of `batch` of the value that became `node`, which is in record `index`
  /// with the root `root`.
  func offset(ofNode node: Int, root: Int, record index: Int, in batch: Batch) -> Int?

  /// The path in record `index` to what could not be read.
  func pathOfFailure(record index: Int, in batch: Batch) -> WirePath
}

extension RecordReading {
  package func pathOfFailure(record index: Int, in batch: Batch) -> WirePath { .root }

  /// The path to where `read` fails, which reads `bytes`.
  func pathOfFailure(
    in bytes: ByteView, _ read: (inout Tape) throws(WireFailure) -> Void
  ) -> WirePath {
    var tape = Tape()
    do throws(WireFailure) {
      try read(&tape)
      return .root
    } catch {
      // The tape ends where the reader stopped.
      let view = TapeView(tape, input: bytes)
      return WirePath.path(to: view.count, in: view)
    }
  }
}

/// The records of a batch on a tape.
///
/// They are the elements of one list, at index 0, so that whoever knows tapes knows what to do:
///
/// ```
/// 0  list   as many as could be read
/// 1  map    the first record
/// 8  map    the second ...
/// ```
package struct RecordList: Sendable {
  /// Per record, the index of its root on the tape, or -1 if it could not be read.
  package private(set) var roots: [Int] = []
  /// What is wrong with those that could not, with offsets in the buffer.
  package private(set) var failures: [Int: RecordFailure] = [:]
  private var goodCount = 0

  package init() {}

  /// Empties the list and starts one on `tape`.
  mutating func begin(_ tape: inout Tape) {
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

  @inline(__always)
  mutating func append(root: Int) {
    roots.append(root)
    goodCount += 1
  }

  mutating func append(_ failure: WireFailure, remark: FailureRemark? = nil) {
    failures[roots.count] = RecordFailure(failure: failure, remark: remark)
    roots.append(-1)
  }

  /// Completes the header, once all records are on the tape.
  func end(_ tape: inout Tape) {
    let count = min(goodCount, Node.maximumLength)
    tape.replace(0, with: Node(.list, length: count, payload: tape.count))
  }
}

/// What is wrong with a record.
package struct RecordFailure: Sendable {
  package let failure: WireFailure
  /// More about it than its kind says, with offsets in the buffer.
  package let remark: FailureRemark?
}
