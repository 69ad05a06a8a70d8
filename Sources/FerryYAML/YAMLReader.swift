import FerryTape

/// Reads a stream of YAML documents, each onto a tape, from libyaml's events.
///
/// - Scalars are copied to the arena: what stands in quotes or blocks is text, what is plain is left
///   to ``PlainScalar``. Keys are text always.
/// - An alias is the index of its target; see ``AnchorTable`` for what that costs.
/// - Places are not kept. An error that needs one has ``offset(ofNode:document:in:limits:)``.
package struct YAMLReader: ~Copyable {
  /// What a stream may ask for.
  package struct Limits: Sendable {
    /// Lists and maps inside each other, aliases followed.
    package var depth: Int
    /// Words on the tape of one document.
    package var words: Int
    /// Words that all aliases of one document stand for.
    package var aliasExpansion: Int
    /// Documents in the stream.
    package var documents: Int
    /// Directives in front of one document.
    package var directives: Int

    package init(
      depth: Int = 512, words: Int = .max, aliasExpansion: Int = 1_000_000, documents: Int = .max,
      directives: Int = 64
    ) {
      self.depth = depth
      self.words = words
      self.aliasExpansion = aliasExpansion
      self.documents = documents
      self.directives = directives
    }
  }

  let limits: Limits
  let input: YAMLInput
  var events: YAMLEvents
  /// A copy without surrogate escapes, made for a stream that has some.
  var surrogates: SurrogatePairs?
  /// Set for a stream that may have comments which are none.
  private var comments: GluedComments?
  /// Whether each scalar has to be looked at, for one of these two.
  private(set) var isCareful: Bool
  private var documentCount = 0
  private var failure: Failure?
  /// What is wrong after a `yamlSyntax` failure, mostly in libyaml's own words ("did not find
  /// expected key").
  package private(set) var problem: String?
  /// Whether the document before ended without `...`, so that no directives may follow.
  private var isAfterImplicitEnd = false

  // Of the document that is being read.
  var open = OpenContainer()
  var isAtKey = false
  var keys = KeyLedger()
  var anchors = AnchorTable()

  /// A reader at the start of `input`, which has to stay where it is as long as the reader lives.
  package init(_ input: UnsafeBufferPointer<UInt8>, limits: Limits = Limits()) {
    self.init(input, limits: limits, readsInPlace: true)
  }

  /// A reader that can be told to use libyaml's own way to its input, for comparison.
  package init(_ input: UnsafeBufferPointer<UInt8>, limits: Limits, readsInPlace: Bool) {
    self.limits = limits
    self.input = YAMLInput(input)
    events = YAMLEvents(self.input, readsInPlace: readsInPlace)
    failure = self.input.failure
    comments = GluedComments(self.input)
    isCareful = comments != nil
  }

  /// Appends the next document to `tape`, which is empty.
  /// - Returns: false at the end of the stream, which leaves the tape empty.
  /// - Throws: a failure with the byte offset in the input, again at each further call.
  package mutating func readDocument(into tape: inout Tape) throws(Failure) -> Bool {
    if let failure { throw failure }
    do throws(Failure) {
      guard try startDocument() else { return false }
      while try !step(into: &tape) {}
      documentCount += 1
      return true
    } catch {
      if error.kind == .loneSurrogate, surrogates == nil, try resolveSurrogates() {
        tape.clear()
        return try readDocument(into: &tape)
      }
      failure = error
      throw error
    }
  }

  // MARK: Steps

  /// Moves to the start of the next document; false at the end of the stream.
  mutating func startDocument() throws(Failure) -> Bool {
    open = OpenContainer()
    isAtKey = false
    keys.removeAll()
    anchors.removeAll()
    while true {
      if DirectiveScan.exceeds(limits.directives, in: events.unread) {
        throw Failure(.sizeLimit, offset: eventOffset)
      }
      switch try next() {
      case .documentStart:
        try checkMark()
        if isAfterImplicitEnd, events.hasDirectives {
          throw refusal("did not find '...' before directives", offset: eventOffset)
        }
        if documentCount >= limits.documents { throw Failure(.sizeLimit, offset: eventOffset) }
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
  mutating func step(into tape: inout Tape) throws(Failure) -> Bool {
    let event = try next()
    do throws(Failure) {
      switch event {
      case .scalar: try readScalar(into: &tape)
      case .map: try openContainer(.map, on: &tape)
      case .list: try openContainer(.list, on: &tape)
      case .end: closeContainer(on: &tape)
      case .alias: try readAlias(into: &tape)
      default:
        isAfterImplicitEnd = events.isImplicitEnd
        try checkMark()
        return true
      }
      if tape.count > limits.words { throw Failure(.nodeLimit, offset: -1) }
    } catch {
      throw located(error)
    }
    return false
  }

  @inline(__always)
  private mutating func openContainer(_ kind: NodeKind, on tape: inout Tape) throws(Failure) {
    if isAtKey { throw Failure(.nonScalarKey, offset: -1) }
    if let name = events.anchor {
      anchors.define(name, containerAt: tape.count, depth: open.depth)
    }
    try open.open(kind, on: &tape, limit: limits.depth)
    if anchors.isInsideAnchor { anchors.reach(depth: open.depth) }
    isAtKey = open.isMap
    if open.isMap { keys.openMap() }
  }

  @inline(__always)
  private mutating func closeContainer(on tape: inout Tape) {
    let header = open.header
    if open.isMap { keys.closeMap() }
    open.close(on: &tape)
    if anchors.isInsideAnchor { anchors.close(header: header, wordCount: tape.count) }
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
  private mutating func next() throws(Failure) -> YAMLEvents.Kind {
    guard let kind = events.next() else { throw libraryFailure() }
    return kind
  }

  /// Byte offset of the event that was taken last.
  var eventOffset: Int { input.offset(ofCharacter: events.characters.lowerBound) }

  @inline(never)
  private func located(_ failure: Failure) -> Failure {
    failure.offset >= 0 ? failure : Failure(failure.kind, offset: eventOffset)
  }

  @inline(never)
  private mutating func libraryFailure() -> Failure {
    switch events.problem {
    case .memory: return Failure(.sizeLimit, offset: 0)
    case .reading(let kind, let offset): return Failure(kind, offset: offset)
    case .syntax(let words, let character):
      let offset = input.offset(ofCharacter: character)
      if words == "found invalid Unicode character escape code" {
        return SurrogatePairs.failure(input.bytes, digitsAt: offset)
      }
      problem = words
      return Failure(.yamlSyntax, offset: offset)
    }
  }

  /// A failure for what libyaml lets pass.
  mutating func refusal(_ words: String, offset: Int) -> Failure {
    problem = words
    return Failure(.yamlSyntax, offset: offset)
  }

  // MARK: Comments and surrogate pairs

  /// Looks at the comments before a scalar.
  mutating func checkScalar() throws(Failure) {
    do throws(Failure) {
      try comments?.pass(events.characters, style: events.style)
    } catch {
      throw refusal(GluedComments.words, offset: error.offset)
    }
  }

  /// Looks at the comments before the start or end of a document.
  private mutating func checkMark() throws(Failure) {
    do throws(Failure) {
      try comments?.passMark(events.characters)
    } catch {
      throw refusal(GluedComments.words, offset: error.offset)
    }
  }

  /// Starts anew on a copy without surrogate escapes and skips the documents that were read.
  /// - Returns: false if there are none to resolve.
  mutating func resolveSurrogates() throws(Failure) -> Bool {
    guard let copy = SurrogatePairs(input) else { return false }
    events = YAMLEvents(YAMLInput(copy.bytes))
    surrogates = consume copy
    isCareful = true
    comments = GluedComments(input)
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
