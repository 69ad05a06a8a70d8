#if !hasFeature(Embedded)
public import FerryBase
internal import FerryCoding

extension _Generated {
  /// Returns the failure of a value whose `validate()` threw `error`.
  public static func invalid<Reader: WireReader & ~Copyable>(
    _ error: any Error, at position: Int, _ reader: borrowing Reader
  ) -> WireFailure {
    reader.failure(invalid: error, at: position)
  }
}
#endif
