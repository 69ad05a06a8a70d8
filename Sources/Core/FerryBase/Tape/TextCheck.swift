extension ByteView {
  /// Checks that the `length` bytes at `place` are well-formed UTF-8. All must be in the view.
  /// - Throws: `invalidUTF8` with the offset of the first byte that is not.
  @inlinable @inline(__always)
  package func checkText(at place: Int, _ length: Int) throws(WireFailure) {
    // Most text is short ASCII.
    let text = part(at: place, count: length)
    guard length >= 8 else {
      if !ByteRun.isShortASCII(text) { try checkUnusualText(at: place, length) }
      return
    }
    // The loop tests whole words. The last word may overlap the one before it.
    var index = 0
    var found = text.load(UInt64.self, at: length &- 8)
    while index &+ 8 < length {
      found |= text.load(UInt64.self, at: index)
      index &+= 8
    }
    if found & 0x8080_8080_8080_8080 != 0 { try checkUnusualText(at: place, length) }
  }

  @usableFromInline @inline(never)
  func checkUnusualText(at place: Int, _ length: Int) throws(WireFailure) {
    if let wrong = UTF8Validation.firstIllFormedOffset(in: part(at: place, count: length)) {
      throw WireFailure(.invalidUTF8, offset: place + wrong)
    }
  }
}
