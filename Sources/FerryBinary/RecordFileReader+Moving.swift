import FerryBytes
import FerryTape

extension RecordFileReader {
  /// After a failure, moves to the next whole frame that begins with tables of its own, or to the
  /// end of the file. What lies between is in ``skippedRanges``.
  /// - Returns: false if there is none; the failure stands then.
  package mutating func skipDamage() -> Bool {
    guard failure != nil else { return true }
    let damage = max(frameStart, BinaryFormat.recordSignature.count)
    var start = position < damage ? damage : damage + 1
    while searchBudget > 0, let found = unsafe RecordFrame.nextSync(in: input, from: start) {
      do throws(Failure) {
        let flags = try unsafe RecordFrame.check(
          input, at: found, limit: min(limits.frameSize, searchBudget), budget: &searchBudget)
        if flags == 0 {
          // Whole, but its tables go on where the lost ones ended.
          start = found + BinaryFormat.frameHeaderSize
          continue
        }
        failure = nil
        skippedRanges.append(damage..<found)
        left = 0
        hasTables = false
        position = found
        return true
      } catch {
        start = found + 1
      }
    }
    return false
  }

  /// Moves to record `number`, without reading those in between.
  /// - Returns: false if the file has fewer.
  package mutating func seek(
    toRecord number: UInt64, index: RecordFileIndex
  ) throws(Failure) -> Bool {
    guard number < index.count, let group = index.group(ofRecord: number) else { return false }
    failure = nil
    left = 0
    hasTables = false
    position = index.groups[group].offset
    recordNumber = index.groups[group].firstRecord
    while recordNumber < number {
      guard try skipNext() else { return false }
    }
    return true
  }
}
