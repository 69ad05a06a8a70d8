package import FerryCoders
internal import FerryBinaryEngine
internal import FerryBase

extension RecordFormat {
  /// The format of a record file, which contains records in the binary format.
  package static func recordFile(depthLimit: Int = OpenContainer.standardLimit) -> RecordFormat {
    RecordFormat(name: "binary", isText: false, reader: BinaryRecords(depthLimit: depthLimit)) {
      FrameFraming()
    }
  }

  /// The format of one binary document that is in memory as a whole.
  package static func binaryDocument() -> RecordFormat {
    RecordFormat(name: "binary", isText: false, reader: BinaryDocument()) { FrameFraming() }
  }
}

/// A reader of the records in frames.
struct BinaryRecords: RecordReading {
  let depthLimit: Int

  // Records have no offsets of their own. An error gives the path within the record instead.
  var source: any TapeSource { UnplacedSource() }

  func read(_ batch: Batch, into tape: inout Tape, _ list: inout RecordList) {
    list.begin(&tape)
    var reader = RecordFrameReader(batch.bytes, depthLimit: depthLimit)
    for (index, range) in batch.records.ranges.enumerated() {
      do throws(WireFailure) {
        if let failure = batch.records.damage[index] { throw failure }
        reader.enter(range)
        while true {
          let root = tape.count
          do throws(WireFailure) {
            guard try reader.readNext(into: &tape) else { break }
          } catch {
            tape.truncate(to: root)
            throw error
          }
          list.append(root: root)
        }
      } catch {
        list.append(Problem(error))
      }
    }
    list.end(&tape)
  }
}

/// A reader of the only document in a batch.
struct BinaryDocument: RecordReading, TapeSource {
  var source: any TapeSource { self }

  func read(_ batch: Batch, into tape: inout Tape, _ list: inout RecordList) {
    list.readEach(of: batch, into: &tape, problem: Problem.init) { _, tape throws(WireFailure) in
      try read(batch.bytes, into: &tape)
    }
  }

  func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure) {
    var reader = BinaryReader(input)
    try reader.readDocument(into: &tape)
  }
}
