import FerryTape

/// One encoding call: the tape that models write to.
///
/// Encoders and containers hold the session strongly; one that outlives the call writes to a tape
/// that nobody reads.
package final class EncodingSession: @unchecked Sendable {
  // One thread at a time uses a session: the pool hands it to one caller, and encoders are not
  // Sendable.

  /// Behind a pointer, because stored properties of a class cost an exclusivity check each.
  let state: UnsafeMutablePointer<EncodingState>

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: EncodingState())
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  private static let pool = Pool<EncodingSession>()

  /// Encodes `value` to a tape and lends it to `write`.
  /// - Throws: `EncodingError`, and whatever a type's own `encode(to:)` throws.
  package static func encode<T: Encodable, R>(
    _ value: T, options: EncodingOptions, write: (TapeView) throws(Failure) -> R
  ) throws -> R {
    var session = pool.take() ?? EncodingSession()
    defer { recycle(&session) }
    session.state.pointee.options = options
    try session.encodeTopLevel(value)
    if session.state.pointee.needsLinearising {
      let linear = try session.linearised()
      return try session.writing(value, linear.view, write)
    }
    return try session.writing(value, session.view, write)
  }

  private func encodeTopLevel<T: Encodable>(_ value: T) throws {
    do {
      try encode(value, isTopLevel: true)
      if let failure = state.pointee.failure { throw failure }
    } catch let failure as Failure {
      throw error(failure, for: value, path: state.pointee.path)
    }
  }

  private func writing<T, R>(
    _ value: T, _ view: TapeView, _ write: (TapeView) throws(Failure) -> R
  ) throws -> R {
    do throws(Failure) {
      return try write(view)
    } catch {
      var trail = CodingTrail()
      let steps = error.node < 0 ? [] : trail.steps(to: error.node, in: view)
      throw self.error(error, for: value, path: steps.map { TapeKey($0, in: view) })
    }
  }

  /// What has been written so far.
  var view: TapeView {
    // Everything that a model encodes lies in the arena.
    TapeView(state.pointee.tape, input: UnsafePointer(state.pointee.tape.arena))
  }

  private static func recycle(_ session: inout EncodingSession) {
    // The containers kept for reuse hold the session.
    session.state.pointee.keyedContainers.removeAll()
    guard isKnownUniquelyReferenced(&session) else { return }
    session.state.pointee.clear()
    pool.give(session)
  }
}

/// What an ``EncodingSession`` holds.
struct EncodingState: ~Copyable {
  var tape = Tape()
  var open = OpenContainer()
  var options = EncodingOptions()
  var plans = TypePlanCache<any TapeEncodableCollection.Type>()
  var keyTables = KeyNodeTableCache()
  var keyedContainers = KeyedEncodingContainerCache()
  /// Counts the calls: what is known about keys is their place in one call's arena.
  var generation: UInt32 = 1
  /// The tape has continuations, placeholders, or perhaps a key twice in one map.
  var needsLinearising = false
  /// What an encoder could not throw.
  var failure: Failure?
  /// Nested containers for keys that may have one already: contents of both are one container's.
  var reopened: Set<Int> = []
  /// The container that was opened for a placeholder.
  var placeholders: [Int: Int] = [:]

  /// Forgets the model, keeps what is known about types.
  mutating func clear() {
    if options.bridge != nil { plans.removeAll() }
    options = EncodingOptions()
    tape.clear()
    open = OpenContainer()
    generation &+= 1
    needsLinearising = false
    failure = nil
    if !placeholders.isEmpty { placeholders = [:] }
    if !reopened.isEmpty { reopened = [] }
  }

  // MARK: Containers

  /// Makes the container at `header` the innermost one, so that it can be appended to.
  @inline(__always)
  mutating func enter(_ header: Int) throws(Failure) {
    if open.header != header { try reenter(header) }
  }

  @inline(never)
  private mutating func reenter(_ header: Int) throws(Failure) {
    if isOpen(header) {
      while open.header != header { open.close(on: &tape) }
    } else if !(open.kind == .continuation && target == header) {
      try openContinuation(of: header)
    }
  }

  /// An open header names its parent, which comes before it; a closed one names its end.
  private func isOpen(_ header: Int) -> Bool { tape.node(at: header).payload <= header }

  /// What the innermost container, a continuation, continues.
  private var target: Int {
    open.header < 0 ? -1 : Int(truncatingIfNeeded: tape.words[open.header + 1])
  }

  /// Goes on with a container that is closed already, or fills a placeholder.
  mutating func openContinuation(of target: Int) throws(Failure) {
    try open.open(.continuation, on: &tape, limit: .max)
    try tape.append(Node(word: UInt64(target)))
    needsLinearising = true
  }

  /// Opens a container as the value of the encoder at `start`, or finds the one opened before.
  mutating func container(_ kind: NodeKind, at start: Int) throws(Failure) -> Int {
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
    return header
  }

  // MARK: Rolling back

  /// A state to return to when a value fails half-way.
  struct Mark {
    let count: Int
    let open: OpenContainer
  }

  @inline(__always)
  var mark: Mark { Mark(count: tape.count, open: open) }

  @inline(never)
  mutating func rollBack(to mark: Mark) {
    tape.truncate(to: mark.count)
    open = mark.open
    placeholders = placeholders.filter { $0.key < mark.count }
    reopened = reopened.filter { $0 < mark.count }
  }

  // MARK: Path

  /// The way to the value that is being written.
  var path: [any CodingKey] {
    var keys: [any CodingKey] = []
    var header = open.header
    var count = open.count
    while header >= 0 {
      let node = tape.node(at: header)
      switch node.kind {
      case .map: lastKey(of: header).map { keys.append($0) }
      case .list: if count > 0 { keys.append(TapeKey(intValue: count - 1)) }
      default: break
      }
      header = node.payload - 1
      if header >= 0 { count = tape.node(at: header).length }
    }
    return keys.reversed()
  }

  /// The key that was appended last to the open map at `header`.
  private func lastKey(of header: Int) -> TapeKey? {
    let view = TapeView(tape, input: UnsafePointer(tape.arena))
    var last: Int?
    var position = header + 1
    while position < tape.count {
      if view[position].kind == .continuation { break }
      last = position
      // A value that is still open, or not there yet, is the last one.
      guard position + 1 < tape.count else { break }
      let next = view.next(position + 1)
      guard next > position + 1 else { break }
      position = next
    }
    return last.map { TapeKey(stringValue: view.string(view[$0])) }
  }
}
