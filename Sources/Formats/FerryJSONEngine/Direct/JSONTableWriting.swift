#if !hasFeature(Embedded)
public import FerryBase

extension JSONWireWriter {
  /// Writes the properties of a value as an object.
  public mutating func writeFields(
    of table: _FieldTable, from base: UnsafeRawPointer
  ) throws(WireFailure) {
    guard table.isUsable else { return try unsafe writeRows(of: table, from: base) }
    var object = try beginObject()
    var row = unsafe table[0]
    let end = unsafe row + table.count
    while unsafe row != end {
      let place = unsafe base + row.pointee.offset
      defer { unsafe row += 1 }
      if unsafe !row.pointee.isPlain {
        if unsafe row.pointee.isNil(at: place) {
          if unsafe row.pointee.writesNull(context) {
            try unsafe writeAnyKey(of: row, in: &object)
            try writeNull()
          }
          continue
        }
        try unsafe writeAnyKey(of: row, in: &object)
      } else {
        unsafe writeKey(of: row)
      }
      try unsafe writeValue(
        row.pointee.kind, row.pointee.form, row.pointee.isOptional, from: place)
    }
    try endObject(&object)
  }

  /// Writes a key of up to 32 bytes.
  @inline(__always)
  private mutating func writeKey(of row: UnsafePointer<FieldRow>) {
    output.reserve(32)
    // The next write replaces the excess.
    unsafe output.appendPadded(
      row.pointee.text, count: Int(truncatingIfNeeded: row.pointee.textLength))
  }

  /// Writes a key of any length.
  @inline(__always)
  private mutating func writeAnyKey(
    of row: UnsafePointer<FieldRow>, in object: inout Object
  ) throws(WireFailure) {
    if unsafe row.pointee.textLength &- 1 < 32 {
      unsafe writeKey(of: row)
    } else {
      try unsafe writeLongKey(of: row, in: &object)
    }
  }

  @inline(never)
  private mutating func writeLongKey(
    of row: UnsafePointer<FieldRow>, in object: inout Object
  ) throws(WireFailure) {
    let length = unsafe Int(truncatingIfNeeded: row.pointee.textLength)
    if length == 0 { return try unsafe writeKey(row.pointee.name, in: &object) }
    unsafe output.append(ByteView(start: row.pointee.text, count: length))
  }

  /// Writes an array of values with a form.
  public mutating func writeArray(
    of form: UnsafePointer<_ValueForm>, from place: UnsafeRawPointer
  ) throws(WireFailure) {
    try unsafe writeElements(of: form, from: place)
  }

  /// Writes a value by the code of its type, which is compiled for this writer if the module of the
  /// table knows the type.
  public mutating func writeOther(
    _ form: UnsafePointer<_ValueForm>, _ isOptional: Bool, from place: UnsafeRawPointer
  ) throws(WireFailure) {
    if let code = unsafe form.pointee.writingCode {
      try unsafe code.text.assumingMemoryBound(to: JSONWritingCode.self).pointee
        .write(&self, place, isOptional)
    } else {
      try unsafe writeByCode(form.pointee.writing.unsafelyUnwrapped, isOptional, from: place)
    }
  }
}

/// A function that writes values of one type as JSON.
@usableFromInline
@safe
package struct JSONWritingCode {
  @usableFromInline
  let write: (inout JSONWireWriter, UnsafeRawPointer, Bool) throws(WireFailure) -> Void

  @inlinable
  init<Value: DirectEncodable>(_ type: Value.Type) {
    unsafe write = { (writer, place, isOptional) throws(WireFailure) in
      try unsafe place.lend(Value.self, isOptional) { value throws(WireFailure) in
        try value.encode(to: &writer)
      }
    }
  }

  /// Returns the address of the function, in memory that is never freed.
  @inlinable
  package static func address<Value: DirectEncodable>(for type: Value.Type) -> UnsafeRawPointer {
    let memory = UnsafeMutablePointer<Self>.allocate(capacity: 1)
    unsafe memory.initialize(to: Self(type))
    return UnsafeRawPointer(memory)
  }
}
#endif
