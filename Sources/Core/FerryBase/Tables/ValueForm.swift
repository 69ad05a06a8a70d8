#if !hasFeature(Embedded)
public import Synchronization

/// How the values of a type are stored in memory, and how they are read or written.
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
  }

  @usableFromInline package let kind: Kind
  /// The operations on the values; for an optional, on the values inside.
  @usableFromInline package let stored: any _StoredValue.Type
  /// Whether the type is an optional of the values that the other properties describe.
  @usableFromInline package private(set) var isOptional = false
  /// Whether a value has other bytes than an optional with this value.
  @usableFromInline package private(set) var needsWrapping = false
  /// The type with the table of a record.
  var record: (any _TableCodable.Type)?
  /// The table of a record.
  @usableFromInline package private(set) var table: _FieldTable?
  /// The address of the form of an array's elements, or 0 before its first use.
  @usableFromInline package private(set) var element: UnsafeMutablePointer<Atomic<UInt>>?
  // The types of an array's elements. Their forms are made late, because types may contain arrays of
  // themselves.
  var readElement: (any DirectDecodable.Type)?
  var writtenElement: (any DirectEncodable.Type)?
  /// The code of the type itself.
  @usableFromInline package var reading: (any ValueReading.Type)?
  @usableFromInline package var writing: (any ValueWriting.Type)?

  init(_ kind: Kind, _ stored: any _StoredValue.Type) {
    self.kind = kind
    self.stored = stored
  }

  /// Creates the form of a type that `code` reads.
  package init<Code: ValueReading>(reading code: Code.Type) {
    self.init(.other, Stored<Code.Value>.self)
    reading = code
  }

  /// Creates the form of a type that `code` writes.
  package init<Code: ValueWriting>(writing code: Code.Type) {
    self.init(.other, Stored<Code.Value>.self)
    writing = code
  }

  /// Returns the form of an optional of this type, or of its own form if this type is optional as
  /// well.
  package func optional(orOf own: @autoclosure () -> _ValueForm) -> _ValueForm {
    var form = isOptional || !kind.hasKnownOptional ? own() : self
    form.isOptional = true
    form.needsWrapping = form.stored._needsWrapping
    return form
  }

  /// Whether the loops over tables code an array of these values. Otherwise the array codes itself.
  @usableFromInline package private(set) var isCodedInArrays = false

  private var fitsArrays: Bool {
    switch kind {
    case .string, .int, .double, .record, .array: !isOptional
    default: false
    }
  }

  /// Returns a form for rows, in memory that is never freed, with the table of a record. A struct does
  /// not contain itself, so the tables that this makes end.
  var resolved: UnsafePointer<_ValueForm> {
    let memory = UnsafeMutablePointer<_ValueForm>.allocate(capacity: 1)
    unsafe memory.initialize(to: self)
    unsafe memory.pointee.table = record?._table
    unsafe memory.pointee.isCodedInArrays = fitsArrays
    if kind == .array { unsafe memory.pointee.element = Self.makeCell() }
    return unsafe UnsafePointer(memory)
  }

  /// Returns the form of a record with `table`, for tables.
  static func record<Value: _TableCodable>(
    _ type: Value.Type, _ table: _FieldTable
  ) -> _ValueForm {
    var form = _ValueForm(.record, Value.self)
    form.table = table
    return form
  }

  private static func makeCell() -> UnsafeMutablePointer<Atomic<UInt>> {
    let cell = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: 1)
    unsafe cell.initialize(to: Atomic(0))
    return unsafe cell
  }

  @usableFromInline @inline(never)
  func makeElementForm() -> UnsafePointer<_ValueForm> {
    let element = readElement?._readingForm ?? writtenElement?._writingForm
    let form = unsafe element.unsafelyUnwrapped.resolved
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
