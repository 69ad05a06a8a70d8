import FerryBinary
import FerryBytes

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

  /// A frame of a record file, with its checksum.
  package static func frame(_ flags: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var head: [UInt8] = []
    withUnsafeBytes(of: BinaryFormat.frameSync.littleEndian) { head += $0 }
    head.append(flags)
    withUnsafeBytes(of: UInt32(payload.count).littleEndian) { head += $0 }
    let sum = (head + payload).withByteView { CRC32C.checksum($0) }
    withUnsafeBytes(of: sum.littleEndian) { head += $0 }
    return head + payload
  }

  /// The last frame of a file of one group.
  package static func endFrame(records: Int) -> [UInt8] {
    var payload =
      length(records) + [1, UInt8(BinaryFormat.recordSignature.count)] + length(records)
    let size = UInt32(BinaryFormat.frameHeaderSize + payload.count + 4)
    withUnsafeBytes(of: size.littleEndian) { payload += $0 }
    return frame(BinaryFormat.endFlag, payload)
  }
}
