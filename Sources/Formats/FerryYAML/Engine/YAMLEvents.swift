internal import CLibYAML
internal import FerryBase

/// The events of a YAML stream in order: libyaml's parser, its memory and its input.
///
/// ``InPlaceInput`` lets libyaml read checked UTF-8 without a copy.
@safe
struct YAMLEvents: ~Copyable {
  enum Kind {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias, scalar, list, map, end
  }

  // Raw memory instead of stored properties, because libyaml keeps addresses of both.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private var inPlace = InPlaceInput()
  private let input: YAMLInput
  private let isReady: Bool
  /// Whether the previous document ended with `...`.
  private var isAfterExplicitEnd = false
  /// Whether the event has memory that must be released before the next event.
  private var holdsMemory = false

  /// Starts a stream. Without `readsInPlace`, libyaml copies and checks the input itself, for
  /// comparison.
  init(_ input: YAMLInput, readsInPlace: Bool = true) {
    unsafe parser = .allocate(capacity: 1)
    unsafe event = .allocate(capacity: 1)
    unsafe event.initialize(to: yaml_event_t())
    self.input = input
    // Fails only without memory. The parser then has no memory to release.
    isReady = unsafe yaml_parser_initialize(parser) == 1
    guard isReady else { return }
    if readsInPlace, input.encoding == .utf8, unsafe inPlace.attach(input, to: parser) { return }
    unsafe yaml_parser_set_input_string(parser, input.bytes.start, input.bytes.count)
  }

  deinit {
    if holdsMemory { unsafe yaml_event_delete(event) }
    // `yaml_parser_delete` frees the buffer, so it must be the parser's own.
    unsafe inPlace.detach(from: parser)
    if isReady { unsafe yaml_parser_delete(parser) }
    unsafe event.deallocate()
    unsafe parser.deallocate()
  }

  // MARK: Events

  /// Reads the next event; nil if libyaml fails. The memory of the previous event is no longer
  /// valid.
  @inline(__always)
  mutating func next() -> Kind? {
    if holdsMemory {
      unsafe yaml_event_delete(event)
      holdsMemory = false
    }
    guard isReady, unsafe yaml_parser_parse(parser, event) == 1 || startsBareDocument() else {
      return nil
    }
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
    case YAML_DOCUMENT_END_EVENT:
      isAfterExplicitEnd = !isImplicitEnd
      return .documentEnd
    case YAML_STREAM_START_EVENT: return .streamStart
    // After a failure, libyaml delivers no events and reports no failure.
    default: return unsafe parser.pointee.error == YAML_NO_ERROR ? .streamEnd : nil
    }
  }

  /// Starts a document without `---` after a document that ended with `...` (YAML 1.2, section
  /// 9.1.3). libyaml fails at such a document, unless it is the first one.
  /// - Returns: false after any other failure, and after directives, which need `---`.
  @inline(never)
  private mutating func startsBareDocument() -> Bool {
    guard isAfterExplicitEnd,
      case .syntax("did not find expected <document start>", let character) = fault
    else { return false }
    isAfterExplicitEnd = false
    if input.hasDirective(before: input.offset(ofCharacter: character)) { return false }
    // The parser has not taken the token that it failed at.
    unsafe parser.pointee.error = YAML_NO_ERROR
    unsafe parser.pointee.state = YAML_PARSE_IMPLICIT_DOCUMENT_START_STATE
    return unsafe yaml_parser_parse(parser, event) == 1
  }

  /// Whether the start of an array or object has an anchor or a tag.
  @inline(__always)
  var isMarked: Bool {
    // Up to these fields, both events have the same layout.
    unsafe event.pointee.data.mapping_start.anchor != nil
      || event.pointee.data.mapping_start.tag != nil
  }

  /// The text of a scalar.
  @inline(__always)
  var text: ByteView {
    // The value of a scalar ends with a zero, so an empty value has an address, too.
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

  /// Whether the scalar has neither anchor nor tag.
  @inline(__always)
  var isUnmarkedScalar: Bool {
    unsafe event.pointee.data.scalar.anchor == nil && event.pointee.data.scalar.tag == nil
  }

  /// The tag of a scalar, array or object with its prefix resolved. A tag of only `!` stays as it
  /// is.
  var tag: String? {
    // An alias has no tag. Up to this field, the other events have the same layout.
    guard unsafe event.pointee.type != YAML_ALIAS_EVENT else { return nil }
    return unsafe event.pointee.data.scalar.tag.map { unsafe String(cString: $0) }
  }

  /// Whether the start of an array or object, or a scalar, has a tag.
  @inline(__always)
  var hasTag: Bool { unsafe holdsMemory && event.pointee.data.scalar.tag != nil }

  /// The tag, unless it is one of YAML's schemas or only `!`.
  var ownTag: String? { typeTag == nil && tag != "!" ? tag : nil }

  /// The name of the type if the tag is one of YAML's schemas: `int` for `!!int`.
  var typeTag: Substring? { tag.flatMap { Self.type(ofTag: $0) } }

  /// Returns the name of the type if `tag` is one of YAML's schemas.
  static func type(ofTag tag: String) -> Substring? {
    let prefix = "tag:yaml.org,2002:"
    guard tag.hasPrefix(prefix) else { return nil }
    let name = tag.dropFirst(prefix.count)
    return knownTypes.contains(name) ? name : nil
  }

  /// The types of YAML's schemas and of its repository of types.
  private static let knownTypes: Set<Substring> = [
    "binary", "bool", "float", "int", "map", "merge", "null", "omap", "pairs", "seq", "set", "str",
    "timestamp", "value", "yaml",
  ]

  /// The anchor of a scalar, array or object, or the anchor to which an alias refers.
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

  /// Whether the document starts with directives.
  var hasDirectives: Bool {
    let start = unsafe event.pointee.data.document_start
    return unsafe start.version_directive != nil
      || start.tag_directives.start != start.tag_directives.end
  }

  /// Whether the document starts with `%YAML 1.1`.
  var isVersion11: Bool {
    let version = unsafe event.pointee.data.document_start.version_directive
    return unsafe version.map { unsafe $0.pointee.minor == 1 } ?? false
  }

  /// Whether the document ends without `...`.
  var isImplicitEnd: Bool { unsafe event.pointee.data.document_end.implicit == 1 }

  /// A position in the text in libyaml's counts, all from 0.
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

  /// Whether the array or object starts with a bracket.
  @inline(__always)
  var isFlow: Bool {
    unsafe event.pointee.type == YAML_MAPPING_START_EVENT
      ? event.pointee.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
      : event.pointee.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
  }

  /// The characters of the event, as indexes.
  var characters: Range<Int> {
    let start = unsafe event.pointee.start_mark.index
    return unsafe start..<max(start, event.pointee.end_mark.index)
  }

  // MARK: Failures

  /// The reason why ``next()`` returned nil.
  enum Fault {
    case memory
    /// An error at a byte of the input.
    case reading(FailureKind, offset: Int)
    /// An error at a character of the text.
    case syntax(String, character: Int)
  }

  var fault: Fault {
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

  /// libyaml's activity at the time of the failure, and the character where the activity started.
  var context: (words: String, character: Int)? {
    guard isReady, let words = unsafe parser.pointee.context else { return nil }
    return unsafe (String(cString: words), parser.pointee.context_mark.index)
  }

  /// The bytes that the scanner, which is ahead of the events, has not read yet. Empty unless the
  /// input is checked UTF-8.
  var unread: ByteView {
    mutating get { unsafe inPlace.unread(of: parser, behind: event.pointee.end_mark.index) }
  }
}
