#if !hasFeature(Embedded)
// The loops that write the rows of a table from memory. Each format compiles them for its writer.
extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Writes the properties of the value at `base` as an object.
  @inlinable @inline(__always)
  package mutating func writeRows(
    of table: _FieldTable, from base: UnsafeRawPointer
  ) throws(WireFailure) {
    var object = try beginObject(table)
    try unsafe writeMembers(of: table, from: base, in: &object) {
      (writer: inout Self, slot, object: inout Object) throws(WireFailure) in
      try writer.writeKey(slot, of: table, in: &object)
    }
    try endObject(&object)
  }

  /// Writes the properties of the value at `base` into an object to which other types write as
  /// well.
  @usableFromInline @inline(never)
  package mutating func writeNamedFields(
    of table: _FieldTable, from base: UnsafeRawPointer, in object: inout Object
  ) throws(WireFailure) {
    try unsafe writeMembers(of: table, from: base, in: &object) {
      (writer: inout Self, slot, object: inout Object) throws(WireFailure) in
      try writer.writeKey(table.name(slot), in: &object)
    }
  }

  @inlinable @inline(__always)
  mutating func writeMembers(
    of table: _FieldTable, from base: UnsafeRawPointer, in object: inout Object,
    _ writeKey: (inout Self, Int, inout Object) throws(WireFailure) -> Void
  ) throws(WireFailure) {
    if let fault = unsafe table.body.pointee.fault { throw invalid(fault) }
    for slot in 0..<table.count {
      let row = unsafe table[slot]
      let place = unsafe base + row.pointee.offset
      let isOptional = unsafe row.pointee.isOptional
      if omitsDefaults, unsafe row.pointee.isDefault(at: place) { continue }
      if isOptional, unsafe row.pointee.isNil(at: place) {
        guard unsafe row.pointee.writesNull(context) else { continue }
        try writeKey(&self, slot, &object)
        try writeNull()
      } else {
        try writeKey(&self, slot, &object)
        try unsafe writeValue(row.pointee.kind, row.pointee.form, isOptional, from: place)
      }
    }
  }

  /// Writes the value at `place`. An optional must not be `nil`: its value lies at the same address.
  // Transparent, because the compiler does not inline `__always` into loops of this size.
  @usableFromInline @_transparent
  package mutating func writeValue(
    _ kind: _ValueForm.Kind, _ form: UnsafePointer<_ValueForm>, _ isOptional: Bool,
    from place: UnsafeRawPointer
  ) throws(WireFailure) {
    switch kind {
    case .bool: try writeBool(unsafe place.value(Bool.self))
    case .string: try unsafe writeString(lentAt: place)
    case .double: try writeDouble(unsafe place.value(Double.self))
    case .float: try writeFloat(unsafe place.value(Float.self))
    case .int: try writeInteger(unsafe place.value(Int.self))
    case .int8: try writeInteger(unsafe place.value(Int8.self))
    case .int16: try writeInteger(unsafe place.value(Int16.self))
    case .int32: try writeInteger(unsafe place.value(Int32.self))
    case .int64: try writeInteger(unsafe place.value(Int64.self))
    case .uint: try writeInteger(unsafe place.value(UInt.self))
    case .uint8: try writeInteger(unsafe place.value(UInt8.self))
    case .uint16: try writeInteger(unsafe place.value(UInt16.self))
    case .uint32: try writeInteger(unsafe place.value(UInt32.self))
    case .uint64: try writeInteger(unsafe place.value(UInt64.self))
    case .record: try unsafe writeFields(of: form.pointee.table.unsafelyUnwrapped, from: place)
    case .array: try unsafe writeArray(of: elementForm(of: form), from: place)
    case .other: try unsafe writeOther(form, isOptional, from: place)
    }
  }

  @inlinable @inline(__always)
  mutating func writeString(lentAt place: UnsafeRawPointer) throws(WireFailure) {
    try unsafe place.lend(String.self) { text throws(WireFailure) in try writeString(text) }
  }

  /// Writes a value of a type that codes itself. An optional must not be `nil`.
  ///
  /// The code is compiled for this writer if the module of the table knows the type.
  @inlinable @inline(never)
  mutating func writeOther(
    _ form: UnsafePointer<_ValueForm>, _ isOptional: Bool, from place: UnsafeRawPointer
  ) throws(WireFailure) {
    guard let code = unsafe form.pointee.writingCode,
      let functions = unsafe Self._functions(of: code)
    else {
      return try unsafe writeByCode(
        form.pointee.writing.unsafelyUnwrapped, isOptional, from: place)
    }
    let start = written
    try unsafe functions.assumingMemoryBound(to: WritingCode<Self>.self).pointee
      .write(&self, place, isOptional)
    if isOptional { wrapNull(since: start) }
  }

  @usableFromInline @inline(never)
  package mutating func writeByCode<Code: ValueWriting>(
    _ code: Code.Type, _ isOptional: Bool, from place: UnsafeRawPointer
  ) throws(WireFailure) {
    guard isOptional else {
      return try unsafe Code.write(
        place.assumingMemoryBound(to: Code.Value.self).pointee, to: &self)
    }
    guard let value = unsafe place.assumingMemoryBound(to: Code.Value?.self).pointee else { return }
    let start = written
    try Code.write(value, to: &self)
    wrapNull(since: start)
  }

  /// Writes the array of values with a form at `place`.
  @inlinable @inline(__always)
  package mutating func writeElements(
    of form: UnsafePointer<_ValueForm>, from place: UnsafeRawPointer
  ) throws(WireFailure) {
    switch unsafe form.pointee.kind {
    case .int:
      try unsafe place.lend([Int].self) { numbers throws(WireFailure) in
        try writeIntegers(numbers)
      }
    case .double:
      try unsafe place.lend([Double].self) { numbers throws(WireFailure) in
        try writeDoubles(numbers)
      }
    case .string:
      try unsafe place.lendElements(of: form) { start, count throws(WireFailure) in
        var list = try beginList(count: count)
        for index in 0..<count {
          try beginElement(&list)
          try unsafe writeString(lentAt: start + index &* MemoryLayout<String>.stride)
        }
        try endList(&list)
      }
    default:
      let table = unsafe form.pointee.table
      let stride = unsafe form.pointee.stride
      try unsafe place.lendElements(of: form) { start, count throws(WireFailure) in
        var list = try beginList(count: count)
        for index in 0..<count {
          try beginElement(&list)
          let element = unsafe start + index &* stride
          if let table {
            try unsafe writeFields(of: table, from: element)
          } else {
            try unsafe writeArray(of: elementForm(of: form), from: element)
          }
        }
        try endList(&list)
      }
    }
  }
}

extension UnsafeRawPointer {
  /// The value in memory that was initialized with the type.
  @inlinable @inline(__always)
  func value<Value>(_ type: Value.Type) -> Value {
    unsafe assumingMemoryBound(to: Value.self).pointee
  }
}
#endif
