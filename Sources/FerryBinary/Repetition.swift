/// How often values of one place were looked for in the value table, and found.
struct Repetition {
  private var tries: UInt16 = 0
  private var hits: UInt16 = 0

  /// Whether looking for values that come again is worth the time: at first, and while one in eight
  /// was seen before.
  @inline(__always) var isLikely: Bool { tries < 1024 || UInt32(hits) &* 8 >= UInt32(tries) }

  @inline(__always)
  mutating func count(hit: Bool) {
    if tries == .max {
      tries /= 2
      hits /= 2
    }
    tries &+= 1
    if hit { hits &+= 1 }
  }
}
