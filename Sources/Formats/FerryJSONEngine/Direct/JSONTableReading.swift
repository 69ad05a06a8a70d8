#if !hasFeature(Embedded)
public import FerryBase

// The loops over tables, compiled once, for the models of all modules.
extension JSONWireReader {
  /// Reads an object into the properties of an uninitialized value.
  ///
  /// Most documents have the order of the rows. So each key is compared with the next rows first.
  public mutating func readFields(
    of table: _FieldTable, into base: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    guard table.isUsable else { return try unsafe readRows(of: table, into: base) }
    let start = bytes.offset
    if bytes.byte == UInt8(ascii: "{"), depth < options.depthLimit {
      depth &+= 1
      unsafe bytes.cursor += 1
    } else {
      throw containerFailure(UInt8(ascii: "{"))
    }
    var filled = _FieldMask()
    do throws(WireFailure) {
      var row = unsafe table[0]
      let last = unsafe row + table.count
      // The bit of the row in `filled`.
      var bit = 1 as UInt64
      var isFirst = true
      while true {
        if bytes.needsTail { bytes.enterTail() }
        var place = unsafe bytes.cursor
        let slot: Int
        if unsafe isFirst || place.pointee == UInt8(ascii: ",") {
          if !isFirst { unsafe place += 1 }
          if unsafe place.pointee <= 0x20 {
            unsafe text.bytes.skipIndentation(&place, &text.indentation, depth: depth)
          }
          // Other members may have come before those that are expected now.
          if unsafe row != last, unsafe row.pointee.isMember(at: UnsafeRawPointer(place)),
            filled.bits & bit == 0
          {
            unsafe moveToValue(place + row.pointee.length)
            try unsafe readMember(row, into: base)
            filled.bits |= bit
            bit = bit &<< 1
            unsafe row += 1
            isFirst = false
            continue
          }
          slot = try unsafe findLater(
            at: place, expecting: row - table[0], of: table, isFirst, filled)
        } else if unsafe place.pointee == UInt8(ascii: "}") {
          unsafe leave(at: place)
          break
        } else {
          slot = try unsafe findEnd(expecting: row - table[0], of: table, filled)
        }
        isFirst = false
        if slot >= 0 {
          try unsafe readRow(slot, of: table, into: base, &filled)
          unsafe row = table[slot &+ 1]
          bit = 1 &<< UInt64(truncatingIfNeeded: slot &+ 1)
        } else if slot == Self.endOfObject {
          break
        } else {
          try skipValue()
        }
      }
      guard filled.isSuperset(of: table.required) else {
        throw missing(_FieldProgress(table, seen: filled, expected: 0), in: Object(start: start))
      }
    } catch {
      unsafe table.deinitialize(filled, at: base)
      throw error
    }
    if !filled.isSuperset(of: table.all) { unsafe table.initializeMissing(filled, at: base) }
  }

  private static var endOfObject: Int { -2 }

  /// Moves from the end of a member's text to its value.
  @inline(__always)
  private mutating func moveToValue(_ place: UnsafePointer<UInt8>) {
    var place = unsafe place
    if unsafe place.pointee == 0x20 { unsafe place += 1 }
    unsafe bytes.cursor = place
    if unsafe place.pointee <= 0x20 { bytes.skipJSONWhitespaceRun() }
  }

  @inline(__always)
  private mutating func leave(at brace: UnsafePointer<UInt8>) {
    unsafe bytes.cursor = brace + 1
    depth &-= 1
  }

  // The functions below move to the value of the next member and return its row, -1 for a key without
  // a row, or `endOfObject`. `slot` is the expected row, and `filled` has the rows before.

  /// Leaves an object after white space, or finds the next member where white space precedes the
  /// comma.
  @inline(never)
  private mutating func findEnd(
    expecting slot: Int, of table: _FieldTable, _ filled: _FieldMask
  ) throws(WireFailure) -> Int {
    skipIndentation(depth &- 1)
    if bytes.byte == UInt8(ascii: "}") {
      unsafe leave(at: bytes.cursor)
      return Self.endOfObject
    }
    return try findDistant(
      expecting: slot, of: table, isFirst: false, isAtKey: false, filled)
  }

  /// Compares the key at `place`, which is behind the comma, with later rows: the document may lack
  /// some members.
  @inline(never)
  private mutating func findLater(
    at place: UnsafePointer<UInt8>, expecting slot: Int, of table: _FieldTable, _ isFirst: Bool,
    _ filled: _FieldMask
  ) throws(WireFailure) -> Int {
    let last = min(slot &+ 8, table.count)
    var row = slot &+ 1
    while row < last {
      if unsafe table[row].pointee.isMember(at: UnsafeRawPointer(place)), !filled.contains(row) {
        unsafe moveToValue(place + table[row].pointee.length)
        return row
      }
      row &+= 1
    }
    unsafe bytes.cursor = place
    if bytes.byte == UInt8(ascii: "}") {
      if !isFirst, !options.allowsTrailingCommas { throw bytes.syntaxFailure(.trailingComma) }
      unsafe leave(at: place)
      return Self.endOfObject
    }
    return try findDistant(
      expecting: slot, of: table, isFirst: isFirst, isAtKey: !isFirst, filled)
  }

  /// Finds the next member in any other place.
  @inline(never)
  private mutating func findDistant(
    expecting slot: Int, of table: _FieldTable, isFirst: Bool, isAtKey: Bool, _ filled: _FieldMask
  ) throws(WireFailure) -> Int {
    var object = Object(start: 0)
    (object.isFirst, object.isAtKey) = (isFirst, isAtKey)
    var progress = _FieldProgress(table, seen: filled, expected: slot)
    return try nextSlot(&object, &progress) ?? Self.endOfObject
  }

  /// Reads an array of values with a form into uninitialized memory.
  public mutating func readArray(
    of form: UnsafePointer<_ValueForm>, into place: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    try unsafe readElements(of: form, into: place)
  }

  /// False: JSON has one null.
  @inlinable @inline(__always)
  public var hasInnerNull: Bool { false }

  /// Returns the functions for JSON.
  @inlinable @inline(__always)
  public static func _functions(of code: _TypeCode) -> UnsafeRawPointer? { unsafe code.text }
}
#endif
