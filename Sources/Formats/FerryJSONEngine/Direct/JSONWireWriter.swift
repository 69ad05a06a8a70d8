public import FerryBase

/// A writer of JSON text (RFC 8259) with keys in the order of the model or the tape.
///
/// Sorted keys and escapes beyond ASCII need a tape.
@frozen
public struct JSONWireWriter: ~Copyable, WireWriter {
  @usableFromInline package var output: ByteWriter
  @usableFromInline var depth: Int
  @usableFromInline let depthLimit: Int
  /// The slash if slashes are escaped; otherwise a byte that always needs an escape.
  @usableFromInline let escapedSlash: UInt8
  /// The state that all values of one call share.
  public let context: _WireContext
  /// The ranges of the keys that were written to the open shared objects.
  @usableFromInline var sharedKeys: [Range<Int>] = []
  /// Whether each element has a line.
  @usableFromInline let hasLines: Bool
  @usableFromInline let options: JSONWritingOptions
  /// The number of levels by which the outermost value is indented.
  @usableFromInline let level: Int

  /// Creates a writer that appends to `output`, in the layout of a value that is `level` levels deep.
  package init(
    _ output: consuming ByteWriter, options: JSONWritingOptions, level: Int = 0,
    context: _WireContext
  ) {
    self.output = output
    self.options = options
    self.level = level
    hasLines = options.indentation != .none
    depth = 0
    depthLimit = options.depthLimit
    escapedSlash = options.escapesSlashes ? ASCII.slash : ASCII.quote
    self.context = context
  }

  /// Creates a writer with the default options.
  @usableFromInline
  init() { self.init(ByteWriter(), options: JSONWritingOptions(), context: _WireContext()) }

  /// Finishes writing to the memory of the caller and sets `count` to the number of bytes there.
  /// Returns the bytes instead if they did not fit.
  public consuming func finish(_ count: inout Int) -> [UInt8]? { output.finish(&count) }

  /// Finishes writing and returns the output.
  package consuming func takeOutput() -> ByteWriter { output }

  /// An object that is being written.
  ///
  /// Every member starts with a comma. At the end, the opening brace replaces the first comma, so a
  /// write does not depend on whether its member is the first.
  @frozen
  public struct Object {
    /// The offset of the opening brace.
    @usableFromInline let start: Int
    /// The index of the first key of the object among the shared keys; -1 for an object that one
    /// type writes.
    @usableFromInline let firstKey: Int

    @inlinable init(start: Int, firstKey: Int = -1) {
      self.start = start
      self.firstKey = firstKey
    }
  }

  /// An array that is being written in the same way as an ``Object``.
  @frozen
  public struct List {
    /// The offset of the opening bracket.
    @usableFromInline let start: Int

    @inlinable init(start: Int) { self.start = start }
  }

  /// Throws in place of its callers: the compiler does not inline a witness that throws.
  @usableFromInline @inline(never)
  func failDepth() throws(WireFailure) { throw WireFailure(.depthLimit, offset: -1) }

  // MARK: Objects

  /// Begins an object.
  @inlinable
  public mutating func beginObject<Fields: _FieldSet>(
    _ fields: Fields
  ) throws(WireFailure) -> Object {
    try beginObject()
  }

  /// Begins an object.
  @inlinable @inline(__always)
  public mutating func beginObject() throws(WireFailure) -> Object {
    if depth >= depthLimit { try failDepth() }
    depth &+= 1
    return Object(start: output.count)
  }

  /// Writes a comma, the key and a colon.
  @inlinable @inline(__always)
  public mutating func writeKey<Fields: _FieldSet>(
    _ slot: Int, of fields: Fields, in object: inout Object
  ) throws(WireFailure) {
    let text = fields.memberText(slot)
    if text.count == 0 || hasLines { return try writeKey(fields.name(slot), in: &object) }
    output.reserve(max(text.count, 32))
    // The next write replaces the excess.
    if fields.hasPaddedTexts, text.count <= 32 {
      unsafe output.appendPadded(text.start, count: text.count)
    } else {
      output.appendUnchecked(unsafe ByteView(start: text.start, count: text.count))
    }
  }

  /// Writes a comma, the key and a colon.
  @inline(never)
  public mutating func writeKey(
    _ name: StaticString, in object: inout Object
  ) throws(WireFailure) {
    beginItem()
    let place = output.count
    output.appendJSON(ByteView(name), escapedSlash: escapedSlash)
    if object.firstKey >= 0 { sharedKeys.append(place..<output.count) }
    endKey()
  }

  /// Writes a comma, the key and a colon.
  @inline(never)
  public mutating func writeKey(_ name: String, in object: inout Object) throws(WireFailure) {
    beginItem()
    let place = output.count
    try writeString(name)
    if object.firstKey >= 0 { sharedKeys.append(place..<output.count) }
    endKey()
  }

  /// Ends an object.
  @inlinable @inline(__always)
  public mutating func endObject(_ object: inout Object) throws(WireFailure) {
    end(object.start, UInt8(ascii: "{"), UInt8(ascii: "}"))
  }

  /// Writes the brackets around the text that starts at `start`.
  @inlinable @inline(__always)
  mutating func end(_ start: Int, _ opening: UInt8, _ closing: UInt8) {
    depth &-= 1
    if hasLines { breakLastLine(of: start) }
    output.reserve(2)
    if output.count == start { output.appendUnchecked(UInt8(ascii: ",")) }
    output[start] = opening
    output.appendUnchecked(closing)
  }

  // MARK: Arrays

  /// Begins an array.
  @inlinable @inline(__always)
  public mutating func beginList(count: Int) throws(WireFailure) -> List {
    if depth >= depthLimit { try failDepth() }
    depth &+= 1
    return List(start: output.count)
  }

  /// Writes a comma.
  @inlinable @inline(__always)
  public mutating func beginElement(_ list: inout List) throws(WireFailure) { beginItem() }

  /// Ends an array.
  @inlinable @inline(__always)
  public mutating func endList(_ list: inout List) throws(WireFailure) {
    end(list.start, UInt8(ascii: "["), UInt8(ascii: "]"))
  }
}

// MARK: Layout

extension JSONWireWriter {
  /// Writes the comma before an element or a member, and starts its line.
  @inlinable @inline(__always)
  mutating func beginItem() {
    output.append(UInt8(ascii: ","))
    if hasLines { breakLine() }
  }

  /// Writes the colon behind a key.
  @inline(__always)
  mutating func endKey() {
    if hasLines, options.followsFoundation { output.append(ASCII.space) }
    output.append(ASCII.colon)
    if hasLines { output.append(ASCII.space) }
  }

  @usableFromInline @inline(never)
  mutating func breakLine() { options.breakLine(level: level + depth, in: &output) }

  /// Starts the line of the closing bracket of a container that begins at `start`.
  @usableFromInline @inline(never)
  mutating func breakLastLine(of start: Int) {
    if output.count == start {
      guard options.followsFoundation else { return }
      output.append(",\n")
    }
    breakLine()
  }
}

extension JSONWireWriter {
  /// Begins an object to which several types write.
  public mutating func beginSharedObject() throws(WireFailure) -> Object {
    Object(start: try beginObject().start, firstKey: sharedKeys.count)
  }

  /// Ends an object whose keys must differ. Throws if they do not differ; coding through the tape
  /// then reports the error.
  public mutating func endSharedObject(_ object: inout Object) throws(WireFailure) {
    let (keys, bytes) = (sharedKeys[object.firstKey...], output.bytes)
    // The output still contains all keys of the open object.
    let repeated = ByteRun.firstRepeated(of: keys.count) {
      ByteView(rebasing: bytes[keys[keys.startIndex + $0]])
    }
    sharedKeys.removeLast(sharedKeys.count - object.firstKey)
    if repeated != nil { throw WireFailure(.duplicateKey, offset: -1) }
    try endObject(&object)
  }
}
