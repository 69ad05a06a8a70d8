import FerryBytes
import FerryTape

/// Reads a stream of YAML documents, each onto a tape, from libyaml's events.
///
/// - Scalars are copied to the arena: what stands in quotes or blocks is text, what is plain is left
///   to ``PlainScalar``. Keys are text always.
/// - An alias is the index of its target; see ``AnchorTable`` for what that costs.
/// - Merge keys become pairs of the map that has them; see ``MergeKeyState``.
/// - Places are not kept, unless they are asked for. An error that needs one has
///   ``offset(ofNode:document:in:limits:rules:)``.
package struct YAMLReader: ~Copyable {
  let limits: Limits
  let rules: Rules
  let input: YAMLInput
  var events: YAMLEvents
  /// A copy without surrogate escapes, made for a stream that has some.
  var surrogates: SurrogatePairs?
  /// Set for a stream that may have comments which are none.
  private var comments: GluedComments?
  private(set) var hasComments = false
  /// Whether the next scalars are out of the ordinary: surrogate pairs, the value of a merge key.
  var isCareful: Bool
  private(set) var documentCount = 0
  private var failure: WireFailure?
  /// What is wrong after a `yamlSyntax` failure, mostly in libyaml's own words ("did not find
  /// expected key").
  package private(set) var problem: String?
  /// What more there is to say about the failure.
  var note = Note.none
  /// Whether the document before ended without `...`, so that no directives may follow.
  private var isAfterImplicitEnd = false

  // Of the document that is being read.
  /// Index of its root: there may be others on the tape.
  private(set) var root = 0
  var open = OpenContainer()
  var isAtKey = false
  var keys = KeyLedger()
  var anchors = AnchorTable()
  var lines: LineIndentation
  var merging = MergeKeyState()
  /// Maps that have to be put together anew when they end.
  var rebuilding: [Rebuilding] = []
  /// Byte offsets of the nodes, where somebody asked for them.
  var places: NodePlaces?

  /// A reader at the start of `input`, which has to stay where it is as long as the reader lives.
  package init(
    _ input: ByteView, limits: Limits = Limits(), rules: Rules = Rules()
  ) {
    self.init(input, limits: limits, rules: rules, readsInPlace: true)
  }

  /// A reader that can be told to use libyaml's own way to its input, for comparison.
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
  /// - Returns: false at the end of the stream, which leaves the tape as it is.
  /// - Throws: a failure with the byte offset in the input, again at each further call.
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
  /// - Throws: the failure of a document; those in front of it are on the tape.
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

  /// Moves to the start of the next document; false at the end of the stream.
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

  /// Takes one event of a document, which appends one node at most; true if it was the last.
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
    try open.open(kind, on: &tape, limit: limits.depth)
    if anchors.isInsideAnchor { anchors.reach(depth: open.depth) }
    isAtKey = open.isMap
    if open.isMap { keys.openMap() }
    lines.open(isFlow: events.isFlow, at: events.start)
  }

  @inline(__always)
  private mutating func closeContainer(on tape: inout Tape) throws(WireFailure) {
    let header = open.header
    if let characters = lines.close(at: events.end) { try checkLines(characters) }
    if open.isMap {
      if !rebuilding.isEmpty { try rebuildIfNeeded(header, on: &tape) }
      if merging.hasSources { try merge(into: header, on: &tape) }
      keys.closeMap()
    }
    open.close(on: &tape)
    if anchors.isInsideAnchor { anchors.close(header: header, on: tape) }
    if merging.isOpen { if try endMergeContainer(header, on: &tape) { return } }
    endValue()
  }

  /// Counts a value, which in a map completes a pair.
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

  /// Byte offset of the event that was taken last.
  var eventOffset: Int { input.offset(ofCharacter: events.characters.lowerBound) }

  @inline(never)
  private func located(_ failure: WireFailure) -> WireFailure {
    failure.offset >= 0 ? failure : WireFailure(failure.kind, offset: eventOffset)
  }

  /// Byte offset of the document that follows, which is not read; nil at the end of the stream.
  package mutating func startOfAnotherDocument() throws(WireFailure) -> Int? {
    if let failure { throw failure }
    return try startDocument() ? eventOffset : nil
  }

  @inline(never)
  private mutating func libraryFailure() -> WireFailure {
    switch events.problem {
    case .memory: return WireFailure(.sizeLimit, offset: 0)
    case .reading(let kind, let offset): return WireFailure(kind, offset: offset)
    case .syntax(let words, let character):
      let offset = input.offset(ofCharacter: character)
      if words == "found invalid Unicode character escape code" {
        return SurrogatePairs.failure(input.bytes, digitsAt: offset)
      }
      problem = words
      let context = events.context.map { ($0.words, input.offset(ofCharacter: $0.character)) }
      if let context, words == "found unexpected end of stream" {
        // Nobody looks for the quote at the end of the file.
        problem = "the closing quote is missing"
        return WireFailure(.yamlSyntax, offset: context.1)
      }
      note = .syntax(context: context)
      return WireFailure(.yamlSyntax, offset: offset)
    }
  }

  /// A failure for what libyaml lets pass.
  mutating func refusal(_ words: String, offset: Int) -> WireFailure {
    problem = words
    return WireFailure(.yamlSyntax, offset: offset)
  }

  // MARK: Comments and surrogate pairs

  /// Looks at the comments before a scalar.
  @inline(__always)
  mutating func checkScalar() throws(WireFailure) {
    do throws(WireFailure) {
      try comments?.pass(events.characters, style: events.style)
    } catch {
      throw refusal(GluedComments.words, offset: error.offset)
    }
  }

  /// Looks at the comments before the start or end of a document.
  private mutating func checkMark() throws(WireFailure) {
    do throws(WireFailure) {
      try comments?.passMark(events.characters)
    } catch {
      throw refusal(GluedComments.words, offset: error.offset)
    }
  }

  /// Starts anew on a copy without surrogate escapes and skips the documents that were read.
  /// - Returns: false if there are none to resolve.
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
