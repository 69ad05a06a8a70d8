import FerryTape

/// One encoding call: the tape that models write to.
///
/// Encoders and containers hold the session strongly; one that outlives the call writes to a tape
/// that nobody reads.
@safe
package final class EncodingSession: @unchecked Sendable {
  // One thread at a time uses a session: the pool hands it to one caller, and encoders are not
  // Sendable.

  /// Behind a pointer, because stored properties of a class cost an exclusivity check each.
  let state: UnsafeMutablePointer<EncodingState>

  init() {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: EncodingState())
    unsafe state.pointee.session = self
  }

  var call: EncodingCall {
    @inline(__always) get { unsafe EncodingCall(state: state) }
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  private static let pool = Pool<EncodingSession>()

  /// Encodes `value` to a tape and lends it to `write`.
  /// - Throws: `EncodingError`, and whatever a type's own `encode(to:)` throws.
  package static func encode<T: Encodable, R>(
    _ value: T, options: CodingOptions, write: (TapeView) throws(WireFailure) -> R
  ) throws -> R {
    var session = pool.take() ?? EncodingSession()
    defer { recycle(&session) }
    unsafe session.state.pointee.begin(options)
    unsafe session.state.pointee.plans.use(bridge: options.encodingBridge.map { type(of: $0) })
    try session.encodeTopLevel(value)
    if unsafe session.state.pointee.isOutOfOrder {
      let linear = try session.linearised(value)
      return try session.writing(value, linear.view, write)
    }
    return try session.writing(value, session.call.view, write)
  }

  private func encodeTopLevel<T: Encodable>(_ value: T) throws {
    do {
      try call.encode(value, isTopLevel: true)
      if let failure = unsafe state.pointee.failure { throw failure }
    } catch let failure as WireFailure {
      throw unsafe call.error(failure, for: value, path: state.pointee.path(of: failure))
    }
  }

  private func linearised<T>(_ value: T) throws -> LinearTape {
    do throws(WireFailure) {
      return try call.linearised()
    } catch {
      throw call.error(error, for: value, path: [])
    }
  }

  private func writing<T, R>(
    _ value: T, _ view: TapeView, _ write: (TapeView) throws(WireFailure) -> R
  ) throws -> R {
    do throws(WireFailure) {
      return try write(view)
    } catch {
      throw call.error(error, for: value, in: view)
    }
  }

  private static func recycle(_ session: inout EncodingSession) {
    unsafe session.state.pointee.known.boxes.release(keeping: 8, of: session)
    guard isKnownUniquelyReferenced(&session) else {
      return unsafe session.state.pointee.known.boxes.close()
    }
    unsafe session.state.pointee.clear()
    pool.give(session)
  }
}

/// A session as its own code passes it around, see ``DecodingCall``.
@safe
package struct EncodingCall {
  let state: UnsafeMutablePointer<EncodingState>

  /// The session, for what may outlive the call.
  var session: EncodingSession {
    @inline(__always) get {
      // Set when the session was made, which is before anybody could have its state.
      unsafe state.pointee.session.unsafelyUnwrapped
    }
  }

  /// What has been written so far.
  var view: TapeView {
    unsafe state.pointee.view
  }
}

/// What an ``EncodingSession`` holds.
struct EncodingState: ~Copyable {
  /// The owner of this state.
  fileprivate(set) unowned(unsafe) var session: EncodingSession?
  var tape = Tape()
  var open = OpenContainer()
  private(set) var options = CodingOptions()
  var plans = TypePlanCache<any TapeEncodableCollection.Type>()
  /// What is known of keys, under the rule for them that the call has.
  var known = KnownKeyNodes(rule: .exact)
  /// The same under the rule that calls had before.
  private var knownBefore: KnownKeyNodes?
  /// The tape has continuations, placeholders or entries to leave out, or a key twice in one map.
  var needsLinearising = false
  /// What an encoder could not throw.
  var failure: WireFailure?
  /// The last failure that something was taken back for, and the way to where it was thrown.
  var failed: (failure: WireFailure, path: [any CodingKey])?
  /// Where entries begin and end that failed half-way.
  var removed: [Int: Int] = [:]
  /// Nested containers that go on with a value which is none that can be written to, and the value.
  var reopened: [Int: Int] = [:]
  /// Headers of continuations, by the index that they continue.
  private(set) var continuations: [Int: [Int]] = [:]
  /// Lists that more than one container writes to.
  private(set) var sharedLists: Set<Int> = []
  /// Maps in which a name may stand twice. Maps of data may have one twice, too, and keep both.
  /// In the order of noting, which is mostly that of the tape.
  private var repeatingMaps: [Int] = []
  /// The first so many of them, to be asked for one.
  private var knownRepeatingMaps: (set: Set<Int>, count: Int) = ([], 0)
  /// Two members that have one name.
  var clash: MemberClash?
  /// What is known of maps in which nested containers were looked for.
  var knownMembers: [Int: KnownMembers] = [:]
  /// The container that was opened for a placeholder.
  var placeholders: [Int: Int] = [:]
  /// The keys that no key table knows, by the index of their node.
  var modelKeys = ModelKeys()

  /// What has been written so far. Values lie in the arena, and names of keys, where they are kept
  /// from call to call, in the input.
  var view: TapeView { known.view(tape) }

  /// Whether the tape is not the document as it stands.
  var isOutOfOrder: Bool {
    if needsLinearising { return true }
    return repeatingMaps.contains { view.duplicateKey(ofMap: $0) != nil }
  }

  mutating func begin(_ options: CodingOptions) {
    self.options = options
    let rule = options.keys.rule(canonically: false)
    if known.rule != rule { known.change(to: rule, &knownBefore) }
  }

  /// Forgets the model, keeps what is known about types.
  mutating func clear() {
    options = CodingOptions()
    tape.clear()
    open = OpenContainer()
    known.endCall()
    needsLinearising = false
    failure = nil
    clash = nil
    failed = nil
    if !placeholders.isEmpty { placeholders = [:] }
    if !removed.isEmpty { removed = [:] }
    if !reopened.isEmpty { reopened = [:] }
    if !continuations.isEmpty { continuations = [:] }
    if !sharedLists.isEmpty { sharedLists = [] }
    repeatingMaps.removeAll(keepingCapacity: repeatingMaps.count <= 1024)
    if knownRepeatingMaps.count > 0 { knownRepeatingMaps = ([], 0) }
    if !knownMembers.isEmpty { knownMembers = [:] }
    modelKeys.clear()
  }

  // MARK: Containers

  /// Makes the container at `header` the innermost one, so that it can be appended to.
  @inline(__always)
  mutating func enter(_ header: Int) throws(WireFailure) {
    if open.header != header { try reenter(header) }
  }

  @inline(never)
  private mutating func reenter(_ header: Int) throws(WireFailure) {
    if let failure { throw failure }
    if isOpen(header) {
      while open.header != header { open.close(on: &tape) }
    } else if !(open.kind == .continuation && target == header) {
      try openContinuation(of: header)
    }
  }

  /// An open header names its parent, which comes before it; a closed one names its end.
  private func isOpen(_ header: Int) -> Bool { tape.node(at: header).payload <= header }

  /// What the innermost container, a continuation, continues.
  var target: Int {
    unsafe open.header < 0 ? -1 : Int(truncatingIfNeeded: tape.words[open.header + 1])
  }

  /// Goes on with a container that is closed already, or fills a placeholder.
  mutating func openContinuation(of target: Int) throws(WireFailure) {
    continuations[target, default: []].append(tape.count)
    try open.open(.continuation, on: &tape, limit: .max)
    try tape.append(Node(word: UInt64(target)))
    needsLinearising = true
  }

  /// Opens a container as the value of the encoder at `start`, or finds the one opened before.
  mutating func container(_ kind: NodeKind, at start: Int) throws(WireFailure) -> Int {
    if tape.count == start {
      try open.open(kind, on: &tape, limit: .max)
      return start
    }
    var header = start
    if tape.node(at: start).kind == .placeholder {
      guard let known = placeholders[start] else {
        try openContinuation(of: start)
        header = tape.count
        try open.open(kind, on: &tape, limit: .max)
        placeholders[start] = header
        return header
      }
      header = known
    }
    precondition(
      tape.node(at: header).kind == kind,
      "Attempt to push new \(kind) container when a container of another kind has been encoded.")
    share(header)
    return header
  }

  /// Notes that more than one container writes to what is at `header`.
  mutating func share(_ header: Int) {
    if tape.node(at: header).kind == .list {
      sharedLists.insert(header)
    } else {
      noteRepeats(in: header)
    }
  }

  /// Notes that a name may stand twice in the map at `header`.
  mutating func noteRepeats(in header: Int) { repeatingMaps.append(header) }

  /// Whether a name may stand twice in the map at `header`.
  mutating func mayRepeat(in header: Int) -> Bool {
    knownRepeatingMaps.set.formUnion(repeatingMaps[knownRepeatingMaps.count...])
    knownRepeatingMaps.count = repeatingMaps.count
    return knownRepeatingMaps.set.contains(header)
  }

  // MARK: Rolling back

  /// A state to return to when a value fails half-way.
  struct Mark {
    let count: Int
    let open: OpenContainer
  }

  @inline(__always)
  var mark: Mark { Mark(count: tape.count, open: open) }

  /// Takes back what was appended to the container of `mark` since, for that has failed with `error`.
  ///
  /// Words stay where they are, for somebody may hold a container among them, or may have written
  /// to an outer one meanwhile: they are left out in the end.
  @inline(never)
  mutating func rollBack(to mark: Mark, after error: any Error) {
    keepPath(of: error)
    if !knownMembers.isEmpty { forgetMembers(of: mark.open, behind: mark.count) }
    if tape.count <= mark.count + (mark.open.isMap ? 1 : 0), open.header == mark.open.header {
      // No more than a key, which nobody holds.
      tape.truncate(to: mark.count)
      open.count = mark.open.count
      return
    }
    var end = tape.node(at: mark.open.header).payload
    if isOpen(mark.open.header) {
      while open.header != mark.open.header { open.close(on: &tape) }
      open.count = mark.open.count
      end = tape.count
    }
    // A container that was closed before anything was appended has nothing to leave out.
    guard end > mark.count else { return }
    removed[mark.count] = end
    needsLinearising = true
  }
}
