import FerryBinary
internal import FerryBase
internal import FerryCoding
import Synchronization

extension Binary {
  /// Returns a binary document that is read on demand: see ``Document``.
  ///
  /// The document keeps the bytes without a copy, unless they are not contiguous. A path skips the
  /// values before its target, however large they are. One case reads the whole document: a path
  /// into an array that is packed as a batch, as rows of numbers or as deltas. A checksum is
  /// verified first. `decoder` decodes the values.
  public static func document(
    _ bytes: some Collection<UInt8> & Sendable, decoder: Decoder = Decoder()
  ) -> Document {
    Document(BinaryDocumentSource(CollectionBytes.owner(of: bytes), decoder))
  }

  /// Lends a document over borrowed memory to `body`. A part of the document that outlives the call
  /// keeps a copy of the memory.
  public static func withDocument<R>(
    _ span: RawSpan, decoder: Decoder = Decoder(), _ body: (Document) throws -> R
  ) rethrows -> R {
    try unsafe span.withUnsafeBytes { bytes in
      try unsafe BorrowedBytes.lend(ByteView(bytes)) { owner in
        try body(Document(BinaryDocumentSource(owner, decoder)))
      }
    }
  }
}

/// A binary document in which paths skip the values before their target.
///
/// Locations are offsets. Those on the tape, which is only filled if a path needs it, count down
/// from -1.
private final class BinaryDocumentSource: DocumentSource {
  private let bytes: any DocumentBytes
  private let decoder: Binary.Decoder
  private let tape: TapeSource
  private let knownHead = Mutex<BinaryHead?>(nil)

  init(_ bytes: any DocumentBytes, _ decoder: Binary.Decoder) {
    self.bytes = bytes
    self.decoder = decoder
    tape = TapeSource(bytes, .binary(decoder))
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
    return try bytes.withBytes { input in
      guard place != .root else {
        return try decoder.decode(type, input, userInfo)
      }
      let head = try head(of: input)
      let options = decoder.options(with: userInfo)
      return try BinaryReading.decode(type, from: input, options) {
        tape throws(WireFailure) in
        try BinaryReader.readValue(
          at: place.index, element: place.element, of: input, head,
          depthLimit: options.depthLimit, into: &tape)
      }
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
        input, head, at: start, depthLimit: decoder.depthLimit)
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
  mutating func place() throws(WireFailure) -> DocumentPlace {
    if let (list, element) = packedElement { return DocumentPlace(list, element: element) }
    _ = try endOfValue()
    return DocumentPlace(offset)
  }
}

extension TapeSource.Format {
  fileprivate static func binary(_ decoder: Binary.Decoder) -> TapeSource.Format {
    @Sendable func read(
      _ input: ByteView, _ tape: inout Tape
    ) throws(WireFailure) {
      var reader = BinaryReader(input, depthLimit: decoder.depthLimit)
      try reader.readDocument(into: &tape)
    }
    return TapeSource.Format(
      read: read,
      offsetOfNode: { node, input in
        Tape.offset(ofNode: node) { tape throws(WireFailure) in
          try read(input, &tape)
        }
      },
      options: { decoder.options(with: $0) })
  }
}
