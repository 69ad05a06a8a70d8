internal import FerryBinary
internal import FerryTape

extension RecordFormat {
  /// The records of a record file in the binary format.
  package static func recordFile(depthLimit: Int = 512) -> RecordFormat {
    RecordFormat(name: "binary", isText: false, reader: BinaryRecords(depthLimit: depthLimit)) {
      FrameFraming()
    }
  }
}

/// Reads the records of frames.
struct BinaryRecords: RecordReading {
  let depthLimit: Int

  func read(_ batch: Batch, into tape: inout Tape, _ list: inout RecordList) {
    list.begin(&tape)
    var reader = unsafe RecordFrameReader(batch.bytes, depthLimit: depthLimit)
    for (index, range) in batch.records.ranges.enumerated() {
      do throws(Failure) {
        if let failure = batch.records.damage[index] { throw failure }
        reader.enter(range)
        while true {
          let root = tape.count
          do throws(Failure) {
            guard try reader.readNext(into: &tape) else { break }
          } catch {
            tape.truncate(to: root)
            throw error
          }
          list.append(root: root)
        }
      } catch {
        list.append(error)
      }
    }
    list.end(&tape)
  }

  // Records have no places of their own: what is wrong in one is told by its path.
  func offset(ofNode node: Int, root: Int, record index: Int, in batch: Batch) -> Int? { nil }
}
