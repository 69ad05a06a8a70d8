// Generated code calls these functions for members whose type may be an alias of an optional type.
// The compiler picks the overload, as it picks `decodeIfPresent` when it synthesizes Codable. A
// generic parameter is never optional, whatever its argument is.

/// The functions that generated code calls.
public enum _Generated {
  /// Whether a member of the type may be missing.
  @inlinable @inline(__always)
  public static func isOptional<T>(_ type: T.Type) -> Bool { false }

  /// Whether a member of the type may be missing: a member of an optional type may.
  @inlinable @inline(__always)
  public static func isOptional<Wrapped>(_ type: Wrapped?.Type) -> Bool { true }

  /// Whether a member with this value is written.
  @inlinable @inline(__always)
  public static func isPresent<T>(_ value: T) -> Bool { true }

  /// Whether a member with this value is written: `nil` is left out.
  @inlinable @inline(__always)
  public static func isPresent<Wrapped>(_ value: Wrapped?) -> Bool { value != nil }

  /// Whether a member with this value is written, if `nil` is or is not.
  @inlinable @inline(__always)
  public static func isPresent<T>(_ value: T, _ writesNil: Bool) -> Bool { true }

  /// Whether a member with this value is written, if `nil` is or is not.
  @inlinable @inline(__always)
  public static func isPresent<Wrapped>(_ value: Wrapped?, _ writesNil: Bool) -> Bool {
    value != nil || writesNil
  }

  /// Whether a member with this value is written: null is a value, so `nil` is always left out.
  @inlinable @inline(__always)
  public static func isPresent<Wrapped>(_ value: Wrapped??, _ writesNil: Bool) -> Bool {
    value != nil
  }

  /// Returns the value of a member for the null that was just read, which the reader reads as
  /// `value`.
  @inlinable @inline(__always)
  public static func keepNull<T>(_ value: consuming T?, as type: T.Type) -> T? { value }

  /// Returns the value of a member for the null that was just read: the optional inside is `nil`.
  @inlinable @inline(__always)
  public static func keepNull<Wrapped>(
    _ value: consuming Wrapped??, as type: Wrapped?.Type
  ) -> Wrapped?? { value ?? .some(nil) }

  /// Returns the value of a slot whose member is required.
  @inlinable @inline(__always)
  public static func required<T>(_ slot: consuming T?, as type: T.Type) -> T? { slot }

  /// Returns the value of a slot, or a present `nil` if the key is missing.
  @inlinable @inline(__always)
  public static func required<Wrapped>(_ slot: consuming Wrapped??, as type: Wrapped?.Type)
    -> Wrapped??
  {
    slot ?? .some(nil)
  }

  /// Returns the value of a slot, or a present `nil` if the key is missing. Null is a value: the
  /// optional inside is `nil`.
  @inlinable @inline(__always)
  public static func required<Wrapped>(_ slot: consuming Wrapped???, as type: Wrapped??.Type)
    -> Wrapped???
  {
    guard let value = slot else { return .some(nil) }
    return .some(value ?? .some(nil))
  }

  /// Whether a slot has a value other than `nil`.
  @inlinable @inline(__always)
  public static func isFilled<T>(_ slot: T?, as type: T.Type) -> Bool { slot != nil }

  /// Whether a slot has a value other than `nil`.
  @inlinable @inline(__always)
  public static func isFilled<Wrapped>(_ slot: Wrapped??, as type: Wrapped?.Type) -> Bool {
    if case .some(.some) = slot { true } else { false }
  }
}

extension _FieldMasking {
  /// Adds the slot of a required member.
  @inlinable @inline(__always)
  public mutating func require<T>(_ slot: Int, _ type: T.Type) { insert(slot) }

  /// Leaves out the slot of a member that may be missing.
  @inlinable @inline(__always)
  public mutating func require<Wrapped>(_ slot: Int, _ type: Wrapped?.Type) {}
}

// The least specific overloads are disfavored as well. Otherwise they would win over more specific
// overloads that are disfavored.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Leaves a slot empty for the null that was just read, so that the member gets its default.
  @_disfavoredOverload @inlinable @inline(__always)
  public mutating func keepNull<T>(in slot: inout T?, as type: T.Type) {}

  /// Fills a slot with the null that was just read.
  @inlinable @inline(__always)
  public mutating func keepNull<Wrapped: DirectDecodable>(
    in slot: inout Wrapped??, as type: Wrapped?.Type
  ) {
    slot = .some(presentNull(as: Wrapped.self))
  }
}

extension _Generated {
  /// Puts a value into a slot. Most slots of generated code are empty, and filling an empty slot
  /// releases no old value.
  @inlinable @inline(__always)
  public static func fillSlot<Value>(_ slot: inout Value?, with value: Value) {
    if case .some = slot {
      slot = value
    } else {
      // An empty slot owns no memory that an initialization could leak.
      unsafe withUnsafeMutablePointer(to: &slot) { unsafe $0.initialize(to: value) }
    }
  }
}
