internal import FerryBase

/// An object that is being written by a caller that knows its keys. The caller writes each key
/// once, unless it calls ``allowDuplicates()``.
///
/// An object and its nested objects may be written to alternately.
package struct TapeMembers {
  private let session: EncodingSession
  private let header: Int
  private let keys: KeyTable

  private var call: EncodingCall { session.call }

  fileprivate init(_ session: EncodingSession, header: Int, keys: KeyTable) {
    self.session = session
    self.header = header
    self.keys = keys
  }

  /// The coding path of the object.
  package var codingPath: [any CodingKey] { call.state.path(to: header) }

  /// Appends a member. `number` identifies the key within its plan.
  package func append<T: Encodable>(_ value: T, _ name: String, number: Int) throws {
    if call.omits(value) { return }
    try append(name, number) { call throws in try call.encode(value) }
  }

  /// Whether the `nil` of a member is written as null.
  package var writesNil: Bool { call.state.writesNil }

  /// Appends a member whose value is null.
  package func appendNull(_ name: String, number: Int) throws {
    try append(name, number) { call throws in try call.appendNull() }
  }

  /// Appends a member whose value is an empty object. That object can be written to until the call
  /// ends.
  package func members(_ name: String, number: Int) throws -> TapeMembers {
    try call.state.enter(header)
    try appendKey(name, number)
    let start = call.state.tape.count
    _ = try call.state.container(.map, at: start)
    return TapeMembers(session, header: start, keys: keys)
  }

  /// Appends a member. `body` gets an encoder for its value and has to use the encoder at once.
  package func write(
    _ name: String, number: Int, _ body: (TapeEncoder) throws -> Void
  ) throws {
    try append(name, number) { call throws in
      try call.checkDepth()
      let (start, depth) = (call.state.tape.count, call.state.open.depth)
      try body(TapeEncoder(call, at: start))
      try call.end((), since: start, depth)
    }
  }

  /// Appends a member whose value may be written later.
  package func placeholder(_ name: String, number: Int) throws -> any Encoder {
    try call.state.enter(header)
    try appendKey(name, number)
    return call.placeholder()
  }

  /// Allows a name to occur twice. Call this before the second occurrence. The last of equal keys
  /// counts.
  package func allowDuplicates() { call.state.late.repeatingMaps.append(header) }

  private func append(
    _ name: String, _ number: Int, _ write: (EncodingCall) throws -> Void
  ) throws {
    try call.state.enter(header)
    let mark = call.state.mark
    do {
      try appendKey(name, number)
      try write(call)
    } catch {
      call.state.rollBack(to: mark, after: error)
      throw error
    }
  }

  private func appendKey(_ name: String, _ number: Int) throws {
    call.state.open.count += 1
    guard number < KeyTable.capacity else {
      try call.state.tape.append(name)
      return
    }
    try call.state.tape.append(node(name, number))
  }

  private func node(_ name: String, _ number: Int) throws -> Node {
    try keys.node(number)
      ?? call.state.known.keep(name, of: number, in: keys)
      ?? call.state.tape.node(storing: name)
  }
}

extension TapeEncoder {
  /// Returns the object that is this encoder's value, for the plan with this number. A plan gives
  /// equal numbers to equal names, and each plan has a number of its own.
  package func members(ofPlan plan: Int) throws -> TapeMembers {
    let header = try call.state.container(.map, at: start)
    return TapeMembers(
      session, header: header, keys: call.state.known.tables.table(ofPlan: plan))
  }

  /// Allows a key to occur twice in the object that is this encoder's value. Call this before the
  /// second occurrence. The last of equal keys counts.
  package func allowDuplicates() throws {
    let header = try call.state.container(.map, at: start)
    call.state.late.repeatingMaps.append(header)
  }
}
