import FerryBytes
internal import FerryTape

/// Tells where records end, without reading them: what has to be done one byte after the other, so
/// that the rest can be done anywhere.
///
/// A framing sees each byte once. What it needs to remember of those that it saw it keeps itself.
package protocol Framing: Sendable {
  /// Looks at the bytes of `window` that it has not seen and adds the records that end there to
  /// `found`.
  ///
  /// With `isLast`, no more bytes come, so what is left is the last record, or an error, which goes
  /// to `found.failure`.
  /// - Returns: how many bytes of the window are done with: up to the end of the last whole record.
  mutating func advance(
    over window: ByteView, isLast: Bool, to found: inout RecordRanges
  ) -> Int

  /// Tells that the first `count` bytes of the window are gone.
  mutating func drop(_ count: Int)

  /// Whether a record may end with `byte`, so that it is worth looking.
  func mayEnd(with byte: UInt8) -> Bool

  /// Whether the rest of the input is of no interest.
  var isDone: Bool { get }

  /// Whether it finds the record behind one of which it has not kept the start.
  var passesRecords: Bool { get }

  /// Gives up the record that is not complete: what it has of it in the window may go, and nothing
  /// is added to what is found when it ends. To be asked only of one that ``passesRecords``.
  /// - Returns: where the record begins in the window.
  mutating func passRecord() -> Int
}

extension Framing {
  package func mayEnd(with byte: UInt8) -> Bool { true }
  package var isDone: Bool { false }
  package var passesRecords: Bool { false }
  package mutating func passRecord() -> Int { 0 }
}
