import FerryBytes
import FerryTape

/// The frames of a record file (Format.md, "Record files").
///
/// ```
/// 0      4       5        9          13
/// | sync | flags | length | checksum | payload |
/// ```
extension BinaryLexer {
  /// Makes sure that the input begins like a record file.
  func checkSignature() throws(WireFailure) {
    let signature = BinaryFormat.recordSignature
    let start = unsafe bytes(at: 0, count: min(count, signature.count))
    guard unsafe signature.starts(with: start) else { throw WireFailure(.badMagic, offset: 0) }
    if count < signature.count { throw WireFailure(.unexpectedEnd, offset: count) }
  }

  /// Where the payload is of the frame at `start`, which is whole.
  func payload(ofFrameAt start: Int) -> Range<Int> {
    let payload = start + BinaryFormat.frameHeaderSize
    return payload..<payload + Int(integer(at: start + 5, width: 4))
  }

  /// Makes sure that the frame at `start` is whole and undamaged; the bytes that had to be checked are
  /// taken from `budget`.
  /// - Returns: its flags.
  func checkFrame(at start: Int, limit: Int, budget: inout Int) throws(WireFailure) -> UInt8 {
    guard count - start >= BinaryFormat.frameHeaderSize else {
      throw WireFailure(.unexpectedEnd, offset: start)
    }
    guard integer(at: start, width: 4) == UInt64(BinaryFormat.frameSync) else {
      throw WireFailure(.badMagic, offset: start)
    }
    let flags = self[start + 4]
    guard flags == 0 || flags == BinaryFormat.resetFlag || flags == BinaryFormat.endFlag else {
      throw WireFailure(.unsupportedVersion, offset: start + 4)
    }
    let payload = payload(ofFrameAt: start)
    guard payload.count <= limit else { throw WireFailure(.sizeLimit, offset: start + 5) }
    guard payload.upperBound <= count else { throw WireFailure(.unexpectedEnd, offset: start) }
    budget -= payload.upperBound - start
    var checksum = CRC32C()
    unsafe checksum.update(bytes(at: start, count: 9))
    unsafe checksum.update(bytes(at: payload.lowerBound, count: payload.count))
    guard integer(at: start + 9, width: 4) == UInt64(checksum.value) else {
      throw WireFailure(.checksumMismatch, offset: start)
    }
    return flags
  }

  /// The same without a budget.
  func checkFrame(at start: Int, limit: Int = .max) throws(WireFailure) -> UInt8 {
    var budget = Int.max
    return try checkFrame(at: start, limit: limit, budget: &budget)
  }

  /// Offset of the next sync bytes at or behind `start`.
  func nextSync(from start: Int) -> Int? {
    guard start <= count - BinaryFormat.frameHeaderSize else { return nil }
    return (start...count - BinaryFormat.frameHeaderSize).first {
      integer(at: $0, width: 4) == UInt64(BinaryFormat.frameSync)
    }
  }
}
