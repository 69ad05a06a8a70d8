#if !hasFeature(Embedded)
// The loops that read the rows of a table into memory. Each format compiles them for its reader.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads an object into the properties of a value at `base`. After a failure, the memory is
  /// uninitialized.
  @inlinable @inline(__always)
  package mutating func readRows(
    of table: _FieldTable, into base: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    if table.count == 0 { return try skipValue() }
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
    try unsafe readMember(table[slot], into: base)
    filled.insert(slot)
  }

  // The functions of the loops are transparent, because the compiler does not inline `__always` into
  // loops of this size.

  /// Reads the value of a row. A failure leaves its memory uninitialized.
  @usableFromInline @_transparent
  package mutating func readMember(
    _ row: UnsafePointer<FieldRow>, into base: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    let place = unsafe base + row.pointee.offset
    let isOptional = unsafe row.pointee.isOptional
    if unsafe row.pointee.takesNull, try readNull() {
      // A default takes the place of null, unless the type is optional.
      if isOptional {
        unsafe initializeNull(row, at: place)
      } else {
        unsafe row.pointee.initializeMissing(at: place)
      }
    } else {
      try unsafe readValue(row.pointee.kind, row.pointee.form, isOptional, into: place)
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
    case .record:
      try unsafe readFields(of: form.pointee.table.unsafelyUnwrapped, into: place)
      if unsafe form.pointee.needsWrapping { unsafe form.pointee.wrap(at: place) }
    // The bytes of an array are those of an optional array.
    case .array: try unsafe readArray(of: elementForm(of: form), into: place)
    case .other: try unsafe readOther(form, isOptional, into: place)
    }
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
    unsafe place.put(try Code.read(from: &self), isOptional)
  }

  /// Reads an array of values with a form into memory.
  @inlinable @inline(__always)
  package mutating func readElements(
    of form: UnsafePointer<_ValueForm>, into place: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    switch unsafe form.pointee.kind {
    case .string: unsafe place.put(try readStrings(), false)
    case .int: unsafe place.put(try readIntegers(Int.self), false)
    case .double: unsafe place.put(try readDoubles(), false)
    default: try unsafe readBuffered(form, into: place)
    }
  }

  /// Reads a record, or an array inside of an array.
  @inlinable @inline(__always)
  mutating func readElement(
    _ form: UnsafePointer<_ValueForm>, into place: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    if let table = unsafe form.pointee.table {
      try unsafe readFields(of: table, into: place)
    } else {
      try unsafe readArray(of: elementForm(of: form), into: place)
    }
  }

  /// Reads an array whose elements are read in place.
  ///
  /// The elements are read into memory of the context and then move to an array of their number. The
  /// first elements of a long array move to an array of the expected number, which takes the others in
  /// place.
  @inlinable @inline(__always)
  mutating func readBuffered(
    _ form: UnsafePointer<_ValueForm>, into place: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    let start = position
    var list = try beginList()
    guard try nextElement(&list) else {
      return unsafe form.pointee.arrays.unsafelyUnwrapped.initializeEmpty(at: place)
    }
    let hint = countHint(of: list)
    var buffer = unsafe ElementBuffer(of: form, in: context.elements)
    if hint >= 64 { return try unsafe readRest(form, &list, &buffer, hint &+ 1, into: place) }
    do throws(WireFailure) {
      repeat {
        try unsafe readElement(form, into: buffer.end())
        buffer.count &+= 1
        if buffer.count == 64 {
          let estimate = estimate(of: 64, from: start, stride: buffer.stride)
          if estimate > 64 {
            guard try nextElement(&list) else { break }
            return try unsafe readRest(form, &list, &buffer, estimate, into: place)
          }
        }
      } while try nextElement(&list)
    } catch {
      buffer.deinitialize()
      throw error
    }
    unsafe buffer.moveToArray(capacity: 0).move(to: place)
  }

  /// Reads the elements behind those in `buffer` into an array with this capacity, which grows if it
  /// does not suffice. The list has a next element.
  @inlinable @inline(never)
  mutating func readRest(
    _ form: UnsafePointer<_ValueForm>, _ list: inout List, _ buffer: inout ElementBuffer,
    _ capacity: Int, into place: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    var array = buffer.moveToArray(capacity: capacity)
    repeat {
      try unsafe readElement(form, into: array.end())
      array.count &+= 1
    } while try nextElement(&list)
    unsafe array.move(to: place)
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
