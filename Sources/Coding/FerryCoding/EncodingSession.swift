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
      var ordered = Tape()
      let view = try session.ordered(value, on: &ordered)
      return try session.writing(value, view, options, write)
    }
    return try session.writing(value, session.call.view, options, write)
  }

  /// Lends the tape with its keys in the order of the options.
  private func writing<T, R>(
    _ value: T, _ view: TapeView, _ options: CodingOptions,
    _ write: (TapeView) throws(WireFailure) -> R
  ) throws -> R {
    guard let order = options.keyOrder else { return try writingAsIs(value, view, write) }
    var sorted = Tape()
    let copy = try writingAsIs(value, view) { view throws(WireFailure) in
      try view.copySorted(0, to: &sorted, depthLimit: options.depthLimit) {
        order(view.string($0), view.string($1))
      }
    }
    return try writingAsIs(value, copy, write)
  }

  private func encodeTopLevel<T: Encodable>(_ value: T) throws {
    do {
      try call.encode(value, isTopLevel: true)
      if let failure = state.failure { throw failure }
    } catch let failure as WireFailure {
      throw call.error(failure, for: value, path: state.path(of: failure))
    }
  }

  private func ordered<T>(_ value: T, on tape: inout Tape) throws -> TapeView {
    do throws(WireFailure) {
      return try call.copyInOrder(to: &tape)
    } catch {
      throw call.error(error, for: value, path: [])
    }
  }

  private func writingAsIs<T, R>(
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
  // The options of the same names, which members of `Codable` types need.

  private(set) var omitsDefaults = false
  private(set) var writesNil = false
  var plans = TypePlanCache<any TapeEncodableCollection.Type>()
  /// The caches for keys, under the key rule of the call.
  var known = KnownKeys<KeyedEncodingCursor>(rule: .exact)
  /// The caches under the key rule of earlier calls.
  private var knownBefore: KnownKeys<KeyedEncodingCursor>?
  /// A failure that occurred where an encoder cannot throw.
  var failure: WireFailure?
  /// The last failure that caused a rollback, and its coding path.
  var failed: (failure: WireFailure, path: [any CodingKey])?
  /// Two members that have the same name in the document.
  var clash: MemberClash?
  /// The contents that are not in the order of the document.
  var late = LateContents()
  /// The keys that no key table has, by index of their node.
  var modelKeys = ModelKeys()

  /// A view of the tape so far. Values are in the arena. The names of keys are in the input, if
  /// they stay from call to call.
  var view: TapeView { known.view(tape) }

  mutating func begin(_ options: CodingOptions) {
    self.options = options
    omitsDefaults = options.omitsDefaults
    writesNil = options.rules.writesNil
    let rule = options.keys.rule(canonically: false)
    if known.rule != rule { known.change(to: rule, &knownBefore) }
  }

  /// Clears the model, but keeps the caches for types.
  mutating func clear() {
    options = CodingOptions()
    tape.clear()
    open = OpenContainer()
    known.endCall()
    failure = nil
    failed = nil
    clash = nil
    late.clear()
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
    } else if !(open.kind == .continuation && target(of: open.header) == header) {
      try openRun(of: header)
    }
  }

  /// Returns whether the container at `header` is open. An open header holds the index of its
  /// parent, which comes before it. A closed header holds the index of its end.
  func isOpen(_ header: Int) -> Bool { tape.node(at: header).payload <= header }

  /// Opens a container as the value of the encoder at `start`, or returns the container that was
  /// opened before.
  mutating func container(_ kind: NodeKind, at start: Int) throws(WireFailure) -> Int {
    if tape.count != start {
      guard tape.node(at: start).kind == .placeholder else { return share(start, kind) }
      if let run = late.runs[start]?.last { return share(run + 2, kind) }
      try fill(start)
    }
    let header = tape.count
    try openContainer(kind)
    return header
  }

  /// Returns `header`, after the check that it is a `kind` that several containers may write to.
  private mutating func share(_ header: Int, _ kind: NodeKind) -> Int {
    precondition(
      tape.node(at: header).kind == kind,
      "Attempt to push new \(kind) container when a container of another kind has been encoded.")
    if kind == .map { late.repeatingMaps.append(header) }
    return header
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
  @inline(never)
  mutating func rollBack(to mark: Mark, after error: any Error) {
    keepPath(of: error)
    if tape.count <= mark.count + (mark.open.isMap ? 1 : 0), open.header == mark.open.header {
      // At most a key was appended, and no container refers to it.
      tape.truncate(to: mark.count)
      open.count = mark.open.count
    } else {
      remove(from: mark)
    }
  }
}
