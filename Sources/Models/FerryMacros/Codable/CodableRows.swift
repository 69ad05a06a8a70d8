#if !hasFeature(Embedded)
internal import FerryCoding

// Rows of properties whose types are only `Codable`, in one direction or in both.
extension _FieldTable.Row {
  /// Returns the row of a property whose type is only `Codable`.
  @_disfavoredOverload @inlinable @inline(__always)
  public static func field<Root, Value: Decodable & Encodable>(
    _ name: StaticString, _ property: KeyPath<Root, Value>
  ) -> Self {
    codable(name, MemoryLayout<Root>.offset(of: property), Value.self)
  }

  /// Returns the row of a property with a value for missing keys.
  @_disfavoredOverload @inlinable @inline(__always)
  public static func field<Root, Value: Decodable & Encodable>(
    _ name: StaticString, _ property: KeyPath<Root, Value>,
    default value: @autoclosure @escaping () -> Value
  ) -> Self {
    codable(name, MemoryLayout<Root>.offset(of: property), Value.self, value)
  }

  /// Returns the row of an optional property whose type is only `Codable`.
  @_disfavoredOverload @inlinable @inline(__always)
  public static func field<Root, Wrapped: Decodable & Encodable>(
    _ name: StaticString, _ property: KeyPath<Root, Wrapped?>
  ) -> Self {
    codable(name, MemoryLayout<Root>.offset(of: property), optional: Wrapped.self)
  }

  /// Returns the row of an optional property with a value for missing keys.
  @_disfavoredOverload @inlinable @inline(__always)
  public static func field<Root, Wrapped: Decodable & Encodable>(
    _ name: StaticString, _ property: KeyPath<Root, Wrapped?>,
    default value: @autoclosure @escaping () -> Wrapped?
  ) -> Self {
    codable(name, MemoryLayout<Root>.offset(of: property), optional: Wrapped.self, value)
  }

  @usableFromInline
  static func codable<Value: Decodable & Encodable>(
    _ name: StaticString, _ offset: Int?, _ type: Value.Type, _ value: (() -> Value)? = nil
  ) -> Self {
    row(
      name, offset,
      _ValueForm(reading: CodableValueReading<Value>.self)
        .written(like: _ValueForm(writing: CodableValueWriting<Value>.self)), value)
  }

  @usableFromInline
  static func codable<Wrapped: Decodable & Encodable>(
    _ name: StaticString, _ offset: Int?, optional type: Wrapped.Type,
    _ value: (() -> Wrapped?)? = nil
  ) -> Self {
    let form = _ValueForm(reading: CodableValueReading<Wrapped>.self)
      .written(like: _ValueForm(writing: CodableValueWriting<Wrapped>.self))
    return row(
      name, offset, form.optional(orOf: form).nested(Wrapped.self is any NilRepresenting.Type),
      value)
  }

  private static func row<Value>(
    _ name: StaticString, _ offset: Int?, _ form: _ValueForm, _ value: (() -> Value)?
  ) -> Self {
    guard let value else { return Self(name, offset ?? -1, form, of: Value.self) }
    return Self(name, offset ?? -1, form, default: value)
  }
}

/// The code that reads values through `Codable`.
private enum CodableValueReading<Value: Decodable>: ValueReading {
  static func read<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) -> Value { try reader.readCodable(Value.self) }

  static func presentNull<Reader: WireReader & ~Copyable>(from reader: inout Reader) -> Value? {
    reader.presentNull(asCodable: Value.self)
  }
}

/// The code that writes values through `Codable`.
private enum CodableValueWriting<Value: Encodable>: ValueWriting {
  static func write<Writer: WireWriter & ~Copyable>(
    _ value: Value, to writer: inout Writer
  ) throws(WireFailure) { try writer.writeCodable(value) }
}
#endif
