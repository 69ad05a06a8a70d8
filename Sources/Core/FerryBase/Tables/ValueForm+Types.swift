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
}

extension DirectEncodable {
  /// The form of a type that writes its values.
  public static var _writingForm: _ValueForm { _ValueForm(writing: DirectWriting<Self>.self) }
}

/// A type whose values are numbers, text or truth values.
protocol ScalarForm: DirectDecodable, DirectEncodable {
  static var kind: _ValueForm.Kind { get }
}

extension ScalarForm {
  /// The form of a scalar.
  public static var _readingForm: _ValueForm { _ValueForm(kind, Stored<Self>.self) }
  /// The form of a scalar.
  public static var _writingForm: _ValueForm { _readingForm }
}

extension Bool: ScalarForm { static var kind: _ValueForm.Kind { .bool } }
extension String: ScalarForm { static var kind: _ValueForm.Kind { .string } }
extension Double: ScalarForm { static var kind: _ValueForm.Kind { .double } }
extension Float: ScalarForm { static var kind: _ValueForm.Kind { .float } }
extension Int: ScalarForm { static var kind: _ValueForm.Kind { .int } }
extension Int8: ScalarForm { static var kind: _ValueForm.Kind { .int8 } }
extension Int16: ScalarForm { static var kind: _ValueForm.Kind { .int16 } }
extension Int32: ScalarForm { static var kind: _ValueForm.Kind { .int32 } }
extension Int64: ScalarForm { static var kind: _ValueForm.Kind { .int64 } }
extension UInt: ScalarForm { static var kind: _ValueForm.Kind { .uint } }
extension UInt8: ScalarForm { static var kind: _ValueForm.Kind { .uint8 } }
extension UInt16: ScalarForm { static var kind: _ValueForm.Kind { .uint16 } }
extension UInt32: ScalarForm { static var kind: _ValueForm.Kind { .uint32 } }
extension UInt64: ScalarForm { static var kind: _ValueForm.Kind { .uint64 } }

extension _TableCodable {
  /// The form of a record.
  public static var _readingForm: _ValueForm {
    var form = _ValueForm(.record, Self.self)
    form.record = Self.self
    return form
  }

  /// The form of a record.
  public static var _writingForm: _ValueForm { _readingForm }
}

extension Optional where Wrapped: DirectDecodable {
  /// The form of the type inside, as an optional.
  public static var _readingForm: _ValueForm {
    Wrapped._readingForm.optional(orOf: _ValueForm(reading: DirectReading<Wrapped>.self))
  }
}

extension Optional where Wrapped: DirectEncodable {
  /// The form of the type inside, as an optional.
  public static var _writingForm: _ValueForm {
    Wrapped._writingForm.optional(orOf: _ValueForm(writing: DirectWriting<Wrapped>.self))
  }
}

extension Array where Element: DirectDecodable {
  /// The form of an array.
  public static var _readingForm: _ValueForm {
    var form = _ValueForm(.arrayKind, Stored<Self>.self)
    form.readElement = Element.self
    form.reading = DirectReading<Self>.self
    return form
  }
}

extension Array where Element: DirectEncodable {
  /// The form of an array.
  public static var _writingForm: _ValueForm {
    var form = _ValueForm(.arrayKind, Stored<Self>.self)
    form.writtenElement = Element.self
    form.writing = DirectWriting<Self>.self
    return form
  }
}
#endif
