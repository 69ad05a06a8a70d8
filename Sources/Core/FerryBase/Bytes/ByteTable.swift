/// A hash table from texts to numbers. It uses open addressing and is at most half full.
///
/// The hash is seeded per process, so that no input can be made for collisions.
package struct ByteTable {
  /// `hash << 32 | number + 1`, or 0 in a free slot. The number of slots is a power of two, or
  /// zero.
  private var slots: [UInt64] = []
  private var count = 0
  private let seed = ByteRun.seed

  /// Creates an empty table without memory.
  package init() {}

  /// Removes all texts and reserves slots for `count` new ones.
  package mutating func removeAll(reserving count: Int) {
    self.count = 0
    slots.removeAll(keepingCapacity: slots.count <= 1 << 15)
    let size = 1 << (Int.bitWidth - max(7, 2 * count - 1).leadingZeroBitCount)
    slots.append(contentsOf: repeatElement(0, count: size))
  }

  /// Returns the number of an equal text. `isEqual` is called with the numbers of possible texts.
  package func find(
    _ text: ByteView, isEqual: (Int) -> Bool
  ) -> Int? {
    guard count > 0 else { return nil }
    let slot = slots[place(hash(text), isEqual)]
    return slot == 0 ? nil : Int(truncatingIfNeeded: slot & 0xFFFF_FFFF) - 1
  }

  /// Adds a text, unless there is an equal one.
  /// - Returns: Whether the text was added.
  package mutating func insert(
    _ text: ByteView, as number: Int, isEqual: (Int) -> Bool
  ) -> Bool {
    if 2 * (count + 1) > slots.count { grow() }
    let hash = hash(text)
    let place = place(hash, isEqual)
    guard slots[place] == 0 else { return false }
    slots[place] = hash << 32 | UInt64(number + 1)
    count += 1
    return true
  }

  private func hash(_ text: ByteView) -> UInt64 {
    ByteRun.hash(text, seed: seed) & 0xFFFF_FFFF
  }

  /// Returns the slot of an equal text, or the free slot for it.
  private func place(_ hash: UInt64, _ isEqual: (Int) -> Bool) -> Int {
    var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[place] != 0 {
      let slot = slots[place]
      if slot >> 32 == hash, isEqual(Int(truncatingIfNeeded: slot & 0xFFFF_FFFF) - 1) { break }
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: max(64, 2 * old.count))
    for slot in old where slot != 0 { slots[place(slot >> 32) { _ in false }] = slot }
  }
}

extension ByteRun {
  /// Returns the number of the first of `count` texts that equals an earlier one. Takes linear time
  /// for any texts.
  package static func firstRepeated(of count: Int, _ text: (Int) -> ByteView) -> Int? {
    // For a few texts, comparing every pair is faster.
    if count <= 8 {
      return (0..<count).first { index in
        (0..<index).contains { equal(text($0), text(index)) }
      }
    }
    var table = ByteTable()
    table.removeAll(reserving: count)
    return (0..<count).first { index in
      !table.insert(text(index), as: index) { equal(text($0), text(index)) }
    }
  }
}
