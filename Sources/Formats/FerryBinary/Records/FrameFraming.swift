package import FerryCoders
internal import FerryBinaryEngine
package import FerryBase

/// A framing of the frames of a record file. A range is a frame that resets the tables, with the
/// frames that continue these tables. Damaged bytes become one range, up to the next intact frame.
/// The reader reports that range as an error.
package struct FrameFraming: Framing {
  /// The frames of the file, once its head has been read.
  private var frames: RecordFrames?
  private var position = 0
  private var damage: Int?
  /// The offset of the first frame of a group, and the number of records in the group so far.
  private var group: Int?
  private var groupCount = 0
  private var reason = WireFailure(.unexpectedEnd, offset: 0)
  private var hasSkipped = false
  private var hasEnded = false
  private var count = 0
  /// The number of bytes that may still be checked. Without this limit, hostile input could claim
  /// many long frames.
  private var budget = 64 << 20

  /// The number of bytes in which the first frame may repair a damaged identifier.
  private static let headWindow = 1 << 20

  package init() {}

  package mutating func drop(_ count: Int) {
    position -= count
    frames?.drop(count)
    damage = damage.map { $0 - count }
    reason = WireFailure(reason.kind, offset: reason.offset - count)
    group = group.map { $0 - count }
  }

  package mutating func advance(
    over window: ByteView, isLast: Bool, to found: inout RecordRanges
  ) -> Int {
    found.count = found.count ?? 0
    if frames == nil {
      do throws(WireFailure) {
        guard try readHead(window, isLast: isLast) else { return 0 }
      } catch {
        found.failure = error
        return 0
      }
    }
    while position < window.count, found.failure == nil {
      guard !hasEnded else {
        found.failure = WireFailure(.trailingContent, offset: position)
        break
      }
      guard step(window, isLast: isLast, &found) else { break }
    }
    if isLast { endGroup(at: min(position, window.count), &found) }
    if isLast, found.failure == nil, !hasEnded {
      // Damage up to the end is reported once, as the failure at the end of the file.
      found.failure =
        damage == nil ? WireFailure(.unexpectedEnd, offset: min(position, window.count)) : reason
      damage = nil
    }
    return damage ?? group ?? min(position, window.count)
  }

  /// Reads the head of the file. A damaged head is damage before the first frame, if this frame
  /// repairs it.
  /// - Returns: `false` if the framing needs more bytes.
  private mutating func readHead(
    _ window: ByteView, isLast: Bool
  ) throws(WireFailure) -> Bool {
    let head: RecordFileHead
    do throws(WireFailure) {
      head = try RecordFileHead(window)
    } catch {
      if error.kind == .unexpectedEnd, !isLast { return false }
      guard let repaired = RecordFileHead(repairing: window) else {
        // The first frame may be incomplete.
        let mayFollow = error.kind == .checksumMismatch && window.count < Self.headWindow
        if mayFollow, !isLast { return false }
        throw error
      }
      head = repaired
      (damage, reason) = (error.offset, error)
    }
    frames = RecordFrames(head)
    position = RecordFileHead.size
    return true
  }

  /// - Returns: `false` if the framing needs more bytes.
  private mutating func step(
    _ window: ByteView, isLast: Bool, _ found: inout RecordRanges
  ) -> Bool {
    guard let frame = frames?.frame(at: position, in: window, afterLoss: damage != nil) else {
      return false
    }
    let headerSize = RecordFrames.headerSize
    switch frame {
    case .records(let size, let records, let isReset):
      guard isReset || group != nil else {
        // The tables that the frame continues are lost.
        passDamage(WireFailure(.invalidTable, offset: position), window, &found)
        return isLast || position + headerSize <= window.count
      }
      endDamage(at: position, &found)
      if isReset {
        endGroup(at: position, &found)
        group = position
      }
      groupCount += records
      count += records
      budget += 4 * size
      position += size
    case .end(let size, let total):
      endDamage(at: position, &found)
      endGroup(at: position, &found)
      if total != count, !hasSkipped {
        found.failure = WireFailure(.invalidLength, offset: position)
      }
      position += size
      hasEnded = true
    case .incomplete where !isLast:
      return false
    case .incomplete where damage == nil && !hasSkipped && position + headerSize > window.count:
      // A file that ends within the header of a frame was cut off, not damaged.
      found.failure = WireFailure(.unexpectedEnd, offset: position)
    case .incomplete:
      passDamage(WireFailure(.unexpectedEnd, offset: position), window, &found)
      return isLast || position + headerSize <= window.count
    case .damaged(let failure):
      passDamage(failure, window, &found)
      return isLast || position + headerSize <= window.count
    }
    return true
  }

  /// Moves to the next offset where a frame may begin.
  private mutating func passDamage(
    _ failure: WireFailure, _ window: ByteView, _ found: inout RecordRanges
  ) {
    endGroup(at: position, &found)
    if damage == nil {
      damage = position
      reason = failure
    }
    budget -= window.count - position
    guard budget > 0 else {
      found.failure = WireFailure(.checksumMismatch, offset: position)
      return
    }
    position = frames?.candidate(after: position, in: window) ?? window.count
  }

  private mutating func endGroup(at end: Int, _ found: inout RecordRanges) {
    guard let start = group else { return }
    found.ranges.append(start..<end)
    found.count = (found.count ?? 0) + groupCount
    group = nil
    groupCount = 0
  }

  private mutating func endDamage(at end: Int, _ found: inout RecordRanges) {
    guard let start = damage else { return }
    found.damage[found.ranges.count] = reason
    found.ranges.append(start..<end)
    found.count = (found.count ?? 0) + 1
    damage = nil
    hasSkipped = true
  }
}
