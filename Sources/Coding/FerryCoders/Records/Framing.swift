package import FerryBase

/// A search for the ends of records, which does not read the records. It is the sequential part of
/// the work. The rest can run on any thread.
///
/// A framing sees each byte only once. It keeps the state that it needs from earlier bytes.
@usableFromInline
package protocol Framing: Sendable {
  /// Examines the new bytes of `window` and adds the records that end there to `found`.
  ///
  /// With `isLast`, no more bytes follow. The rest is then the last record, or an error in
  /// `found.failure`.
  /// - Returns: the number of finished bytes of the window, up to the end of the last complete
  ///   record.
  mutating func advance(
    over window: ByteView, isLast: Bool, to found: inout RecordRanges
  ) -> Int

  /// Adjusts the offsets of the framing after the window has lost its first `count` bytes.
  mutating func drop(_ count: Int)

  /// Whether a record may end with `byte`, so that the framing should examine the bytes so far.
  func mayEnd(with byte: UInt8) -> Bool

  /// Whether the framing needs no more input.
  var isDone: Bool { get }

  /// Whether the bytes that the framing keeps are a record, not a key on the way to the records.
  var keepsRecord: Bool { get }

  /// Whether the framing can find the next record after it has lost the start of a record.
  var passesRecords: Bool { get }

  /// Skips the incomplete record. The window may drop its bytes, and the end of the record adds
  /// nothing to the found records. Callers use this function only if ``passesRecords`` is true.
  /// - Returns: the offset in the window where the record begins.
  mutating func passRecord() -> Int
}

extension Framing {
  package func mayEnd(with byte: UInt8) -> Bool { true }
  package var isDone: Bool { false }
  package var keepsRecord: Bool { true }
  package var passesRecords: Bool { false }
  package mutating func passRecord() -> Int { 0 }
}
