import FerryBytes
import FerryTape

/// The header of a frame in a record file (Format.md, "Record files").
///
/// ```
/// 0      4       5        9          13
/// | sync | flags | length | checksum | payload |
/// ```
enum RecordFrame {
  /// The length of the payload of the frame at `start`, whose header is inside the input.
  static func length(_ base: UnsafePointer<UInt8>, at start: Int) -> Int {
    unsafe Int(UInt32(littleEndian: load(base, start + 5)))
  }

  /// Makes sure that the frame at `start` is whole and undamaged.
  /// - Returns: its flags. Those of a frame that goes on with earlier tables, zero, are an error
  ///   unless `continues`: who reads frames one by one would take its references for others.
  static func check(
    _ input: UnsafeBufferPointer<UInt8>, at start: Int, limit: Int, continues: Bool = false
  ) throws(Failure) -> UInt8 {
    var budget = Int.max
    let flags = try unsafe check(input, at: start, limit: limit, budget: &budget)
    if flags == 0, !continues { throw Failure(.unsupportedVersion, offset: start + 4) }
    return flags
  }

  /// The same; the bytes that had to be checked are taken from `budget`.
  static func check(
    _ input: UnsafeBufferPointer<UInt8>, at start: Int, limit: Int, budget: inout Int
  ) throws(Failure) -> UInt8 {
    guard let base = input.baseAddress, input.count - start >= BinaryFormat.frameHeaderSize else {
      throw Failure(.unexpectedEnd, offset: start)
    }
    guard unsafe UInt32(littleEndian: load(base, start)) == BinaryFormat.frameSync else {
      throw Failure(.badMagic, offset: start)
    }
    let flags = unsafe base[start + 4]
    guard flags == 0 || flags == BinaryFormat.resetFlag || flags == BinaryFormat.endFlag else {
      throw Failure(.unsupportedVersion, offset: start + 4)
    }
    let length = unsafe length(base, at: start)
    guard length <= limit else { throw Failure(.sizeLimit, offset: start + 5) }
    let payload = start + BinaryFormat.frameHeaderSize
    guard length <= input.count - payload else { throw Failure(.unexpectedEnd, offset: start) }
    budget -= length + BinaryFormat.frameHeaderSize
    var checksum = CRC32C()
    unsafe checksum.update(UnsafeBufferPointer(start: base + start, count: 9))
    unsafe checksum.update(UnsafeBufferPointer(start: base + payload, count: length))
    guard unsafe UInt32(littleEndian: load(base, start + 9)) == checksum.value else {
      throw Failure(.checksumMismatch, offset: start)
    }
    return flags
  }

  /// Offset of the next sync bytes at or behind `start`.
  static func nextSync(in input: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = input.baseAddress else { return nil }
    var index = start
    while index + BinaryFormat.frameHeaderSize <= input.count {
      if unsafe UInt32(littleEndian: load(base, index)) == BinaryFormat.frameSync { return index }
      index += 1
    }
    return nil
  }

  /// Four bytes at `offset`, which the caller knows to be inside the input.
  private static func load(_ base: UnsafePointer<UInt8>, _ offset: Int) -> UInt32 {
    unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: UInt32.self)
  }
}
