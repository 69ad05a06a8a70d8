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
    guard bytes.byte == UInt8(ascii: "{"), depth < options.depthLimit else {
      throw containerFailure(UInt8(ascii: "{"))
    }
    if bytes.needsTail { bytes.enterTail() }
    depth &+= 1
    var filled = _FieldMask()
    var run = RowRun(of: table)
    do throws(WireFailure) {
      // The reader is at the brace.
      var (isAtKey, isFirst) = (true, true)
      while true {
        if isAtKey { isAtKey = try unsafe readRun(&run.next, to: run.end, into: base) }
        let next = run.finish(&filled, of: table)
        if !isAtKey, bytes.byte == UInt8(ascii: "}") {
          unsafe leave(at: bytes.cursor)
          break
        }
        let slot =
          isAtKey
          ? try findLater(expecting: next, of: table, isFirst && next == 0, filled)
          : try findEnd(expecting: next, of: table, filled)
        if slot >= 0 {
          try unsafe readRow(slot, of: table, into: base, &filled)
          run = RowRun(of: table, from: slot &+ 1, filled)
        } else if slot == Self.endOfObject {
          break
        } else {
          try skipValue()
        }
        isFirst = false
        if bytes.needsTail { bytes.enterTail() }
        isAtKey = bytes.byte == UInt8(ascii: ",")
      }
      guard filled.isSuperset(of: table.required) else {
        throw missing(_FieldProgress(table, seen: filled, expected: 0), in: Object(start: start))
      }
    } catch {
      _ = run.finish(&filled, of: table)
      unsafe table.deinitialize(filled, at: base)
      throw error
    }
    if !filled.isSuperset(of: table.all) { unsafe table.initializeMissing(filled, at: base) }
  }

  /// Reads members that come in the order of the rows. The reader is at the brace or comma before the
  /// first of them.
  /// - Returns: Whether the reader is at a key, which is that of another row. Otherwise it is behind a
  ///   value without a comma.
  // A function of its own, so that all its variables are in registers.
  @inline(never)
  private mutating func readRun(
    _ next: inout UnsafePointer<FieldRow>, to end: UnsafePointer<FieldRow>,
    into base: UnsafeMutableRawPointer
  ) throws(WireFailure) -> Bool {
    while true {
      var place = unsafe bytes.cursor + 1
      if unsafe place.pointee <= 0x20 {
        unsafe text.bytes.skipIndentation(&place, &text.indentation, depth: depth)
      }
      guard unsafe next != end, unsafe next.pointee.isMember(at: UnsafeRawPointer(place)) else {
        unsafe bytes.cursor = place
        return true
      }
      unsafe moveToValue(place + next.pointee.length)
      try unsafe readMember(next, into: base)
      unsafe next += 1
      if bytes.needsTail { bytes.enterTail() }
      guard bytes.byte == UInt8(ascii: ",") else { return false }
    }
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

  /// Compares the key at the cursor with later rows: the document may lack
  /// some members.
  @inline(never)
  private mutating func findLater(
    expecting slot: Int, of table: _FieldTable, _ isFirst: Bool, _ filled: _FieldMask
  ) throws(WireFailure) -> Int {
    let place = unsafe bytes.cursor
    let last = min(slot &+ 8, table.count)
    var row = slot &+ 1
    while row < last {
      if unsafe table[row].pointee.isMember(at: UnsafeRawPointer(place)), !filled.contains(row) {
        unsafe moveToValue(place + table[row].pointee.length)
        return row
      }
      row &+= 1
    }
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

/// Rows that come one after the other in an object.
@safe
private struct RowRun {
  private var first: UnsafePointer<FieldRow>
  /// The row that is expected next. The rows of the run before it are filled.
  var next: UnsafePointer<FieldRow>
  /// The end of the rows, or a row that is already filled.
  let end: UnsafePointer<FieldRow>

  /// Creates a run from the first row.
  @inline(__always)
  init(of table: _FieldTable) {
    unsafe first = table[0]
    unsafe next = first
    unsafe end = first + table.count
  }

  /// Creates a run from `slot`.
  @inline(__always)
  init(of table: _FieldTable, from slot: Int, _ filled: _FieldMask) {
    unsafe first = table[slot]
    unsafe next = first
    let rest = (filled.bits >> UInt64(slot)).trailingZeroBitCount
    unsafe end = first + min(rest, table.count &- slot)
  }

  /// Adds the rows of the run to `filled`, and begins another run behind them.
  /// - Returns: The slot that is expected next.
  @inline(__always)
  mutating func finish(_ filled: inout _FieldMask, of table: _FieldTable) -> Int {
    let (start, end) = unsafe (Self.distance(table[0], first), Self.distance(table[0], next))
    unsafe first = next
    if end > start { filled.bits |= (.max &>> (64 &- (end &- start))) &<< start }
    return Int(truncatingIfNeeded: end)
  }

  /// The number of rows between two addresses.
  @inline(__always)
  private static func distance(
    _ start: UnsafePointer<FieldRow>, _ end: UnsafePointer<FieldRow>
  ) -> UInt64 {
    let bytes = UInt(bitPattern: end) &- UInt(bitPattern: start)
    return UInt64(truncatingIfNeeded: bytes / UInt(MemoryLayout<FieldRow>.stride))
  }
}
#endif
