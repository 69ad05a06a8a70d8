package import FerryBase
package import FerryCoding
import Synchronization

/// A document whose format cannot be read in parts, or whose options forbid it. The first access
/// reads the whole document onto a tape.
package final class TapeSource: DocumentSource {
  /// The functions of a format.
  @safe
  package struct Format: Sendable {
    /// Reads the input, one document, onto the tape. Throws a `WireFailure`, or the error that was
    /// made from one.
    package let read: @Sendable (ByteView, inout Tape) throws -> Void
    /// Returns the byte offset of the value at an index of that tape.
    let offsetOfNode: @Sendable (Int, ByteView) -> Int?
    /// Returns the byte offsets of all values in one pass; none if the format cannot.
    let offsets: @Sendable (ByteView) -> [Int]
    /// Returns the location of an offset in the input. The cursor finds ascending ones in one scan.
    let place: @Sendable (Int, ByteView, inout PlaceCursor) -> SourcePlace
    /// Returns the options of a call.
    let options: @Sendable ([CodingUserInfoKey: any Sendable]) -> CodingOptions

    package init(
      read: @escaping @Sendable (ByteView, inout Tape) throws -> Void,
      offsetOfNode: @escaping @Sendable (Int, ByteView) -> Int?,
      offsets: @escaping @Sendable (ByteView) -> [Int] = { _ in [] },
      place: @escaping @Sendable (Int, ByteView, inout PlaceCursor) -> SourcePlace = {
        offset, _, _ in SourcePlace(binaryOffset: offset)
      },
      options: @escaping @Sendable ([CodingUserInfoKey: any Sendable]) -> CodingOptions
    ) {
      self.read = read
      self.offsetOfNode = offsetOfNode
      self.offsets = offsets
      self.place = place
      self.options = options
    }
  }

  private let bytes: any DocumentBytes
  private let format: Format
  private let tape = Mutex<FinishedTape?>(nil)

  package init(_ bytes: any DocumentBytes, _ format: Format) {
    self.bytes = bytes
    self.format = format
  }

  package func forEachMatch(
    of path: WirePath, from place: DocumentPlace, _ body: (DocumentPlace, [WirePath.Step]) -> Bool
  ) throws {
    try withView { view, _ in
      let element = place.element < 0 ? nil : place.element
      path.visitWithWay(from: TapeCursor(view, at: place.index, element: element)) { cursor, way in
        switch cursor.place {
        case .node(let index): body(DocumentPlace(index), way)
        case .element(let list, let element): body(DocumentPlace(list, element: element), way)
        }
      }
    }
  }

  package func kind(at place: DocumentPlace) throws -> AnyValue.Kind {
    try withView { view, _ in
      place.element >= 0 ? .number : view.documentKind(at: view.resolved(place.index))
    }
  }

  package func decode<T: Decodable>(
    _ type: T.Type, at place: DocumentPlace, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    try withView { view, input in
      var cursor = PlaceCursor(input)
      return try DecodingSession.decode(
        type, input: input, options: format.options(userInfo),
        read: { tape throws(WireFailure) in
          tape.schema.formUnion(view.schema)
          if place.element >= 0 {
            try tape.append(element: place.element, of: view, at: place.index)
          } else {
            try unsafe tape.append(copying: view, at: place.index)
          }
        },
        offsetOfNode: { node in
          let origins = Self.origins(in: view, at: place)
          let origin = origins.indices.contains(node) ? origins[node] : place.index
          return self.format.offsetOfNode(origin, input)
        },
        offsets: {
          let offsets = self.format.offsets(input)
          guard !offsets.isEmpty else { return [] }
          return Self.origins(in: view, at: place).map {
            offsets.indices.contains($0) ? offsets[$0] : 0
          }
        },
        place: { self.format.place($0, input, &cursor) })
    }
  }

  package func validate() throws { try withView { _, _ in } }

  package func sourcePlace(of place: DocumentPlace) -> SourcePlace? {
    bytes.withBytes { input in
      var cursor = PlaceCursor(input)
      return format.offsetOfNode(place.index, input).map { format.place($0, input, &cursor) }
    }
  }

  /// Returns the indexes, on the document's tape, of the words that are copied from `place`.
  private static func origins(in view: TapeView, at place: DocumentPlace) -> [Int] {
    guard place.element < 0 else { return [place.index] }
    var origins: [Int] = []
    var copy = Tape()
    unsafe try? copy.append(copying: view, at: place.index, origins: &origins)
    return origins
  }

  private func withView<R>(
    _ body: (TapeView, ByteView) throws -> R
  ) throws -> R {
    try bytes.withBytes { input in
      let tape = try self.tape.withLock { tape in
        if let tape { return tape }
        let read = try FinishedTape(input, format)
        tape = read
        return read
      }
      return try tape.withView(of: input) { try body($0, input) }
    }
  }
}

/// A tape that no longer changes.
private final class FinishedTape: @unchecked Sendable {
  // Sendable: nothing writes to the tape once `init` is done.
  private let tape: Tape

  init(_ input: ByteView, _ format: TapeSource.Format) throws {
    var tape = Tape()
    do {
      try format.read(input, &tape)
    } catch let error as WireFailure {
      let offset = error.offset < 0 ? format.offsetOfNode(error.node, input) : error.offset
      var cursor = PlaceCursor(input)
      throw DecodingError.unreadable(
        Problem(error.kind, place: offset.map { format.place($0, input, &cursor) }))
    }
    self.tape = tape
  }

  func withView<R>(
    of input: ByteView, _ body: (TapeView) throws -> R
  ) rethrows -> R {
    // Nothing on the tape points into an empty input.
    try body(TapeView(tape, input: input))
  }
}

extension TapeView {
  fileprivate func documentKind(at index: Int) -> AnyValue.Kind {
    let node = self[index]
    switch node.kind {
    case .null: return .null
    case .true, .false: return .bool
    case .text, .escapedText, .arenaText, .uuid: return .string
    case .bytes, .arenaBytes, .extension, .arenaExtension: return .bytes
    case .list, .packed: return .array
    case .map: return .object
    case .plainText:
      switch plain(node) {
      case .null: return .null
      case .bool: return .bool
      case .text: return .string
      default: return .number
      }
    default: return .number
    }
  }
}
