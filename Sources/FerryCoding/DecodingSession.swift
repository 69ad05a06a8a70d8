import FerryBytes
import FerryTape

/// One decoding call: the tape, the input and everything that is found once and used often.
///
/// Decoders and containers hold the session strongly. When one of them outlives the call, the
/// session copies the input and stays with it; otherwise it returns to its pool.
@safe
package final class DecodingSession: @unchecked Sendable {
  // One thread at a time uses a session: the pool hands it to one caller, and decoders are not
  // Sendable.

  /// Behind a pointer, because stored properties of a class cost an exclusivity check each.
  let state: UnsafeMutablePointer<DecodingState>

  init() {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: DecodingState())
    unsafe state.pointee.session = self
  }

  var call: DecodingCall {
    @inline(__always) get { unsafe DecodingCall(state: state) }
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  private static let pool = Pool<DecodingSession>()

  static func takeFromPool() -> DecodingSession { pool.take() ?? DecodingSession() }

  /// Decodes a `T` from the tape that `read` fills with ranges of `input`, which is copied if a
  /// decoder outlives the call.
  ///
  /// Only when there is an error: `offsetOfNode` finds the byte offset of the value at an index of
  /// the tape, `place` says where an offset is, and `remark` has what the reader knows beyond that.
  /// - Throws: `DecodingError` with a ``PlacedFailure`` where the input is at fault, and whatever a
  ///   type's own `init(from:)` throws.
  package static func decode<T: Decodable>(
    _ type: T.Type, input: ByteView, options: CodingOptions,
    read: (inout Tape) throws(WireFailure) -> Void,
    offsetOfNode: (Int) -> Int?,
    place: (Int) -> SourcePlace,
    remark: (WireFailure) -> FailureRemark? = { _ in nil }
  ) throws -> T {
    var session = takeFromPool()
    defer { recycle(&session) }
    do {
      try session.begin(input, options, read)
      return try session.call.document(type, at: 0)
    } catch {
      throw session.call.placed(error, offsetOfNode, place, remark)
    }
  }

  private func begin(
    _ input: ByteView, _ options: CodingOptions,
    _ read: (inout Tape) throws(WireFailure) -> Void
  ) throws(WireFailure) {
    unsafe state.pointee.begin(input, options)
    // What was read before a failure tells the way to it.
    defer { unsafe state.pointee.updateView() }
    try unsafe read(&state.pointee.tape)
  }

  static func recycle(_ session: inout DecodingSession) {
    unsafe session.state.pointee.releaseBoxes(of: session)
    if isKnownUniquelyReferenced(&session) {
      unsafe session.state.pointee.clear()
      pool.give(session)
    } else {
      unsafe session.state.pointee.keepInput()
    }
  }
}

/// A session as its own code passes it around, without counting references: somebody further up
/// the stack holds the session, or whoever owns the container that calls does.
@safe
package struct DecodingCall {
  let state: UnsafeMutablePointer<DecodingState>

  /// The session, for what may outlive the call.
  var session: DecodingSession {
    @inline(__always) get {
      // Set when the session was made, which is before anybody could have its state.
      unsafe state.pointee.session.unsafelyUnwrapped
    }
  }
}

/// What a ``DecodingSession`` holds.
@safe
struct DecodingState: ~Copyable {
  /// The owner of this state.
  fileprivate(set) unowned(unsafe) var session: DecodingSession?
  private(set) var view: TapeView
  var tape: Tape
  private(set) var options = CodingOptions()
  var plans = TypePlanCache<any TapeDecodableCollection.Type>()
  /// What is known of types, under the rule for their keys that the call has.
  var known = KnownKeys(rule: .exact)
  /// The same under the rule that calls had before.
  private var knownBefore: KnownKeys?
  var trail = CodingTrail()
  /// Nulls that stand for super values the document does not have, and where they would be.
  var absentValues: [Int: (header: Int, key: any CodingKey)] = [:]
  /// The words of the mismatch that was described last.
  var lastMismatch: (type: ObjectIdentifier, found: String, text: String)?
  /// Lists that were packed in the document, with nodes for their elements behind it.
  var unpackedLists: [UnpackedList] = []
  /// How many elements of the list at the root were on tapes before this one.
  private(set) var firstElement = 0
  /// The root of the record that is being decoded, where coding paths begin; 0 outside of streams.
  var recordRoot = 0
  /// What containers were asked for, where unknown keys are errors.
  var askedKeys = AskedKeys()
  var modelKeys = ModelKeys()
  private var sharedTexts: SharedTexts?
  private var input = ByteView()
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
    tape.schema = options.followsFoundation ? .foundationIntegers : []
    plans.use(bridge: options.decodingBridge.map { type(of: $0) })
    let rule = options.keyRule
    if known.rule != rule { known.change(to: rule, &knownBefore) }
  }

  /// Ends the use of containers. Nothing of a call with a rule of its own serves the next.
  mutating func releaseBoxes(of session: DecodingSession) {
    known.boxes.release(keeping: known.rule == .unknown ? 0 : 8, of: session)
  }

  /// To be called whenever the tape has grown or the input has moved.
  mutating func updateView() {
    if tape.sharedTextEnd > 0, sharedTexts == nil { sharedTexts = SharedTexts() }
    // Nothing points into an input that has no address.
    view = TapeView(tape, input: input, sharing: sharedTexts)
  }

  /// Forgets the document, keeps what is known about types.
  mutating func clear() {
    if known.rule == .unknown {
      known.tables = KeyTableCache(rule: .unknown)
      askedKeys = AskedKeys()
    }
    options = CodingOptions()
    trail = CodingTrail()
    recordRoot = 0
    if !absentValues.isEmpty { absentValues = [:] }
    if !unpackedLists.isEmpty { unpackedLists = [] }
    modelKeys.clear()
    input = ByteView()
    sharedTexts?.removeAll()
    tape.clear()
    updateView()
  }

  /// Copies the input, which the caller takes back while somebody still decodes from it.
  mutating func keepInput() {
    known.boxes.close()
    let copy = OwnedBytes(copying: input)
    input = copy.view
    keptInput = consume copy
    updateView()
  }
}

/// A list of nodes for the elements of a packed one.
struct UnpackedList {
  let header: Int
  /// Index of the packed list.
  let origin: Int
}

/// What is known of `CodingKey` types under one rule.
struct KnownKeys: KnownByRule, ~Copyable {
  let rule: KeyRule
  var tables: KeyTableCache
  var boxes = ContainerBoxes<KeyedCursor>()

  init(rule: KeyRule) {
    self.rule = rule
    tables = KeyTableCache(rule: rule)
  }
}

/// The key tables of the `CodingKey` types seen so far, the last one at hand.
struct KeyTableCache {
  let rule: KeyRule
  private var tables: [ObjectIdentifier: KeyTable] = [:]
  private var last: (type: ObjectIdentifier, table: KeyTable)?

  init(rule: KeyRule) { self.rule = rule }

  /// The table for `type`, or `nil` if its keys go by their strings.
  mutating func table<K: CodingKey>(for type: K.Type) -> KeyTable? {
    let id = ObjectIdentifier(type)
    if let last, last.type == id { return last.table }
    guard KeyTable.serves(type) else { return nil }
    let table = tables[id] ?? KeyTable(rule: rule)
    tables[id] = table
    last = (id, table)
    return table
  }
}
