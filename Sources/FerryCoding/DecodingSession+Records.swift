import FerryTape

// Records of a stream: many documents on one tape, as the elements of a list, and one session for
// all of them. What is found once per type is then found once per stream.
extension DecodingSession {
  /// A session for a series of documents; it stays with the caller.
  package static func forRecords() -> DecodingSession { DecodingSession() }

  /// Starts with a tape of records, which `read` fills with ranges of `input`: a list at index 0
  /// that has a record for each element.
  package func beginRecords(
    _ input: UnsafeBufferPointer<UInt8>, _ options: CodingOptions, _ read: (inout Tape) -> Void
  ) {
    unsafe state.pointee.begin(input, options)
    unsafe read(&state.pointee.tape)
    unsafe state.pointee.updateView()
  }

  /// Decodes the record whose root is at `index`; coding paths begin there.
  package func record<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    unsafe state.pointee.recordRoot = index
    return try call.document(type, at: index)
  }

  /// Decodes the records whose roots are at `roots`, up to one that could not be read, which has a
  /// negative root. They are initialised from `memory` on and counted.
  /// - Throws: what is wrong with a record, when it is its turn.
  package func records<T: Decodable>(
    _ type: T.Type, at roots: ArraySlice<Int>, to memory: UnsafeMutablePointer<T>,
    _ count: inout Int
  ) throws {
    let rejectsUnknownKeys = unsafe state.pointee.options.rejectsUnknownKeys
    for root in roots {
      guard root >= 0 else { return }
      if rejectsUnknownKeys {
        unsafe (memory + count).initialize(to: try record(type, at: root))
      } else {
        // Not through another call, which would move the record once more.
        unsafe state.pointee.recordRoot = root
        unsafe (memory + count).initialize(to: try call.value(type, at: root))
      }
      count += 1
    }
  }

  /// Forgets the records, whose input the caller takes back. A decoder that outlives them keeps the
  /// session, and the caller gets another one.
  package static func endRecords(_ session: inout DecodingSession) {
    unsafe session.state.pointee.releaseBoxes(of: session)
    if isKnownUniquelyReferenced(&session) {
      unsafe session.state.pointee.clear()
    } else {
      unsafe session.state.pointee.keepInput()
      session = DecodingSession()
    }
  }
}
