// Other ways of coding than the direct one, for values whose types have no other. This module knows
// none of them: `Codable` is implemented in a module above, and Embedded Swift does not have it.

/// A way to read a value other than direct coding.
public protocol _IndirectReading {
  /// The type of the value.
  associatedtype Value

  /// Reads the value from `text`, the bytes of a document at `position`, which `fill` puts on a tape.
  func read(
    _ text: UnsafeBufferPointer<UInt8>, at position: Int,
    fill: (_ScratchTape) throws(WireFailure) -> Void
  ) throws(WireFailure) -> Value

  /// Reads the value that `coder` has next. Only a reader of a module that knows the way has one.
  func read<Coder>(from coder: Coder) throws(WireFailure) -> Value

  /// The value that stands for the null that `coder` has next, if it is not `nil`.
  func presentNull<Coder>(from coder: Coder) -> Value?
}

/// A way to write a value other than direct coding.
public protocol _IndirectWriting {
  /// Puts the value on a tape and lends the tape to `write`.
  func lend(to write: (_BorrowedTape) throws(WireFailure) -> Void) throws(WireFailure)

  /// Writes the value to `coder`. Only a writer of a module that knows the way has one.
  func write<Coder>(to coder: Coder) throws(WireFailure)
}

/// A tape for the length of a call, to be filled.
@safe
public struct _ScratchTape {
  package let tape: UnsafeMutablePointer<Tape>

  package init(_ tape: UnsafeMutablePointer<Tape>) { unsafe self.tape = tape }
}

/// A tape for the length of a call, to be read.
public struct _BorrowedTape {
  package let view: TapeView

  package init(_ view: TapeView) { self.view = view }
}
