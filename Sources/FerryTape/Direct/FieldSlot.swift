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

  /// Puts a value in the place of the one that the slot was made with, which is nothing that has to
  /// be released: an empty text, `nil`. It is called once at most, since a reader hands out a slot
  /// once a record; called again, it would forget a value and its memory.
  @inlinable @inline(__always)
  public mutating func fill(_ value: consuming Value) {
    let value = consume value
    withUnsafeMutablePointer(to: &self.value) { $0.initialize(to: value) }
  }

  /// Moves the value out.
  @inlinable @inline(__always)
  public consuming func take() -> Value { value }
}
