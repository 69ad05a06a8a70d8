import FerryBase

/// The frames of one record file, in its bytes or in a window of them (Format.md, "Record files").
///
/// ```
/// 0      4       5        9        17         21
/// | sync | flags | length | offset | checksum | payload |
/// ```
///
/// A record may contain the bytes of a record file. Its frames have another identifier in their
/// checksums or state another offset, so a search after damage does not find them.
package struct RecordFrames: Sendable {
  package let head: RecordFileHead
  /// The offset in the file of the first byte of the input. After bytes were lost from the file, the
  /// offset that this byte had before.
  private var origin = 0

  /// The checksum of the identifier, with which every checksum begins.
  private let seed: CRC32C

  package init(_ head: RecordFileHead) {
    self.head = head
    var seed = CRC32C()
    (0..<4).map { UInt8(truncatingIfNeeded: head.identifier >> (8 * $0)) }
      .withByteView { seed.update($0) }
    self.seed = seed
  }

  /// Adjusts the offsets after the window has lost its first `count` bytes.
  package mutating func drop(_ count: Int) { origin += count }

  /// Returns the offset in the file of the byte at `place` of the input.
  func fileOffset(of place: Int) -> Int { place + origin }

  /// The number of bytes of a frame before its payload.
  package static let headerSize = 21

  /// The largest number of bytes of a payload that a reader accepts.
  package static let payloadLimit = 256 << 20
  /// The first bytes of a frame, as a little-endian number. They are no well-formed UTF-8.
  package static let sync: UInt32 = 0xF81A_5CFE

  // MARK: One frame

  /// Checks that a whole and undamaged frame of this file is at `start`. Subtracts the checked bytes
  /// from `budget`.
  ///
  /// The frame must state its offset. With `afterLoss`, it may state a larger one, because bytes of
  /// the file may be lost. Later frames must then be as far from their offsets.
  /// - Returns: The flags of the frame.
  package mutating func checkFrame(
    at start: Int, in input: ByteView, afterLoss: Bool = false, limit: Int = payloadLimit,
    budget: inout Int
  ) throws(WireFailure) -> UInt8 {
    let lexer = BinaryLexer(input)
    guard lexer.count - start >= Self.headerSize else {
      throw WireFailure(.unexpectedEnd, offset: start)
    }
    guard lexer.integer(at: start, width: 4) == UInt64(Self.sync) else {
      throw WireFailure(.badMagic, offset: start)
    }
    let flags = lexer[start + 4]
    guard flags == 0 || flags == BinaryFormat.resetFlag || flags == BinaryFormat.endFlag else {
      throw WireFailure(.unsupportedVersion, offset: start + 4)
    }
    let stated = lexer.integer(at: start + 9, width: 8)
    let expected = UInt64(fileOffset(of: start))
    guard stated == expected || afterLoss && stated > expected && stated < UInt64(Int.max) else {
      throw WireFailure(.checksumMismatch, offset: start)
    }
    let payload = lexer.payload(ofFrameAt: start)
    guard payload.count <= limit else { throw WireFailure(.sizeLimit, offset: start + 5) }
    guard payload.upperBound <= lexer.count else {
      throw WireFailure(.unexpectedEnd, offset: start)
    }
    budget -= payload.upperBound - start
    let checksum = checksum(
      header: lexer.bytes(at: start, count: Self.headerSize - 4),
      payload: lexer.bytes(at: payload.lowerBound, count: payload.count))
    guard lexer.integer(at: payload.lowerBound - 4, width: 4) == UInt64(checksum) else {
      throw WireFailure(.checksumMismatch, offset: start)
    }
    origin += Int(stated - expected)
    return flags
  }

  /// Checks a frame without a budget.
  package mutating func checkFrame(
    at start: Int, in input: ByteView
  ) throws(WireFailure) -> UInt8 {
    var budget = Int.max
    return try checkFrame(at: start, in: input, budget: &budget)
  }

  private func checksum(header: ByteView, payload: ByteView) -> UInt32 {
    var checksum = seed
    checksum.update(header)
    checksum.update(payload)
    return checksum.value
  }

  /// Appends a frame, which begins at `offset` of the file.
  func appendFrame(
    _ flags: UInt8, _ payload: ByteView, at offset: Int, to output: inout ByteWriter
  ) {
    let start = output.count
    output.reserve(Self.headerSize + payload.count)
    output.append(littleEndian: Self.sync)
    output.append(flags)
    output.append(littleEndian: UInt32(truncatingIfNeeded: payload.count))
    output.append(littleEndian: UInt64(offset))
    output.append(littleEndian: checksum(header: output.bytes(from: start), payload: payload))
    output.append(payload)
  }

  // MARK: Frames in a stream

  /// The result of a check for a frame.
  package enum Frame {
    /// A frame of `size` bytes with `count` records. A frame that resets the tables does not depend
    /// on other frames.
    case records(size: Int, count: Int, isReset: Bool)
    /// The end frame of a file with `total` records.
    case end(size: Int, total: Int)
    /// The start of a frame. More bytes are needed.
    case incomplete
    /// Not a frame, or a damaged one.
    case damaged(WireFailure)
  }

  /// Checks for a frame at `start`, as ``checkFrame(at:in:afterLoss:limit:budget:)`` does.
  package mutating func frame(at start: Int, in input: ByteView, afterLoss: Bool) -> Frame {
    let lexer = BinaryLexer(input)
    do throws(WireFailure) {
      var budget = Int.max
      let flags = try checkFrame(at: start, in: input, afterLoss: afterLoss, budget: &budget)
      let payload = lexer.payload(ofFrameAt: start)
      let size = payload.upperBound - start
      var place = payload.lowerBound
      let number = (try? lexer.varInt(at: &place, end: payload.upperBound)) ?? 0
      let count = Int(clamping: number)
      if flags == BinaryFormat.endFlag { return .end(size: size, total: count) }
      // A record takes at least one byte. The check also keeps sums of counts small.
      guard count <= size else { return .damaged(WireFailure(.invalidLength, offset: start)) }
      return .records(size: size, count: count, isReset: flags == BinaryFormat.resetFlag)
    } catch {
      return error.kind == .unexpectedEnd ? .incomplete : .damaged(error)
    }
  }

  /// Returns the next offset after the damaged frame at `start` at which a frame of this file may
  /// begin. This is the offset of the next sync bytes. Near the end of the input, it is the first
  /// offset at which a header would be incomplete.
  package func candidate(after start: Int, in input: ByteView) -> Int {
    let lexer = BinaryLexer(input)
    let last = input.count - Self.headerSize
    guard start < last else { return max(start, last) + 1 }
    return (start + 1...last).first { lexer.integer(at: $0, width: 4) == UInt64(Self.sync) }
      ?? last + 1
  }
}

extension BinaryLexer {
  /// Returns the range of the payload of the frame at `start`, whose header must be in the memory.
  func payload(ofFrameAt start: Int) -> Range<Int> {
    let payload = start + RecordFrames.headerSize
    return payload..<payload + Int(integer(at: start + 5, width: 4))
  }
}
