/// A set of keys by seeded hash: open addressing over the keys' indexes, at most half full.
struct KeyTable {
  /// `hash << 32 | index + 1`, or 0 where free.
  private var slots: [UInt64]
  private var count = 0

  init() {
    slots = [UInt64](repeating: 0, count: 64)
  }

  /// Adds the key that is number `index` of its map; false if `isEqual` holds for an earlier one.
  mutating func insert(
    _ text: UnsafeBufferPointer<UInt8>, at index: Int, isEqual: (Int) -> Bool
  ) -> Bool {
    var hasher = Hasher()
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(text))
    let hash = UInt64(UInt32(truncatingIfNeeded: hasher.finalize()))
    if 2 * (count + 1) > slots.count { grow() }
    var position = Int(hash) & (slots.count - 1)
    while slots[position] != 0 {
      let slot = slots[position]
      if slot >> 32 == hash, isEqual(Int(slot & 0xFFFF_FFFF) - 1) { return false }
      position = (position + 1) & (slots.count - 1)
    }
    slots[position] = hash << 32 | UInt64(index + 1)
    count += 1
    return true
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: 2 * old.count)
    for slot in old where slot != 0 {
      var position = Int(slot >> 32) & (slots.count - 1)
      while slots[position] != 0 { position = (position + 1) & (slots.count - 1) }
      slots[position] = slot
    }
  }
}
