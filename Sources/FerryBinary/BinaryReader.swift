import FerryBytes
import FerryTape

/// Reads documents of the binary format into a tape (Format.md).
///
/// Every length is checked against the end of what it lies in before anything is read or made
/// from it, so a hostile input costs no more than a few words per byte that is really there.
/// Texts become ranges of the input, those of the tables too.
@safe
package struct BinaryReader: ~Copyable {
  /// What a reader puts up with.
  package struct Limits: Sendable, Equatable {
    /// Containers inside each other, at most.
    package var depth = 512

    /// The default limits.
    package init() {}
  }

  let input: UnsafeBufferPointer<UInt8>
  let limits: Limits
  var tables = Tables()
  var keySet = KeySet()
  /// The keys of the tables.
  var tableKeys = KeySet()
  /// For each key of the tables, the last shape that named it, counted from 1.
  var lastShapes: [UInt32] = []
  var stack: [Frame] = []
  /// Batches by columns that are being read.
  var columnDepth = 0
  /// Offset of the value that is being read.
  var valueStart = 0

  /// A reader of `input`, which has to stay where it is as long as the reader lives.
  package init(_ input: UnsafeBufferPointer<UInt8>, limits: Limits = .init()) {
    unsafe self.input = input
    self.limits = limits
  }

  /// Appends the one document that the input is made of.
  package mutating func readDocument(into tape: inout Tape) throws(Failure) {
    valueStart = 0
    do throws(Failure) {
      try read(into: &tape)
    } catch {
      // The tape knows nodes only; the place is where the reader is.
      throw error.offset < 0 ? Failure(error.kind, offset: valueStart) : error
    }
  }

  private mutating func read(into tape: inout Tape) throws(Failure) {
    let body = try readFlags()
    var position = body.lowerBound
    _ = try KnownTables.read(at: &position, end: body.upperBound, with: &self)
    try readValue(at: &position, end: body.upperBound, into: &tape)
    if position != body.upperBound { throw Failure(.trailingContent, offset: position) }
  }

  /// Reads what stands in front of the value: flags and tables. The checksum is verified.
  /// - Returns: where the value is.
  mutating func readHead() throws(Failure) -> Range<Int> {
    let body = try readFlags()
    var position = body.lowerBound
    try readTables(at: &position, end: body.upperBound)
    return position..<body.upperBound
  }

  /// Reads what stands in front of the tables. The checksum is verified.
  /// - Returns: where the tables and the value are.
  private func readFlags() throws(Failure) -> Range<Int> {
    guard unsafe input.count > 2, let base = unsafe input.baseAddress else {
      throw unsafe Self.looksLikeDocument(input) || input.isEmpty
        ? Failure(.unexpectedEnd, offset: input.count) : Failure(.badMagic, offset: 0)
    }
    guard unsafe base[0] == BinaryFormat.magic else { throw Failure(.badMagic, offset: 0) }
    let flags = unsafe base[1] & 0x0F
    guard unsafe base[1] & 0xF0 == BinaryFormat.version,
      flags & ~(BinaryFormat.checksumFlag | BinaryFormat.canonicalFlag) == 0
    else {
      throw Failure(.unsupportedVersion, offset: 1)
    }
    var end = unsafe input.count
    if flags & BinaryFormat.checksumFlag != 0 {
      end -= 4
      guard end >= 2 else { throw unsafe Failure(.unexpectedEnd, offset: input.count) }
      let sum = unsafe CRC32C.checksum(UnsafeBufferPointer(start: base, count: end))
      // The last four bytes of the input, which is longer than that.
      let stated = unsafe UnsafeRawPointer(base + end).loadUnaligned(as: UInt32.self)
      guard UInt32(littleEndian: stated) == sum else {
        throw Failure(.checksumMismatch, offset: end)
      }
    }
    return 2..<end
  }

  /// Offset in `input` of the value that became `node`, by reading up to it again: errors are
  /// rare, so no memory is spent on the places of values. A key of a shape is where its value is.
  package static func offset(
    ofNode node: Int, in input: UnsafeBufferPointer<UInt8>, limits: Limits = .init()
  ) -> Int? {
    var reader = unsafe BinaryReader(input, limits: limits)
    var tape = Tape(wordLimit: node)
    do throws(Failure) {
      try reader.read(into: &tape)
    } catch {
      // The node that does not fit is the one that is looked for.
      if error.kind == .nodeLimit { return reader.valueStart }
    }
    return nil
  }

  /// Whether `input` begins like a document of any version.
  package static func looksLikeDocument(_ input: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe input.first == BinaryFormat.magic
  }

  /// Whether `input` begins like a record file.
  package static func looksLikeRecordFile(_ input: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe input.starts(with: BinaryFormat.recordSignature)
  }
}

extension BinaryReader {
  /// Reads the length at `position` and moves behind it.
  /// - Returns: a length that may be greater than what is left.
  @inline(__always)
  func readVarInt(
    _ base: UnsafePointer<UInt8>, at position: inout Int, end: Int
  ) throws(Failure) -> UInt64 {
    guard let (value, width) = unsafe VarInt.read(base + position, end: base + end) else {
      throw unsafe varIntFailure(base, at: position, end: end)
    }
    position &+= width
    return value
  }

  /// Reads a length of bytes that has to fit in front of `end`, or a count of things of at least
  /// one byte each.
  @inline(__always)
  func readLength(
    _ base: UnsafePointer<UInt8>, at position: inout Int, end: Int
  ) throws(Failure) -> Int {
    let start = position
    let length = try unsafe readVarInt(base, at: &position, end: end)
    guard length <= UInt64(truncatingIfNeeded: end &- position) else {
      throw lengthFailure(at: start, end: end)
    }
    return Int(truncatingIfNeeded: length)
  }

  /// A length goes beyond what it lies in: the input was cut off, or it is wrong.
  @inline(never)
  func lengthFailure(at offset: Int, end: Int) -> Failure {
    unsafe end == input.count
      ? Failure(.unexpectedEnd, offset: input.count) : Failure(.invalidLength, offset: offset)
  }

  @inline(never)
  private func varIntFailure(
    _ base: UnsafePointer<UInt8>, at offset: Int, end: Int
  ) -> Failure {
    guard offset < end else { return lengthFailure(at: offset, end: end) }
    let first = unsafe base[offset]
    if first > 0xF0 { return Failure(.invalidLength, offset: offset) }
    let width = first < 0xC0 ? 2 : first < 0xE0 ? 3 : first < 0xF0 ? 4 : 9
    if end - offset < width { return lengthFailure(at: offset, end: end) }
    return Failure(.nonMinimal, offset: offset)
  }
}
