#if !hasFeature(Embedded)
public import FerryCore

// Rows of properties whose types have direct coding.
extension _FieldTable.Row {
  /// Returns the row of a property.
  @inlinable @inline(__always)
  public static func field<Root, Value: DirectDecodable & DirectEncodable>(
    _ name: StaticString, _ property: KeyPath<Root, Value>
  ) -> Self {
    // In optimized code, the offset is a constant.
    Self(
      name, MemoryLayout<Root>.offset(of: property) ?? -1, Value.self,
      Value._readingCode(from: EngineCode.self), Value._writingCode(from: EngineCode.self))
  }

  /// Returns the row of a property with a value for missing keys. If the type is optional, `nil` is
  /// written as null.
  @inlinable @inline(__always)
  public static func field<Root, Value: DirectDecodable & DirectEncodable>(
    _ name: StaticString, _ property: KeyPath<Root, Value>,
    default value: @autoclosure @escaping () -> Value
  ) -> Self {
    Self(
      name, MemoryLayout<Root>.offset(of: property) ?? -1, Value.self,
      Value._readingCode(from: EngineCode.self), Value._writingCode(from: EngineCode.self),
      default: value)
  }
}

/// The code of types for JSON and the binary format. In optimized code, the functions are compiled
/// for each type, once in each module.
@usableFromInline
enum EngineCode: _CodeSource {
  @inlinable @inline(never)
  static func reading<Value: DirectDecodable>(_ type: Value.Type) -> _TypeCode {
    _TypeCode(type, ReadingCode<JSONWireReader>(type), ReadingCode<BinaryWireReader>(type))
  }

  @inlinable @inline(never)
  static func writing<Value: DirectEncodable>(_ type: Value.Type) -> _TypeCode {
    _TypeCode(type, WritingCode<JSONWireWriter>(type), WritingCode<BinaryWireWriter>(type))
  }
}
#endif
