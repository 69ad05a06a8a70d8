import FerryBytes
import FerryTape

extension BinaryReader {
  /// Offset behind the value at `start`, which ends at `end` or before, whatever it holds: every
  /// value says how long it is, so that nothing in it is read.
  package func end(ofValueAt start: Int, end: Int) throws(Failure) -> Int {
    guard let base = unsafe input.baseAddress, start < end else {
      throw lengthFailure(at: start, end: end)
    }
    let tag = unsafe base[start]
    var place = start + 1
    var length = 0
    switch tag {
    case 0..<BinaryTag.shortText, BinaryTag.shortList,
      BinaryTag.shortReference..<BinaryTag.positive,
      BinaryTag.null, BinaryTag.false, BinaryTag.true:
      break
    case BinaryTag.shortText..<BinaryTag.shortShape: length = Int(tag &- BinaryTag.shortText)
    case BinaryTag.positive..<BinaryTag.null: length = Int(tag & 7) + 1
    case BinaryTag.half: length = 2
    case BinaryTag.single: length = 4
    case BinaryTag.double: length = 8
    case BinaryTag.uuid: length = 16
    case BinaryTag.nestedNull: length = 1
    case BinaryTag.decimal..<BinaryTag.longText, BinaryTag.longReference:
      _ = try unsafe readVarInt(base, at: &place, end: end)
    case BinaryTag.longShape:
      _ = try unsafe readVarInt(base, at: &place, end: end)
      length = try unsafe readLength(base, at: &place, end: end)
    case BinaryTag.date: return try self.end(ofDateAt: place, end: end)
    case BinaryTag.shortShape..<BinaryTag.shortReference, BinaryTag.longText, BinaryTag.longList,
      BinaryTag.map, BinaryTag.packed, BinaryTag.matrix, BinaryTag.rows, BinaryTag.bytes,
      BinaryTag.wideDecimal, BinaryTag.wideInteger, BinaryTag.extension, BinaryTag.columns:
      length = try unsafe readLength(base, at: &place, end: end)
    default: throw Failure(.invalidTag, offset: start)
    }
    guard length <= end - place else { throw lengthFailure(at: start, end: end) }
    return place + length
  }

  /// The number of a date is no container, so this goes no deeper.
  private func end(ofDateAt start: Int, end: Int) throws(Failure) -> Int {
    guard let base = unsafe input.baseAddress, start < end else {
      throw lengthFailure(at: start, end: end)
    }
    switch unsafe base[start] {
    case 0..<BinaryTag.shortText, BinaryTag.positive..<BinaryTag.null,
      BinaryTag.half..<BinaryTag.longText:
      return try self.end(ofValueAt: start, end: end)
    default: throw Failure(.invalidTag, offset: start)
    }
  }
}
