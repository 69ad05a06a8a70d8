import FerryBytes

/// The keys of a document that is being written, or its values that come again: each is in a table
/// once and has a number (Format.md, "Tables").
///
/// A key takes a number when it is first seen. A value is written as it is then, takes a number when
/// it is seen for the second time, and is that number from then on: what occurs once costs nothing.
/// Of a value that was seen once the hash alone is kept: should another one have it, an entry is made
/// in vain.
///
/// ```
/// places    hash -> number, or -1 for a value that was seen once
/// entries   | offset in `section` | length |   by number
/// section   the entries, as they stand in the document
/// ```
struct EntryTable: ~Copyable {
  /// Text beyond this many bytes is not looked for: it hardly repeats.
  static let maximumLength = 512
  /// Bytes for texts that a table keeps between documents. Memory for a large document is freed.
  private static let retainedBytes = 256 << 10
  /// Values in all, numbered or not. It bounds the memory.
  private static let maximumPlaces = 1 << 20

  struct Entry {
    /// Where the bytes begin that are compared.
    var offset: UInt32
    /// Bytes, and the top bit for integers.
    var length: UInt32
  }

  private var places = HashPlaces()
  private(set) var entries: [Entry] = []
  private(set) var section = ByteWriter()
  /// Entries that a reader has already, and their bytes in `section`.
  private var written = (count: 0, bytes: 0)
  private let seed = ByteRun.seed

  var count: Int { entries.count }

  /// Forgets all entries; a little memory is kept.
  mutating func clear() {
    places.clear()
    entries.removeAll(keepingCapacity: section.count <= Self.retainedBytes)
    section.clear(retaining: Self.retainedBytes)
    written = (0, 0)
  }

  /// Whether there are entries that a reader does not have.
  var hasNews: Bool { entries.count > written.count }

  /// Takes note that a reader has all entries so far.
  mutating func markWritten() { written = (entries.count, section.count) }

  /// Bytes that ``append(to:)`` appends.
  var newsSize: Int {
    VarInt.width(UInt64(entries.count - written.count)) + section.count - written.bytes
  }

  /// Appends the entries that a reader does not have to `output`.
  func append(to output: inout ByteWriter) {
    output.appendLength(entries.count - written.count)
    output.append(ByteView(rebasing: section.bytes[written.bytes...]))
  }

  /// The number of a key, which is added if it is new.
  mutating func number(ofKey text: ByteView) -> Int {
    let hash = ByteRun.hash(text, seed: seed)
    let position = position(of: text, UInt32(truncatingIfNeeded: text.count), hash)
    if let known = position.number { return known }
    section.appendLength(text.count)
    section.append(text)
    return add(UInt32(truncatingIfNeeded: text.count), hash, at: position)
  }

  /// Looks for the value that is written as `bytes`.
  /// - Parameters:
  ///   - bytes: text without its tag, or an integer with its tag; not empty.
  ///   - isInteger: keeps integers and text apart.
  ///   - wasSeen: becomes true if the value has been offered before.
  /// - Returns: its number, or -1 if it has to be written out.
  @inline(__always)
  mutating func number(
    of bytes: ByteView, isInteger: Bool = false, wasSeen: inout Bool
  ) -> Int {
    let length = UInt32(truncatingIfNeeded: bytes.count) | (isInteger ? 1 << 31 : 0)
    let hash = ByteRun.hash(bytes, seed: isInteger ? seed.byteSwapped : seed)
    let position = position(of: bytes, length, hash)
    guard let number = position.number else {
      if places.count < Self.maximumPlaces { places.put(-1, under: hash, at: position) }
      return -1
    }
    wasSeen = true
    if number >= 0 { return number }
    guard entries.count < BinaryFormat.maximumValues else { return -1 }
    return append(bytes, length, hash, at: position)
  }

  /// Where the number of an entry is, or -1, or where it would be.
  @inline(__always)
  private func position(
    of bytes: ByteView, _ length: UInt32, _ hash: UInt64
  ) -> HashPlaces.Position {
    places.position(of: hash) { number in
      guard number >= 0 else { return true }
      let entry = entries[number]
      guard entry.length == length else { return false }
      return unsafe ByteRun.equal(
        section.pointer(at: Int(entry.offset)), bytes.start, count: bytes.count)
    }
  }

  @inline(never)
  private mutating func append(
    _ bytes: ByteView, _ length: UInt32, _ hash: UInt64,
    at position: HashPlaces.Position
  ) -> Int {
    if length >> 31 == 1 {
      section.append(bytes)
    } else {
      section.appendText(bytes)
    }
    return add(length, hash, at: position)
  }

  /// Adds the entry that the section ends with.
  private mutating func add(
    _ length: UInt32, _ hash: UInt64, at position: HashPlaces.Position
  ) -> Int {
    let offset = section.count - Int(length & .max >> 1)
    places.put(entries.count, under: hash, at: position)
    entries.append(Entry(offset: UInt32(truncatingIfNeeded: offset), length: length))
    return entries.count &- 1
  }
}

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
