import FerryBase

/// The keys or the repeated texts of a document that is being written. Each entry occurs once in
/// the table and has a number (Format.md, "Tables").
///
/// A key gets a number when it first occurs. A text is written in place at its first occurrence and
/// gets a number at its second; later occurrences refer to the number. So a text that occurs once
/// takes no space. For such a text, the table keeps only the hash. If another text has the same hash,
/// the table adds an unnecessary entry for it.
///
/// ```
/// places    hash -> number, or -1 for a text that was seen once
/// entries   | offset in `section` | length |   by number
/// section   the bytes of the entries in the document
/// ```
struct EntryTable: ~Copyable {
  /// The maximum length of interned text. Longer text rarely repeats.
  static let maximumLength = 512
  /// The bytes of memory that a table keeps between documents. Memory for a large document is
  /// freed.
  private static let retainedBytes = 256 << 10
  /// The maximum number of texts, with or without a number. It bounds the memory.
  private static let maximumPlaces = 1 << 20

  struct Entry {
    /// Offset of the compared bytes.
    var offset: UInt32
    /// The number of bytes.
    var length: UInt32
  }

  private var places = HashPlaces()
  private(set) var entries: [Entry] = []
  private(set) var section = ByteWriter()
  /// The number of entries that the reader already has, and their bytes in `section`.
  private var written = (count: 0, bytes: 0)
  private let seed = ByteRun.seed

  var count: Int { entries.count }

  /// Removes all entries and keeps a little memory.
  mutating func clear() {
    places.clear()
    if !entries.isEmpty {
      entries.removeAll(keepingCapacity: section.count <= Self.retainedBytes)
    }
    section.clear(retaining: Self.retainedBytes)
    written = (0, 0)
  }

  /// Removes the entries from `count` on.
  mutating func removeTexts(from count: Int) {
    entries.removeLast(entries.count - count)
    section.truncate(to: entries.last.map { Int($0.offset + $0.length) } ?? 0)
    places.clear()
    for (number, entry) in entries.enumerated() {
      let text = section.bytes.part(at: Int(entry.offset), count: Int(entry.length))
      let hash = ByteRun.hash(text, seed: seed)
      places.put(number, under: hash, at: position(of: text, hash))
    }
  }

  /// Marks all entries as unknown to the reader.
  mutating func markUnwritten() { written = (0, 0) }

  /// Whether there are entries that the reader does not have yet.
  var hasNews: Bool { entries.count > written.count }

  /// Marks all entries as known to the reader.
  mutating func markWritten() { written = (entries.count, section.count) }

  /// The number of bytes that ``append(to:)`` appends.
  var newsSize: Int {
    VarInt.width(UInt64(entries.count - written.count)) + section.count - written.bytes
  }

  /// Appends the entries that the reader does not have yet to `output`.
  func append(to output: inout ByteWriter) {
    output.appendLength(entries.count - written.count)
    output.append(ByteView(rebasing: section.bytes[written.bytes...]))
  }

  /// Returns the number of a key. Adds the key if it is new.
  mutating func number(ofKey text: ByteView) -> Int {
    let hash = ByteRun.hash(text, seed: seed)
    let position = position(of: text, hash)
    if let known = position.number { return known }
    section.appendLength(text.count)
    section.append(text)
    return add(text.count, hash, at: position)
  }

  /// Looks up a text, which is not empty. `wasSeen` becomes true if the text was looked up before.
  /// - Returns: The number of the text, or -1 if it must be written in place.
  @inline(__always)
  mutating func number(of text: ByteView, wasSeen: inout Bool) -> Int {
    let hash = ByteRun.hash(text, seed: seed)
    let position = position(of: text, hash)
    guard let number = position.number else {
      if places.count < Self.maximumPlaces { places.put(-1, under: hash, at: position) }
      return -1
    }
    wasSeen = true
    if number >= 0 { return number }
    guard entries.count < BinaryFormat.maximumValues else { return -1 }
    return append(text, hash, at: position)
  }

  /// Returns the position of an entry, or the free position for it.
  @inline(__always)
  private func position(of text: ByteView, _ hash: UInt64) -> HashPlaces.Position {
    places.position(of: hash) { number in
      guard number >= 0 else { return true }
      let entry = entries[number]
      guard Int(entry.length) == text.count else { return false }
      return unsafe ByteRun.equal(
        section.pointer(at: Int(entry.offset)), text.start, count: text.count)
    }
  }

  @inline(never)
  private mutating func append(
    _ text: ByteView, _ hash: UInt64, at position: HashPlaces.Position
  ) -> Int {
    section.appendText(text)
    return add(text.count, hash, at: position)
  }

  /// Adds the entry at the end of the section.
  private mutating func add(
    _ length: Int, _ hash: UInt64, at position: HashPlaces.Position
  ) -> Int {
    let offset = section.count - length
    places.put(entries.count, under: hash, at: position)
    entries.append(
      Entry(
        offset: UInt32(truncatingIfNeeded: offset), length: UInt32(truncatingIfNeeded: length)))
    return entries.count &- 1
  }
}

/// Statistics of lookups in the table of texts: the number of lookups and the number of hits.
struct Repetition {
  private var tries: UInt16 = 0
  private var hits: UInt16 = 0

  /// Whether lookups are worth their time: for the first lookups, and as long as one in eight
  /// succeeds.
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
