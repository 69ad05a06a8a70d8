package import FerryBase

/// A reader that reads a stream of YAML documents, each onto a tape, from libyaml's events.
///
/// - Scalars are copied to the arena. Quoted and block scalars are text; ``PlainScalar`` determines
///   the meaning of plain scalars. Keys are always text.
/// - An alias is the index of its target; see ``AnchorTable`` for its cost.
/// - Merge keys become members of their object; see ``MergeKeyState``.
/// - Offsets are only stored on request. For an error without an offset, use
///   ``offset(ofNode:document:in:limits:rules:)``.
package struct YAMLReader: ~Copyable {
  let limits: Limits
  let rules: Rules
  let input: YAMLInput
  var events: YAMLEvents
  /// A copy without surrogate escapes, for a stream that has some.
  var surrogates: SurrogatePairs?
  /// The check for glued comments, for a stream that may have them.
  private var comments: GluedComments?
  private(set) var hasComments = false
  /// Whether the next scalars need the checks for surrogate pairs or for the value of a merge key.
  var isCareful: Bool
  private(set) var documentCount = 0
  private var failure: WireFailure?
  /// The fault of a `yamlSyntax` failure, mostly in libyaml's own words.
  package private(set) var words: String?
  /// More details about the failure.
  var note = Note.none
  /// Whether the previous document ended without `...`, so that no directives may follow.
  private var isAfterImplicitEnd = false

  // The state of the document that is being read.
  /// The index of its root. The tape may contain other documents as well.
  private(set) var root = 0
  var open = OpenContainer()
  var isAtKey = false
  var keys = KeyLedger()
  var anchors = AnchorTable()
  var lines: LineIndentation
  var merging = MergeKeyState()
  /// The objects that must be written again when they end.
  var rebuilding: [Rebuilding] = []
  /// The byte offsets of the nodes, if they were requested.
  var places: NodePlaces?

  /// Creates a reader at the start of `input`, which must stay at its address as long as the reader
  /// lives.
  package init(_ input: ByteView, limits: Limits = Limits(), rules: Rules = Rules()) {
    self.init(input, limits: limits, rules: rules, readsInPlace: true)
  }

  /// Creates a reader that can use libyaml's normal input, for comparison.
  package init(
    _ input: ByteView, limits: Limits, rules: Rules = Rules(), readsInPlace: Bool
  ) {
    self.limits = limits
    self.rules = rules
    self.input = YAMLInput(input)
    events = YAMLEvents(self.input, readsInPlace: readsInPlace)
    lines = LineIndentation(self.input)
    failure = self.input.failure
    if input.count > limits.bytes { failure = WireFailure(.sizeLimit, offset: limits.bytes) }
    comments = GluedComments(self.input)
    hasComments = comments != nil
    isCareful = false
  }

  /// Appends the next document to `tape`.
  /// - Returns: false at the end of the stream; the tape does not change then.
  /// - Throws: a failure with the byte offset in the input. Each further call throws it again.
  package mutating func readDocument(into tape: inout Tape) throws(WireFailure) -> Bool {
    if let failure { throw failure }
    let start = tape.count
    root = start
    do throws(WireFailure) {
      tape.schema = rules.schema
      guard try startDocument() else { return false }
      if places == nil {
        while try !step(into: &tape) {}
      } else {
        try readRecording(into: &tape)
      }
      documentCount += 1
      return true
    } catch {
      if error.kind == .loneSurrogate, surrogates == nil, try resolveSurrogates() {
        if places != nil { places = NodePlaces(input) }
        tape.truncate(to: start)
        return try readDocument(into: &tape)
      }
      failure = error
      throw error
    }
  }

  /// Appends documents to `tape` until it has `words` words, and their roots to `roots`.
  /// - Returns: whether the stream is at its end.
  /// - Throws: the failure of a document. The documents before it are on the tape.
  package mutating func readDocuments(
    into tape: inout Tape, roots: inout [Int], upTo words: Int = .max
  ) throws(WireFailure) -> Bool {
    while tape.count < words {
      let root = tape.count
      guard try readDocument(into: &tape) else { return true }
      roots.append(root)
    }
    return false
  }

  // MARK: Steps

  /// Moves to the start of the next document. Returns false at the end of the stream.
  mutating func startDocument() throws(WireFailure) -> Bool {
    open = OpenContainer()
    isAtKey = false
    keys.removeAll()
    anchors.removeAll()
    merging.removeAll()
    rebuilding.removeAll()
    lines.startDocument()
    while true {
      if DirectiveScan.exceeds(limits.directives, in: events.unread) {
        throw WireFailure(.sizeLimit, offset: eventOffset)
      }
      switch try next() {
      case .documentStart:
        try checkMark()
        if isAfterImplicitEnd, events.hasDirectives {
          throw refusal("did not find '...' before directives", offset: eventOffset)
        }
        if documentCount >= limits.documents { throw WireFailure(.sizeLimit, offset: eventOffset) }
        return true
      case .streamEnd:
        try checkMark()
        return false
      default: continue
      }
    }
  }

  /// Reads one event of a document, which appends at most one node. Returns true if it was the last
  /// event.
  /// - Throws: a failure with its offset.
  @inline(__always)
  mutating func step(into tape: inout Tape) throws(WireFailure) -> Bool {
    let event = try next()
    do throws(WireFailure) {
      switch event {
      case .scalar: try readScalar(into: &tape)
      case .map: try openContainer(.map, on: &tape)
      case .list: try openContainer(.list, on: &tape)
      case .end: try closeContainer(on: &tape)
      case .alias: try readAlias(into: &tape)
      default:
        isAfterImplicitEnd = events.isImplicitEnd
        try checkMark()
        return true
      }
      if tape.count &- root > limits.words { throw WireFailure(.nodeLimit, offset: -1) }
    } catch {
      throw located(error)
    }
    return false
  }

  @inline(__always)
  private mutating func openContainer(_ kind: NodeKind, on tape: inout Tape) throws(WireFailure) {
    if isAtKey { throw WireFailure(.nonScalarKey, offset: -1) }
    if isCareful { try openMergeValue(kind, on: &tape) }
    if let name = events.anchor {
      anchors.define(name, containerOn: tape, depth: open.depth)
    }
    if events.hasTag { try openTag(of: kind, on: &tape) }
    try open.open(kind, on: &tape, limit: limits.depth)
    if anchors.isInsideAnchor { anchors.reach(depth: open.depth) }
    isAtKey = open.isMap
    if open.isMap { keys.openMap() }
    lines.open(events, isMap: open.isMap)
  }

  @inline(__always)
  private mutating func closeContainer(on tape: inout Tape) throws(WireFailure) {
    var header = open.header
    if let characters = lines.close(at: events.end) { try checkLines(characters) }
    if open.isMap {
      if !rebuilding.isEmpty { try rebuildIfNeeded(header, on: &tape) }
      if merging.hasSources { try merge(into: header, on: &tape) }
      keys.closeMap()
    }
    open.close(on: &tape)
    if open.kind == .tagged {
      header = open.header
      open.close(on: &tape)
    }
    if anchors.isInsideAnchor { anchors.close(header: header, on: tape) }
    if merging.isOpen { if try endMergeContainer(header, on: &tape) { return } }
    endValue()
  }

  /// Counts a value. In an object, the value completes a member.
  @inline(__always)
  mutating func endValue() {
    open.count &+= 1
    isAtKey = open.isMap
  }

  // MARK: Failures

  @inline(__always)
  private mutating func next() throws(WireFailure) -> YAMLEvents.Kind {
    guard let kind = events.next() else { throw libraryFailure() }
    return kind
  }

  /// Returns the byte offset of the next document without reading it; nil at the end of the stream.
  package mutating func startOfAnotherDocument() throws(WireFailure) -> Int? {
    if let failure { throw failure }
    return try startDocument() ? eventOffset : nil
  }

  @inline(never)
  private mutating func libraryFailure() -> WireFailure {
    switch events.fault {
    case .memory: return WireFailure(.sizeLimit, offset: 0)
    case .reading(let kind, let offset): return WireFailure(kind, offset: offset)
    case .syntax(let words, let character):
      let offset = input.offset(ofCharacter: character)
      if words == "found invalid Unicode character escape code" {
        return SurrogatePairs.failure(input.bytes, digitsAt: offset)
      }
      self.words = words
      let context = events.context.map { ($0.words, input.offset(ofCharacter: $0.character)) }
      if let context, isEnd(words, offset) {
        // Report the opening quote: people do not search for a missing quote at the end of the
        // file.
        self.words = "the closing quote is missing"
        return WireFailure(.yamlSyntax, offset: context.1)
      }
      note = .syntax(context: context)
      return WireFailure(.yamlSyntax, offset: offset)
    }
  }

  /// Returns a failure for text that libyaml accepts.
  mutating func refusal(_ words: String, offset: Int) -> WireFailure {
    self.words = words
    return WireFailure(.yamlSyntax, offset: offset)
  }

  // MARK: Comments and surrogate pairs

  /// Checks the comments before a scalar.
  @inline(__always)
  mutating func checkScalar() throws(WireFailure) {
    do throws(WireFailure) {
      try comments?.pass(events.characters, style: events.style)
    } catch {
      throw refusal(GluedComments.words, offset: error.offset)
    }
  }

  /// Checks the comments before the start or end of a document.
  private mutating func checkMark() throws(WireFailure) {
    do throws(WireFailure) {
      try comments?.passMark(events.characters)
    } catch {
      throw refusal(GluedComments.words, offset: error.offset)
    }
  }

  /// Starts again on a copy without surrogate escapes and skips the documents that were read
  /// already.
  /// - Returns: false if the input has no surrogate pairs.
  mutating func resolveSurrogates() throws(WireFailure) -> Bool {
    guard let copy = SurrogatePairs(input) else { return false }
    events = YAMLEvents(YAMLInput(copy.bytes))
    surrogates = consume copy
    isCareful = true
    comments = GluedComments(input)
    hasComments = comments != nil
    lines = LineIndentation(input)
    isAfterImplicitEnd = false
    var left = documentCount
    while left > 0 {
      let event = try next()
      if event == .streamEnd { break }
      if event == .documentEnd {
        left -= 1
        isAfterImplicitEnd = events.isImplicitEnd
        if left == 0 { comments?.skip(events.characters) }
      }
    }
    return true
  }
}
