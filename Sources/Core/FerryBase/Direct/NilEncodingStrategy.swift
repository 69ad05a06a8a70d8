/// How the `nil` of a member is written.
public enum NilEncodingStrategy: Sendable {
  /// The key is left out.
  case omit
  /// The key is written with null.
  case null
}

#if !hasFeature(Embedded)
/// A type with a value for "no value".
package protocol NilRepresenting {
  /// The value for "no value".
  static var nilValue: Any { get }
  /// Initializes memory with that value.
  static func putNil(at place: UnsafeMutableRawPointer)
}

extension Optional: NilRepresenting {
  package static var nilValue: Any { Optional<Wrapped>.none as Any }

  package static func putNil(at place: UnsafeMutableRawPointer) {
    unsafe place.initializeMemory(as: Wrapped?.self, to: nil)
  }
}
#endif

extension _WireWriter where Self: WireWriter & ~Copyable {
  /// False: an encoder that leaves out defaults encodes through the tape.
  @inlinable @inline(__always)
  public var omitsDefaults: Bool { false }

  /// Returns whether a member is left out, because its value is the default.
  @inlinable @inline(__always)
  public func omits<T: Equatable>(_ value: T, default other: @autoclosure () -> T) -> Bool {
    omitsDefaults && value == other()
  }

  /// Returns false: the values cannot be compared.
  @_disfavoredOverload @inlinable @inline(__always)
  public func omits<T>(_ value: T, default other: @autoclosure () -> T) -> Bool { false }
}
