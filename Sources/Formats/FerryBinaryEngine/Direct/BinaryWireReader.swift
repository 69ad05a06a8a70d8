public import FerryBase

/// A reader of documents of the binary format that decodes models directly (Format.md).
///
/// It reads every form of a value. Values in rare forms go through a tape of their own. Elements of
/// packed forms are expanded in groups, see ``ExpandedList``.
@frozen
@safe
public struct BinaryWireReader: ~Copyable, WireReader {
  /// The document, or the expanded elements of a packed form. `end` is never beyond it.
  @usableFromInline var input: ByteView
  /// Offset of the next value.
  @usableFromInline var place: Int
  /// Offset after the contents of the innermost container.
  @usableFromInline var end: Int
  @usableFromInline var depth: Int
  @usableFromInline let depthLimit: Int
  /// The range of the outermost values.
  let values: Range<Int>
  @usableFromInline let tables: WireTables
  /// The state of each key list in `tables`, which owns the memory.
  @usableFromInline let keyLists: UnsafeMutablePointer<WireTables.KeyListMap>
  @usableFromInline let keyListCount: Int
  /// The slots of the next key and all later keys of the innermost object; `noSlots` before the
  /// first request for a slot. They are not in ``Object``, because generated code copies an object
  /// around each field.
  @usableFromInline var slots: UnsafePointer<Int32>
  /// The slots of an object before the first request for a slot. `tables` owns this memory too.
  @usableFromInline let noSlots: UnsafePointer<Int32>
  /// The state shared by the whole call.
  public let context: _WireContext

  /// Creates a reader at the value of the document in `input`, whose memory must stay valid while
  /// the reader lives.
  package init(
    _ input: ByteView, depthLimit: Int, context: consuming _WireContext
  ) throws(WireFailure) {
    let lexer = BinaryLexer(input)
    let (tables, value) = try WireTables.of(lexer, in: context)
    self.init(lexer, values: value, tables: tables, depthLimit: depthLimit, context: context)
  }

  /// Creates a reader without options.
  @usableFromInline
  init(_ input: ByteView) throws(WireFailure) {
    try self.init(input, depthLimit: OpenContainer.standardLimit, context: _WireContext())
  }

  /// Creates a reader of the values in a range of `bytes`, with the tables that they refer to.
  init(
    _ bytes: BinaryLexer, values: Range<Int>, tables: consuming WireTables, depthLimit: Int,
    context: consuming _WireContext
  ) {
    input = bytes.input
    place = values.lowerBound
    end = values.upperBound
    self.values = values
    self.depthLimit = depthLimit
    depth = 0
    unsafe keyLists = tables.last
    keyListCount = tables.keyListCount
    unsafe noSlots = tables.noSlots
    unsafe slots = tables.noSlots
    self.context = context
    self.tables = tables
    // The tables precede the values.
    self.context.shareKeys(in: bytes.bytes(at: 0, count: values.lowerBound))
    self.context.beginReading()
    ReadingWork.add(values.count)
  }

  /// Checks that the last value ends at the end of the document or the frame. The reader must not
  /// be used afterwards.
  @usableFromInline
  package mutating func finish() throws(WireFailure) {
    guard place == end, unsafe tables.list == nil else {
      throw WireFailure(.trailingContent, offset: place)
    }
    try endValue()
    tables.endDocument(in: context)
  }

  /// Throws if there was damage before the end of a top-level value. Otherwise reports the elements
  /// that were omitted.
  @usableFromInline
  package mutating func endValue() throws(WireFailure) {
    if isDamaged { throw damage() }
    context.reportHeldLosses()
  }

  /// A position of the reader, to which it can return.
  @frozen
  @safe
  public struct Mark {
    @usableFromInline let place: Int
    @usableFromInline let end: Int
    @usableFromInline let depth: Int
    @usableFromInline let slots: UnsafePointer<Int32>
    /// The number of the group of expanded elements with the position; 0 for the document.
    @usableFromInline let batch: Int

    @inlinable init(place: Int, end: Int, depth: Int, slots: UnsafePointer<Int32>, batch: Int) {
      self.place = place
      self.end = end
      self.depth = depth
      unsafe self.slots = slots
      self.batch = batch
    }
  }

  /// Byte offset of the next value.
  @inlinable public var position: Int { place }

  /// Returns the position in the document of the value at `position`.
  public func origin(of position: Int) -> Int? { unsafe tables.list == nil ? position : nil }

  /// Returns the position of the reader.
  @inlinable
  public func mark() -> Mark {
    unsafe Mark(place: place, end: end, depth: depth, slots: slots, batch: tables.batch)
  }

  /// Moves the reader to a mark.
  public mutating func rewind(to mark: Mark) {
    if unsafe mark.batch != tables.batch { leaveElements(ofBatch: mark.batch) }
    let isRereading = context.goesBack(place - mark.place, to: mark.place, of: values.count)
    if isDamaged {
      // A type caught the failure. No values remain for it to read.
      place = 1
      end = 0
      return
    }
    ReadingWork.add(place - mark.place)
    place = mark.place
    end = mark.end
    depth = mark.depth
    unsafe slots = mark.slots
    if isRereading { checkValues() }
  }

  /// The memory that the reader is in.
  var lexer: BinaryLexer { BinaryLexer(input) }

  /// Whether the document is damaged. A type may catch the failure, but its result is discarded.
  @inlinable
  var isDamaged: Bool { depth < 0 }

  /// Marks the document as damaged at the cursor and returns the failure.
  @usableFromInline @inline(never)
  mutating func damage() -> WireFailure { damage(WireFailure(.invalidTag, offset: place)) }

  /// Marks the document as damaged and returns `failure`. The results of all later reads are
  /// discarded.
  @usableFromInline @inline(never)
  mutating func damage(_ failure: WireFailure) -> WireFailure {
    depth = .min / 2
    return failure
  }

  // Some of the functions below change nothing but are mutating. A call on a borrowed reader would
  // copy its twelve words first.

  /// Returns the first byte of the next value.
  @inlinable @inline(__always)
  mutating func tag() throws(WireFailure) -> UInt8 {
    guard place < end else { throw damage() }
    return input[place]
  }

  /// Returns the kind of the next value.
  public mutating func nextKind() throws(WireFailure) -> AnyValue.Kind {
    do throws(WireFailure) {
      return try lexer.kind(of: lexer.head(at: place, end: end), tables.tables)
    } catch {
      throw damage(error)
    }
  }

  /// Reads the length at the cursor, which must not exceed the bytes before `end`.
  @inlinable @inline(__always)
  mutating func length() throws(WireFailure) -> Int {
    guard place < end else { throw damage() }
    let first = input[place]
    if first < 0x80 {
      place &+= 1
      guard Int(first) <= end &- place else { throw damage() }
      return Int(first)
    }
    return try longLength()
  }

  @usableFromInline @inline(never)
  mutating func longLength() throws(WireFailure) -> Int {
    do throws(WireFailure) {
      return try lexer.length(at: &place, end: end)
    } catch {
      throw damage(error)
    }
  }

  /// Reads the number of an entry or a key list.
  mutating func number() throws(WireFailure) -> Int {
    do throws(WireFailure) {
      return try lexer.number(at: &place, end: end)
    } catch {
      throw damage(error)
    }
  }
}
