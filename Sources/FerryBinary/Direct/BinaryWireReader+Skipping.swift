import FerryBytes
public import FerryTape

extension BinaryWireReader {
  /// A container that is being skipped.
  private enum Skipped {
    case list(List)
    case record(Record)
  }

  /// Moves behind the next value, checking it on the way.
  ///
  /// The walk is a loop: whatever the limit of the depth is, the stack has room for it.
  public mutating func skipValue() throws(Failure) {
    guard var container = try skipScalar() else { return }
    var outer: [Skipped] = []
    while true {
      while try moveOn(&container) {
        guard let inner = try skipScalar() else { continue }
        outer.append(container)
        container = inner
      }
      guard let next = outer.popLast() else { return }
      container = next
    }
  }

  /// Moves to the next value in `container`, or behind that if there is none.
  private mutating func moveOn(_ container: inout Skipped) throws(Failure) -> Bool {
    switch container {
    case .list(var list):
      defer { container = .list(list) }
      return try nextElement(&list)
    case .record(var record):
      defer { container = .record(record) }
      return try key(of: &record) != nil
    }
  }

  /// Moves behind the next value, or into it.
  /// - Returns: the container that was entered.
  private mutating func skipScalar() throws(Failure) -> Skipped? {
    switch try tag() {
    case BinaryTag.null, BinaryTag.false, BinaryTag.true: place += 1
    case BinaryTag.shortText..<BinaryTag.shortShape, BinaryTag.longText: _ = try unsafe text()
    case 0..<BinaryTag.shortText, BinaryTag.positive..<BinaryTag.null:
      if unsafe base[place] & 0xF8 == BinaryTag.positive {
        _ = try readInteger(UInt64.self)
      } else {
        _ = try readInteger(Int64.self)
      }
    case BinaryTag.half..<BinaryTag.longText: _ = try readDouble()
    case BinaryTag.shortReference..<BinaryTag.positive, BinaryTag.longReference:
      guard try reference() < UInt64(tables.valueCount) else { throw unusual() }
    case BinaryTag.shortList..<BinaryTag.shortReference, BinaryTag.longList:
      return .list(try beginList())
    case BinaryTag.shortShape..<BinaryTag.shortList, BinaryTag.longShape, BinaryTag.map:
      return .record(try beginRecord())
    case BinaryTag.packed: _ = try packedBlock()
    case BinaryTag.matrix: _ = try matrixColumns()
    default: throw unusual()
    }
    return nil
  }
}
