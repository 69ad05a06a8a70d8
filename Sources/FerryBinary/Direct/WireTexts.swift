import FerryBytes

/// The interned texts of a document that is written directly.
///
/// Whether looking for a text is worth the time is told from its length: what is of one length often
/// is of one field, and an object that is being written need not say which of its fields it is at.
struct WireTexts: ~Copyable {
  /// So many texts of a document are not looked for: one with no more of them has little to gain,
  /// and is written in less time than a table takes.
  private static let firstTexts = 16

  private(set) var values = EntryTable()
  private var count = 0
  /// By length; longer texts than there are places for share the last one.
  private var repetitions = InlineArray<64, Repetition>(repeating: Repetition())

  /// The number of text that came before; -1 for text that has to be written out.
  @inline(__always)
  mutating func number(of text: UnsafeBufferPointer<UInt8>) -> Int {
    count &+= 1
    guard count > Self.firstTexts else { return -1 }
    let length = min(text.count, repetitions.count &- 1)
    guard repetitions[length].isLikely else { return -1 }
    var wasSeen = false
    let number = unsafe values.number(of: text, wasSeen: &wasSeen)
    repetitions[length].count(hit: wasSeen)
    return number
  }

  /// Forgets the texts.
  mutating func clear() {
    if count > Self.firstTexts {
      values.clear()
      repetitions = InlineArray(repeating: Repetition())
    }
    count = 0
  }
}
