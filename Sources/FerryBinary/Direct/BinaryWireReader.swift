import FerryBytes
public import FerryTape

/// Reads documents of the binary format straight into models (Format.md).
///
/// It reads every form of a value. Values in rare forms go through a tape of their own, and elements
/// of packed lists are written out some at a time, see ``ExpandedList``.
@frozen
@safe
public struct BinaryWireReader: ~Copyable, WireReader {
  /// The document, or the elements that were written out of a packed list.
  /// No `end` is beyond it.
  @usableFromInline var input: ByteView
  /// Offset of the next value.
  @usableFromInline var place: Int
  /// Offset behind the contents of the innermost container.
  @usableFromInline var end: Int
  @usableFromInline var depth: Int
  @usableFromInline let depthLimit: Int
  @usableFromInline let tables: WireTables
  /// What `tables` knows of each key list; it owns the memory.
  @usableFromInline let keyLists: UnsafeMutablePointer<WireTables.KeyListMap>
  @usableFromInline let keyListCount: Int
  /// The slots of the innermost object's next key and of the keys behind it; `noSlots`
  /// before the first slot is asked for. The reader holds them instead of ``Object``, since generated code copies
  /// an object around each field.
  @usableFromInline var slots: UnsafePointer<Int32>
  /// The slots of an object before the first slot is asked for; `tables` owns them as well.
  @usableFromInline let noSlots: UnsafePointer<Int32>
  /// What the whole call shares.
  public let context: _WireContext

  /// A reader at the value of the document that `input` is, which has to stay where it is as long
  /// as the reader lives.
  package init(
    _ input: ByteView, depthLimit: Int, context: _WireContext
  ) throws(WireFailure) {
    var reader = BinaryReader(input)
    let head = try reader.readHead()
    let lexer = reader.lexer
    let tables = head.known.map { WireTables.of($0, lexer) } ?? WireTables(reader.tables, lexer)
    self.init(
      lexer, values: head.place..<head.end, tables: tables, depthLimit: depthLimit,
      context: context)
  }

  /// A reader without options.
  @usableFromInline
  init(_ input: ByteView) throws(WireFailure) {
    try self.init(input, depthLimit: OpenContainer.standardLimit, context: _WireContext())
  }

  /// A reader of the values in a range of `bytes`, with the tables that they refer to.
  init(
    _ bytes: BinaryLexer, values: Range<Int>, tables: WireTables, depthLimit: Int,
    context: _WireContext
  ) {
    input = bytes.input
    place = values.lowerBound
    end = values.upperBound
    self.depthLimit = depthLimit
    self.context = context
    depth = 0
    self.tables = tables
    unsafe keyLists = tables.last
    keyListCount = tables.keyListCount
    unsafe noSlots = tables.noSlots
    unsafe slots = tables.noSlots
    // The tables are in front of the values.
    context.shareKeys(in: ByteView(rebasing: input[..<place]))
  }

  /// Makes sure that the last value ends where the document does, or the frame. Nothing is to be
  /// read afterwards.
  @usableFromInline
  package mutating func finish() throws(WireFailure) {
    guard place == end, tables.lists.isEmpty else {
      throw WireFailure(.trailingContent, offset: place)
    }
    try endValue()
    tables.giveBack()
  }

  /// Makes sure that a value read from the top counts, and reports what it left out.
  @usableFromInline
  package mutating func endValue() throws(WireFailure) {
    if isDamaged { throw damage() }
    context.reportHeldLosses()
  }

  /// A place in the document.
  @frozen
  @safe
  public struct Mark {
    @usableFromInline let place: Int
    @usableFromInline let end: Int
    @usableFromInline let depth: Int
    @usableFromInline let slots: UnsafePointer<Int32>
    /// The elements of a packed list that the place is among.
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

  /// Where the reader is.
  @inlinable
  public func mark() -> Mark {
    unsafe Mark(place: place, end: end, depth: depth, slots: slots, batch: tables.batch)
  }

  /// Goes back or forth to where the reader was.
  @inlinable
  public mutating func rewind(to mark: Mark) {
    if unsafe mark.batch != tables.batch { leaveLists(upTo: mark.batch) }
    if isDamaged {
      // Whoever caught the failure finds nothing more to read.
      place = 1
      end = 0
      return
    }
    place = mark.place
    end = mark.end
    depth = mark.depth
    unsafe slots = mark.slots
  }

  /// The memory that is being read.
  var lexer: BinaryLexer { BinaryLexer(input) }

  /// Whether there was damage. A type may catch the failure, but nothing that it reads afterwards
  /// counts.
  @inlinable
  var isDamaged: Bool { depth < 0 }

  /// The failure of damage at the cursor.
  @usableFromInline @inline(never)
  mutating func damage() -> WireFailure { damage(WireFailure(.invalidTag, offset: place)) }

  /// The failure of damage, after which nothing counts.
  @usableFromInline @inline(never)
  mutating func damage(_ failure: WireFailure) -> WireFailure {
    depth = .min / 2
    return failure
  }

  // Of those below some change nothing. They are mutating since a borrowed reader is lent as a copy
  // of its twelve words, made before the first of them is looked at.

  /// The first byte of the next value.
  @inlinable @inline(__always)
  mutating func tag() throws(WireFailure) -> UInt8 {
    guard place < end else { throw damage() }
    return input[place]
  }

  /// What the next value is.
  public mutating func nextKind() throws(WireFailure) -> AnyValue.Kind {
    do throws(WireFailure) {
      let head = try lexer.head(at: place, end: end)
      guard head.tag == BinaryTag.longReference else {
        return try lexer.kind(of: head, tables.tables)
      }
      return tables.isInteger(head.number) ? .number : .string
    } catch {
      throw damage(error)
    }
  }

  /// Reads the length at the cursor, which has to fit in front of `end`.
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
