/// A place for a value while its record is being read, for generated code.
///
/// The value is moved out of it: a copy would count references up that go down at once.
@frozen
public struct FieldSlot<Value>: ~Copyable {
  /// What has been read so far.
  public var value: Value

  /// A slot that holds `value` until something is read.
  @inlinable @inline(__always)
  public init(_ value: consuming Value) { self.value = value }

  /// Moves the value out.
  @inlinable @inline(__always)
  public consuming func take() -> Value { value }
}
