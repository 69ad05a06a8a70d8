internal import FerryBase

/// A cache of written keys. A repeated key is copied from the output, with its quotes, its escapes
/// and the colon.
///
/// Equal nodes of one tape always have the same bytes, and objects of one type share the nodes of
/// their keys.
@safe
struct WrittenKeys: ~Copyable {
  private struct Entry {
    /// The word of the key's node; 0, which is never a text node, for an empty entry.
    var word: UInt64 = 0
    var offset = 0
    var length = 0
  }

  private static let slotBits = 6

  /// One slot for each hash of a word; `nil` if the tape is too small for the cache to help.
  private let entries: UnsafeMutablePointer<Entry>?

  /// Creates a cache for a tape of `wordCount` words.
  init(wordCount: Int) {
    guard wordCount > 256 else {
      unsafe entries = nil
      return
    }
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: 1 << Self.slotBits)
    unsafe entries.initialize(repeating: Entry(), count: 1 << Self.slotBits)
    unsafe self.entries = entries
  }

  deinit { unsafe entries?.deallocate() }

  /// Appends `key` if the cache has it. Returns whether it did.
  @inline(__always)
  func append(_ key: Node, to output: inout ByteWriter) -> Bool {
    guard let entries = unsafe entries else { return false }
    let entry = unsafe entries[Self.slot(key)]
    guard entry.word == key.word else { return false }
    output.appendAgain(from: entry.offset, count: entry.length)
    return true
  }

  /// Stores `key`, whose text in `output` begins at `start` and ends at the end.
  @inline(__always)
  func keep(_ key: Node, from start: Int, in output: borrowing ByteWriter) {
    let length = output.count &- start
    guard let entries = unsafe entries, length <= ByteWriter.longestRepetition else { return }
    unsafe entries[Self.slot(key)] = Entry(word: key.word, offset: start, length: length)
  }

  @inline(__always)
  private static func slot(_ key: Node) -> Int {
    Int(truncatingIfNeeded: (key.word &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - slotBits))
  }
}
