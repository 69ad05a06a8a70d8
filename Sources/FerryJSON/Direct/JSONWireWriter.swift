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
  public let context: WireContext

  /// A writer that goes on behind what `output` has.
  package init(
    _ output: consuming ByteWriter, options: JSONWritingOptions, context: WireContext
  ) {
    self.output = output
    depth = 0
    depthLimit = options.depthLimit
    escapedSlash = options.escapesSlashes ? ASCII.slash : ASCII.quote
    self.context = context
  }

  /// Ends writing to memory of the caller's, which has `count` bytes then; returns the bytes if they
  /// did not fit.
  public consuming func finish(_ count: inout Int) -> [UInt8]? { output.finish(&count) }

  /// An object that is being written.
  @frozen
  public struct Record {
    @usableFromInline var isFirst: Bool

    @inlinable init() { isFirst = true }
  }

  /// An array that is being written.
  @frozen
  public struct List {
    @usableFromInline var isFirst: Bool

    @inlinable init() { isFirst = true }
  }

  @usableFromInline @inline(never)
  func depthFailure() -> Failure { Failure(.depthLimit, offset: -1) }

  // MARK: Records

  /// Begins an object.
  @inlinable
  public mutating func beginRecord<Fields: FieldSet>(
    _ fields: Fields.Type
  ) throws(Failure) -> Record {
    try beginRecord()
  }

  /// Begins an object.
  @inlinable
  public mutating func beginRecord() throws(Failure) -> Record {
    if depth >= depthLimit { throw depthFailure() }
    depth &+= 1
    output.append(UInt8(ascii: "{"))
    return Record()
  }

  /// Writes a comma, the key and a colon.
  @inlinable @inline(__always)
  public mutating func writeKey<Fields: FieldSet>(
    _ slot: Int, of fields: Fields.Type, in record: inout Record
  ) throws(Failure) {
    let text = fields.memberText(slot)
    if text.utf8CodeUnitCount == 0 { return try writeKey(fields.name(slot), in: &record) }
    let skipped = record.isFirst ? 1 : 0
    record.isFirst = false
    output.append(
      UnsafeBufferPointer(
        start: text.utf8Start + skipped, count: text.utf8CodeUnitCount &- skipped))
  }

  /// Writes a comma, the key and a colon.
  @inlinable
  public mutating func writeKey(
    _ name: StaticString, in record: inout Record
  ) throws(Failure) {
    writeKey(
      UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), &record.isFirst)
  }

  /// Writes a comma, the key and a colon.
  @inlinable
  public mutating func writeKey(_ name: String, in record: inout Record) throws(Failure) {
    if !record.isFirst { output.append(UInt8(ascii: ",")) }
    record.isFirst = false
    try write(name)
    output.append(UInt8(ascii: ":"))
  }

  @usableFromInline @inline(never)
  mutating func writeKey(_ name: UnsafeBufferPointer<UInt8>, _ isFirst: inout Bool) {
    if !isFirst { output.append(ASCII.comma) }
    isFirst = false
    output.appendJSON(name, escapedSlash: escapedSlash)
    output.append(ASCII.colon)
  }

  /// Ends an object.
  @inlinable
  public mutating func endRecord(_ record: inout Record) throws(Failure) {
    depth &-= 1
    output.append(UInt8(ascii: "}"))
  }

  // MARK: Lists

  /// Begins an array.
  @inlinable
  public mutating func beginList(count: Int) throws(Failure) -> List {
    if depth >= depthLimit { throw depthFailure() }
    depth &+= 1
    output.append(UInt8(ascii: "["))
    return List()
  }

  /// Writes a comma where one is needed.
  @inlinable @inline(__always)
  public mutating func beginElement(_ list: inout List) throws(Failure) {
    if !list.isFirst { output.append(UInt8(ascii: ",")) }
    list.isFirst = false
  }

  /// Ends an array.
  @inlinable
  public mutating func endList(_ list: inout List) throws(Failure) {
    depth &-= 1
    output.append(UInt8(ascii: "]"))
  }
}
