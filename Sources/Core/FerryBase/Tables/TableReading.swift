#if !hasFeature(Embedded)
// The loops that read the rows of a table into memory. Each format compiles them for its reader.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads an object into the properties of a value at `base`. After a failure, the memory is
  /// uninitialized.
  @inlinable @inline(__always)
  package mutating func readRows(
    of table: _FieldTable, into base: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    if table.count == 0 { return try readNoMembers() }
    var filled = _FieldMask()
    do throws(WireFailure) {
      if let fault = unsafe table.body.pointee.fault { throw invalid(fault, at: position) }
      var object = try beginObject(table)
      var progress = _FieldProgress(table)
      // Most documents have the order of the rows. Sparse objects of large types do not.
      if table.count <= 32 {
        for slot in 0..<table.count where try nextIs(slot, &object, &progress) {
          try unsafe readRow(slot, of: table, into: base, &filled)
        }
      }
      while let slot = try nextSlot(&object, &progress) {
        if slot < 0 {
          try skipValue()
        } else {
          try unsafe readRow(slot, of: table, into: base, &filled)
        }
      }
      guard progress.isComplete else { throw missing(progress, in: object) }
    } catch {
      unsafe table.deinitialize(filled, at: base)
      throw error
    }
    if !filled.isSuperset(of: table.all) { unsafe table.initializeMissing(filled, at: base) }
  }

  @inlinable @inline(never)
  package mutating func readRow(
    _ slot: Int, of table: _FieldTable, into base: UnsafeMutableRawPointer,
    _ filled: inout _FieldMask
  ) throws(WireFailure) {
    // Values inside of values need little stack if the frame of a scalar is not below them.
    if unsafe table[slot].pointee.kind.isNested {
      try unsafe readNestedMember(table[slot], into: base)
    } else {
      try unsafe readScalarMember(table[slot], into: base)
    }
    filled.insert(slot)
  }

  @inlinable @inline(never)
  mutating func readScalarMember(
    _ row: UnsafePointer<FieldRow>, into base: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    try unsafe readMember(row, into: base)
  }

  @inlinable @inline(never)
  mutating func readNestedMember(
    _ row: UnsafePointer<FieldRow>, into base: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    let place = unsafe base + row.pointee.offset
    if unsafe row.pointee.takesNull, try readNull() {
      return unsafe initializeNestedForNull(row, at: place)
    }
    let form = unsafe row.pointee.form
    switch unsafe row.pointee.kind {
    case .record: try unsafe readRecord(form, into: place)
    case .array: try unsafe readArrayMember(of: elementForm(of: form), into: place)
    default: try unsafe readOther(form, row.pointee.isOptional, into: place)
    }
  }

  @inlinable @inline(never)
  mutating func initializeNestedForNull(
    _ row: UnsafePointer<FieldRow>, at place: UnsafeMutableRawPointer
  ) {
    unsafe initializeForNull(row, at: place)
  }

  @inlinable @inline(never)
  mutating func readArrayMember(
    of form: UnsafePointer<_ValueForm>, into place: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    try unsafe readArray(of: form, into: place)
  }

  // The functions of the loops are transparent, because the compiler does not inline `__always` into
  // loops of this size.

  /// Reads the value of a row. A failure leaves its memory uninitialized.
  @usableFromInline @_transparent
  package mutating func readMember(
    _ row: UnsafePointer<FieldRow>, into base: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    let place = unsafe base + row.pointee.offset
    if unsafe row.pointee.takesNull, try readNull() {
      unsafe initializeForNull(row, at: place)
    } else {
      try unsafe readValue(
        row.pointee.kind, row.pointee.form, row.pointee.isOptional, into: place)
    }
  }

  /// Initializes a property for the null that was just read. A default takes the place of null, unless
  /// the type is optional.
  @usableFromInline @_transparent
  mutating func initializeForNull(
    _ row: UnsafePointer<FieldRow>, at place: UnsafeMutableRawPointer
  ) {
    if unsafe row.pointee.isOptional {
      unsafe initializeNull(row, at: place)
    } else if unsafe row.pointee.kind == .string, let text = textOfNull {
      unsafe place.initializeMemory(as: String.self, to: text)
    } else {
      unsafe row.pointee.initializeMissing(at: place)
    }
  }

  /// Initializes an optional for the null that was just read.
  @usableFromInline @_transparent
  mutating func initializeNull(_ row: UnsafePointer<FieldRow>, at place: UnsafeMutableRawPointer) {
    if unsafe row.pointee.kind == .other, unsafe hasInnerNull || row.pointee.keepsNull {
      unsafe initializePresentNull(
        row.pointee.form.pointee.reading.unsafelyUnwrapped, row.pointee.keepsNull, at: place)
    } else {
      unsafe row.pointee.initializeNil(at: place)
    }
  }

  @usableFromInline @inline(never)
  mutating func initializePresentNull<Code: ValueReading>(
    _ code: Code.Type, _ keepsNull: Bool, at place: UnsafeMutableRawPointer
  ) {
    let value = Code.presentNull(from: &self)
    if keepsNull, case .none = value, let type = Code.Value.self as? any NilRepresenting.Type {
      unsafe type.putNil(at: place)
      unsafe Stored<Code.Value>.wrap(at: place)
    } else {
      unsafe place.initializeMemory(as: Code.Value?.self, to: value)
    }
  }

  /// Reads a value that is not null into memory, as an optional if the form is one.
  @usableFromInline @_transparent
  mutating func readValue(
    _ kind: _ValueForm.Kind, _ form: UnsafePointer<_ValueForm>, _ isOptional: Bool,
    into place: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    switch kind {
    case .bool: unsafe place.put(try readBool(), isOptional)
    case .string: unsafe place.put(try readString(), isOptional)
    case .double: unsafe place.put(try readDouble(), isOptional)
    case .float: unsafe place.put(try readFloat(), isOptional)
    case .int: unsafe place.put(try readInt(), isOptional)
    case .int8: unsafe place.put(try readInteger(Int8.self), isOptional)
    case .int16: unsafe place.put(try readInteger(Int16.self), isOptional)
    case .int32: unsafe place.put(try readInteger(Int32.self), isOptional)
    case .int64: unsafe place.put(try readInteger(Int64.self), isOptional)
    case .uint: unsafe place.put(try readInteger(UInt.self), isOptional)
    case .uint8: unsafe place.put(try readInteger(UInt8.self), isOptional)
    case .uint16: unsafe place.put(try readInteger(UInt16.self), isOptional)
    case .uint32: unsafe place.put(try readInteger(UInt32.self), isOptional)
    case .uint64: unsafe place.put(try readInteger(UInt64.self), isOptional)
    case .record: try unsafe readRecord(form, into: place)
    // The bytes of an array are those of an optional array.
    case .array: try unsafe readArray(of: elementForm(of: form), into: place)
    case .other: try unsafe readOther(form, isOptional, into: place)
    }
  }

  @usableFromInline @_transparent
  mutating func readRecord(
    _ form: UnsafePointer<_ValueForm>, into place: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    try unsafe readFields(of: form.pointee.table.unsafelyUnwrapped, into: place)
    if unsafe form.pointee.needsWrapping { unsafe form.pointee.wrap(at: place) }
  }

  /// Reads a value of a type that codes itself into uninitialized memory, as an optional if
  /// `isOptional` is true. A failure leaves the memory uninitialized.
  ///
  /// The code is compiled for this reader if the module of the table knows the type.
  @inlinable @inline(never)
  mutating func readOther(
    _ form: UnsafePointer<_ValueForm>, _ isOptional: Bool, into place: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    if let code = unsafe form.pointee.readingCode, let functions = unsafe Self._functions(of: code)
    {
      try unsafe functions.assumingMemoryBound(to: ReadingCode<Self>.self).pointee
        .read(&self, place, isOptional)
    } else {
      try unsafe readByCode(form.pointee.reading.unsafelyUnwrapped, isOptional, into: place)
    }
  }

  @usableFromInline @inline(never)
  package mutating func readByCode<Code: ValueReading>(
    _ code: Code.Type, _ isOptional: Bool, into place: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    unsafe place.putAny(try Code.read(from: &self), isOptional)
  }
}

extension UnsafeMutableRawPointer {
  /// Initializes memory with a value, or with an optional value.
  @inlinable @inline(__always)
  package func put<Value>(_ value: consuming Value, _ isOptional: Bool) {
    if isOptional {
      unsafe initializeMemory(as: Value?.self, to: value)
    } else {
      unsafe initializeMemory(as: Value.self, to: value)
    }
  }

  /// Does the same for a type that the compiler does not know, with its variables in a frame of their
  /// own.
  @usableFromInline @inline(never)
  func putAny<Value>(_ value: consuming Value, _ isOptional: Bool) { unsafe put(value, isOptional) }
}

extension _FieldTable {
  /// All rows.
  @inlinable @inline(__always)
  package var all: _FieldMask { _FieldMask(bits: count == 64 ? ~0 : (1 &<< UInt64(count)) &- 1) }

  /// Destroys the properties that were read.
  @usableFromInline @inline(never)
  package func deinitialize(_ filled: _FieldMask, at base: UnsafeMutableRawPointer) {
    for slot in 0..<count where filled.contains(slot) {
      let row = unsafe self[slot]
      unsafe row.pointee.deinitialize(at: base + row.pointee.offset)
    }
  }

  /// Initializes the properties that were not read.
  @usableFromInline @inline(never)
  package func initializeMissing(_ filled: _FieldMask, at base: UnsafeMutableRawPointer) {
    var missing = all.bits & ~filled.bits
    while missing != 0 {
      let row = unsafe self[missing.trailingZeroBitCount]
      unsafe row.pointee.initializeMissing(at: base + row.pointee.offset)
      missing &= missing &- 1
    }
  }
}
#endif
