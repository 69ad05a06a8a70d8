internal import FerryBase

/// Hash tables with open addressing, at most half full, in one table of slots.
///
/// A slot is `hash << 32 | number + 1`, or 0 if it is free.
struct SlotTable: BitwiseCopyable {
  private let slots: TableView<UInt64>

  init(_ slots: TableView<UInt64>) { self.slots = slots }

  /// Appends the slots for numbers from 0, of which `hashes` are the hashes, and returns their
  /// range.
  static func append(_ hashes: [UInt64], to slots: inout [UInt64]) -> TableRange {
    var size = 4
    while size < 2 * hashes.count { size *= 2 }
    let start = slots.count
    slots += repeatElement(0, count: size)
    for (number, hash) in hashes.enumerated() {
      var place = Int(hash & UInt64(size - 1))
      while slots[start + place] != 0 { place = (place + 1) & (size - 1) }
      slots[start + place] = hash << 32 | UInt64(number + 1)
    }
    return TableRange(start: Int32(start), count: Int32(size))
  }

  /// Returns the number with a hash that `isEqual` accepts.
  @inline(__always)
  func find(_ hash: UInt64, in range: TableRange, _ isEqual: (Int) -> Bool) -> Int? {
    let mask = Int(range.count) &- 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slot = slots[Int(range.start) &+ place]
      if slot == 0 { return nil }
      let number = Int(truncatingIfNeeded: slot & 0xFFFF_FFFF) &- 1
      if slot >> 32 == hash & 0xFFFF_FFFF, isEqual(number) { return number }
      place = (place &+ 1) & mask
    }
  }
}
