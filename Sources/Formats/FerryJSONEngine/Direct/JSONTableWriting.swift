#if !hasFeature(Embedded)
public import FerryBase

extension JSONWireWriter {
  /// Writes the properties of a value as an object.
  public mutating func writeFields(
    of table: _FieldTable, from base: UnsafeRawPointer
  ) throws(WireFailure) {
    guard table.isUsable, !hasLines else { return try unsafe writeRows(of: table, from: base) }
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

  /// Returns the functions for JSON.
  @inlinable @inline(__always)
  public static func _functions(of code: _TypeCode) -> UnsafeRawPointer? { unsafe code.text }
}
#endif
