public import FerryBase

/// A type that can be decoded from incomplete JSON.
///
/// The macro `@PartiallyDecodable` adds the conformance to a `@DirectCodable` type.
public protocol PartiallyDecodable {
  /// The type of a value of which a part is there: the type itself for values that come whole.
  associatedtype Partial: PartialValue = Self
}

/// A value that grows while its JSON text arrives.
///
/// A `DirectDecodable` type that declares the conformance comes whole, when its text is over.
public protocol PartialValue: Sendable {
  /// Begins a value at the position of the reader. Returns `nil` if more text is needed for that.
  @_documentation(visibility: internal)
  static func _begin(_ reader: inout _PartialReader) throws(WireFailure) -> Self?

  /// Goes on with an open value. Returns whether it is over.
  @_documentation(visibility: internal)
  mutating func _resume(_ reader: inout _PartialReader) throws(WireFailure) -> Bool
}

extension PartialValue {
  /// Returns true: the value came whole.
  @_documentation(visibility: internal) @inlinable
  public mutating func _resume(_ reader: inout _PartialReader) throws(WireFailure) -> Bool { true }
}

extension PartialValue where Self: DirectDecodable {
  /// Decodes a value whose text is over.
  @_documentation(visibility: internal) @inlinable
  public static func _begin(_ reader: inout _PartialReader) throws(WireFailure) -> Self? {
    try reader.decode(Self.self)
  }
}
