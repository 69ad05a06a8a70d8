package import FerryBase

/// The state of one decoding call: the tape, the input and caches for types.
///
/// Decoders and containers hold the session strongly. If one of them outlives the call, it keeps
/// the session, and the session copies the input. Otherwise the session returns to its pool.
@safe
package final class DecodingSession: @unchecked Sendable {
  // One thread at a time uses a session: the pool hands it to one caller, and decoders are not
  // Sendable.

  package let call = DecodingCall(handle: Handle(DecodingState()))

  /// Creates a session for a series of documents. The caller keeps it.
  package init() { unsafe state.session = self }

  deinit { call.handle.deallocate() }

  var state: DecodingState {
    @inline(__always) _read { yield call.state }
    @inline(__always) _modify { yield &call.state }
  }

  private static let pool = Pool<DecodingSession>()

  static func takeFromPool() -> DecodingSession { pool.take() ?? DecodingSession() }

  /// Decodes a `T` from the document that `source` reads from the input of `cursor`; see
  /// ``withTape(from:_:for:options:_:)``.
  package static func decode<T: Decodable, Source: TapeSource & ~Copyable>(
    _ type: T.Type, from source: inout Source, _ cursor: inout PlaceCursor,
    options: CodingOptions
  ) throws -> T {
    try withTape(from: &source, &cursor, for: type, options: options) {
      try $0.document(type, at: 0)
    }
  }

  /// Passes the call to `body` whose tape `source` fills with ranges of the input of `cursor`. The
  /// session copies the input if a decoder outlives the call. Errors show no text that is sensitive
  /// in the model `type`.
  /// - Throws: `DecodingError` with a ``Problem`` if the input is at fault, and the errors of
  ///   a type's own `init(from:)`.
  package static func withTape<Source: TapeSource & ~Copyable, R>(
    from source: inout Source, _ cursor: inout PlaceCursor,
    for type: any Any.Type = AnyValue.self, options: CodingOptions,
    _ body: (DecodingCall) throws -> R
  ) throws -> R {
    var session = takeFromPool()
    defer { recycle(&session) }
    do {
      try session.begin(from: &source, cursor.input, options)
      return try body(session.call)
    } catch {
      throw session.call.located(error, of: type, from: &source, &cursor)
    }
  }

  /// Decodes a `T` from the document that `read` puts on a tape, with ranges of `input`. Errors have
  /// no location: the caller decodes again in another way to find it.
  static func decodeUnplaced<T: Decodable>(
    _ type: T.Type, input: ByteView, options: CodingOptions,
    _ read: (inout Tape) throws(WireFailure) -> Void
  ) throws -> T {
    var session = takeFromPool()
    defer { recycle(&session) }
    do {
      try session.begin(input, options, read)
      return try session.call.document(type, at: 0)
    } catch {
      var (source, cursor) = (UnplacedSource(), PlaceCursor(ByteView(), isText: false))
      throw session.call.located(error, of: type, from: &source, &cursor)
    }
  }

  func begin<Source: TapeSource & ~Copyable>(
    from source: inout Source, _ input: ByteView, _ options: CodingOptions, firstElement: Int = 0
  ) throws(WireFailure) {
    try begin(input, options, firstElement: firstElement) { tape throws(WireFailure) in
      try source.read(input, into: &tape)
    }
  }

  @inline(__always)
  private func begin(
    _ input: ByteView, _ options: CodingOptions, firstElement: Int = 0,
    _ read: (inout Tape) throws(WireFailure) -> Void
  ) throws(WireFailure) {
    state.begin(input, options, firstElement: firstElement)
    // The view is needed after a failure as well, because the values before the failure give its
    // path.
    defer { state.updateView() }
    try read(&state.tape)
  }

  static func recycle(_ session: inout DecodingSession) {
    if end(&session) { pool.give(session) }
  }

  /// Clears the document, because the caller takes its input back. If a decoder outlives the call, it
  /// keeps the session and the document.
  /// - Returns: whether the caller still has the session for itself.
  static func end(_ session: inout DecodingSession) -> Bool {
    session.state.releaseBoxes(of: session)
    guard isKnownUniquelyReferenced(&session) else {
      session.state.keepInput()
      return false
    }
    session.state.clear()
    return true
  }
}

/// A session without reference counting, for use inside the session's own code. A caller further up
/// the stack holds the session, or the owner of the calling container does.
package struct DecodingCall {
  fileprivate let handle: Handle<DecodingState>

  var state: DecodingState {
    @inline(__always) _read { yield handle.value }
    @inline(__always) nonmutating _modify { yield &handle.value }
  }

  /// The session, for values that may outlive the call.
  var session: DecodingSession {
    @inline(__always) get {
      // The session sets it in `init`, before other code can have its state.
      unsafe state.session.unsafelyUnwrapped
    }
  }

  /// The tape of the document.
  package var view: TapeView { state.view }

  /// Copies the document, whose nodes refer to no input, to an empty tape.
  package func copy(to tape: inout Tape) throws(WireFailure) {
    try tape.copy(state.tape)
  }
}

/// The stored state of a ``DecodingSession``.
@safe
struct DecodingState: ~Copyable {
  /// The owner of this state.
  fileprivate(set) unowned(unsafe) var session: DecodingSession?
  private(set) var view: TapeView
  var tape: Tape
  private(set) var options = CodingOptions()
  var plans = TypePlanCache<any TapeDecodableCollection.Type>()
  /// The caches for coding key types, under the key rule of the call.
  var known = KnownKeys<KeyedCursor>(rule: .exact)
  /// The caches under the key rule of earlier calls.
  private var knownBefore: KnownKeys<KeyedCursor>?
  var trail = CodingTrail()
  /// The nulls that replace missing values of super decoders, each with its object and its key.
  var absentValues: [Int: (header: Int, key: any CodingKey)] = [:]
  /// The instances of classes that aliases share, if the options say so.
  var instances: [SharedInstance: AnyObject] = [:]
  /// The text of the last type mismatch.
  var lastMismatch: (type: ObjectIdentifier, found: String, text: String)?
  /// Arrays that are packed in the document. The nodes of their elements come after the document on
  /// the tape.
  var unpackedLists: [UnpackedList] = []
  var sourceOffsets: SourceOffsets?
  /// The number of elements of the root array that were on earlier tapes.
  private(set) var firstElement = 0
  /// The root of the record that is being decoded, where coding paths begin; 0 outside of streams.
  var recordRoot = 0
  /// Returns the offset in the input of the record whose root is at an index; `nil` if it is unknown.
  var recordOffset: ((Int) -> Int?)?
  /// The keys that containers asked for, if unknown keys are errors.
  var askedKeys = AskedKeys()
  var modelKeys = ModelKeys()
  private var sharedTexts: SharedTexts?
  private(set) var input = ByteView()
  private var keptInput: OwnedBytes?

  init() {
    tape = Tape()
    view = TapeView(tape)
  }

  mutating func begin(
    _ input: ByteView, _ options: CodingOptions, firstElement: Int = 0
  ) {
    self.input = input
    self.firstElement = firstElement
    self.options = options
    if !instances.isEmpty { instances = [:] }
    tape.schema = options.rules.followsFoundation ? .foundationIntegers : []
    plans.use(
      bridge: options.decodingBridge.map { type(of: $0) }, sharesInstances: options.sharesInstances)
    let rule = options.keyRule
    if known.rule != rule { known.change(to: rule, &knownBefore) }
  }

  /// Ends the use of containers. The next call uses no containers of a call whose key rule is
  /// unknown.
  mutating func releaseBoxes(of session: DecodingSession) {
    known.boxes.release(keeping: known.rule == .unknown ? 0 : 8, of: session)
  }

  /// Updates the view of the tape. Call it whenever the tape has grown or the input has moved.
  mutating func updateView() {
    if tape.sharedTextEnd > 0, sharedTexts == nil { sharedTexts = SharedTexts() }
    // If the input has no address, no node points into it.
    view = TapeView(tape, input: input, sharing: sharedTexts)
  }

  /// Clears the document, but keeps the caches for types.
  mutating func clear() {
    if known.rule == .unknown {
      known.tables = KeyTables(rule: .unknown)
      askedKeys = AskedKeys()
    }
    options = CodingOptions()
    trail = CodingTrail()
    recordRoot = 0
    if recordOffset != nil { recordOffset = nil }
    if !absentValues.isEmpty { absentValues = [:] }
    if !instances.isEmpty { instances = [:] }
    if !unpackedLists.isEmpty { unpackedLists = [] }
    if sourceOffsets != nil { sourceOffsets = nil }
    modelKeys.clear()
    input = ByteView()
    sharedTexts?.removeAll()
    tape.clear()
    updateView()
  }

  /// Copies the input, because the caller takes it back while a decoder is still in use. The offsets of
  /// records are the caller's, too.
  mutating func keepInput() {
    recordOffset = nil
    sourceOffsets = nil
    known.boxes.close()
    let copy = OwnedBytes(copying: input)
    input = copy.view
    keptInput = consume copy
    updateView()
  }
}

/// The value that an instance of a class was decoded from.
struct SharedInstance: Hashable {
  let node: Int
  let type: ObjectIdentifier
}

/// An array of nodes with the elements of a packed array.
struct UnpackedList {
  let header: Int
  /// Index of the packed array.
  let origin: Int
}
