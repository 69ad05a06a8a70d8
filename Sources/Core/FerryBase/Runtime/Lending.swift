#if !Portable
extension Array {
  /// Calls `body` with each element.
  ///
  /// A loop over an array copies each element, with a retain and a release for every reference in
  /// it. This function copies only the bits of an element, lends them, and forgets them. The array
  /// keeps the element alive.
  @inlinable @inline(__always)
  package func lendEach<E: Error>(_ body: (Element) throws(E) -> Void) throws(E) {
    // Elements with weak references do not survive a copy of their bits. The compiler evaluates
    // this. Embedded Swift has no weak references.
    #if hasFeature(Embedded)
    let isLent = true
    #else
    let isLent = _isBitwiseTakable(Element.self)
    #endif
    try unsafe withUnsafeBufferPointer { elements throws(E) in
      try unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: 1) {
        memory throws(E) in
        guard let slot = memory.baseAddress, let start = elements.baseAddress else { return }
        for index in 0..<elements.count {
          if isLent {
            unsafe UnsafeMutableRawPointer(slot).copyMemory(
              from: start + index, byteCount: MemoryLayout<Element>.size)
          } else {
            unsafe slot.initialize(to: elements[index])
          }
          let element = unsafe slot.move()
          // The move back forgets the element, also after an error.
          defer { if isLent { unsafe slot.initialize(to: element) } }
          try body(element)
        }
      }
    }
  }
}
#endif
