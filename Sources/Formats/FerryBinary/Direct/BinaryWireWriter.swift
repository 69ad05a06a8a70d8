public import FerryBase

/// A writer of documents of the binary format that encodes models directly (Format.md).
///
/// Objects of one type share one key list with a slot for each field. Text is written in place;
/// with interning, repeated text is written as a number of the value table.
@frozen
public struct BinaryWireWriter: ~Copyable, WireWriter {
  @usableFromInline var output: ByteWriter
  @usableFromInline var depth: Int
  @usableFromInline let depthLimit: Int
  @usableFromInline let keyLists: WireKeyLists
  /// Whether repeated text is written as its number.
  @usableFromInline let interning: Bool
  /// Offsets of the keys of incomplete objects with their own keys.
  @usableFromInline var keyPlaces: [Int] = []
  /// The depth at which all doubles take 8 bytes, or -1.
  @usableFromInline var plainDepth = -1
  /// The state shared by the whole call.
  public let context: _WireContext

  /// The expected number of bytes of the document, or 0.
  @usableFromInline let estimate: Int
  /// Bytes reserved before the value for the head.
  private let reservedHead: Int

  /// Creates a writer with its own memory.
  package init(depthLimit: Int, interning: Bool, estimate: Int, context: _WireContext) {
    self.init(
      ByteWriter(capacity: estimate), depthLimit: depthLimit, interning: interning, estimate: 0,
      context: context)
  }

  /// Creates a writer without options.
  @usableFromInline
  init() {
    self.init(
      depthLimit: OpenContainer.standardLimit, interning: true, estimate: 256,
      context: _WireContext())
  }

  /// Creates a writer of a document at the start of `output`. The writer moves no bytes at the end
  /// if the document has `estimate` bytes and begins like the last document.
  package init(
    _ output: consuming ByteWriter, depthLimit: Int, interning: Bool, estimate: Int,
    context: consuming _WireContext
  ) {
    let keyLists = WireKeyLists.forDocument(in: context)
    let reservedHead = keyLists.lastHead.count
    self.keyLists = keyLists
    self.output = output
    self.output.append(upTo: reservedHead) { _ in reservedHead }
    self.estimate = estimate
    self.reservedHead = reservedHead
    depth = 0
    self.depthLimit = depthLimit
    self.interning = interning
    self.context = context
  }

  /// Ends the document. If it fits the caller's memory, sets `count` to its size. Otherwise returns
  /// the document.
  @usableFromInline
  package consuming func finish(checksum: Bool, _ count: inout Int) -> [UInt8]? {
    let head = keyLists.makeHead(
      flags: BinaryFormat.version | (checksum ? BinaryFormat.checksumFlag : 0))
    if head.count > reservedHead {
      output.insertGap(at: reservedHead, length: head.count - reservedHead)
    } else if head.count < reservedHead {
      output.moveEnd(from: reservedHead, to: head.count)
    }
    // The reserved bytes now have exactly the size of the head.
    output.replace(at: 0, with: head)
    keyLists.endDocument(in: context)
    if checksum { output.append(littleEndian: CRC32C.checksum(output.bytes)) }
    return output.finish(&count)
  }

  /// Ends the document.
  @usableFromInline
  package consuming func finish(checksum: Bool = false) -> [UInt8] {
    var count = 0
    return finish(checksum: checksum, &count) ?? []
  }

  /// An object that is being written.
  @frozen
  public struct Object {
    /// Offset of the contents' length, for which ``width`` bytes were reserved.
    @usableFromInline let start: Int
    @usableFromInline let width: Int
    /// The entry of the type in ``WireKeyLists``, or -1 for an object with its own keys.
    @usableFromInline let entry: Int
    /// The next slot. For an object with its own keys, the index of its first key in `keyPlaces`.
    @usableFromInline var next: Int

    @inlinable
    init(start: Int, width: Int, entry: Int, next: Int = 0) {
      self.start = start
      self.width = width
      self.entry = entry
      self.next = next
    }
  }

  /// An array that is being written.
  @frozen
  public struct List {
    /// Offset of the contents' length, for which ``width`` bytes were reserved; -1 for an empty
    /// array.
    @usableFromInline let start: Int
    @usableFromInline let width: Int
    /// The number of elements.
    @usableFromInline let count: Int
    /// The number of elements begun so far. It is 0 in an array of fewer than 16 elements.
    @usableFromInline var begun = 0
    /// Offset of the latest sample of rows.
    @usableFromInline var sample = 0

    @inlinable
    init(start: Int, width: Int, count: Int) {
      self.start = start
      self.width = width
      self.count = count
    }
  }

  @inlinable @inline(__always)
  mutating func enter() throws(WireFailure) {
    if depth >= depthLimit { throw WireFailure(.depthLimit, offset: -1) }
    depth &+= 1
  }

  /// Reserves `width` bytes for a length.
  @inlinable @inline(__always)
  mutating func reserveLength(_ width: Int) -> Int {
    let start = output.count
    output.append(upTo: 9) { _ in width }
    return start
  }

  /// Writes the length of complete contents and returns its width.
  @inlinable @inline(__always)
  mutating func writeLength(at start: Int, width: Int) -> Int {
    let length = output.count &- start &- width
    if length < 0x80, width == 1 {
      output[start] = UInt8(truncatingIfNeeded: length)
      return 1
    }
    return output.endLength(at: start, reserved: width)
  }
}

extension BinaryWireWriter {
  /// Begins an object with the key list of `Fields`.
  @inlinable
  public mutating func beginObject<Fields: _FieldSet>(
    _ fields: Fields.Type
  ) throws(WireFailure) -> Object {
    let entry = keyLists.entry(for: Fields.self)
    guard entry >= 0 else { return try beginObject() }
    try enter()
    unsafe output.appendKeyList(keyLists.entries[entry].keyList)
    let width = unsafe keyLists.entries[entry].width
    return Object(start: reserveLength(width), width: width, entry: entry)
  }

  /// Marks the slots before `slot` as absent.
  @inlinable @inline(__always)
  public mutating func writeKey<Fields: _FieldSet>(
    _ slot: Int, of fields: Fields.Type, in object: inout Object
  ) throws(WireFailure) {
    if object.entry < 0 { return try writeKey(fields.name(slot), in: &object) }
    while object.next < slot {
      output.append(0xE1)
      object.next &+= 1
    }
    object.next = slot &+ 1
  }

  /// Begins an object with its own keys.
  @inlinable
  public mutating func beginObject() throws(WireFailure) -> Object {
    try enter()
    output.append(0xF2)
    return Object(start: reserveLength(1), width: 1, entry: -1, next: keyPlaces.count)
  }

  /// Writes a key.
  @inlinable
  public mutating func writeKey(
    _ name: StaticString, in object: inout Object
  ) throws(WireFailure) {
    keyPlaces.append(output.count)
    output.appendText(ByteView(name))
  }

  /// Writes a key.
  @inlinable
  public mutating func writeKey(_ name: String, in object: inout Object) throws(WireFailure) {
    keyPlaces.append(output.count)
    var name = name
    name.withByteView { output.appendText($0) }
  }

  /// Ends an object.
  @inlinable
  public mutating func endObject(_ object: inout Object) throws(WireFailure) {
    depth &-= 1
    if object.entry < 0 { try endKeys(from: object.next) }
    let width = writeLength(at: object.start, width: object.width)
    if object.entry >= 0, width != object.width {
      unsafe keyLists.entries[object.entry].width = width
    }
  }

  /// Begins an array.
  @inlinable
  public mutating func beginList(count: Int) throws(WireFailure) -> List {
    try enter()
    if count < 16 {
      output.append(0xA0 &+ UInt8(truncatingIfNeeded: count))
      return List(start: count == 0 ? -1 : reserveLength(1), width: 1, count: count)
    }
    output.append(0xF1)
    // The outermost array is about as long as the document.
    let width = depth == 1 && estimate > 0 ? VarInt.width(UInt64(estimate)) : 1
    let list = List(start: reserveLength(width), width: width, count: count)
    output.appendLength(count)
    return list
  }

  /// Begins the next element of an array. No bytes separate elements.
  @inlinable @inline(__always)
  public mutating func beginElement(_ list: inout List) throws(WireFailure) {
    // Shorter arrays have too few rows for a sample.
    guard list.count >= 16 else { return }
    if list.begun & Self.sampleMask == 0 { sampleRows(of: &list) }
    list.begun &+= 1
  }

  /// Returns whether the first element may be an array. Only a cheap test is made.
  @inlinable @inline(__always)
  func beginsWithList(_ list: borrowing List) -> Bool {
    // In a longer array, the count precedes the first element.
    if list.count >= 16 { return true }
    let place = list.start &+ list.width
    // An array may have fewer elements than stated.
    guard place < output.count else { return false }
    let tag = output[place]
    return tag & 0xF0 == 0xA0 || tag == 0xF3
  }

  /// Ends an array.
  @inlinable
  public mutating func endList(_ list: inout List) throws(WireFailure) {
    depth &-= 1
    if list.count >= 4, beginsWithList(list), packRows(of: list) { return }
    if list.start >= 0 { _ = writeLength(at: list.start, width: list.width) }
  }
}
