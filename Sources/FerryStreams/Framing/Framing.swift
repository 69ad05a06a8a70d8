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
    over window: UnsafeBufferPointer<UInt8>, isLast: Bool, to found: inout RecordRanges
  ) -> Int

  /// Tells that the first `count` bytes of the window are gone.
  mutating func drop(_ count: Int)

  /// Whether a record may end with `byte`, so that it is worth looking.
  func mayEnd(with byte: UInt8) -> Bool

  /// Whether the rest of the input is of no interest.
  var isDone: Bool { get }
}

extension Framing {
  package func mayEnd(with byte: UInt8) -> Bool { true }
  package var isDone: Bool { false }
}
