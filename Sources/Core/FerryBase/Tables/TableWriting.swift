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
  mutating func writeNamedFields(
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
      if unsafe row.pointee.isOptional, unsafe isNil(row.pointee.writing, at: place) {
        guard unsafe row.pointee.writesNull else { continue }
        try writeKey(&self, slot, &object)
        try writeNull()
      } else {
        try writeKey(&self, slot, &object)
        try unsafe writeValue(row.pointee.writing, from: place)
      }
    }
  }

  /// Writes the value at `place`. An optional must not be `nil`: its value lies at the same address.
  @inlinable @inline(__always)
  mutating func writeValue(
    _ form: UnsafePointer<_ValueForm>, from place: UnsafeRawPointer
  ) throws(WireFailure) {
    switch unsafe form.pointee.kind {
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
    case .record:
      try unsafe writeFields(of: form.pointee.table.unsafelyUnwrapped, from: place)
    case .array:
      let element = unsafe elementForm(of: form)
      if unsafe element.pointee.isCodedInArrays {
        try unsafe writeArray(of: element, from: place)
      } else {
        try unsafe writeOther(
          form.pointee.writing.unsafelyUnwrapped, form.pointee.isOptional, from: place)
      }
    case .other:
      try unsafe writeOther(
        form.pointee.writing.unsafelyUnwrapped, form.pointee.isOptional, from: place)
    }
  }

  @usableFromInline @inline(never)
  mutating func writeOther<Code: ValueWriting>(
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
    case .int: try writeIntegers(unsafe place.value([Int].self))
    case .double: try writeDoubles(unsafe place.value([Double].self))
    case .string:
      try unsafe place.assumingMemoryBound(to: [String].self).pointee
        .withUnsafeBufferPointer { texts throws(WireFailure) in
          var list = try beginList(count: texts.count)
          for index in texts.indices {
            try beginElement(&list)
            // The array has elements, so it has an address.
            try unsafe writeString(lentAt: texts.baseAddress.unsafelyUnwrapped + index)
          }
          try endList(&list)
        }
    default:
      let stored = unsafe form.pointee.stored
      let stride = stored._stride
      try unsafe stored._lendArray(at: place) { start, count throws(WireFailure) in
        var list = try beginList(count: count)
        for index in 0..<count {
          try beginElement(&list)
          try unsafe writeValue(form, from: start + index &* stride)
        }
        try endList(&list)
      }
    }
  }
}

/// Returns whether the optional at `place` is `nil`.
@inlinable @inline(__always)
func isNil(_ form: UnsafePointer<_ValueForm>, at place: UnsafeRawPointer) -> Bool {
  switch unsafe form.pointee.kind {
  case .string: unsafe isNone(place.assumingMemoryBound(to: String?.self))
  case .bool: unsafe isNone(place.assumingMemoryBound(to: Bool?.self))
  case .int: unsafe isNone(place.assumingMemoryBound(to: Int?.self))
  case .double: unsafe isNone(place.assumingMemoryBound(to: Double?.self))
  // The bytes of all optional arrays are alike.
  case .array: unsafe isNone(place.assumingMemoryBound(to: [Int]?.self))
  default: unsafe form.pointee.stored._isNil(at: place)
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
