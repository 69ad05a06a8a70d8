public import FerryBase

extension BinaryWireWriter {
  /// An object that is being written.
  @frozen
  public struct Object {
    /// The offset of the object. ``head`` bytes are reserved for its tag and length.
    @usableFromInline let start: Int
    @usableFromInline let head: Int
    /// The entry of the type in ``WriterTables``, or -1 for an object that is written by names.
    @usableFromInline let entry: Int
    /// The slots of the members so far.
    @usableFromInline var members: UInt64 = 0
    /// The first name of the object in the tables.
    @usableFromInline let firstName: Int

    @inlinable
    init(start: Int, head: Int, entry: Int, firstName: Int = 0) {
      self.start = start
      self.head = head
      self.entry = entry
      self.firstName = firstName
    }
  }

  /// Begins an object of one type.
  @inlinable
  public mutating func beginObject<Fields: _FieldSet>(
    _ fields: Fields
  ) throws(WireFailure) -> Object { try openObject(fields) }

  @usableFromInline @_transparent
  mutating func openObject<Fields: _FieldSet>(_ fields: Fields) throws(WireFailure) -> Object {
    let entry = tables.entry(for: fields)
    guard entry >= 0 else { return try beginObject() }
    try enter()
    let head = unsafe tables.entries[entry].head
    return Object(start: reserveLength(head), head: head, entry: entry)
  }

  /// Marks a member as present.
  @inlinable @inline(__always)
  public mutating func writeKey<Fields: _FieldSet>(
    _ slot: Int, of fields: Fields, in object: inout Object
  ) throws(WireFailure) {
    if object.entry < 0 { return try writeKey(fields.name(slot), in: &object) }
    // Members in another order need coding through the tape.
    guard object.members &>> UInt64(truncatingIfNeeded: slot) == 0 else {
      throw WireFailure(.duplicateKey, offset: -1)
    }
    object.members |= 1 &<< UInt64(truncatingIfNeeded: slot)
  }

  /// Begins an object that is written by names.
  @inlinable
  public mutating func beginObject() throws(WireFailure) -> Object {
    try beginNames(head: 2)
  }

  @usableFromInline @inline(never)
  mutating func beginNames(head: Int) throws(WireFailure) -> Object {
    try enter()
    let firstName = unsafe tables.keyLists.pointee.nameCount
    return Object(start: reserveLength(head), head: head, entry: -1, firstName: firstName)
  }

  /// Writes a key.
  @inlinable
  public mutating func writeKey(
    _ name: StaticString, in object: inout Object
  ) throws(WireFailure) {
    append(name: ByteView(name))
  }

  /// Writes a key.
  @inlinable
  public mutating func writeKey(_ name: String, in object: inout Object) throws(WireFailure) {
    var name = name
    name.withByteView { append(name: $0) }
  }

  @usableFromInline @inline(never)
  mutating func append(name: ByteView) { unsafe tables.keyLists.pointee.append(name: name) }

  /// Ends an object.
  @inlinable
  public mutating func endObject(_ object: inout Object) throws(WireFailure) {
    try closeObject(object)
  }

  @usableFromInline @_transparent
  mutating func closeObject(_ object: Object) throws(WireFailure) {
    depth &-= 1
    guard object.members != 0 else {
      try endNames(object)
      return
    }
    try closeMembers(object.members, object.entry, at: object.start, object.head)
  }

  /// Ends an object of one type with members. The parts of the object are parameters, so that they
  /// need no memory.
  @usableFromInline @_transparent
  mutating func closeMembers(
    _ members: UInt64, _ entry: Int, at start: Int, _ head: Int
  ) throws(WireFailure) {
    let number = tables.number(of: members, entry: entry)
    let length = output.count &- start &- head
    if head == 2, number >= 0, number < 32, length < 0x80 {
      output[start] = 0x80 &+ UInt8(truncatingIfNeeded: number)
      output[start &+ 1] = UInt8(truncatingIfNeeded: length)
    } else {
      try endMembers(members, entry, at: start, head, number)
    }
  }

  /// Ends an object of one type with a key list. Without one, the object gets its own keys.
  @usableFromInline @inline(never)
  mutating func endMembers(
    _ members: UInt64, _ entry: Int, at start: Int, _ head: Int, _ number: Int
  ) throws(WireFailure) {
    if number >= 0 {
      unsafe tables.entries[entry].head = writeHead(at: start, reserved: head, keyList: number)
      return
    }
    let first = unsafe tables.keyLists.pointee.nameCount
    for key in tables.keys(of: members, entry) {
      // The copy is needed: the name moves within the table.
      unsafe [UInt8](tables.keyLists.pointee.text(key)).withByteView { append(name: $0) }
    }
    try writeNames(at: start, reserved: head, from: first)
  }

  /// Ends an object with the key list `number`, which the caller has found.
  mutating func endKnown(_ object: Object, _ number: Int) {
    depth &-= 1
    _ = writeHead(at: object.start, reserved: object.head, keyList: number)
  }

  /// Ends an object that was written by names.
  /// - Returns: The number of its key list, or -1.
  @usableFromInline @inline(never) @discardableResult
  mutating func endNames(_ object: Object) throws(WireFailure) -> Int {
    let first = object.entry < 0 ? object.firstName : unsafe tables.keyLists.pointee.nameCount
    if unsafe tables.keyLists.pointee.nameCount == first {
      output.truncate(to: object.start)
      output.append(BinaryTag.map)
      output.append(0)
      return -1
    }
    let number = try unsafe tables.keyLists.pointee.number(ofNamesFrom: first)
    if number >= 0 {
      unsafe tables.keyLists.pointee.dropNames(from: first)
      _ = writeHead(at: object.start, reserved: object.head, keyList: number)
    } else {
      try writeNames(at: object.start, reserved: object.head, from: first)
    }
    return number
  }

  /// Writes the tag and the length of an object with a key list before its values, which move if
  /// `reserved` bytes do not fit.
  /// - Returns: The number of bytes of the tag and the length.
  mutating func writeHead(at start: Int, reserved: Int, keyList number: Int) -> Int {
    let length = output.count - start - reserved
    if number < 32, reserved == 1 + VarInt.width(UInt64(length)), reserved <= 3 {
      output[start] = BinaryTag.shortKeyList + UInt8(number)
      if reserved == 2 {
        output[start + 1] = UInt8(length)
      } else {
        output[start + 1] = 0x80 | UInt8(length >> 8)
        output[start + 2] = UInt8(length & 0xFF)
      }
      return reserved
    }
    return MutableByteView.withScratch(32) { head in
      var width = 1
      if number < 32 {
        head[0] = BinaryTag.shortKeyList + UInt8(number)
      } else {
        head[0] = BinaryTag.longKeyList
        width += VarInt.write(UInt64(number), to: head.suffix(from: 1))
      }
      width += VarInt.write(UInt64(length), to: head.suffix(from: width))
      if width > reserved {
        output.insertGap(at: start, length: width - reserved)
      } else if width < reserved {
        output.moveEnd(from: start + reserved, to: start + width)
      }
      output.replace(at: start, with: head.prefix(width))
      return width
    }
  }

  /// Writes an object with its own keys, the names from `first` on, between its values.
  private mutating func writeNames(
    at start: Int, reserved: Int, from first: Int
  ) throws(WireFailure) {
    var values = ByteWriter(capacity: 0)
    unsafe swap(&values, &tables.scratch)
    defer { unsafe swap(&values, &tables.scratch) }
    values.clear()
    values.append(output.bytes(from: start + reserved))
    output.truncate(to: start)
    output.append(BinaryTag.map)
    let width = VarInt.width(UInt64(values.count))
    let lengthStart = reserveLength(width)
    let lexer = BinaryLexer(values.bytes)
    var place = 0
    for index in first..<(unsafe tables.keyLists.pointee.nameCount) {
      unsafe writeText(tables.keyLists.pointee.name(index))
      // A type may have written a key without a value.
      guard let end = try? lexer.head(at: place, end: lexer.count).end else {
        throw WireFailure(.notRepresentable, offset: -1)
      }
      output.append(lexer.bytes(at: place, count: end - place))
      place = end
    }
    unsafe tables.keyLists.pointee.dropNames(from: first)
    _ = output.endLength(at: lengthStart, reserved: width)
  }
}
