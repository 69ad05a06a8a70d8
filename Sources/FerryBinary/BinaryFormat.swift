/// Numbers of the binary format that its writers and readers share (Format.md).
package enum BinaryFormat {
  /// First byte of every document. It starts no well-formed UTF-8 text.
  package static let magic: UInt8 = 0xB5
  /// Version 1 in the high half of the second byte.
  package static let version: UInt8 = 0x10
  /// Bit of the second byte: a CRC32C over all bytes before it ends the document.
  package static let checksumFlag: UInt8 = 0x01

  /// Bit of the second byte: members are in the order of their keys' bytes.
  package static let canonicalFlag: UInt8 = 0x02

  /// First bytes of a record file. They start no well-formed UTF-8 text either.
  package static let recordSignature: [UInt8] = [0xF5, 0x46, 0x45, 0x52, 0x52, 0x59, 0x31, 0x0A]
  /// First bytes of every frame of a record file, as a little-endian number.
  package static let frameSync: UInt32 = 0xF71A_5CFE
  /// Bit of a frame's flags: the tables start empty.
  package static let resetFlag: UInt8 = 0x01
  /// Bit of a frame's flags: nothing follows, and the payload is the number of records.
  package static let endFlag: UInt8 = 0x02
  /// Bytes of a frame before its payload: sync 4, flags 1, length 4, checksum 4.
  package static let frameHeaderSize = 13

  // Caps of the tables. Past them, a writer goes on with maps and literals.

  /// Keys in a document or frame.
  package static let maximumKeys = 1 << 16
  /// Key lists in a document or frame.
  package static let maximumKeyLists = 1 << 16
  /// Key places over all key lists of a document or frame.
  package static let maximumKeyListKeys = 1 << 20
  /// Columns of a packed list of lists, and keys of a batch by columns: each costs memory.
  package static let maximumColumns = 256
  /// Entries of a value table.
  package static let maximumValues = 1 << 20
  /// Bytes of a text in a value table, and of a key in a key table.
  package static let maximumEntryLength = 1 << 16
}
