/// A format whose values can be copied from document to document without decoding them.
///
/// A value of other formats depends on the document around it, such as on its indentation or on a
/// table of keys.
public struct _SourceFormat: Equatable, Sendable {
  private let number: UInt8

  private init(_ number: UInt8) { self.number = number }

  /// Any other format.
  public static let none = _SourceFormat(0)
  /// JSON in UTF-8.
  public static let json = _SourceFormat(1)
  /// CBOR.
  public static let cbor = _SourceFormat(2)
  /// MessagePack.
  public static let messagePack = _SourceFormat(3)
}

#if !hasFeature(Embedded)
extension _WireReader where Self: WireReader & ~Copyable {
  /// Returns `nil`: values of the format cannot be copied.
  public mutating func readSource(of format: _SourceFormat) throws(WireFailure) -> [UInt8]? { nil }
}

extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Returns false: values of the format cannot be copied.
  public mutating func writeSource(
    _ bytes: [UInt8], of format: _SourceFormat
  ) throws(WireFailure) -> Bool { false }
}
#endif
