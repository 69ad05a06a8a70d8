public import FerryBase
internal import FerryCoding

extension AnyValue {
  /// Creates the value that an encoder with the default options writes for `value`. Dates are
  /// numbers, as their type encodes itself.
  /// - Throws: `EncodingError`.
  public init<T: Encodable>(encoding value: T) throws {
    let settings = EncodingSettings(coding: CodingOptions())
    self = try EncodingSession.encode(value, options: settings.coding) {
      view throws(WireFailure) in
      try AnyValue(view, at: 0)
    }
  }
}
