import FerryBytes
import FerryTape

extension BinaryReader {
  /// The tables of a document, as tape nodes ready to be appended (Format.md, "Tables").
  struct Tables: Sendable {
    struct Shape: Sendable {
      var first: UInt32
      var count: UInt32
    }

    /// The keys, by number: text nodes.
    var keys: [UInt64] = []
    /// The keys of all shapes, one shape after the other: text nodes.
    var fields: [UInt64] = []
    var shapes: [Shape] = []
    /// Text nodes, integer nodes, and for integers beyond 59 bits an `int64` node whose payload is
    /// the offset of the entry.
    var values: [UInt64] = []
    /// Offset behind the tables, and so behind all texts in them.
    var end = 0
  }

  /// Entries that room is made for on a table's word; more have to be there.
  private static let reservedEntries = 4096

  /// Makes room for entries of an empty table. One that goes on grows by itself: it doubles, where
  /// room for the next few entries would be copied with every frame.
  private static func reserve<Entry>(_ table: inout [Entry], _ count: Int) {
    if table.isEmpty { table.reserveCapacity(min(count, reservedEntries)) }
  }

  /// Reads the length of the tables and the tables at `position`, and moves behind them.
  /// With `continuing`, they are added to the tables that were read before: the work is in
  /// proportion to what is added, for frames may be many and what each adds small.
  mutating func readTables(
    at position: inout Int, end: Int, continuing: Bool = false
  ) throws(Failure) {
    if !continuing {
      tables.keys.removeAll(keepingCapacity: true)
      tables.fields.removeAll(keepingCapacity: true)
      tables.shapes.removeAll(keepingCapacity: true)
      tables.values.removeAll(keepingCapacity: true)
      tables.end = 0
      lastShapes.removeAll(keepingCapacity: true)
    }
    guard let base = unsafe input.baseAddress else { return }
    let length = try unsafe readLength(base, at: &position, end: end)
    if length == 0 { return }
    let tablesEnd = position + length
    try unsafe readKeys(base, at: &position, end: tablesEnd)
    try unsafe readShapes(base, at: &position, end: tablesEnd)
    try unsafe readValues(base, at: &position, end: tablesEnd)
    if position != tablesEnd { throw Failure(.invalidTable, offset: position) }
    tables.end = tablesEnd
  }

  /// Reads the key table: text nodes.
  private mutating func readKeys(
    _ base: UnsafePointer<UInt8>, at position: inout Int, end: Int
  ) throws(Failure) {
    let start = position
    let count = try unsafe readLength(base, at: &position, end: end)
    if tables.keys.count + count > BinaryFormat.maximumKeys {
      throw Failure(.invalidTable, offset: start)
    }
    Self.reserve(&tables.keys, count)
    let known = tables.keys.count
    for _ in 0..<count {
      let place = position
      let length = try unsafe readLength(base, at: &position, end: end)
      unsafe tables.keys.append(try textNode(base, at: position, length, place: place))
      position += length
    }
    // A key has one number only: otherwise a shape could name it twice.
    if let duplicate = unsafe tableKeys.firstDuplicate(of: tables.keys, known: known, in: base) {
      throw Failure(.duplicateKey, offset: Node(word: tables.keys[duplicate]).payload)
    }
  }

  private mutating func readShapes(
    _ base: UnsafePointer<UInt8>, at position: inout Int, end: Int
  ) throws(Failure) {
    let start = position
    let count = try unsafe readLength(base, at: &position, end: end)
    if tables.shapes.count + count > BinaryFormat.maximumShapes {
      throw Failure(.invalidTable, offset: start)
    }
    Self.reserve(&tables.shapes, count)
    lastShapes += repeatElement(0, count: tables.keys.count - lastShapes.count)
    for _ in 0..<count {
      let shapeStart = position
      let keyCount = try unsafe readLength(base, at: &position, end: end)
      if keyCount == 0 || tables.fields.count + keyCount > BinaryFormat.maximumShapeKeys {
        throw Failure(.invalidTable, offset: shapeStart)
      }
      let first = UInt32(truncatingIfNeeded: tables.fields.count)
      let shape = UInt32(truncatingIfNeeded: tables.shapes.count + 1)
      for _ in 0..<keyCount {
        let place = position
        let number = try unsafe readVarInt(base, at: &position, end: end)
        guard number < UInt64(tables.keys.count) else {
          throw Failure(.invalidReference, offset: place)
        }
        let key = Int(truncatingIfNeeded: number)
        if lastShapes[key] == shape { throw Failure(.duplicateKey, offset: place) }
        lastShapes[key] = shape
        tables.fields.append(tables.keys[key])
      }
      tables.shapes.append(
        Tables.Shape(first: first, count: UInt32(truncatingIfNeeded: keyCount)))
    }
  }

  /// Reads the value table: texts and integers.
  private mutating func readValues(
    _ base: UnsafePointer<UInt8>, at position: inout Int, end: Int
  ) throws(Failure) {
    let start = position
    let count = try unsafe readLength(base, at: &position, end: end)
    if tables.values.count + count > BinaryFormat.maximumValues {
      throw Failure(.invalidTable, offset: start)
    }
    Self.reserve(&tables.values, count)
    for _ in 0..<count {
      let place = position
      guard position < end else { throw lengthFailure(at: place, end: end) }
      let tag = unsafe base[position]
      position += 1
      switch tag {
      case BinaryTag.shortText..<BinaryTag.shortShape, BinaryTag.longText:
        var length = Int(tag &- BinaryTag.shortText)
        if tag == BinaryTag.longText {
          length = try unsafe readLength(base, at: &position, end: end)
        } else if length > end - position {
          throw lengthFailure(at: place, end: end)
        }
        unsafe tables.values.append(try textNode(base, at: position, length, place: place))
        position += length
      case BinaryTag.positive..<BinaryTag.null:
        unsafe tables.values.append(try integerNode(base, tag, at: position, end: end))
        position += Int(tag & 7) + 1
      default:
        throw Failure(.invalidTag, offset: place)
      }
    }
  }

  /// A node for checked text in a table.
  private func textNode(
    _ base: UnsafePointer<UInt8>, at offset: Int, _ length: Int, place: Int
  ) throws(Failure) -> UInt64 {
    if length > BinaryFormat.maximumEntryLength { throw Failure(.invalidTable, offset: place) }
    if offset > Node.maximumPayload { throw Failure(.sizeLimit, offset: place) }
    try unsafe checkText(base, at: offset, length)
    return Node(.text, length: length, payload: offset).word
  }

  /// A node for an integer entry, whose tag is in front of `offset`.
  private func integerNode(
    _ base: UnsafePointer<UInt8>, _ tag: UInt8, at offset: Int, end: Int
  ) throws(Failure) -> UInt64 {
    let width = Int(tag & 7) + 1
    guard width <= end - offset else { throw lengthFailure(at: offset - 1, end: end) }
    if offset > Node.maximumPayload { throw Failure(.sizeLimit, offset: offset) }
    let magnitude = unsafe input.integer(at: offset, width: width)
    if tag < BinaryTag.negative {
      if let value = Int64(exactly: magnitude), let node = Node(integer: value) { return node.word }
    } else {
      guard let value = Int64(exactly: magnitude) else {
        throw Failure(.numberDoesNotFit, offset: offset - 1)
      }
      if let node = Node(integer: ~value) { return node.word }
    }
    return Node(.int64, payload: offset - 1).word
  }
}
