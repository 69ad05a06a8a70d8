import FerryBytes

/// Finds values that come again, so that they are written once (Format.md, "Tables").
///
/// A value is written as it is when it is first seen, takes a number when it is seen for the
/// second time, and is that number from then on: what occurs once costs nothing.
///
/// ```
/// entries   | hash | length | offset in `seen` | number, or -1 |   open addressing
/// seen      bytes of every value that was offered, kept for comparing
/// section   the entries with a number, as they stand in the document
/// ```
struct ValueTable: ~Copyable {
  /// Text beyond this many bytes is not looked for: it hardly repeats.
  static let maximumLength = 512
  /// Bytes of texts that a table keeps room for: what a large document needed is not kept for small
  /// ones.
  private static let retainedBytes = 256 << 10
  /// Entries in all, numbered or not. It bounds the memory.
  private static let maximumEntries = 1 << 20

  private struct Entry {
    var hash: UInt32 = 0
    /// Bytes, and the top bit for integers; zero in a free entry.
    var length: UInt32 = 0
    var offset: UInt32 = 0
    var number: Int32 = -1
  }

  private var entries: [Entry] = []
  private var used = 0
  private var seen = ByteWriter()
  private(set) var section = ByteWriter()
  /// How many values have a number.
  private(set) var count = 0
  /// Entries that a reader has already, and their bytes in `section`.
  private var written = (count: 0, bytes: 0)
  private let seed = ByteRun.seed

  /// Forgets all values; a little memory is kept.
  mutating func clear() {
    if used > 0 {
      // One that few values lay in is made anew where it is needed: each document clears all of it.
      let isRoomy = used * 16 < entries.count
      if entries.count > 1 << 15 || entries.count > 1024 && isRoomy { entries = [] }
      for index in entries.indices { entries[index] = Entry() }
    }
    used = 0
    count = 0
    seen.clear(retaining: Self.retainedBytes)
    section.clear(retaining: Self.retainedBytes)
    written = (0, 0)
  }

  /// Whether no value was offered.
  var isEmpty: Bool { used == 0 }

  /// Whether there are entries that a reader does not have.
  var hasNews: Bool { count > written.count }

  /// Takes note that a reader has all entries so far.
  mutating func markWritten() {
    written = (count, section.count)
  }

  /// Bytes that ``append(to:)`` appends.
  var newsSize: Int {
    VarInt.width(UInt64(count - written.count)) + section.count - written.bytes
  }

  /// Appends the entries that a reader does not have to `output`.
  func append(to output: inout ByteWriter) {
    output.appendLength(count - written.count)
    unsafe output.append(UnsafeBufferPointer(rebasing: section.bytes[written.bytes...]))
  }

  /// Looks for the value that is written as `bytes`.
  /// - Parameters:
  ///   - bytes: text without its tag, or an integer with its tag; not empty.
  ///   - isInteger: keeps integers and text apart.
  ///   - wasSeen: becomes true if the value has been offered before.
  /// - Returns: its number, or -1 if it has to be written out.
  @inline(__always)
  mutating func number(
    of bytes: UnsafeBufferPointer<UInt8>, isInteger: Bool = false, wasSeen: inout Bool
  ) -> Int {
    guard let base = bytes.baseAddress else { return -1 }
    if used &* 2 >= entries.count {
      guard used < Self.maximumEntries else { return -1 }
      grow()
    }
    let length = UInt32(truncatingIfNeeded: bytes.count) | (isInteger ? 1 << 31 : 0)
    let hash = unsafe UInt32(truncatingIfNeeded: ByteRun.hash(base, count: bytes.count, seed: seed))
    let mask = entries.count &- 1
    var index = Int(hash) & mask
    // At most half of the entries are taken, so a free one ends the search, and hashes are seeded,
    // so no input makes it long.
    while true {
      let entry = entries[index]
      if entry.length == 0 {
        entries[index] = Entry(
          hash: hash, length: length, offset: UInt32(truncatingIfNeeded: seen.count))
        unsafe seen.append(bytes)
        used &+= 1
        return -1
      }
      if entry.hash == hash, entry.length == length,
        unsafe ByteRun.equal(seen.pointer(at: Int(entry.offset)), base, count: bytes.count)
      {
        wasSeen = true
        return unsafe entry.number >= 0 ? Int(entry.number) : addNumber(to: index, bytes, isInteger)
      }
      index = (index &+ 1) & mask
    }
  }

  @inline(never)
  private mutating func addNumber(
    to index: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ isInteger: Bool
  ) -> Int {
    guard count < BinaryFormat.maximumValues else { return -1 }
    let number = count
    entries[index].number = Int32(truncatingIfNeeded: number)
    count += 1
    if isInteger {
      unsafe section.append(bytes)
    } else {
      unsafe section.appendText(bytes)
    }
    return number
  }

  @inline(never)
  private mutating func grow() {
    let old = entries
    entries = [Entry](repeating: Entry(), count: max(128, old.count * 4))
    let mask = entries.count - 1
    for entry in old where entry.length != 0 {
      var index = Int(entry.hash) & mask
      while entries[index].length != 0 { index = (index + 1) & mask }
      entries[index] = entry
    }
  }
}

extension ByteWriter {
  /// Appends `value` as a prefix varint.
  @inline(__always)
  mutating func appendLength(_ value: Int) {
    unsafe append(upTo: VarInt.maximumWidth) {
      unsafe VarInt.write(UInt64(truncatingIfNeeded: value), to: $0)
    }
  }

  /// Appends the number of a value, with its tag (Format.md, "Tags").
  @inline(__always)
  mutating func appendReference(_ number: Int) {
    if number < 32 {
      append(BinaryTag.shortReference &+ UInt8(truncatingIfNeeded: number))
    } else {
      append(BinaryTag.longReference)
      appendLength(number)
    }
  }

  /// Appends text with its tag (Format.md, "Tags").
  @inline(__always)
  mutating func appendText(_ text: UnsafeBufferPointer<UInt8>) {
    if text.count < 48 {
      reserve(48)
      appendUnchecked(BinaryTag.shortText &+ UInt8(truncatingIfNeeded: text.count))
      unsafe appendUnchecked(text)
    } else {
      append(BinaryTag.longText)
      appendLength(text.count)
      unsafe append(text)
    }
  }
}
