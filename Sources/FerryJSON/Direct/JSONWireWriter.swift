public import FerryBytes
public import FerryTape

/// Writes models straight as compact JSON text (RFC 8259), keys in the order of the model.
///
/// Other layouts go by way of a tape.
@frozen
public struct JSONWireWriter: ~Copyable, WireWriter {
  @usableFromInline package var output: ByteWriter
  @usableFromInline var depth: Int
  @usableFromInline let depthLimit: Int
  /// The slash if it is to be escaped, else a byte that is escaped anyway.
  @usableFromInline let escapedSlash: UInt8
  /// What the whole call shares.
  public let context: _WireContext
  /// Where the keys lie that were written to shared objects which are open.
  @usableFromInline var sharedKeys: [Range<Int>] = []
  /// Whether numbers that are not finite are written as JSON5 has them, not refused.
  @usableFromInline package var writesNonFinite = false

  /// A writer that goes on behind what `output` has.
  package init(
    _ output: consuming ByteWriter, options: JSONWritingOptions, context: _WireContext
  ) {
    self.output = output
    depth = 0
    depthLimit = options.depthLimit
    escapedSlash = options.escapesSlashes ? ASCII.slash : ASCII.quote
    self.context = context
  }

  /// A writer without options.
  @usableFromInline
  init() { self.init(ByteWriter(), options: JSONWritingOptions(), context: _WireContext()) }

  /// Ends writing to memory of the caller's, which has `count` bytes then; returns the bytes if they
  /// did not fit.
  public consuming func finish(_ count: inout Int) -> [UInt8]? { output.finish(&count) }

  /// Ends writing behind what there was.
  package consuming func takeOutput() -> ByteWriter { output }

  /// An object that is being written.
  ///
  /// Every member starts with a comma. The brace replaces the first comma in the end, so no write
  /// needs to know whether its member is the first.
  @frozen
  public struct Object {
    /// Where the brace goes.
    @usableFromInline let start: Int
    /// The number of its first key among the keys of shared objects; -1 for an object that one type
    /// writes.
    @usableFromInline let firstKey: Int

    @inlinable init(start: Int, firstKey: Int = -1) {
      self.start = start
      self.firstKey = firstKey
    }
  }

  /// An array that is being written, in the same way.
  @frozen
  public struct List {
    /// Where the bracket goes.
    @usableFromInline let start: Int

    @inlinable init(start: Int) { self.start = start }
  }

  @usableFromInline @inline(never)
  func depthFailure() -> WireFailure { WireFailure(.depthLimit, offset: -1) }

  // MARK: Objects

  /// Begins an object.
  @inlinable
  public mutating func beginObject<Fields: _FieldSet>(
    _ fields: Fields.Type
  ) throws(WireFailure) -> Object {
    try beginObject()
  }

  /// Begins an object.
  @inlinable @inline(__always)
  public mutating func beginObject() throws(WireFailure) -> Object {
    if depth >= depthLimit { throw depthFailure() }
    depth &+= 1
    return Object(start: output.count)
  }

  /// Writes a comma, the key and a colon.
  @inlinable @inline(__always)
  public mutating func writeKey<Fields: _FieldSet>(
    _ slot: Int, of fields: Fields.Type, in object: inout Object
  ) throws(WireFailure) {
    let text = fields.memberText(slot)
    if text.utf8CodeUnitCount == 0 { return try writeKey(fields.name(slot), in: &object) }
    output.append(text)
  }

  /// Writes a comma, the key and a colon.
  @inline(never)
  public mutating func writeKey(
    _ name: StaticString, in object: inout Object
  ) throws(WireFailure) {
    output.append(ASCII.comma)
    let place = output.count
    output.appendJSON(ByteView(name), escapedSlash: escapedSlash)
    if object.firstKey >= 0 { sharedKeys.append(place..<output.count) }
    output.append(ASCII.colon)
  }

  /// Writes a comma, the key and a colon.
  @inline(never)
  public mutating func writeKey(_ name: String, in object: inout Object) throws(WireFailure) {
    output.append(ASCII.comma)
    let place = output.count
    try writeString(name)
    if object.firstKey >= 0 { sharedKeys.append(place..<output.count) }
    output.append(ASCII.colon)
  }

  /// Ends an object.
  @inlinable @inline(__always)
  public mutating func endObject(_ object: inout Object) throws(WireFailure) {
    end(object.start, UInt8(ascii: "{"), UInt8(ascii: "}"))
  }

  /// Puts the brackets around what was written since `start`.
  @inlinable @inline(__always)
  mutating func end(_ start: Int, _ opening: UInt8, _ closing: UInt8) {
    depth &-= 1
    output.reserve(2)
    if output.count == start { output.appendUnchecked(UInt8(ascii: ",")) }
    output[start] = opening
    output.appendUnchecked(closing)
  }

  // MARK: Lists

  /// Begins an array.
  @inlinable @inline(__always)
  public mutating func beginList(count: Int) throws(WireFailure) -> List {
    if depth >= depthLimit { throw depthFailure() }
    depth &+= 1
    return List(start: output.count)
  }

  /// Writes a comma.
  @inlinable @inline(__always)
  public mutating func beginElement(_ list: inout List) throws(WireFailure) {
    output.append(UInt8(ascii: ","))
  }

  /// Ends an array.
  @inlinable @inline(__always)
  public mutating func endList(_ list: inout List) throws(WireFailure) {
    end(list.start, UInt8(ascii: "["), UInt8(ascii: "]"))
  }
}

extension JSONWireWriter {
  /// Begins an object to which several types write.
  public mutating func beginSharedObject() throws(WireFailure) -> Object {
    Object(start: try beginObject().start, firstKey: sharedKeys.count)
  }

  /// Ends an object whose keys have to differ. One in which they do not is left to the tape, which
  /// knows the words for it.
  public mutating func endSharedObject(_ object: inout Object) throws(WireFailure) {
    let differ = keysDiffer(from: object.firstKey)
    sharedKeys.removeLast(sharedKeys.count - object.firstKey)
    if !differ { throw WireFailure(.duplicateKey, offset: -1) }
    try endObject(&object)
  }

  /// Compares hashes, of which equal ones are possible, but rare.
  private func keysDiffer(from first: Int) -> Bool {
    var hashes = Set<Int>(minimumCapacity: sharedKeys.count - first)
    for place in sharedKeys[first...] {
      var hasher = Hasher()
      // What was written a moment ago is still there.
      ByteView(rebasing: output.bytes[place]).hash(into: &hasher)
      if !hashes.insert(hasher.finalize()).inserted { return false }
    }
    return true
  }
}
