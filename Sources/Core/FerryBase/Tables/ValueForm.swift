#if !hasFeature(Embedded)
public import Synchronization

/// How the values of a type are stored in memory, and how they are read and written.
///
/// The loops over tables code scalars, records and arrays themselves. The type codes its values of
/// kind `other`.
@safe
public struct _ValueForm {
  @usableFromInline
  package enum Kind: UInt8 {
    case bool, string, double, float
    case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
    /// A struct with a table.
    case record
    /// An array of elements with a form.
    case array
    case other

    /// Whether values may contain other values.
    @inlinable @inline(__always)
    var isNested: Bool {
      switch self {
      case .record, .array, .other: true
      default: false
      }
    }
  }

  @usableFromInline package let kind: Kind
  /// Whether the type is an optional of the values that the other properties describe.
  @usableFromInline package private(set) var isOptional = false
  /// Whether the values inside the optional are optional as well.
  package private(set) var isNested = false
  /// Whether a value has other bytes than an optional with this value.
  @usableFromInline package private(set) var needsWrapping = false
  /// Whether code of the type makes a value an optional value, if it needs wrapping.
  @usableFromInline private(set) var wrapsByCode = false
  /// The table of a record.
  @usableFromInline package private(set) var table: _FieldTable?
  /// The address of the form of an array's elements, or 0 before its first use.
  @usableFromInline package private(set) var element: UnsafeMutablePointer<Atomic<UInt>>?
  /// The memory of arrays of the values, if this is the form of elements.
  @usableFromInline private(set) var arrays: ArrayLayout?
  /// The distance of consecutive values in an array, in bytes.
  @usableFromInline package let stride: Int
  /// The operations on the values; for an optional, on the values inside.
  @usableFromInline package let stored: any StoredValue.Type
  /// The code of the type itself, compiled for the readers and writers of two formats.
  @usableFromInline package private(set) var readingCode: _TypeCode?
  @usableFromInline package private(set) var writingCode: _TypeCode?
  /// The code of the type itself for any format.
  @usableFromInline package private(set) var reading: (any ValueReading.Type)?
  @usableFromInline package private(set) var writing: (any ValueWriting.Type)?
  /// The type with the table of a record.
  private var record: (any _TableCodable.Type)?
  // The types of an array's elements. Their forms are made late, because types may contain arrays of
  // themselves.
  private var readElement: (any DirectDecodable.Type)?
  private var writtenElement: (any DirectEncodable.Type)?
  /// The type that ``reading`` and ``writing`` code.
  private let codedType: Any.Type

  private init<Value>(_ kind: Kind, _ stored: any StoredValue.Type, of type: Value.Type) {
    self.kind = kind
    self.stored = stored
    stride = stored.stride
    codedType = type
  }

  /// Creates the form of a scalar.
  init<Value: ScalarForm>(_ type: Value.Type) {
    self.init(Value.kind, Stored<Value>.self, of: type)
  }

  /// Creates the form of a struct with a table.
  init<Value: _TableCodable>(record type: Value.Type) {
    self.init(.record, Stored<Value>.self, of: type)
    record = type
  }

  /// Creates the form of a type that `code` reads.
  package init<Code: ValueReading>(reading code: Code.Type) {
    self.init(.other, Stored<Code.Value>.self, of: Code.Value.self)
    reading = code
  }

  /// Creates the form of a type that `code` writes.
  package init<Code: ValueWriting>(writing code: Code.Type) {
    self.init(.other, Stored<Code.Value>.self, of: Code.Value.self)
    writing = code
  }

  /// Creates the form of an array that is read.
  init<Element: DirectDecodable>(readingArrayOf type: Element.Type) {
    guard Element._isCodedInArrays, Kind.hasArrays(of: Element.self),
      Element._readingForm.kind != .other
    else {
      self.init(reading: DirectReading<[Element]>.self)
      return
    }
    self.init(.array, Stored<[Element]>.self, of: [Element].self)
    readElement = type
  }

  /// Creates the form of an array that is written.
  init<Element: DirectEncodable>(writingArrayOf type: Element.Type) {
    guard Element._isWrittenInArrays, Kind.hasArrays(of: Element.self),
      Element._writingForm.kind != .other
    else {
      self.init(writing: DirectWriting<[Element]>.self)
      return
    }
    self.init(.array, Stored<[Element]>.self, of: [Element].self)
    writtenElement = type
  }

  /// Returns the form of an optional of this type, or of its own form if this type is optional as
  /// well.
  package func optional(orOf own: @autoclosure () -> _ValueForm) -> _ValueForm {
    var form = isOptional || !kind.hasKnownOptional ? own() : self
    form.isOptional = true
    form.isNested = isOptional
    form.needsWrapping = form.stored.needsWrapping
    // The loops wrap records alone.
    form.wrapsByCode = form.needsWrapping && kind == .record && !form.hasKnownWrapping
    return form
  }

  /// Returns this form of an optional, whose values inside are optional if `isNested` is true.
  package func nested(_ isNested: Bool) -> _ValueForm {
    var form = self
    form.isNested = isNested
    return form
  }

  /// Returns the form that reads like this one and writes like `other`.
  package func written(like other: _ValueForm) -> _ValueForm {
    var form = self
    form.writing = other.writing
    form.writtenElement = other.writtenElement
    return form
  }

  /// Adds the code of the type itself, unless it is that of another type.
  mutating func add(reading: _TypeCode?, writing: _TypeCode?) {
    if kind != .other { return }
    if let reading, reading.type == codedType { readingCode = reading }
    if let writing, writing.type == codedType { writingCode = writing }
  }

  /// Returns a form for rows, in memory that is never freed, with the table of a record. A struct does
  /// not contain itself, so the tables that this makes end.
  var resolved: UnsafePointer<_ValueForm> {
    let memory = UnsafeMutablePointer<_ValueForm>.allocate(capacity: 1)
    unsafe memory.initialize(to: self)
    unsafe memory.pointee.table = record?._table
    if kind == .array { unsafe memory.pointee.element = Self.makeCell() }
    return unsafe UnsafePointer(memory)
  }

  /// Returns the form of a record with `table`, for tables.
  static func record<Value: _TableCodable>(
    _ type: Value.Type, _ table: _FieldTable
  ) -> _ValueForm {
    var form = _ValueForm(record: type)
    form.table = table
    form.arrays = ArrayLayout(of: type)
    return form
  }

  private static func makeCell() -> UnsafeMutablePointer<Atomic<UInt>> {
    let cell = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: 1)
    unsafe cell.initialize(to: Atomic(0))
    return unsafe cell
  }

  @usableFromInline @inline(never)
  func makeElementForm() -> UnsafePointer<_ValueForm> {
    let read = readElement?._readingForm
    let written = writtenElement?._writingForm
    var element = unsafe (written.map { read?.written(like: $0) ?? $0 } ?? read).unsafelyUnwrapped
    element.arrays = element.stored.layoutOfArrays
    let form = unsafe element.resolved
    // Two threads may make a form each. Both are right, and one of them is kept.
    unsafe self.element.unsafelyUnwrapped.pointee
      .store(UInt(bitPattern: UnsafeRawPointer(form)), ordering: .releasing)
    return unsafe form
  }
}

/// Returns the form of an array's elements, for the form of a row.
@inlinable @inline(__always)
func elementForm(of form: UnsafePointer<_ValueForm>) -> UnsafePointer<_ValueForm> {
  // Only forms of rows have cells. The form is complete before its address is stored.
  let address = unsafe form.pointee.element.unsafelyUnwrapped.pointee.load(ordering: .acquiring)
  return unsafe UnsafePointer(bitPattern: address) ?? form.pointee.makeElementForm()
}

/// The code that reads the values of a type.
@usableFromInline
package protocol ValueReading {
  associatedtype Value
  static func read<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) -> Value
  /// Returns the value for the null that was just read, if the value may be null itself.
  static func presentNull<Reader: WireReader & ~Copyable>(from reader: inout Reader) -> Value?
}

/// The code that writes the values of a type.
@usableFromInline
package protocol ValueWriting {
  associatedtype Value
  static func write<Writer: WireWriter & ~Copyable>(
    _ value: Value, to writer: inout Writer
  ) throws(WireFailure)
}
#endif
