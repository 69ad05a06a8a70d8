public import FerryBase
internal import FerryCoding

extension FormatDecoder {
  /// Decodes a `T` from a value in memory.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, without a place.
  @_disfavoredOverload
  public func decode<T: Decodable>(
    _ type: T.Type, from value: AnyValue, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    var coding = options(with: userInfo)
    coding.change { $0.formatName = "value" }
    return try Document(value, coding).decode(type)
  }
}
