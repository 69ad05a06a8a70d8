#if !hasFeature(Embedded)
public import FerryBase

// The loops over tables, compiled once, for the models of all modules.
extension BinaryWireReader {
  /// Reads an object into the properties of an uninitialized value.
  ///
  /// The key list of the object determines the row of each value.
  public mutating func readFields(
    of table: _FieldTable, into base: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    guard table.isUsable else { return try unsafe readRows(of: table, into: base) }
    var object = try openObject(table)
    var filled = _FieldMask()
    do throws(WireFailure) {
      while place != end {
        var slot = unsafe Int(slots.pointee)
        if slot < -1 {
          // A repeated key, an object with its own keys, or damage.
          var progress = _FieldProgress(table, seen: filled, expected: 0)
          guard let next = try nextSlot(&object, &progress) else {
            return try unsafe complete(filled, of: table, object, at: base)
          }
          slot = next
        } else {
          unsafe slots += 1
        }
        if slot < 0 {
          try skipValue()
        } else {
          try unsafe readMember(table[slot], into: base)
          filled.insert(slot)
        }
      }
      guard isComplete(object) else { throw damage() }
      leave(object)
      if filled.isSuperset(of: table.all) { return }
      try unsafe complete(filled, of: table, object, at: base)
    } catch {
      unsafe table.deinitialize(filled, at: base)
      throw error
    }
  }

  /// Initializes the properties that an object does not have.
  @inline(never)
  private mutating func complete(
    _ filled: _FieldMask, of table: _FieldTable, _ object: Object, at base: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    guard filled.isSuperset(of: table.required) else {
      throw missing(_FieldProgress(table, seen: filled, expected: 0), in: object)
    }
    unsafe table.initializeMissing(filled, at: base)
  }

  /// Reads an array of values with a form into uninitialized memory.
  public mutating func readArray(
    of form: UnsafePointer<_ValueForm>, into place: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    try unsafe readElements(of: form, into: place)
  }

  /// Whether the null that was just read has several levels.
  @inlinable @inline(__always)
  public var hasInnerNull: Bool { unsafe tables.nestedNull == place }

  /// Returns the functions for the binary format.
  @inlinable @inline(__always)
  public static func _functions(of code: _TypeCode) -> UnsafeRawPointer? { unsafe code.binary }
}

extension BinaryWireWriter {
  /// Writes the properties of a value as an object.
  public mutating func writeFields(
    of table: _FieldTable, from base: UnsafeRawPointer
  ) throws(WireFailure) {
    guard table.isUsable else { return try unsafe writeRows(of: table, from: base) }
    let entry = tables.entry(for: table)
    if entry < 0 { return try unsafe writeByNames(table, from: base) }
    try enter()
    let head = unsafe tables.entries[entry].head
    let start = reserveLength(head)
    var row = unsafe table[0]
    let end = unsafe row + table.count
    var (members, member) = (0 as UInt64, 1 as UInt64)
    while unsafe row != end {
      let place = unsafe base + row.pointee.offset
      let isOptional = unsafe row.pointee.isOptional
      if isOptional, unsafe row.pointee.isNil(at: place) {
        if unsafe row.pointee.writesNull(context) {
          members |= member
          try writeNull()
        }
      } else {
        members |= member
        try unsafe writeValue(row.pointee.kind, row.pointee.form, isOptional, from: place)
      }
      unsafe row += 1
      member = member &<< 1
    }
    depth &-= 1
    if members != 0 { return try closeMembers(members, entry, at: start, head) }
    try endNames(Object(start: start, head: head, entry: entry))
  }

  /// Writes an object of a type without an entry.
  @inline(never)
  private mutating func writeByNames(
    _ table: _FieldTable, from base: UnsafeRawPointer
  ) throws(WireFailure) {
    var object = try beginObject()
    try unsafe writeNamedFields(of: table, from: base, in: &object)
    try endObject(&object)
  }

  /// Writes an array of values with a form.
  public mutating func writeArray(
    of form: UnsafePointer<_ValueForm>, from place: UnsafeRawPointer
  ) throws(WireFailure) {
    try unsafe writeElements(of: form, from: place)
  }

  /// Returns the functions for the binary format.
  @inlinable @inline(__always)
  public static func _functions(of code: _TypeCode) -> UnsafeRawPointer? { unsafe code.binary }
}
#endif
