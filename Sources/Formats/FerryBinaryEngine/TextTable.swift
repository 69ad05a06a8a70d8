import FerryBase

/// The repeated texts of a document that is being written (Format.md, "Tables").
///
/// A text is written in place at its first occurrence and gets a number at its second. So a text that
/// occurs once takes no space in the table. The memory for first occurrences is small: a text is
/// forgotten when another one needs its place. Only the contents of the document determine that.
@safe
struct TextTable: ~Copyable {
  /// The lengths of texts with numbers. Longer texts rarely repeat.
  static let lengths = 2...512
  /// The bits of the number of places for texts that occurred once.
  private static let placeBits = 11
  /// The bytes of memory that a table keeps between documents.
  private static let retainedBytes = 256 << 10
  /// The seed of hashes that determine the output.
  private static let fixedSeed: UInt64 = 0x9E37_79B9_7F4A_7C15

  private struct Entry {
    /// The range of the text in `section`.
    var offset: Int
    var count: Int
  }

  /// For each place, the high half of the hash of the text that occurred last, and the document.
  private let seen: UnsafeMutablePointer<UInt64>
  private var document: UInt32 = 1
  /// The texts with numbers.
  private var places = HashPlaces()
  private var entries: [Entry] = []
  /// The texts as they are in the document.
  private var section = ByteWriter()
  /// The number of entries that the reader already has, and their bytes in `section`.
  private var written = (count: 0, bytes: 0)
  private let seed = ByteRun.seed

  init() {
    unsafe seen = .allocate(capacity: 1 << Self.placeBits)
    unsafe seen.initialize(repeating: 0, count: 1 << Self.placeBits)
  }

  deinit { unsafe seen.deallocate() }

  /// Removes all texts and keeps a little memory.
  mutating func clear() {
    document &+= 1
    if document == 0 {
      unsafe seen.update(repeating: 0, count: 1 << Self.placeBits)
      document = 1
    }
    if entries.isEmpty { return }
    places.clear()
    entries.removeAll(keepingCapacity: section.count <= Self.retainedBytes)
    section.clear(retaining: Self.retainedBytes)
    written = (0, 0)
  }

  /// Returns the number of a text; -1 if it must be written in place.
  @inline(__always)
  mutating func number(of text: ByteView) -> Int {
    if !entries.isEmpty, let known = position(of: text, ByteRun.hash(text, seed: seed)).number {
      return known
    }
    let hash = ByteRun.hash(text, seed: Self.fixedSeed)
    let place = Int(truncatingIfNeeded: hash) & ((1 << Self.placeBits) - 1)
    let mark = hash & ~UInt64(UInt32.max) | UInt64(document)
    if unsafe seen[place] == mark { return add(text) }
    unsafe seen[place] = mark
    return -1
  }

  @inline(__always)
  private func position(of text: ByteView, _ hash: UInt64) -> HashPlaces.Position {
    places.position(of: hash) { ByteRun.equal(self.text($0), text) }
  }

  @inline(never)
  private mutating func add(_ text: ByteView) -> Int {
    guard entries.count < BinaryFormat.maximumValues else { return -1 }
    let hash = ByteRun.hash(text, seed: seed)
    places.put(entries.count, under: hash, at: position(of: text, hash))
    section.appendText(text)
    entries.append(Entry(offset: section.count - text.count, count: text.count))
    return entries.count - 1
  }

  /// Returns the text with this number.
  func text(_ number: Int) -> ByteView {
    section.bytes.part(at: entries[number].offset, count: entries[number].count)
  }

  /// Whether there are texts that the reader does not have yet.
  var hasNews: Bool { entries.count > written.count }

  /// Marks all texts as known to the reader.
  mutating func markWritten() { written = (entries.count, section.count) }

  /// The number of bytes that ``append(to:)`` appends.
  var newsSize: Int {
    VarInt.width(UInt64(entries.count - written.count)) + section.count - written.bytes
  }

  /// Appends the texts that the reader does not have yet to `output`.
  func append(to output: inout ByteWriter) {
    output.appendLength(entries.count - written.count)
    output.append(ByteView(rebasing: section.bytes[written.bytes...]))
  }
}
