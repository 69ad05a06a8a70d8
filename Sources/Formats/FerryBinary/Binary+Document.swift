package import FerryBase
package import FerryBinaryEngine
package import FerryCoders
internal import FerryCoding
import Synchronization

extension BinaryReading {
  /// Returns the source of a document in `bytes`. A path skips the values before its target, however
  /// large they are. A path into a packed array reads the whole document. A checksum is verified first.
  @usableFromInline
  package func documentSource(
    of bytes: any DocumentBytes, _ state: DecoderState<BinaryReading>
  ) -> any DocumentSource {
    BinaryDocumentSource(bytes, state)
  }
}

/// A binary document in which paths skip the values before their target.
///
/// Locations are offsets. Those on the tape, which is only filled if a path needs it, count down
/// from -1.
private final class BinaryDocumentSource: DocumentSource {
  private let bytes: any DocumentBytes
  private let state: DecoderState<BinaryReading>
  private let tape: TapeSource
  private let knownHead = Mutex<BinaryHead?>(nil)

  init(_ bytes: any DocumentBytes, _ state: DecoderState<BinaryReading>) {
    self.bytes = bytes
    self.state = state
    tape = TapeSource(bytes, state.reading.tapeFormat(state.coding))
  }

  private static func onTape(_ place: DocumentPlace) -> DocumentPlace {
    DocumentPlace(-1 - place.index, element: place.element)
  }

  func forEachMatch(
    of path: WirePath, from place: DocumentPlace, _ body: (DocumentPlace, [WirePath.Step]) -> Bool
  ) throws {
    guard place.index >= 0 else {
      return try forEachMatchOnTape(of: path, from: Self.onTape(place), after: 0, body)
    }
    guard place.element < 0 else {
      // A number or a truth value has no members or elements.
      if path.isRoot { _ = body(place, []) }
      return
    }
    var found = 0
    let isDone = try withScanner(at: place) { scanner, _ throws(WireFailure) in
      do throws(WireFailure) {
        try path.forEachMatch(in: &scanner) { place, way in
          found += 1
          return body(place, way)
        }
      } catch {
        guard scanner.needsTape else { throw error }
        return false
      }
      return true
    }
    if isDone { return }
    // The tape repeats the path and skips the matches that were already found.
    let start = WirePath(steps: try steps(to: place))
    try forEachMatchOnTape(of: start.appending(path), from: .root, after: found) { place, way in
      body(place, Array(way.dropFirst(start.steps.count)))
    }
  }

  private func forEachMatchOnTape(
    of path: WirePath, from place: DocumentPlace, after known: Int,
    _ body: (DocumentPlace, [WirePath.Step]) -> Bool
  ) throws {
    var left = known
    try tape.forEachMatch(of: path, from: place) { place, way in
      left -= 1
      return left >= 0 || body(Self.onTape(place), way)
    }
  }

  func kind(at place: DocumentPlace) throws -> AnyValue.Kind {
    guard place.index >= 0 else { return try tape.kind(at: Self.onTape(place)) }
    return try withScanner(at: place) { scanner, _ throws(WireFailure) in
      try place.element < 0
        ? scanner.valueKind() : scanner.elementKind(ofListAt: place.index)
    }
  }

  func decode<T: Decodable>(
    _ type: T.Type, at place: DocumentPlace, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    guard place.index >= 0 else {
      return try tape.decode(type, at: Self.onTape(place), userInfo: userInfo)
    }
    let options = state.coding.adding(userInfo)
    return try bytes.withBytes { input in
      guard place != .root else { return try state.decode(type, from: input, options) }
      let head = try head(of: input)
      func read(_ tape: inout Tape) throws(WireFailure) {
        try BinaryReader.readValue(
          at: place.index, element: place.element, of: input, head,
          depthLimit: options.depthLimit, into: &tape)
      }
      return try DecodingSession.decode(
        type, input: input, options: options, read: read,
        offsetOfNode: { Tape.offset(ofNode: $0, read) },
        place: { SourcePlace(binaryOffset: $0) })
    }
  }

  func validate() throws { try tape.validate() }

  func sourcePlace(of place: DocumentPlace) -> SourcePlace? {
    place.index >= 0
      ? SourcePlace(binaryOffset: place.index) : tape.sourcePlace(of: Self.onTape(place))
  }

  // MARK: Reading

  private func head(of input: ByteView) throws -> BinaryHead {
    if let head = knownHead.withLock({ $0 }) { return head }
    do throws(WireFailure) {
      let head = try BinaryHead(input)
      knownHead.withLock { $0 = head }
      return head
    } catch {
      throw placed(error)
    }
  }

  private func withScanner<R>(
    at place: DocumentPlace,
    _ body: (inout BinaryScanner, ByteView) throws(WireFailure) -> R
  ) throws -> R {
    try bytes.withBytes { input in
      let head = try head(of: input)
      let start = place == .root ? nil : place.index
      var scanner = BinaryScanner(
        input, head, at: start, depthLimit: state.coding.depthLimit)
      do throws(WireFailure) {
        return try body(&scanner, input)
      } catch {
        throw placed(error)
      }
    }
  }

  private func placed(_ failure: WireFailure) -> DecodingError {
    DecodingError.unreadable(Problem(failure).placed { SourcePlace(binaryOffset: $0) })
  }

  /// Returns the path from the root to the value at `place`.
  private func steps(to place: DocumentPlace) throws -> [WirePath.Step] {
    if place == .root { return [] }
    return try withScanner(at: .root) { scanner, _ throws(WireFailure) in
      try scanner.steps(to: place.index)
    }
  }
}

extension BinaryScanner {
  /// Returns the path from the value at the cursor to the value at `target` inside it.
  fileprivate mutating func steps(to target: Int) throws(WireFailure) -> [WirePath.Step] {
    var steps: [WirePath.Step] = []
    while offset < target, let isMap = try isMap(), try enter() {
      var index = 0
      while true {
        let step: WirePath.Step = isMap ? .key(try readKey()) : .index(index)
        if target < (try endOfValue()) {
          steps.append(step)
          break
        }
        try skipValue()
        index += 1
        guard try advance(inMap: isMap) else { return steps }
      }
    }
    return steps
  }
}

extension BinaryScanner: ValueScanner {
  package mutating func place() throws(WireFailure) -> DocumentPlace {
    if let (list, element) = packedElement { return DocumentPlace(list, element: element) }
    _ = try endOfValue()
    return DocumentPlace(offset)
  }
}
