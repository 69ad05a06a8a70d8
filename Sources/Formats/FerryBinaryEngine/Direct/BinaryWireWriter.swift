public import FerryBase

/// A writer of documents of the binary format (Format.md). It encodes models directly, and
/// ``TapeWriter`` writes tapes with it. So a value has the same bytes in both ways.
///
/// The contents determine every form. A key list gets its number when its first object ends, and a
/// text at its second occurrence. An array is packed when it ends.
@frozen
public struct BinaryWireWriter: ~Copyable, WireWriter {
  @usableFromInline var output: ByteWriter
  @usableFromInline var depth: Int
  @usableFromInline let depthLimit: Int
  @usableFromInline let tables: WriterTables
  /// Whether repeated text is written as its number.
  @usableFromInline let interning: Bool
  /// Whether arrays of numbers take the fewest bytes.
  let isSmallest: Bool
  /// The depth at which all doubles take 8 bytes, or -1.
  @usableFromInline var plainDepth = -1
  /// The state shared by the whole call.
  public let context: _WireContext

  /// The expected number of bytes of the document, or 0.
  @usableFromInline let estimate: Int
  /// Bytes reserved before the value for the head.
  private let reservedHead: Int

  /// Creates a writer with its own memory.
  package init(
    depthLimit: Int, interning: Bool, estimate: Int, context: _WireContext
  ) {
    var options = BinaryWriter.Options()
    (options.depthLimit, options.interning) = (depthLimit, interning)
    self.init(ByteWriter(capacity: estimate), options, estimate: 0, context: context)
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
    _ output: consuming ByteWriter, _ options: BinaryWriter.Options, estimate: Int,
    context: consuming _WireContext
  ) {
    let tables = WriterTables.forDocument(in: context)
    let reservedHead = tables.lastHead.count
    self.init(
      output, options, tables, estimate: estimate, reservedHead: reservedHead, context: context)
    self.output.append(upTo: reservedHead) { _ in reservedHead }
  }

  /// Creates a writer of values whose tables the caller writes.
  init(
    _ output: consuming ByteWriter, _ options: BinaryWriter.Options, _ tables: WriterTables,
    estimate: Int = 0, reservedHead: Int = 0, context: consuming _WireContext
  ) {
    self.tables = tables
    self.output = output
    self.estimate = estimate
    self.reservedHead = reservedHead
    depth = 0
    depthLimit = options.depthLimit
    interning = options.interning
    isSmallest = options.packing == .smallest
    self.context = context
  }

  /// Ends the document. If it fits the caller's memory, sets `count` to its size. Otherwise returns
  /// the document.
  @usableFromInline
  package consuming func finish(checksum: Bool, _ count: inout Int) -> [UInt8]? {
    let head = tables.makeHead(
      flags: BinaryFormat.version | (checksum ? BinaryFormat.checksumFlag : 0))
    if head.count > reservedHead {
      output.insertGap(at: reservedHead, length: head.count - reservedHead)
    } else if head.count < reservedHead {
      output.moveEnd(from: reservedHead, to: head.count)
    }
    // The reserved bytes now have exactly the size of the head.
    output.replace(at: 0, with: head)
    tables.endDocument(in: context)
    if checksum { output.append(littleEndian: CRC32C.checksum(output.bytes)) }
    return output.finish(&count)
  }

  /// Ends the document.
  @usableFromInline
  package consuming func finish(checksum: Bool = false) -> [UInt8] {
    var count = 0
    return finish(checksum: checksum, &count) ?? []
  }

  /// Begins the next value, also after one that failed.
  mutating func beginValue() {
    (depth, plainDepth) = (0, -1)
    unsafe tables.keyLists.pointee.dropNames(from: 0)
  }

  /// Removes the values and the entries of their tables.
  mutating func clear() {
    removeValues()
    tables.beginDocument()
  }

  /// Removes the values.
  mutating func removeValues() { output.clear() }

  @inlinable @inline(__always)
  mutating func enter() throws(WireFailure) {
    if depth >= depthLimit { throw WireFailure(.depthLimit, offset: -1) }
    depth &+= 1
  }

  /// Reserves `width` bytes for a length.
  @inlinable @inline(__always)
  mutating func reserveLength(_ width: Int) -> Int {
    let start = output.count
    output.append(upTo: width) { _ in width }
    return start
  }
}
