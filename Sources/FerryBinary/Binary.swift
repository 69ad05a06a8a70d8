public import FerryBytes
public import FerryTape

/// Ferry's binary format: self-describing, length-prefixed, smaller than schema formats.
///
/// ```swift
/// let packed = try Binary.encode(archive)
/// let archive = try Binary.decode(Archive.self, from: packed)
/// ```
///
/// `Sources/FerryBinary/Format.md` specifies it.
public enum Binary {}

// Direct coding without a coder: what `FerryCore` has. `Ferry` has functions of the same names that
// throw `DecodingError` and `EncodingError`; where it is imported, the compiler takes those.
extension Binary {
  /// Decodes a `T` from a binary document by direct coding.
  /// - Throws: `WireFailure` with the byte offset, as far as it is known.
  @_disfavoredOverload @inlinable
  public static func decode<T: DirectDecodable>(
    _ type: T.Type, from bytes: [UInt8]
  ) throws(WireFailure) -> T {
    try bytes.withByteView { input throws(WireFailure) in
      var reader = try BinaryWireReader(input)
      let value = try T(from: &reader)
      try reader.finish()
      return value
    }
  }

  /// Encodes `value` as a binary document by direct coding.
  /// - Throws: `WireFailure`: `sizeLimit` for an integer beyond 64 bits, which the tape
  ///   is needed for.
  @_disfavoredOverload @inlinable
  public static func encode<T: DirectEncodable>(_ value: T) throws(WireFailure) -> [UInt8] {
    var writer = BinaryWireWriter()
    try value.encode(to: &writer)
    return writer.finish()
  }
}

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

/// First bytes of values in the binary format (Format.md, "Tags").
///
/// Ranges carry a small number in the tag itself; the constants name their first tag.
package enum BinaryTag {
  /// `00`...`3F`: the integers 0...63.
  package static let smallInteger: UInt8 = 0x00
  /// `40`...`4F`: the integers -1...-16.
  package static let smallNegative: UInt8 = 0x40
  /// `50`...`7F`: text of 0...47 bytes.
  package static let shortText: UInt8 = 0x50
  /// `80`...`9F`: an object of key list 0...31.
  package static let shortKeyList: UInt8 = 0x80
  /// `A0`...`AF`: a list of 0...15 items.
  package static let shortList: UInt8 = 0xA0
  /// `B0`...`CF`: entry 0...31 of the value table.
  package static let shortReference: UInt8 = 0xB0
  /// `D0`...`D7`: a non-negative integer n in 1...8 bytes.
  package static let positive: UInt8 = 0xD0
  /// `D8`...`DF`: the integer -1-n, with n in 1...8 bytes.
  package static let negative: UInt8 = 0xD8
  /// A value that is there and is nothing.
  package static let null: UInt8 = 0xE0
  /// Inside an object of a key list: its key is not there.
  package static let absent: UInt8 = 0xE1
  /// The truth value false.
  package static let `false`: UInt8 = 0xE2
  /// The truth value true.
  package static let `true`: UInt8 = 0xE3
  /// An IEEE 754 number of 2 bytes.
  package static let half: UInt8 = 0xE4
  /// An IEEE 754 number of 4 bytes.
  package static let single: UInt8 = 0xE5
  /// An IEEE 754 number of 8 bytes.
  package static let double: UInt8 = 0xE6
  /// `E7`...`ED`: a number m / 10^e with e = 0...6.
  package static let decimal: UInt8 = 0xE7
  /// Text with its length.
  package static let longText: UInt8 = 0xEE
  /// An entry of the value table by its number.
  package static let longReference: UInt8 = 0xEF
  /// An object with the number of its key list.
  package static let longKeyList: UInt8 = 0xF0
  /// A list with its count.
  package static let longList: UInt8 = 0xF1
  /// An object with its keys beside the values.
  package static let map: UInt8 = 0xF2
  /// A list of numbers of equal width.
  package static let packed: UInt8 = 0xF3
  /// A list of equally long lists of numbers, by columns.
  package static let matrix: UInt8 = 0xF4
  /// A list of objects of one key list.
  package static let rows: UInt8 = 0xF5
  /// Raw bytes.
  package static let bytes: UInt8 = 0xF6
  /// A UUID of 16 bytes.
  package static let uuid: UInt8 = 0xF7
  /// A date: a number of seconds since 2001 follows.
  package static let date: UInt8 = 0xF8
  /// A decimal of any size: an exponent of ten and a wide integer.
  package static let wideDecimal: UInt8 = 0xF9
  /// An integer beyond 64 bits.
  package static let wideInteger: UInt8 = 0xFA
  /// An extension: its type is the first byte of its contents.
  package static let `extension`: UInt8 = 0xFB
  /// A list of objects of one key list, by columns.
  package static let columns: UInt8 = 0xFC
  /// A null inside optionals that are there: their number follows.
  package static let nestedNull: UInt8 = 0xFD

  /// The extension type of a number that is kept as text.
  package static let numberText: UInt8 = 0x00
}

/// First bytes of packed blocks (Format.md, "Packed lists").
package enum PackedBlock {
  /// `01`...`08`: integers, each as its distance from the least one in 1...8 bytes.
  package static let integers: UInt8 = 0x00
  /// `11`...`18`: integers, each as its distance from the one before.
  package static let deltas: UInt8 = 0x10
  /// `20`...`26`: doubles m / 10^e with e = 0...6; a block of integers m follows.
  package static let decimals: UInt8 = 0x20
  /// Doubles that are exact in 4 bytes.
  package static let singles: UInt8 = 0x28
  /// Doubles in 8 bytes.
  package static let doubles: UInt8 = 0x29
  /// Truth values, a bit each.
  package static let bits: UInt8 = 0x30
  /// `40`...`47`: as `20`...`26`, with a correction of a byte for each.
  package static let corrected: UInt8 = 0x40
  /// Bit of a block of doubles: a bitmap behind the numbers says which are integers.
  package static let wholesFlag: UInt8 = 0x80
}
