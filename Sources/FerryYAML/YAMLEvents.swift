internal import CLibYAML
import FerryBytes
import FerryTape

/// The events of a YAML stream one after the other: libyaml's parser, its memory and its input.
/// `Scripts/check-modules` checks that no other file calls `yaml_parser_parse`.
///
/// libyaml copies its input twice, decoding and checking each character on the way. UTF-8 that
/// ``YAMLInput`` has checked is read in place instead: the parser's character buffer is pointed
/// at the input, and when the main part runs out, at a copy of the tail with zeros behind it.
///
/// ```
/// parser.buffer.pointer ->  | main ................ | tail |         unread = characters of main
/// read handler              copies what is left  -> | tail |00000|   unread = no end
/// ```
///
/// These are internal fields, so this is done for the one release that it was written for (0.2.5,
/// the last since 2020); any other gets its input in libyaml's own way.
@safe
struct YAMLEvents: ~Copyable {
  enum Kind {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias, scalar, list, map, end
  }

  /// What the read handler needs, which has to stay in one place.
  @safe
  private struct Source {
    let parser: UnsafeMutablePointer<yaml_parser_t>
    let end: UnsafePointer<UInt8>
    let tail: UnsafeMutablePointer<UInt8>
  }

  // Raw memory rather than stored properties: libyaml keeps addresses into both.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private let source: UnsafeMutablePointer<Source>
  private let tail: UnsafeMutablePointer<UInt8>
  /// libyaml's own character buffer while the parser's fields point elsewhere.
  private let ownBuffer: UnsafeMutablePointer<yaml_char_t>?
  private let isReady: Bool
  /// Whether the event holds memory that has to be released before the next one.
  private var holdsMemory = false

  private static var tailCapacity: Int { 256 }

  /// Starts a stream. Without `readsInPlace`, libyaml copies and checks the input itself, for
  /// comparison.
  init(_ input: YAMLInput, readsInPlace: Bool = true) {
    unsafe parser = .allocate(capacity: 1)
    unsafe event = .allocate(capacity: 1)
    unsafe source = .allocate(capacity: 1)
    unsafe tail = .allocate(capacity: Self.tailCapacity)
    unsafe tail.initialize(repeating: 0, count: Self.tailCapacity)
    // Fails for want of memory only, and then leaves a parser without any.
    isReady = unsafe yaml_parser_initialize(parser) == 1
    let base = unsafe input.bytes.start
    unsafe source.initialize(to: Source(parser: parser, end: base + input.bytes.count, tail: tail))
    guard isReady, readsInPlace, input.encoding == .utf8, Self.knowsLayout else {
      unsafe ownBuffer = nil
      if isReady { unsafe yaml_parser_set_input_string(parser, base, input.bytes.count) }
      return
    }
    unsafe ownBuffer = parser.pointee.buffer.start
    unsafe yaml_parser_set_input(
      parser,
      { data, _, _, sizeRead in
        // Nothing is read as far as libyaml is concerned: the end of the input.
        unsafe sizeRead?.pointee = 0
        return unsafe YAMLEvents.provideTail(data) ? 1 : 0
      }, unsafe source)
    // libyaml reads through these pointers and never writes: it writes when it refills the buffer,
    // which it does not as long as `unread` suffices.
    let start = unsafe UnsafeMutablePointer(mutating: base + input.start)
    unsafe parser.pointee.buffer.start = start
    unsafe parser.pointee.buffer.pointer = start
    unsafe parser.pointee.buffer.last = UnsafeMutablePointer(mutating: base + input.bytes.count)
    unsafe parser.pointee.unread = input.characters
    // No encoding: it is asked for first when characters run out, before anything is moved, and
    // asking for it calls the read handler.
    unsafe parser.pointee.encoding = YAML_ANY_ENCODING
  }

  deinit {
    if holdsMemory { unsafe yaml_event_delete(event) }
    // `yaml_parser_delete` frees the buffer, which must be its own again.
    if let ownBuffer = unsafe ownBuffer { unsafe parser.pointee.buffer.start = unsafe ownBuffer }
    if isReady { unsafe yaml_parser_delete(parser) }
    unsafe source.deinitialize(count: 1)
    unsafe source.deallocate()
    unsafe event.deallocate()
    unsafe parser.deallocate()
    unsafe tail.deallocate()
  }

  /// Whether this is the libyaml whose fields are known.
  private static let knowsLayout: Bool = {
    var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
    unsafe yaml_get_version(&major, &minor, &patch)
    return (major, minor, patch) == (0, 2, 5)
  }()

  /// Called once, when fewer characters are left of the main part than the scanner wants to see.
  private static func provideTail(_ data: UnsafeMutableRawPointer?) -> Bool {
    guard let source = unsafe data?.assumingMemoryBound(to: Source.self).pointee,
      let position = unsafe source.parser.pointee.buffer.pointer
    else { return false }
    // At most the tail and the few characters before it that have not been consumed; the rest of
    // the copy stays zero, and zero ends every token.
    let left = unsafe source.end - UnsafePointer(position)
    guard left >= 0, left <= tailCapacity - 64 else { return false }
    unsafe source.tail.update(from: UnsafePointer(position), count: left)
    unsafe source.parser.pointee.buffer.start = source.tail
    unsafe source.parser.pointee.buffer.pointer = source.tail
    unsafe source.parser.pointee.buffer.last = source.tail + tailCapacity
    unsafe source.parser.pointee.unread = Int.max
    return true
  }

  // MARK: Events

  /// Takes the next event, or nil where libyaml fails; what the previous one lent is gone then.
  @inline(__always)
  mutating func next() -> Kind? {
    if holdsMemory {
      unsafe yaml_event_delete(event)
      holdsMemory = false
    }
    guard isReady, unsafe yaml_parser_parse(parser, event) == 1 else { return nil }
    switch unsafe event.pointee.type {
    case YAML_SCALAR_EVENT:
      holdsMemory = true
      return .scalar
    case YAML_MAPPING_START_EVENT:
      holdsMemory = isMarked
      return .map
    case YAML_SEQUENCE_START_EVENT:
      holdsMemory = isMarked
      return .list
    case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT:
      return .end
    case YAML_ALIAS_EVENT:
      holdsMemory = true
      return .alias
    case YAML_DOCUMENT_START_EVENT:
      holdsMemory = true
      return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_STREAM_START_EVENT: return .streamStart
    default: return .streamEnd
    }
  }

  /// Whether a start of a list or map has an anchor or a tag.
  @inline(__always)
  private var isMarked: Bool {
    // The two events have the same layout as far as these fields go.
    unsafe event.pointee.data.mapping_start.anchor != nil
      || event.pointee.data.mapping_start.tag != nil
  }

  /// The text of a scalar.
  @inline(__always)
  var text: ByteView {
    // The value of a scalar ends with a zero, so it has an address even if it is empty.
    unsafe ByteView(
      UnsafeBufferPointer(
        start: event.pointee.data.scalar.value, count: event.pointee.data.scalar.length))
  }

  @inline(__always)
  var style: YAMLScalarStyle {
    switch unsafe event.pointee.data.scalar.style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  /// Whether a scalar has neither anchor nor tag.
  @inline(__always)
  var isUnmarkedScalar: Bool {
    unsafe event.pointee.data.scalar.anchor == nil && event.pointee.data.scalar.tag == nil
  }

  /// The tag of a scalar, list or map with its prefix resolved; `!` alone stays as it is.
  var tag: String? {
    // The three events have the same layout as far as this field goes.
    unsafe event.pointee.data.scalar.tag.map { unsafe String(cString: $0) }
  }

  /// The anchor that a scalar, list or map defines, or the one that an alias refers to.
  @inline(__always)
  var anchor: String? {
    guard holdsMemory else { return nil }
    let name =
      switch unsafe event.pointee.type {
      case YAML_ALIAS_EVENT: unsafe event.pointee.data.alias.anchor
      case YAML_SCALAR_EVENT: unsafe event.pointee.data.scalar.anchor
      default: unsafe event.pointee.data.mapping_start.anchor
      }
    return unsafe name.map { unsafe String(cString: $0) }
  }

  /// Whether a document was started with directives.
  var hasDirectives: Bool {
    let start = unsafe event.pointee.data.document_start
    return unsafe start.version_directive != nil
      || start.tag_directives.start != start.tag_directives.end
  }

  /// Whether a document was ended without `...`.
  var isImplicitEnd: Bool { unsafe event.pointee.data.document_end.implicit == 1 }

  /// A place in the text as libyaml counts, all from 0.
  struct Mark {
    let character: Int
    let line: Int
    let column: Int
  }

  @inline(__always)
  var start: Mark {
    let mark = unsafe event.pointee.start_mark
    return Mark(character: mark.index, line: mark.line, column: mark.column)
  }

  @inline(__always)
  var end: Mark {
    let mark = unsafe event.pointee.end_mark
    return Mark(character: mark.index, line: mark.line, column: mark.column)
  }

  /// Whether the event ends on another line than it starts.
  @inline(__always)
  var spansLines: Bool { unsafe event.pointee.start_mark.line != event.pointee.end_mark.line }

  /// Whether a list or map starts with a bracket.
  @inline(__always)
  var isFlow: Bool {
    unsafe event.pointee.type == YAML_MAPPING_START_EVENT
      ? event.pointee.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
      : event.pointee.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
  }

  /// Index of the character where the event starts, and of the one behind its end.
  var characters: Range<Int> {
    let start = unsafe event.pointee.start_mark.index
    return unsafe start..<max(start, event.pointee.end_mark.index)
  }

  // MARK: WireFailure

  /// What made ``next()`` return nil.
  enum Problem {
    case memory
    /// At a byte of the input.
    case reading(FailureKind, offset: Int)
    /// At a character of the text.
    case syntax(String, character: Int)
  }

  var problem: Problem {
    guard isReady else { return .memory }
    let words = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? ""
    switch unsafe parser.pointee.error {
    case YAML_MEMORY_ERROR: return .memory
    case YAML_READER_ERROR:
      let isControl = words.hasPrefix("control")
      return unsafe .reading(
        isControl ? .controlCharacter : .invalidUTF8, offset: parser.pointee.problem_offset)
    default: return unsafe .syntax(words, character: parser.pointee.problem_mark.index)
    }
  }

  /// What libyaml was busy with when it failed, and the character where that starts.
  var context: (words: String, character: Int)? {
    guard isReady, let words = unsafe parser.pointee.context else { return nil }
    return unsafe (String(cString: words), parser.pointee.context_mark.index)
  }

  /// What the scanner has not looked at yet, where it reads in place; it is ahead of the events.
  var unread: ByteView {
    guard unsafe ownBuffer != nil, let position = unsafe parser.pointee.buffer.pointer else {
      return ByteView()
    }
    let isInTail = unsafe parser.pointee.buffer.start == tail
    let end = unsafe isInTail ? UnsafePointer(tail + Self.tailCapacity) : source.pointee.end
    return unsafe ByteView(start: position, count: max(0, end - UnsafePointer(position)))
  }
}
