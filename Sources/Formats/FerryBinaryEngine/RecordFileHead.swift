import FerryBase

/// The first bytes of a record file (Format.md, "Record files").
///
/// ```
/// 0                         8            12                  16
/// | F5 46 45 52 52 59 32 0A | identifier | its inverted bits |
/// ```
package struct RecordFileHead: Sendable, Equatable {
  /// The first number in the checksum of every frame, so that a frame of another file is not one of
  /// this file.
  let identifier: UInt32

  init(identifier: UInt32) { self.identifier = identifier }

  /// Reads the head at the start of `input`.
  /// - Throws: `badMagic`; `formerVersion`; `unexpectedEnd` if more bytes may complete the head; `checksumMismatch` if
  ///   the identifier is damaged.
  package init(_ input: ByteView) throws(WireFailure) {
    let lexer = BinaryLexer(input)
    let start = lexer.bytes(at: 0, count: min(input.count, Self.signatures[0].count))
    guard let version = Self.signatures.firstIndex(where: { $0.starts(with: start) }) else {
      throw WireFailure(.badMagic, offset: 0)
    }
    if version > 0 { throw WireFailure(.formerVersion, offset: 6) }
    if input.count < Self.size { throw WireFailure(.unexpectedEnd, offset: input.count) }
    let (identifier, inverted) = Self.copies(in: lexer)
    guard identifier == inverted else { throw WireFailure(.checksumMismatch, offset: start.count) }
    self.identifier = identifier
  }

  /// Repairs the head of a file whose head is damaged with the copy of the identifier with which the
  /// first frame is whole.
  package init?(repairing input: ByteView) {
    guard input.count >= Self.size else { return nil }
    let (identifier, inverted) = Self.copies(in: BinaryLexer(input))
    for copy in [identifier, inverted] {
      self.init(identifier: copy)
      var frames = RecordFrames(self)
      if (try? frames.checkFrame(at: Self.size, in: input)) != nil { return }
    }
    return nil
  }

  private static func copies(in lexer: BinaryLexer) -> (UInt32, inverted: UInt32) {
    (
      UInt32(truncatingIfNeeded: lexer.integer(at: 8, width: 4)),
      ~UInt32(truncatingIfNeeded: lexer.integer(at: 12, width: 4))
    )
  }

  /// The number of bytes before the first frame.
  package static let size = 16

  func append(to output: inout ByteWriter) {
    for byte in Self.signatures[0] { output.append(byte) }
    output.append(littleEndian: identifier)
    output.append(littleEndian: ~identifier)
  }

  /// The first bytes of files of version 2 and of version 1. No well-formed UTF-8 text starts with
  /// them.
  package static let signatures: [[UInt8]] = [
    [0xF5, 0x46, 0x45, 0x52, 0x52, 0x59, 0x32, 0x0A],
    [0xF5, 0x46, 0x45, 0x52, 0x52, 0x59, 0x31, 0x0A],
  ]
}
