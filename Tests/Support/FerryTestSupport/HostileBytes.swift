import FerryBinaryEngine
internal import FerryBase

/// Parts of documents and record files of the binary format that no writer makes.
package enum HostileBytes {
  /// A `LEN`.
  package static func length(_ value: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 9)
    let width = bytes.withMutableByteView { VarInt.write(UInt64(value), to: $0) }
    return Array(bytes[..<width])
  }

  /// `bytes` with their length in front.
  package static func sized(_ bytes: [UInt8]) -> [UInt8] { length(bytes.count) + bytes }

  /// A document with tables of these keys, key lists and values, each as it is written.
  package static func document(
    keys: [[UInt8]] = [], keyLists: [[UInt8]] = [], values: [[UInt8]] = [], _ value: [UInt8]
  ) -> [UInt8] {
    let tables = [keys, keyLists, values].flatMap { length($0.count) + $0.flatMap { $0 } }
    return [BinaryFormat.magic, BinaryFormat.version] + sized(tables) + value
  }
}

/// Record files of any contents, whose checksums are right.
package struct HostileRecordFile {
  /// The bytes so far.
  package private(set) var bytes: [UInt8]
  private let identifier: [UInt8]

  /// Begins a file.
  package init(identifier: [UInt8] = [1, 2, 3, 4]) {
    self.identifier = identifier
    bytes = [0xF5, 0x46, 0x45, 0x52, 0x52, 0x59, 0x32, 0x0A] + identifier + identifier.map(~)
  }

  /// Appends a frame. It states its offset, or else `offset`.
  package mutating func append(_ flags: UInt8, _ payload: [UInt8], offset: Int? = nil) {
    let header =
      [0xFE, 0x5C, 0x1A, 0xF8, flags] + Self.littleEndian(payload.count, 4)
      + Self.littleEndian(offset ?? bytes.count, 8)
    let checksum = (identifier + header + payload).withByteView { CRC32C.checksum($0) }
    bytes += header + Self.littleEndian(Int(checksum), 4) + payload
  }

  /// Appends an end frame whose contents before its length are `contents`.
  package mutating func end(_ contents: [UInt8]) {
    let size = 21 + contents.count + 4
    append(BinaryFormat.endFlag, contents + Self.littleEndian(size, 4))
  }

  /// Returns the file with the end frame of one group of `records` records.
  package func ended(records: Int) -> [UInt8] {
    var file = self
    file.end(HostileBytes.length(records) + [1, 16] + HostileBytes.length(records))
    return file.bytes
  }

  private static func littleEndian(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
