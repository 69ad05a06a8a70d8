import FerryBytes

/// Finds values that come again, so that they are written once (Format.md, "Tables").
///
/// A value is written as it is when it is first seen, takes a number when it is seen for the
/// second time, and is that number from then on: what occurs once costs nothing. Of a value that
/// was seen once the hash alone is kept: should another one have it, an entry is made in vain.
///
/// ```
/// places    hash -> number, or -1 for a value that was seen once
/// entries   | offset in `section` | length |   by number
/// section   the entries, as they stand in the document
/// ```
struct ValueTable: ~Copyable {
  /// Text beyond this many bytes is not looked for: it hardly repeats.
  static let maximumLength = 512
  /// Bytes of texts that a table keeps room for: what a large document needed is not kept for small
  /// ones.
  private static let retainedBytes = 256 << 10
  /// Values in all, numbered or not. It bounds the memory.
  private static let maximumPlaces = 1 << 20

  private struct Entry {
    /// Where the bytes begin that are compared.
    var offset: UInt32
    /// Bytes, and the top bit for integers.
    var length: UInt32
  }

  private var places = HashPlaces()
  private var entries: [Entry] = []
  private(set) var section = ByteWriter()
  /// Entries that a reader has already, and their bytes in `section`.
  private var written = (count: 0, bytes: 0)
  private let seed = ByteRun.seed

  /// Forgets all values; a little memory is kept.
  mutating func clear() {
    places.clear()
    entries.removeAll(keepingCapacity: section.count <= Self.retainedBytes)
    section.clear(retaining: Self.retainedBytes)
    written = (0, 0)
  }

  /// Whether there are entries that a reader does not have.
  var hasNews: Bool { entries.count > written.count }

  /// Takes note that a reader has all entries so far.
  mutating func markWritten() {
    written = (entries.count, section.count)
  }

  /// Bytes that ``append(to:)`` appends.
  var newsSize: Int {
    VarInt.width(UInt64(entries.count - written.count)) + section.count - written.bytes
  }

  /// Appends the entries that a reader does not have to `output`.
  func append(to output: inout ByteWriter) {
    output.appendLength(entries.count - written.count)
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
    let length = UInt32(truncatingIfNeeded: bytes.count) | (isInteger ? 1 << 31 : 0)
    let hash = unsafe ByteRun.hash(
      base, count: bytes.count, seed: isInteger ? seed.byteSwapped : seed)
    let position = places.position(of: hash) { number in
      guard number >= 0 else { return true }
      let entry = entries[number]
      return unsafe entry.length == length
        && ByteRun.equal(section.pointer(at: Int(entry.offset)), base, count: bytes.count)
    }
    guard let number = position.number else {
      if places.count < Self.maximumPlaces { places.put(-1, under: hash, at: position) }
      return -1
    }
    wasSeen = true
    if number >= 0 { return number }
    guard entries.count < BinaryFormat.maximumValues else { return -1 }
    places.put(entries.count, under: hash, at: position)
    unsafe append(bytes, length)
    return entries.count &- 1
  }

  @inline(never)
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ length: UInt32) {
    if length >> 31 == 1 {
      unsafe section.append(bytes)
    } else {
      unsafe section.appendText(bytes)
    }
    entries.append(
      Entry(offset: UInt32(truncatingIfNeeded: section.count - bytes.count), length: length))
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
