public import FerryBase

/// The writer of items. It encodes models directly, with keys in the order of the model, and it
/// writes tapes.
///
/// Only tapes have deterministic encodings, indefinite lengths and raw text.
@frozen @usableFromInline
package struct ItemWireWriter: ~Copyable, WireWriter {
  @usableFromInline var output: ByteWriter
  @usableFromInline var depth: Int
  @usableFromInline let options: ItemWriting
  /// The first byte of an empty text, to which a short text adds its length.
  @usableFromInline let textBase: UInt8
  /// The ranges of the keys of the open objects without fields.
  @usableFromInline var ownKeys: [Range<Int>]
  /// The state that all values of one call share.
  @usableFromInline package let context: _WireContext

  /// Creates a writer that appends to `output`.
  package init(
    _ output: consuming ByteWriter, _ options: ItemWriting, context: consuming _WireContext
  ) {
    self.output = output
    depth = 0
    self.options = options
    textBase = options.format == .cbor ? 0x60 : 0xA0
    ownKeys = []
    self.context = context
  }

  @inlinable var format: ItemFormat { options.format }
  @inlinable var writesIntegerKeys: Bool { options.writesIntegerKeys }

  /// Finishes writing to the memory of the caller and sets `count` to the number of bytes there.
  /// Returns the bytes instead if they did not fit.
  @usableFromInline
  package consuming func finish(_ count: inout Int) -> [UInt8]? { output.finish(&count) }

  /// Finishes writing and returns the output.
  package consuming func takeOutput() -> ByteWriter { output }

  /// A container that is being written.
  @frozen @usableFromInline
  package struct Container {
    /// The offset of the head.
    @usableFromInline let start: Int
    /// The number of bytes that were reserved for the head.
    @usableFromInline let width: Int
    /// The number of elements or members so far.
    @usableFromInline var count: Int
    /// The number of keys in ``ItemWireWriter/ownKeys`` that belong to outer objects; negative for an
    /// object whose keys are known to differ, and for an array. -1 stands for keys that are text.
    @usableFromInline let firstKey: Int
    /// The number that the head has.
    @usableFromInline let stated: Int

    @inlinable
    init(start: Int, width: Int, stated: Int, firstKey: Int = -1) {
      self.start = start
      self.width = width
      self.stated = stated
      self.firstKey = firstKey
      count = 0
    }
  }

  @usableFromInline package typealias Object = Container
  @usableFromInline package typealias List = Container

  @inlinable @inline(__always)
  mutating func enter() throws(WireFailure) {
    if depth >= options.depthLimit { try failDepth() }
    depth &+= 1
  }

  /// Throws in place of its callers: the compiler does not inline a witness that throws.
  @usableFromInline @inline(never)
  func failDepth() throws(WireFailure) { throw WireFailure(.depthLimit, offset: -1) }

  // MARK: Objects

  @inlinable
  package mutating func beginObject<Fields: _FieldSet>(
    _ fields: Fields
  ) throws(WireFailure) -> Container {
    try begin(count: fields.writtenCount, firstKey: writesIntegerKeys ? -2 : -1)
  }

  @inlinable
  package mutating func beginObject() throws(WireFailure) -> Container {
    try begin(count: 0, firstKey: ownKeys.count)
  }

  /// Begins an object of probably `count` members.
  @inlinable @inline(__always)
  mutating func begin(count: Int, firstKey: Int) throws(WireFailure) -> Container {
    try enter()
    let start = output.count
    appendHead(isMap: true, count)
    return Container(
      start: start, width: output.count &- start, stated: count, firstKey: firstKey)
  }

  @inlinable @inline(__always)
  package mutating func writeKey<Fields: _FieldSet>(
    _ slot: Int, of fields: Fields, in object: inout Container
  ) throws(WireFailure) {
    // The compiler knows the name, so the copy is one or two stores.
    let name = fields.name(slot)
    let count = name.utf8CodeUnitCount
    guard object.firstKey == -1, count < 256 else { return try writeKey(name, in: &object) }
    object.count &+= 1
    output.reserve(count &+ 2)
    if count < 24 {
      output.appendUnchecked(textBase | UInt8(truncatingIfNeeded: count))
    } else {
      appendLongKeyHead(UInt8(truncatingIfNeeded: count))
    }
    output.appendUnchecked(name, count: count)
  }

  /// Appends the head of a key of 24 to 255 bytes to reserved memory.
  @inlinable @inline(__always)
  mutating func appendLongKeyHead(_ count: UInt8) {
    if format == .messagePack, count < 32 { return output.appendUnchecked(0xA0 | count) }
    output.appendUnchecked(format == .cbor ? 0x78 : 0xD9)
    output.appendUnchecked(count)
  }

  @usableFromInline @inline(never)
  package mutating func writeKey(
    _ name: StaticString, in object: inout Container
  ) throws(WireFailure) {
    writeKey(ByteView(name), in: &object)
  }

  @usableFromInline @inline(never)
  package mutating func writeKey(_ name: String, in object: inout Container) throws(WireFailure) {
    var name = name
    try checkLength(name.utf8.count)
    name.withByteView { writeKey($0, in: &object) }
  }

  private mutating func writeKey(_ name: ByteView, in object: inout Container) {
    object.count &+= 1
    let start = output.count
    writeKey(name, asInteger: writesIntegerKeys)
    if object.firstKey >= 0 { ownKeys.append(start..<output.count) }
  }

  @inlinable
  package mutating func endObject(_ object: inout Container) throws(WireFailure) {
    if object.firstKey >= 0 { try endKeys(from: object.firstKey) }
    try end(object, isMap: true)
  }

  /// Checks that the keys of an object differ. Coding through the tape reports a failure.
  @usableFromInline @inline(never)
  mutating func endKeys(from first: Int) throws(WireFailure) {
    let keys = ownKeys[first...]
    let bytes = output.bytes
    let duplicate = ByteRun.firstRepeated(of: keys.count) {
      ByteView(rebasing: bytes[keys[first + $0]])
    }
    ownKeys.removeLast(ownKeys.count - first)
    if duplicate != nil { throw WireFailure(.duplicateKey, offset: -1) }
  }

  /// Begins an object to which several types write. Each type knows only its own keys.
  @usableFromInline
  package mutating func beginSharedObject() throws(WireFailure) -> Container { try beginObject() }

  // MARK: Arrays

  @inlinable @inline(__always)
  package mutating func beginList(count: Int) throws(WireFailure) -> Container {
    try enter()
    if count > UInt32.max { try checkLength(count) }
    let start = output.count
    appendHead(isMap: false, count)
    return Container(start: start, width: output.count &- start, stated: count)
  }

  @inlinable @inline(__always)
  package mutating func beginElement(_ list: inout Container) throws(WireFailure) {
    list.count &+= 1
  }

  @inlinable
  package mutating func endList(_ list: inout Container) throws(WireFailure) {
    try end(list, isMap: false)
  }

  @inlinable @inline(__always)
  mutating func end(_ container: Container, isMap: Bool) throws(WireFailure) {
    depth &-= 1
    if container.count != container.stated { try writeHead(of: container, isMap: isMap) }
  }

  /// Writes the head again, with the right number.
  @usableFromInline @inline(never)
  mutating func writeHead(of container: Container, isMap: Bool) throws(WireFailure) {
    if container.count | container.stated < 16 {
      // Both heads have one byte.
      let base: UInt8 = format == .cbor ? (isMap ? 0xA0 : 0x80) : (isMap ? 0x80 : 0x90)
      output[container.start] = base | UInt8(container.count)
      return
    }
    try checkLength(container.count)
    let end = output.count
    appendHead(isMap: isMap, container.count)
    let width = output.count - end
    if width == container.width {
      for offset in 0..<width { output[container.start + offset] = output[end + offset] }
      return output.truncate(to: end)
    }
    let head = [UInt8](output.bytes(from: end))
    output.truncate(to: end)
    let contents = container.start + container.width
    if width > container.width {
      output.insertGap(at: contents, length: width - container.width)
    } else {
      output.moveEnd(from: contents, to: container.start + width)
    }
    head.withByteView { output.replace(at: container.start, with: $0) }
  }
}
