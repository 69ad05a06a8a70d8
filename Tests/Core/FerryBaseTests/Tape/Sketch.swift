import FerryBase

/// Small tapes for tests.
enum Sketch {
  /// Lends a view of the tape that holds `value`.
  static func view<R>(of value: AnyValue, _ body: (TapeView) throws -> R) throws -> R {
    try view(
      { (tape, open) throws(WireFailure) in try value.append(to: &tape, &open, limit: 512) }, body)
  }

  /// Lends a view of the tape that `build` fills, over `input`.
  static func view<R>(
    input: String = "", _ build: (inout Tape, inout OpenContainer) throws(WireFailure) -> Void,
    _ body: (TapeView) throws -> R
  ) throws -> R {
    var tape = Tape()
    var open = OpenContainer()
    try build(&tape, &open)
    return try Array(input.utf8).withByteView { bytes in
      try body(TapeView(tape, input: bytes))
    }
  }

  /// The failure that `body` throws.
  static func failure(_ body: () throws(WireFailure) -> Void) -> WireFailure? {
    do throws(WireFailure) {
      try body()
      return nil
    } catch {
      return error
    }
  }
}
