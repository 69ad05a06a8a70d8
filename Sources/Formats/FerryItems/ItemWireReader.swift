public import FerryBase

/// The reader of items. It decodes models directly, and it fills tapes.
///
/// In direct coding, items in rare forms go through a tape of their own. If direct coding fails, the
/// coder fills a tape and determines the message and the location of the error. Some options need a
/// tape, see ``ItemReading/isDirect``.
@frozen @usableFromInline
package struct ItemWireReader: ~Copyable, WireReader {
  @usableFromInline let lexer: ItemLexer
  /// Offset of the next item.
  @usableFromInline var place: Int
  @usableFromInline var depth: Int
  /// Offset of the outermost item.
  private var root: Int
  let options: ItemReading
  /// The maximum of ``depth``. After a skipped tag, it is lower than the limit of the options, because
  /// the tape counts tags as containers.
  var ownLimit: Int
  /// The heads of the keys of the open objects that no slot has.
  @usableFromInline var ownKeys: [Int]
  /// Whether only the tape knows if the document is valid. `finish` then fails, so that no type can
  /// catch the failure.
  @usableFromInline var isLeftToTape: Bool
  /// The texts of keys that are integers or consist of parts.
  @usableFromInline var rareKeys: KeyTexts
  /// The containers around the one whose items a tape receives, outermost first.
  var frames: [Frame] = []
  /// A tape for items that need one.
  private var tape: Tape?
  /// The state shared by the whole call.
  @usableFromInline package let context: _WireContext

  /// Creates a reader at the start of `input`, whose memory must stay valid while the reader lives.
  package init(
    _ input: ByteView, _ options: ItemReading,
    context: consuming _WireContext = _WireContext()
  ) {
    lexer = ItemLexer(input, .of(options.format))
    place = 0
    depth = 0
    root = 0
    self.options = options
    ownLimit = options.depthLimit
    ownKeys = []
    isLeftToTape = false
    rareKeys = KeyTexts()
    self.context = context
    self.context.beginReading()
    ReadingWork.add(input.count)
  }

  /// Checks that the item ends at `end`.
  @usableFromInline
  package mutating func finish(at end: Int) throws(WireFailure) {
    guard place == end, !isLeftToTape else { throw WireFailure(.trailingContent, offset: place) }
    context.reportHeldLosses()
  }

  /// Checks that the item is the whole document.
  @usableFromInline
  package mutating func finish() throws(WireFailure) { try finish(at: lexer.count) }

  /// Moves to the item of a sequence that begins at `offset`.
  @usableFromInline
  package mutating func begin(at offset: Int) {
    place = offset
    root = offset
    depth = 0
    ownLimit = options.depthLimit
    ownKeys.removeAll(keepingCapacity: true)
  }

  /// A position to which the reader can return.
  @usableFromInline
  package typealias Mark = (place: Int, depth: Int, keyCount: Int)

  /// The byte offset of the next item.
  @inlinable package var position: Int { place }

  @inlinable
  package func mark() -> Mark { (place, depth, ownKeys.count) }

  @usableFromInline
  package mutating func rewind(to mark: Mark) {
    let isRereading = context.goesBack(place - mark.place, to: mark.place, of: lexer.count)
    ReadingWork.add(place - mark.place)
    place = mark.place
    depth = mark.depth
    if ownKeys.count > mark.keyCount { ownKeys.removeLast(ownKeys.count &- mark.keyCount) }
    if isRereading { rememberContainers(from: root) }
  }

  // MARK: Items

  @usableFromInline
  package mutating func nextKind() throws(WireFailure) -> AnyValue.Kind {
    var place = place
    while true {
      let head = try lexer.head(at: place)
      switch head.kind {
      case ItemKind.null: return .null
      case ItemKind.false, ItemKind.true: return .bool
      case ItemKind.text: return .string
      case ItemKind.bytes, ItemKind.simple: return .bytes
      case ItemKind.list: return .array
      case ItemKind.map: return .object
      case ItemKind.extension:
        return try lexer.extensionContents(head).type == MessagePackTimestamp.type
          ? .number : .bytes
      case ItemKind.tag:
        if [CBORTag.uuid, CBORTag.dateText, CBORTag.fullDate].contains(head.argument) {
          return .string
        }
        if CBORTag.isInterpreted(head.argument) { return .number }
        place = head.end
      case ItemKind.stop, ItemKind.reserved: throw WireFailure(.invalidTag, offset: place)
      default: return .number
      }
    }
  }

  /// Moves behind tags that the reader does not interpret, or only behind those that are hints.
  @usableFromInline @inline(never)
  mutating func skipTags(onlyHints: Bool = false) throws(WireFailure) {
    var count = 0
    while lexer.kind(at: place) == ItemKind.tag {
      let tag = try lexer.head(at: place)
      if CBORTag.isInterpreted(tag.argument) || onlyHints && !CBORTag.isHint(tag.argument) {
        return
      }
      place = tag.end
      count += 1
      // At most `count` tags are around each of the open containers and around their contents.
      ownLimit = min(ownLimit, (options.depthLimit - count) / (count + 1))
      if depth > ownLimit { isLeftToTape = true }
    }
  }

  /// Enters a container or a value with a tag.
  mutating func enter() throws(WireFailure) {
    if depth >= ownLimit { throw depthFailure() }
    depth &+= 1
  }

  private mutating func depthFailure() -> WireFailure {
    if ownLimit < options.depthLimit { isLeftToTape = true }
    return WireFailure(.depthLimit, offset: place)
  }

  @usableFromInline
  package mutating func readTagged() throws(WireFailure) -> AnyValue? {
    let kind = lexer.kind(at: place)
    guard kind == ItemKind.tag || kind == ItemKind.simple else { return nil }
    try skipTags(onlyHints: true)
    let tag = try lexer.head(at: place)
    if tag.kind == ItemKind.simple {
      try enter()
      depth -= 1
      place = tag.end
      return .simpleValue(UInt8(truncatingIfNeeded: tag.argument))
    }
    guard tag.kind == ItemKind.tag, !CBORTag.isInterpreted(tag.argument) else { return nil }
    try enter()
    place = tag.end
    let value = try AnyValue(from: &self)
    depth -= 1
    return .tagged("!\(tag.argument)", value)
  }

  @inlinable @inline(__always)
  package mutating func readNull() throws(WireFailure) -> Bool {
    let kind = lexer.kind(at: place)
    if kind == ItemKind.null {
      place &+= 1
      return true
    }
    return kind == ItemKind.tag ? try readTaggedNull() : false
  }

  @usableFromInline @inline(never)
  mutating func readTaggedNull() throws(WireFailure) -> Bool {
    let start = place
    try skipTags()
    let isNull = lexer.kind(at: place) == ItemKind.null
    place = isNull ? place + 1 : start
    return isNull
  }

  // MARK: Tapes

  /// Reads the next item to a tape and returns the result of `take`. If the result is `nil`, the
  /// reader does not move.
  mutating func onTape<R>(_ take: (TapeView) -> R?) throws(WireFailure) -> R? {
    let start = place
    var tape = self.tape.take() ?? Tape()
    try readItem(into: &tape)
    let result = take(TapeView(tape, input: lexer.input))
    tape.clear(retaining: 64 << 10)
    self.tape = consume tape
    if result == nil { place = start }
    return result
  }

  /// Reads a value whose type has no direct coding.
  @usableFromInline
  package mutating func read<Way: _IndirectReading>(
    by way: Way
  ) throws(WireFailure) -> Way.Value {
    if context.rules.rejectsUnknownKeys { isLeftToTape = true }
    return try unsafe way.read(lexer.input.buffer, at: place) { scratch throws(WireFailure) in
      unsafe scratch.tape.pointee.source = (0, place)
      try unsafe readItem(into: &scratch.tape.pointee)
    }
  }
}
