#if !hasFeature(Embedded)
// The forms of types with direct coding.

/// The code of a type with direct coding.
enum DirectReading<Value: DirectDecodable>: ValueReading {
  static func read<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) -> Value { try Value(from: &reader) }

  static func presentNull<Reader: WireReader & ~Copyable>(from reader: inout Reader) -> Value? {
    reader.presentNull(as: Value.self)
  }
}

/// The code of a type with direct coding.
enum DirectWriting<Value: DirectEncodable>: ValueWriting {
  static func write<Writer: WireWriter & ~Copyable>(
    _ value: Value, to writer: inout Writer
  ) throws(WireFailure) { try value.encode(to: &writer) }
}

extension DirectDecodable {
  /// The form of a type that reads its values.
  public static var _readingForm: _ValueForm { _ValueForm(reading: DirectReading<Self>.self) }

  /// Returns the code of the type.
  @inlinable @inline(__always)
  public static func _readingCode<Source: _CodeSource>(from source: Source.Type) -> _TypeCode? {
    Source.reading(Self.self)
  }

  /// False: an array of the values codes itself.
  @inlinable @inline(__always)
  public static var _isCodedInArrays: Bool { false }
}

extension DirectEncodable {
  /// The form of a type that writes its values.
  public static var _writingForm: _ValueForm { _ValueForm(writing: DirectWriting<Self>.self) }

  /// Returns the code of the type.
  @inlinable @inline(__always)
  public static func _writingCode<Source: _CodeSource>(from source: Source.Type) -> _TypeCode? {
    Source.writing(Self.self)
  }

  /// False: an array of the values codes itself.
  @inlinable @inline(__always)
  public static var _isWrittenInArrays: Bool { false }
}

/// A type whose values are numbers, text or truth values.
@usableFromInline
protocol ScalarForm: DirectDecodable, DirectEncodable {
  static var kind: _ValueForm.Kind { get }
}

extension ScalarForm {
  /// The form of a scalar.
  public static var _readingForm: _ValueForm { _ValueForm(Self.self) }
  /// The form of a scalar.
  public static var _writingForm: _ValueForm { _readingForm }

  /// Returns nothing: the loops over tables have the code.
  @inlinable @inline(__always)
  public static func _readingCode<Source: _CodeSource>(from source: Source.Type) -> _TypeCode? {
    nil
  }

  /// Returns nothing: the loops over tables have the code.
  @inlinable @inline(__always)
  public static func _writingCode<Source: _CodeSource>(from source: Source.Type) -> _TypeCode? {
    nil
  }
}

extension Bool: ScalarForm { @usableFromInline static var kind: _ValueForm.Kind { .bool } }
extension String: ScalarForm { @usableFromInline static var kind: _ValueForm.Kind { .string } }
extension Double: ScalarForm { @usableFromInline static var kind: _ValueForm.Kind { .double } }
extension Float: ScalarForm { @usableFromInline static var kind: _ValueForm.Kind { .float } }
extension Int: ScalarForm { @usableFromInline static var kind: _ValueForm.Kind { .int } }
extension Int8: ScalarForm { @usableFromInline static var kind: _ValueForm.Kind { .int8 } }
extension Int16: ScalarForm { @usableFromInline static var kind: _ValueForm.Kind { .int16 } }
extension Int32: ScalarForm { @usableFromInline static var kind: _ValueForm.Kind { .int32 } }
extension Int64: ScalarForm { @usableFromInline static var kind: _ValueForm.Kind { .int64 } }
extension UInt: ScalarForm { @usableFromInline static var kind: _ValueForm.Kind { .uint } }
extension UInt8: ScalarForm { @usableFromInline static var kind: _ValueForm.Kind { .uint8 } }
extension UInt16: ScalarForm { @usableFromInline static var kind: _ValueForm.Kind { .uint16 } }
extension UInt32: ScalarForm { @usableFromInline static var kind: _ValueForm.Kind { .uint32 } }
extension UInt64: ScalarForm { @usableFromInline static var kind: _ValueForm.Kind { .uint64 } }

// Arrays of these types are in many models, so the loops over tables code them.
extension String {
  /// True.
  @inlinable @inline(__always) public static var _isCodedInArrays: Bool { true }
  /// True.
  @inlinable @inline(__always) public static var _isWrittenInArrays: Bool { true }
}

extension Int {
  /// True.
  @inlinable @inline(__always) public static var _isCodedInArrays: Bool { true }
  /// True.
  @inlinable @inline(__always) public static var _isWrittenInArrays: Bool { true }
}

extension Double {
  /// True.
  @inlinable @inline(__always) public static var _isCodedInArrays: Bool { true }
  /// True.
  @inlinable @inline(__always) public static var _isWrittenInArrays: Bool { true }
}

extension _TableCodable {
  /// The form of a record.
  public static var _readingForm: _ValueForm { _ValueForm(record: Self.self) }
  /// The form of a record.
  public static var _writingForm: _ValueForm { _readingForm }

  /// Returns nothing: the loops over tables have the code.
  @inlinable @inline(__always)
  public static func _readingCode<Source: _CodeSource>(from source: Source.Type) -> _TypeCode? {
    nil
  }

  /// Returns nothing: the loops over tables have the code.
  @inlinable @inline(__always)
  public static func _writingCode<Source: _CodeSource>(from source: Source.Type) -> _TypeCode? {
    nil
  }

  /// True.
  @inlinable @inline(__always) public static var _isCodedInArrays: Bool { true }
  /// True.
  @inlinable @inline(__always) public static var _isWrittenInArrays: Bool { true }
}

extension Optional where Wrapped: DirectDecodable {
  /// The form of the type inside, as an optional.
  public static var _readingForm: _ValueForm {
    Wrapped._readingForm.optional(orOf: _ValueForm(reading: DirectReading<Wrapped>.self))
  }

  /// Returns the code of the type inside.
  @inlinable @inline(__always)
  public static func _readingCode<Source: _CodeSource>(from source: Source.Type) -> _TypeCode? {
    Wrapped._readingCode(from: source)
  }
}

extension Optional where Wrapped: DirectEncodable {
  /// The form of the type inside, as an optional.
  public static var _writingForm: _ValueForm {
    Wrapped._writingForm.optional(orOf: _ValueForm(writing: DirectWriting<Wrapped>.self))
  }

  /// Returns the code of the type inside.
  @inlinable @inline(__always)
  public static func _writingCode<Source: _CodeSource>(from source: Source.Type) -> _TypeCode? {
    Wrapped._writingCode(from: source)
  }
}

extension Array where Element: DirectDecodable {
  /// The form of an array.
  public static var _readingForm: _ValueForm { _ValueForm(readingArrayOf: Element.self) }

  /// Returns the code of an array that codes itself.
  @inlinable @inline(__always)
  public static func _readingCode<Source: _CodeSource>(from source: Source.Type) -> _TypeCode? {
    Element._isCodedInArrays ? nil : Source.reading(Self.self)
  }

  /// Whether the elements are.
  @inlinable @inline(__always)
  public static var _isCodedInArrays: Bool { Element._isCodedInArrays }
}

extension Array where Element: DirectEncodable {
  /// The form of an array.
  public static var _writingForm: _ValueForm { _ValueForm(writingArrayOf: Element.self) }

  /// Returns the code of an array that codes itself.
  @inlinable @inline(__always)
  public static func _writingCode<Source: _CodeSource>(from source: Source.Type) -> _TypeCode? {
    Element._isWrittenInArrays ? nil : Source.writing(Self.self)
  }

  /// Whether the elements are.
  @inlinable @inline(__always)
  public static var _isWrittenInArrays: Bool { Element._isWrittenInArrays }
}
#endif
