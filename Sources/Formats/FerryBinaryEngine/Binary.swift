public import FerryBase

/// Ferry's binary format: self-describing, length-prefixed, smaller than schema formats.
///
/// ```swift
/// let packed = try Binary.encode(archive)
/// let archive = try Binary.decode(Archive.self, from: packed)
/// ```
///
/// `Sources/Formats/FerryBinaryEngine/Format.md` specifies it.
public enum Binary {}

// Direct coding without a coder, for users of `FerryCore`. `Ferry` has functions with the same
// names that throw `DecodingError` and `EncodingError`. The compiler prefers those if `Ferry` is
// imported.
extension Binary {
  /// Decodes a `T` from a binary document by direct coding.
  /// - Throws: `WireFailure` with the byte offset, if it is known.
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
  /// - Throws: `WireFailure`: `sizeLimit` for an integer beyond 64 bits. Such an integer needs
  ///   coding through the tape.
  @_disfavoredOverload @inlinable
  public static func encode<T: DirectEncodable>(_ value: T) throws(WireFailure) -> [UInt8] {
    var writer = BinaryWireWriter()
    try value.encode(to: &writer)
    return writer.finish()
  }
}

/// Constants of the binary format for its readers and writers (Format.md).
package enum BinaryFormat {
  /// First byte of every document. No well-formed UTF-8 text starts with it.
  package static let magic: UInt8 = 0xB5
  /// Version 2 in the high half of the second byte.
  package static let version: UInt8 = 0x20
  /// Version 1, which the releases 0.1 wrote.
  package static let formerVersion: UInt8 = 0x10
  /// Bit of the second byte: the document ends with a CRC32C of all bytes before it.
  package static let checksumFlag: UInt8 = 0x01

  /// Bit of the second byte: members are sorted by the bytes of their keys.
  package static let canonicalFlag: UInt8 = 0x02

  /// Bit of a frame's flags: the tables start empty.
  package static let resetFlag: UInt8 = 0x01
  /// Bit of a frame's flags: this is the last frame, and its payload is the index of the file.
  package static let endFlag: UInt8 = 0x02
  // Limits of the tables. Beyond them, a writer writes keys and values in place.

  /// Keys in a document or frame.
  package static let maximumKeys = 1 << 16
  /// Key lists in a document or frame.
  package static let maximumKeyLists = 1 << 16
  /// Keys in all key lists of a document or frame.
  package static let maximumKeyListKeys = 1 << 20
  /// Blocks of an array of rows. Each costs memory.
  package static let maximumBlocks = 256
  /// Entries of a value table.
  package static let maximumValues = 1 << 20
  /// Bytes of a text in a value table, and of a key in a key table.
  package static let maximumEntryLength = 1 << 16
}

/// First bytes of values in the binary format (Format.md, "Tags").
///
/// For a range of tags that contain a small number, the constant is the first tag.
package enum BinaryTag {
  /// `00`...`3F`: the integers 0...63.
  package static let smallInteger: UInt8 = 0x00
  /// `40`...`4F`: the integers -1...-16.
  package static let smallNegative: UInt8 = 0x40
  /// `50`...`7F`: text of 0...47 bytes.
  package static let shortText: UInt8 = 0x50
  /// `80`...`9F`: an object with key list 0...31.
  package static let shortKeyList: UInt8 = 0x80
  /// `A0`...`AF`: an array of 0...15 elements.
  package static let shortList: UInt8 = 0xA0
  /// `B0`...`CF`: entry 0...31 of the value table.
  package static let shortReference: UInt8 = 0xB0
  /// `D0`...`D7`: a non-negative integer n in 1...8 bytes.
  package static let positive: UInt8 = 0xD0
  /// `D8`...`DF`: the integer -1-n, with n in 1...8 bytes.
  package static let negative: UInt8 = 0xD8
  /// Null.
  package static let null: UInt8 = 0xE0
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
  /// Text with an explicit length.
  package static let longText: UInt8 = 0xEE
  /// An entry of the value table by its number.
  package static let longReference: UInt8 = 0xEF
  /// An object with the number of its key list.
  package static let longKeyList: UInt8 = 0xF0
  /// An array with an explicit count.
  package static let longList: UInt8 = 0xF1
  /// An object with its own keys.
  package static let map: UInt8 = 0xF2
  /// A packed array of numbers of equal width.
  package static let packed: UInt8 = 0xF3
  /// Raw bytes.
  package static let bytes: UInt8 = 0xF6
  /// A UUID of 16 bytes.
  package static let uuid: UInt8 = 0xF7
  /// A date, followed by a number of seconds since 2001.
  package static let date: UInt8 = 0xF8
  /// A decimal of any size: an exponent of ten and a wide integer.
  package static let wideDecimal: UInt8 = 0xF9
  /// An integer beyond 64 bits.
  package static let wideInteger: UInt8 = 0xFA
  /// An extension. The first byte of its contents is its type.
  package static let `extension`: UInt8 = 0xFB
  /// An array of equally long arrays of numbers.
  package static let rows: UInt8 = 0xFC
  /// A null inside non-nil optionals, followed by the number of those.
  package static let nestedNull: UInt8 = 0xFD

  /// The extension type of a number that is stored as text.
  package static let numberText: UInt8 = 0x00
  /// The extension type of a date that its document counts from 1970.
  package static let time: UInt8 = 0x01
}

/// First bytes of packed blocks (Format.md, "Packed blocks").
package enum PackedBlock {
  /// `01`...`08`: integers, each as its distance from the smallest one in 1...8 bytes.
  package static let integers: UInt8 = 0x00
  /// `11`...`18`: integers, each as its distance from the previous one.
  package static let deltas: UInt8 = 0x10
  /// `20`...`27`: doubles m / 10^e with e = 0...7: a block of integers m, and the number of bytes of a
  /// correction for each, 0 or 1.
  package static let decimals: UInt8 = 0x20
  /// Doubles that are exact in 4 bytes.
  package static let singles: UInt8 = 0x28
  /// Doubles in 8 bytes.
  package static let doubles: UInt8 = 0x29
  /// Truth values, one bit each.
  package static let bits: UInt8 = 0x30
  /// Bit of a block of doubles: a bitmap after the numbers marks those that are integers.
  package static let wholesFlag: UInt8 = 0x80
}
