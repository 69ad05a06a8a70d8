import FerryBytes
import FerryTape

/// Where keys were written last: one that comes again is copied from there, with its quotes, its
/// escapes and the colon.
///
/// Equal nodes of one tape are the same bytes, whatever their kind, and records of one type share
/// the nodes of their keys.
@safe
struct WrittenKeys: ~Copyable {
  private struct Entry {
    /// The word of the key's node; 0, which is no text, while there is none.
    var word: UInt64 = 0
    var offset = 0
    var length = 0
  }

  private static let slotBits = 6

  /// One slot for each hash of a word; `nil` where there are too few keys for it to pay.
  private let entries: UnsafeMutablePointer<Entry>?

  /// For a tape of `wordCount` words.
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

  /// Appends `key` if it was written before.
  @inline(__always)
  func append(_ key: Node, to output: inout ByteWriter) -> Bool {
    guard let entries = unsafe entries else { return false }
    let entry = unsafe entries[Self.slot(key)]
    guard entry.word == key.word else { return false }
    output.appendAgain(from: entry.offset, count: entry.length)
    return true
  }

  /// Remembers `key`, which `output` has from `start` to its end.
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
