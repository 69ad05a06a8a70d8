import FerryTape

/// The keys of one long map by hash: open addressing, the first of equal keys.
///
/// The hash is the standard library's, seeded per process, so that chosen keys cannot collide.
struct KeyIndex {
  /// Indexes of key nodes plus 1; 0 is a free slot. A power of two, at most half full.
  private var slots: [UInt32]

  init(of header: Int, _ view: TapeView) {
    var capacity = 16
    while capacity < 2 * view.elementCount(header) { capacity *= 2 }
    slots = [UInt32](repeating: 0, count: capacity)
    for key in view.keys(ofMap: header) {
      let text = unsafe view.stored(view[key])
      var slot = unsafe Self.hash(text) & (slots.count - 1)
      while let other = self.key(in: slot), unsafe !Self.equal(view.stored(view[other]), text) {
        slot = (slot + 1) & (slots.count - 1)
      }
      if slots[slot] == 0 { slots[slot] = UInt32(truncatingIfNeeded: key + 1) }
    }
  }

  /// The index of the value for the key `name`.
  func find(_ name: KeyTable.Name, _ view: TapeView) -> Int? {
    let text = unsafe UnsafeBufferPointer(start: name.bytes, count: name.count)
    var slot = unsafe Self.hash(text) & (slots.count - 1)
    while let key = key(in: slot) {
      if unsafe name.matches(view.stored(view[key])) { return key + 1 }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func key(in slot: Int) -> Int? {
    slots[slot] == 0 ? nil : Int(slots[slot]) - 1
  }

  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(text))
    return hasher.finalize()
  }

  private static func equal(
    _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    unsafe first.count == second.count && first.elementsEqual(second)
  }
}
