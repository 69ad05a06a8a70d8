internal import FerryBase

/// An object that is being written by a caller that knows its keys. The caller writes each key
/// once, unless it calls ``allowDuplicates()``.
///
/// An object and its nested objects may be written to alternately.
package struct TapeMembers {
  private let session: EncodingSession
  private let header: Int
  private let keys: KeyNodeTable

  private var call: EncodingCall { session.call }

  fileprivate init(_ session: EncodingSession, header: Int, keys: KeyNodeTable) {
    self.session = session
    self.header = header
    self.keys = keys
  }

  /// The coding path of the object.
  package var codingPath: [any CodingKey] { unsafe call.state.pointee.path(to: header) }

  /// Appends a member. `number` identifies the key within its plan.
  package func append<T: Encodable>(_ value: T, _ name: String, number: Int) throws {
    try append(name, number) { call throws in try call.encode(value) }
  }

  /// Appends a member whose value is null.
  package func appendNull(_ name: String, number: Int) throws {
    try append(name, number) { call throws in try call.appendNull() }
  }

  /// Appends a member whose value is an empty object. That object can be written to until the call
  /// ends.
  package func members(_ name: String, number: Int) throws -> TapeMembers {
    try unsafe call.state.pointee.enter(header)
    try appendKey(name, number)
    let start = unsafe call.state.pointee.tape.count
    _ = try unsafe call.state.pointee.container(.map, at: start)
    return TapeMembers(session, header: start, keys: keys)
  }

  /// Appends a member. `body` gets an encoder for its value and has to use the encoder at once.
  package func write(
    _ name: String, number: Int, _ body: (TapeEncoder) throws -> Void
  ) throws {
    try append(name, number) { call throws in
      try call.checkDepth()
      let (start, depth) = unsafe (call.state.pointee.tape.count, call.state.pointee.open.depth)
      try body(TapeEncoder(call, at: start))
      try call.end((), since: start, depth)
    }
  }

  /// Appends a member whose value may be written later.
  package func placeholder(_ name: String, number: Int) throws -> any Encoder {
    try unsafe call.state.pointee.enter(header)
    try appendKey(name, number)
    return call.placeholder()
  }

  /// Allows a name to occur twice. Call this before the second occurrence. The last of equal keys
  /// counts.
  package func allowDuplicates() { unsafe call.state.pointee.noteRepeats(in: header) }

  private func append(
    _ name: String, _ number: Int, _ write: (EncodingCall) throws -> Void
  ) throws {
    try unsafe call.state.pointee.enter(header)
    let mark = unsafe call.state.pointee.mark
    do {
      try appendKey(name, number)
      try write(call)
    } catch {
      unsafe call.state.pointee.rollBack(to: mark, after: error)
      throw error
    }
  }

  private func appendKey(_ name: String, _ number: Int) throws {
    unsafe call.state.pointee.open.count += 1
    guard number < KeyNodeTable.capacity else {
      try unsafe call.state.pointee.tape.append(name)
      return
    }
    try unsafe call.state.pointee.tape.append(node(name, number))
  }

  private func node(_ name: String, _ number: Int) throws -> Node {
    try unsafe call.state.pointee.known.node(number, in: keys)
      ?? call.state.pointee.known.keep(name, of: number, in: keys)
      ?? call.state.pointee.tape.node(storing: name)
  }
}

extension TapeEncoder {
  /// Returns the object that is this encoder's value, for the plan with this number. A plan gives
  /// equal numbers to equal names, and each plan has a number of its own.
  package func members(ofPlan plan: Int) throws -> TapeMembers {
    let header = try unsafe call.state.pointee.container(.map, at: start)
    return unsafe TapeMembers(
      session, header: header, keys: call.state.pointee.known.tables.table(ofPlan: plan))
  }

  /// Allows a key to occur twice in the object that is this encoder's value. Call this before the
  /// second occurrence. The last of equal keys counts.
  package func allowDuplicates() throws {
    try unsafe call.state.pointee.noteRepeats(
      in: call.state.pointee.container(.map, at: start))
  }
}
