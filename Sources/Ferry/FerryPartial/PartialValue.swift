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

/// The part of an object that is there. `@PartiallyDecodable` generates these types.
public protocol PartialObject: PartialValue {
  /// An object without members.
  init()

  /// Returns the slot of the member with a key, or -1 for an unknown key.
  @_documentation(visibility: internal)
  static func _slot(of key: FieldKey) -> Int

  /// Goes on with the member of a slot. Returns whether it is over.
  @_documentation(visibility: internal)
  mutating func _resume(
    _ slot: Int, _ reader: inout _PartialReader
  ) throws(WireFailure) -> Bool
}

extension PartialObject {
  /// Begins an object.
  @_documentation(visibility: internal) @inlinable
  public static func _begin(_ reader: inout _PartialReader) throws(WireFailure) -> Self? {
    guard let byte = reader.nextByte() else { return nil }
    guard byte == UInt8(ascii: "{") else { throw reader.mismatch([String: Any].self, "an object") }
    try reader.open(isMap: true)
    return Self()
  }

  /// Goes on with an object.
  @_documentation(visibility: internal) @inlinable
  public mutating func _resume(_ reader: inout _PartialReader) throws(WireFailure) -> Bool {
    while true {
      switch try reader.next() {
      case .pause: return false
      case .end: return true
      case .key: reader.setSlot(try reader.withKey(Self._slot))
      case .value where reader.slot < 0:
        guard try reader.skip() else { return false }
      case .value, .open:
        guard try _resume(reader.slot, &reader) else { return false }
      }
    }
  }
}

extension _PartialReader {
  /// Goes on with a member, which may be null. Returns whether it is over.
  @inlinable
  public mutating func resume<Value: PartialValue>(
    _ member: inout Value?
  ) throws(WireFailure) -> Bool {
    if !isInValue {
      guard let byte = nextByte() else { return false }
      if byte == UInt8(ascii: "n") {
        guard try literal("null") else { return false }
        endItem()
        return true
      }
      guard let value = try begin(Value.self) else { return false }
      member = value
      if !isInValue { return true }
    }
    return try resumeItem(&member)
  }
}
