package import FerryBase

// Decodes a top-level array in groups of elements, one tape after the other. Beside the input and
// the result, this needs memory only for one group.
extension DecodingSession {
  /// The number of tape words at which a group ends: half a megabyte, or at most one megabyte while
  /// the tape grows.
  package static let groupWordCount = 1 << 16

  /// Decodes the elements of the array that `source` reads in groups.
  /// - Throws: the errors of ``decode(_:from:_:options:)``.
  package static func decodeElements<Element: Decodable, Source: ElementSource & ~Copyable>(
    of type: [Element].Type, from source: inout Source, _ cursor: inout PlaceCursor,
    options: CodingOptions
  ) throws -> [Element] {
    var session = takeFromPool()
    defer { recycle(&session) }
    var elements: [Element] = []
    do {
      while true {
        try session.begin(
          from: &source, cursor.input, options, firstElement: elements.count)
        if elements.isEmpty {
          let first = session.state.view.elementCount(0)
          // At most eight bytes for each byte of the input, because later elements may differ from
          // the first ones.
          let most = cursor.input.count &* 8 / MemoryLayout<Element>.stride
          elements.reserve(
            source.hasMore ? first + min(source.elementsLeft(after: first), most) : first)
        }
        try session.call.decodeElements(to: &elements)
        guard source.hasMore else { return elements }
        if !end(&session) {
          // A decoder that outlives its group keeps the session and a copy of the input. The rest
          // becomes one group, so that there are few copies.
          source.wordCount = .max
          session = takeFromPool()
        }
      }
    } catch {
      throw session.call.located(error, of: type, from: &source, &cursor)
    }
  }
}

/// A reader of an array in groups: each call of `read` appends an array of the next elements.
package protocol ElementSource: TapeSource, ~Copyable {
  /// The number of words on the tape at which a group ends.
  var wordCount: Int { get set }

  /// Whether elements follow the last group.
  var hasMore: Bool { get }

  /// Estimates the number of elements that follow the first `count`.
  func elementsLeft(after count: Int) -> Int
}

extension DecodingCall {
  /// Decodes the elements of the array at the root of the tape and appends them.
  fileprivate func decodeElements<Element: Decodable>(to elements: inout [Element]) throws {
    var position = 1
    while position < state.view[0].payload {
      elements.append(try value(Element.self, at: position))
      // Decoding may have unpacked an array, which moves the tape.
      position = state.view.next(position)
    }
  }
}

// The records of a stream are the elements of an array on one tape. One session decodes all of
// them, so each type is examined once per stream.
extension DecodingSession {
  /// Begins a tape of records, which `read` fills with ranges of `input`: an array at index 0 with
  /// one element per record. `offset` returns the offset of the record whose root is at an index.
  package func beginRecords(
    _ input: ByteView, _ options: CodingOptions, offset: ((Int) -> Int?)? = nil,
    _ read: (inout Tape) -> Void
  ) {
    state.begin(input, options)
    state.recordOffset = offset
    if state.sourceOffsets != nil { state.sourceOffsets = nil }
    read(&state.tape)
    state.updateView()
  }

  /// Decodes the record whose root is at `index`. Its coding paths begin at that root.
  package func record<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    state.recordRoot = index
    return try call.document(type, at: index)
  }

  /// Decodes the records at `roots` into uninitialised memory at `memory`, and adds their number to
  /// `count`.
  ///
  /// A negative root marks a record that could not be read. Decoding stops there.
  /// - Throws: the error of the first record that fails to decode.
  package func records<T: Decodable>(
    _ type: T.Type, at roots: ArraySlice<Int>, to memory: UnsafeMutablePointer<T>,
    _ count: inout Int
  ) throws {
    let rejectsUnknownKeys = state.options.rules.rejectsUnknownKeys
    for root in roots {
      guard root >= 0 else { return }
      if rejectsUnknownKeys {
        unsafe (memory + count).initialize(to: try record(type, at: root))
      } else {
        // `record(_:at:)` would move the record once more.
        state.recordRoot = root
        unsafe (memory + count).initialize(to: try call.value(type, at: root))
      }
      count += 1
    }
  }

  /// Clears the records, because the caller takes their input back. If a decoder outlives them, the
  /// decoder keeps the session and the caller gets a new one.
  package static func endRecords(_ session: inout DecodingSession) {
    if !end(&session) { session = DecodingSession() }
  }
}
