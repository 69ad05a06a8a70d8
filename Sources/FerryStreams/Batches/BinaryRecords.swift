package import FerryBinary
internal import FerryTape

extension RecordFormat {
  /// The records of a record file in the binary format.
  package static func recordFile(_ limits: BinaryReader.Limits = .init()) -> RecordFormat {
    RecordFormat(name: "binary", isText: false, reader: BinaryRecords(limits: limits)) {
      FrameFraming()
    }
  }
}

/// Reads the records of frames.
struct BinaryRecords: RecordReading {
  let limits: BinaryReader.Limits

  func read(_ batch: Batch, into tape: inout Tape, _ list: inout RecordList) {
    list.begin(&tape)
    var reader = unsafe RecordFrameReader(batch.bytes, limits: limits)
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
