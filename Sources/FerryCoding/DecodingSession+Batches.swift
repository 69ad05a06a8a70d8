import FerryBytes
import FerryTape

// A list at the top whose elements are read and decoded a group at a time, one tape after the
// other: memory beside the input and the result stays at that of a group.
extension DecodingSession {
  /// Words of a tape at which a group ends: half a megabyte, at most one megabyte with the growth
  /// of the tape.
  package static let groupWordCount = 1 << 16

  /// Decodes the elements of a list in groups.
  ///
  /// `read` fills a tape with a list of the next elements, up to a number of words, and says
  /// whether there are more. `elementsLeft` estimates how many are still to come when so many have
  /// been read. Only when there is an error: `offsetOfNode` finds the byte offset of a value in the
  /// last group, and `place` says where an offset is.
  /// - Throws: as ``decode(_:input:options:read:offsetOfNode:place:problem:)``.
  package static func decodeElements<Element: Decodable>(
    of type: [Element].Type, input: ByteView, options: CodingOptions,
    read: (inout Tape, _ wordCount: Int) throws(WireFailure) -> Bool,
    elementsLeft: (_ count: Int) -> Int,
    offsetOfNode: (Int) -> Int?,
    place: (Int) -> SourcePlace
  ) throws -> [Element] {
    var session = takeFromPool()
    defer { recycle(&session) }
    var wordCount = groupWordCount
    var hasMore = try session.readGroup(
      input, options, first: 0, wordCount, read, offsetOfNode, place)
    let first = unsafe session.state.pointee.view.elementCount(0)
    // Eight bytes for each of the input's, at most: what follows need not be like the first ones.
    let most = input.count &* 8 / MemoryLayout<Element>.stride
    let expected = hasMore ? first + min(elementsLeft(first), most) : first
    // What comes after as many as were expected.
    var surplus: [Element] = []
    let array = try unsafe [Element](unsafeUninitializedCapacity: expected) { elements, count in
      while true {
        do {
          try unsafe session.call.decodeElements(to: elements, &count, &surplus)
        } catch {
          throw session.placed(error, offsetOfNode, place, { _ in nil })
        }
        guard hasMore else { return }
        if !endGroup(&session) {
          // A decoder outlives its group and keeps the session, with a copy of the input. So that
          // there are not many copies, the rest is one group.
          wordCount = .max
        }
        hasMore = try session.readGroup(
          input, options, first: count + surplus.count, wordCount, read, offsetOfNode, place)
      }
    }
    return surplus.isEmpty ? array : array + surplus
  }

  /// Fills the tape with the next group, whose first element has the number `first`.
  /// - Returns: whether there are more.
  private func readGroup(
    _ input: ByteView, _ options: CodingOptions, first: Int,
    _ wordCount: Int, _ read: (inout Tape, _ wordCount: Int) throws(WireFailure) -> Bool,
    _ offsetOfNode: (Int) -> Int?, _ place: (Int) -> SourcePlace
  ) throws -> Bool {
    unsafe state.pointee.begin(input, options, firstElement: first)
    do throws(WireFailure) {
      let hasMore = try unsafe read(&state.pointee.tape, wordCount)
      unsafe state.pointee.updateView()
      return hasMore
    } catch {
      throw placed(error, offsetOfNode, place, { _ in nil })
    }
  }

  /// Forgets the group. If a decoder still needs it, that keeps the session.
  /// - Returns: whether it is the same session still.
  private static func endGroup(_ session: inout DecodingSession) -> Bool {
    unsafe session.state.pointee.releaseBoxes(of: session)
    if isKnownUniquelyReferenced(&session) {
      unsafe session.state.pointee.clear()
      return true
    }
    unsafe session.state.pointee.keepInput()
    session = takeFromPool()
    return false
  }
}

extension DecodingCall {
  /// Decodes the elements of the array at the root of the tape to the end of `elements`, and those
  /// that do not fit to `surplus`.
  fileprivate func decodeElements<Element: Decodable>(
    to elements: UnsafeMutableBufferPointer<Element>, _ count: inout Int, _ surplus: inout [Element]
  ) throws {
    var position = 1
    while unsafe position < state.pointee.view[0].payload {
      if count < elements.count, let base = elements.baseAddress {
        // In place: as a constant for both branches it would be copied.
        unsafe (base + count).initialize(to: try value(Element.self, at: position))
        count += 1
      } else {
        try append(position, to: &surplus)
      }
      // Decoding may have unpacked a list, which moves the tape.
      position = unsafe state.pointee.view.next(position)
    }
  }

  @inline(never)
  private func append<Element: Decodable>(
    _ position: Int, to surplus: inout [Element]
  ) throws {
    surplus.append(try value(Element.self, at: position))
  }
}

// Records of a stream: many documents on one tape, as the elements of a list, and one session for
// all of them. What is found once per type is then found once per stream.
extension DecodingSession {
  /// A session for a series of documents; it stays with the caller.
  package static func forRecords() -> DecodingSession { DecodingSession() }

  /// Starts with a tape of records, which `read` fills with ranges of `input`: a list at index 0
  /// that has a record for each element.
  package func beginRecords(
    _ input: ByteView, _ options: CodingOptions, _ read: (inout Tape) -> Void
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
