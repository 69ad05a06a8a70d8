package import FerryBase

/// The state of one encoding call: the tape that models write to, and caches for types.
///
/// Encoders and containers hold the session strongly. If one of them outlives the call, it writes
/// to a tape that is not read again.
@safe
package final class EncodingSession: @unchecked Sendable {
  // One thread at a time uses a session: the pool hands it to one caller, and encoders are not
  // Sendable.

  let call = EncodingCall(handle: Handle(EncodingState()))

  init() { unsafe state.session = self }

  deinit { call.handle.deallocate() }

  var state: EncodingState {
    @inline(__always) _read { yield call.state }
    @inline(__always) _modify { yield &call.state }
  }

  private static let pool = Pool<EncodingSession>()

  /// Encodes `value` to a tape and lends the tape to `write`.
  /// - Throws: `EncodingError`, and the errors of a type's own `encode(to:)`.
  package static func encode<T: Encodable, R>(
    _ value: T, options: CodingOptions, write: (TapeView) throws(WireFailure) -> R
  ) throws -> R {
    var session = pool.take() ?? EncodingSession()
    defer { recycle(&session) }
    session.state.begin(options)
    session.state.plans.use(bridge: options.encodingBridge.map { type(of: $0) })
    try session.encodeTopLevel(value)
    if session.state.isOutOfOrder {
      let linear = try session.linearised(value)
      return try session.writing(value, linear.view, write)
    }
    return try session.writing(value, session.call.view, write)
  }

  private func encodeTopLevel<T: Encodable>(_ value: T) throws {
    do {
      try call.encode(value, isTopLevel: true)
      if let failure = state.failure { throw failure }
    } catch let failure as WireFailure {
      throw call.error(failure, for: value, path: state.path(of: failure))
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
    session.state.known.boxes.release(keeping: 8, of: session)
    guard isKnownUniquelyReferenced(&session) else {
      return session.state.known.boxes.close()
    }
    session.state.clear()
    pool.give(session)
  }
}

/// A session without reference counting, see ``DecodingCall``.
package struct EncodingCall {
  fileprivate let handle: Handle<EncodingState>

  var state: EncodingState {
    @inline(__always) _read { yield handle.value }
    @inline(__always) nonmutating _modify { yield &handle.value }
  }

  /// The session, for values that may outlive the call.
  var session: EncodingSession {
    @inline(__always) get {
      // The session sets it in `init`, before other code can have its state.
      unsafe state.session.unsafelyUnwrapped
    }
  }

  /// A view of the tape so far.
  var view: TapeView {
    state.view
  }
}

/// The stored state of an ``EncodingSession``.
struct EncodingState: ~Copyable {
  /// The owner of this state.
  fileprivate(set) unowned(unsafe) var session: EncodingSession?
  var tape = Tape()
  var open = OpenContainer()
  private(set) var options = CodingOptions()
  var plans = TypePlanCache<any TapeEncodableCollection.Type>()
  /// The caches for keys, under the key rule of the call.
  var known = KnownKeyNodes(rule: .exact)
  /// The caches under the key rule of earlier calls.
  private var knownBefore: KnownKeyNodes?
  /// Whether the tape has continuations, placeholders or entries to leave out.
  var needsLinearising = false
  /// A failure that occurred where an encoder cannot throw.
  var failure: WireFailure?
  /// The last failure that caused a rollback, and its coding path.
  var failed: (failure: WireFailure, path: [any CodingKey])?
  /// The entries that failed half-way: the end of each by its start.
  var removed: [Int: Int] = [:]
  /// Nested containers that continue an earlier value to which nothing can be appended, such as a
  /// packed array. The values are the indexes of the earlier values.
  var reopened: [Int: Int] = [:]
  /// Headers of continuations, by the index of the value that they continue.
  private(set) var continuations: [Int: [Int]] = [:]
  /// Arrays that several containers write to.
  private(set) var sharedLists: Set<Int> = []
  /// Objects in which a name may occur twice, mostly in the order of the tape. Objects of data may
  /// have a name twice as well, and keep both members.
  private var repeatingMaps: [Int] = []
  /// The first `count` elements of `repeatingMaps` as a set, for fast look-ups.
  private var knownRepeatingMaps: (set: Set<Int>, count: Int) = ([], 0)
  /// Two members that have the same name in the document.
  var clash: MemberClash?
  /// The known members of objects that were searched for nested containers, by index of the object.
  var knownMembers: [Int: KnownMembers] = [:]
  /// The containers that were opened for placeholders, by index of the placeholder.
  var placeholders: [Int: Int] = [:]
  /// The keys that no key table has, by index of their node.
  var modelKeys = ModelKeys()

  /// A view of the tape so far. Values are in the arena. The names of keys are in the input, if
  /// they stay from call to call.
  var view: TapeView { known.view(tape) }

  /// Whether the tape differs from the document.
  var isOutOfOrder: Bool {
    if needsLinearising { return true }
    return repeatingMaps.contains { view.duplicateKey(ofMap: $0) != nil }
  }

  mutating func begin(_ options: CodingOptions) {
    self.options = options
    let rule = options.keys.rule(canonically: false)
    if known.rule != rule { known.change(to: rule, &knownBefore) }
  }

  /// Clears the model, but keeps the caches for types.
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
    if !repeatingMaps.isEmpty { repeatingMaps = [] }
    if knownRepeatingMaps.count > 0 { knownRepeatingMaps = ([], 0) }
    if !knownMembers.isEmpty { knownMembers = [:] }
    modelKeys.clear()
  }

  // MARK: Containers

  /// Appends a container and enters it.
  @inline(__always)
  mutating func openContainer(_ kind: NodeKind, limit: Int = .max) throws(WireFailure) {
    try open.open(kind, on: &tape, limit: limit)
  }

  /// Completes the innermost container and leaves it.
  @inline(__always)
  mutating func closeContainer() { open.close(on: &tape) }

  mutating func append(_ value: AnyValue) throws(WireFailure) {
    try value.append(to: &tape, &open, limit: options.depthLimit)
  }

  /// Makes the container at `header` the innermost one, so that values can be appended to it.
  @inline(__always)
  mutating func enter(_ header: Int) throws(WireFailure) {
    if open.header != header { try reenter(header) }
  }

  @inline(never)
  private mutating func reenter(_ header: Int) throws(WireFailure) {
    if let failure { throw failure }
    if isOpen(header) {
      while open.header != header { closeContainer() }
    } else if !(open.kind == .continuation && target == header) {
      try openContinuation(of: header)
    }
  }

  /// Returns whether the container at `header` is open. An open header holds the index of its
  /// parent, which comes before it. A closed header holds the index of its end.
  private func isOpen(_ header: Int) -> Bool { tape.node(at: header).payload <= header }

  /// The index of the value that the innermost container, a continuation, continues.
  var target: Int {
    unsafe open.header < 0 ? -1 : Int(truncatingIfNeeded: tape.words[open.header + 1])
  }

  /// Opens a continuation of a closed container or of a placeholder.
  mutating func openContinuation(of target: Int) throws(WireFailure) {
    continuations[target, default: []].append(tape.count)
    try openContainer(.continuation)
    try tape.append(Node(word: UInt64(target)))
    needsLinearising = true
  }

  /// Opens a container as the value of the encoder at `start`, or returns the container that was
  /// opened before.
  mutating func container(_ kind: NodeKind, at start: Int) throws(WireFailure) -> Int {
    if tape.count == start {
      try openContainer(kind)
      return start
    }
    var header = start
    if tape.node(at: start).kind == .placeholder {
      guard let known = placeholders[start] else {
        try openContinuation(of: start)
        header = tape.count
        try openContainer(kind)
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

  /// Notes that several containers write to the container at `header`.
  mutating func share(_ header: Int) {
    if tape.node(at: header).kind == .list {
      sharedLists.insert(header)
    } else {
      noteRepeats(in: header)
    }
  }

  /// Notes that a name may occur twice in the object at `header`.
  mutating func noteRepeats(in header: Int) { repeatingMaps.append(header) }

  /// Returns whether a name may occur twice in the object at `header`.
  mutating func mayRepeat(in header: Int) -> Bool {
    knownRepeatingMaps.set.formUnion(repeatingMaps[knownRepeatingMaps.count...])
    knownRepeatingMaps.count = repeatingMaps.count
    return knownRepeatingMaps.set.contains(header)
  }

  // MARK: Rolling back

  /// A state to return to if a value fails half-way.
  struct Mark {
    let count: Int
    let open: OpenContainer
  }

  @inline(__always)
  var mark: Mark { Mark(count: tape.count, open: open) }

  /// Removes the values that were appended to the container of `mark` after it, because one of them
  /// failed with `error`.
  ///
  /// The words stay on the tape until it is written, and are left out then. A container among them
  /// may still be in use, or an outer container may have new members.
  @inline(never)
  mutating func rollBack(to mark: Mark, after error: any Error) {
    keepPath(of: error)
    if !knownMembers.isEmpty { forgetMembers(of: mark.open, behind: mark.count) }
    if tape.count <= mark.count + (mark.open.isMap ? 1 : 0), open.header == mark.open.header {
      // At most a key was appended, and no container refers to it.
      tape.truncate(to: mark.count)
      open.count = mark.open.count
      return
    }
    var end = tape.node(at: mark.open.header).payload
    if isOpen(mark.open.header) {
      while open.header != mark.open.header { closeContainer() }
      open.count = mark.open.count
      end = tape.count
    }
    // A container that was closed before anything was appended has nothing to leave out.
    guard end > mark.count else { return }
    removed[mark.count] = end
    needsLinearising = true
  }
}
