public import FerryBase
internal import FerryCoding

extension AnyValue {
  /// Creates the value that an encoder with the default options writes for `value`. Dates are
  /// numbers, as their type encodes itself.
  /// - Throws: `EncodingError`.
  public init<T: Encodable>(encoding value: T) throws {
    try self.init(encoding: value, EncodingSettings(coding: CodingOptions()).coding)
  }

  /// Creates the value that `encoder` writes for `value`, with its options.
  /// - Throws: `EncodingError`.
  public init<T: Encodable>(encoding value: T, with encoder: some FormatEncoder) throws {
    try self.init(encoding: value, encoder.options(with: [:]))
  }

  private init<T: Encodable>(encoding value: T, _ options: CodingOptions) throws {
    var options = options
    options.change { $0.writesSources = false }
    self = try EncodingSession.encode(value, options: options) { view throws(WireFailure) in
      try AnyValue(view, at: 0)
    }
  }
}
