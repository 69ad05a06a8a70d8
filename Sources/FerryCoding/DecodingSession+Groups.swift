import FerryBytes
import FerryTape

// A list at the top whose elements are read and decoded a group at a time, one tape after the
// other: memory beside the input and the result stays at that of a group.
extension DecodingSession {
  /// Words of a tape at which a group ends: half a megabyte, and at most a whole one with the room
  /// that a tape grows by.
  package static let groupWordCount = 1 << 16

  /// Decodes the elements of a list in groups.
  ///
  /// `read` fills a tape with a list of the next elements, up to a number of words, and says
  /// whether there are more. `elementsLeft` estimates how many are still to come when so many have
  /// been read. Only when there is an error: `offsetOfNode` finds the byte offset of a value in the
  /// last group, and `place` says where an offset is.
  /// - Throws: as ``decode(_:input:options:read:offsetOfNode:place:problem:)``.
  package static func decodeElements<Element: Decodable>(
    of type: [Element].Type, input: UnsafeBufferPointer<UInt8>, options: DecodingOptions,
    read: (inout Tape, _ wordCount: Int) throws(Failure) -> Bool,
    elementsLeft: (_ count: Int) -> Int,
    offsetOfNode: (Int) -> Int?,
    place: (Int) -> SourcePlace
  ) throws -> [Element] {
    var session = takeFromPool()
    defer { recycle(&session) }
    var array: [Element] = []
    var wordCount = groupWordCount
    do {
      var hasMore = true
      while hasMore {
        session.state.pointee.begin(input, options, firstElement: array.count)
        hasMore = try read(&session.state.pointee.tape, wordCount)
        session.state.pointee.updateView()
        if hasMore, array.isEmpty {
          let count = session.state.pointee.view.elementCount(0)
          array.reserveCapacity(count + elementsLeft(count))
        }
        try session.call.appendElements(to: &array)
        if hasMore, !endGroup(&session) {
          // A decoder outlives its group and keeps the session, with a copy of the input. So that
          // there are not many copies, the rest is one group.
          wordCount = .max
        }
      }
      return array
    } catch {
      throw session.placed(error, offsetOfNode, place, { nil })
    }
  }

  /// Forgets the group. If a decoder still needs it, that keeps the session.
  /// - Returns: whether it is the same session still.
  private static func endGroup(_ session: inout DecodingSession) -> Bool {
    session.state.pointee.releaseBoxes(of: session)
    if isKnownUniquelyReferenced(&session) {
      session.state.pointee.clear()
      return true
    }
    session.state.pointee.keepInput()
    session = takeFromPool()
    return false
  }
}

extension DecodingCall {
  /// Decodes the elements of the list at the root of the tape.
  fileprivate func appendElements<Element: Decodable>(to array: inout [Element]) throws {
    if Element.self == Int.self || Element.self == Double.self || Element.self == String.self
      || Element.self == Bool.self
    {
      // These have a loop of their own.
      return array.append(contentsOf: try [Element].decode(self, at: 0))
    }
    var position = 1
    while position < state.pointee.view[0].payload {
      array.append(try value(Element.self, at: position))
      // Decoding may have unpacked a list, which moves the tape.
      position = state.pointee.view.next(position)
    }
  }
}
