internal import FerryBase
internal import FerryCoding
import Synchronization

/// The bytes of a ``Document``, and the parts of it that were read onto tapes.
///
/// A part is a value that a scanner cannot enter, or all of a document whose format has no scanner.
@usableFromInline
package final class DocumentSource: Sendable {
  private let bytes: any DocumentBytes
  private let format: any DocumentFormat
  private let scanned: (any ScannedFormat)?
  /// The tapes of parts by their offset.
  private let tapes = Mutex<[Int: DocumentTape]>([:])

  /// Creates the source of a document. Without `scanned`, the first access reads all of it.
  package init(
    _ bytes: any DocumentBytes, _ format: any DocumentFormat, scanned: (any ScannedFormat)? = nil
  ) {
    self.bytes = bytes
    self.format = format
    self.scanned = scanned
  }

  /// The document itself.
  var root: DocumentPlace { DocumentPlace(0, node: scanned == nil ? 0 : -1) }

  /// Calls `body` with every value at `path` below the value at `place`, until `body` returns
  /// false. `body` also gets the path to the value, without wildcards.
  /// - Throws: `DecodingError` with the location of an error in the text, or the error of `body`.
  func forEachMatch(
    of path: WirePath, from place: DocumentPlace,
    _ body: (DocumentPlace, [WirePath.Step]) throws -> Bool
  ) throws {
    var failure: (any Error)?
    func found(_ body: () throws -> Bool) -> Bool {
      do {
        return try body()
      } catch {
        failure = error
        return false
      }
    }
    try bytes.withBytes { input in
      func visitTape(_ path: WirePath, _ place: DocumentPlace, _ way: [WirePath.Step]) throws
        -> Bool
      {
        try visit(path, from: place, of: input) { place, rest in
          found { try body(place, way + rest) }
        }
      }
      guard place.node < 0, let scanned else {
        _ = try visitTape(path, place, [])
        return
      }
      try placing(in: input) {
        try scanned.scan(path, from: place.offset, in: input) { offset, way, rest in
          found {
            rest.isEmpty
              ? try body(DocumentPlace(offset), way)
              : try visitTape(WirePath(steps: Array(rest)), DocumentPlace(offset, node: 0), way)
          }
        }
      }
    }
    if let failure { throw failure }
  }

  /// Visits the values at a path on the tape of a part.
  /// - Returns: false if `body` has returned false.
  private func visit(
    _ path: WirePath, from place: DocumentPlace, of input: ByteView,
    _ body: (DocumentPlace, [WirePath.Step]) -> Bool
  ) throws -> Bool {
    var goesOn = true
    try tape(at: place.offset, of: input).withView(of: input) { view in
      var cursor = TapeCursor(
        view, at: place.node, element: place.element < 0 ? nil : place.element)
      try path.visitWithWay(from: &cursor) { cursor, way, _ in
        switch cursor.place {
        case .node(let node): goesOn = body(DocumentPlace(place.offset, node: node), way)
        case .element(let list, let element):
          goesOn = body(DocumentPlace(place.offset, node: list, element: element), way)
        }
        return goesOn
      }
    }
    return goesOn
  }

  /// Returns the kind of the value at `place`.
  func kind(at place: DocumentPlace) throws -> AnyValue.Kind {
    try bytes.withBytes { input in
      if place.node < 0, let scanned {
        return try placing(in: input) {
          try scanned.kind(at: place.offset, in: input)
        }
      }
      return try tape(at: place.offset, of: input).withView(of: input) { view in
        place.element >= 0 ? .number : view.documentKind(at: view.resolved(place.node))
      }
    }
  }

  /// Decodes the value at `place`. For the root, it reads the whole document.
  func decode<T: Decodable>(
    _ type: T.Type, at place: DocumentPlace, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    let options = format.coding.adding(userInfo)
    return try bytes.withBytes { input in
      if place.node < 0, let scanned {
        return try placing(in: input) {
          try scanned.decode(type, at: place.offset, in: input, options)
        }
      }
      return try tape(at: place.offset, of: input).withView(of: input) { view in
        var copy = PartCopy(view: view, place: place, source: format.source(of: place.offset))
        var cursor = PlaceCursor(input, isText: format.isText)
        return try DecodingSession.decode(type, from: &copy, &cursor, options: options)
      }
    }
  }

  /// Checks the whole document.
  func validate() throws {
    try bytes.withBytes { input in
      if let scanned {
        try placing(in: input) { try scanned.validate(input) }
      } else {
        _ = try tape(at: 0, of: input)
      }
    }
  }

  /// Returns the line and column of the value at `place`.
  func sourcePlace(of place: DocumentPlace) -> SourcePlace? {
    bytes.withBytes { input in
      var source = format.source(of: place.offset)
      var cursor = PlaceCursor(input, isText: format.isText)
      let offset =
        place.node < 0 ? place.offset : source.offset(ofNode: place.node, in: input)
      return offset.map { source.place(of: $0, &cursor) }
    }
  }

  /// Returns the tape of a part. A short one is not kept, because there may be many.
  private func tape(at part: Int, of input: ByteView) throws -> DocumentTape {
    try tapes.withLock { tapes in
      if let tape = tapes[part] { return tape }
      let tape = try placing(in: input, part: part) {
        try DocumentTape(format, at: part, of: input)
      }
      if scanned == nil || tape.byteCount > 512 { tapes[part] = tape }
      return tape
    }
  }

  /// Calls `body`. A failure of a scanner or reader becomes an error with a location.
  private func placing<R>(
    in input: ByteView, part: Int = 0, _ body: () throws -> R
  ) throws -> R {
    do {
      return try body()
    } catch let error as WireFailure {
      var (source, cursor) = (format.source(of: part), PlaceCursor(input, isText: format.isText))
      throw DecodingError.unreadable(
        source.problem(error, in: input).located { source.location($0, &cursor) })
    }
  }
}

/// A value on the tape of a part, which is copied to be decoded.
private struct PartCopy: TapeSource {
  let view: TapeView
  let place: DocumentPlace
  /// The reader of the part.
  var source: any TapeSource

  func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure) {
    tape.schema.formUnion(view.schema)
    if place.element >= 0 {
      try tape.append(element: place.element, of: view, at: place.node)
    } else {
      try unsafe tape.append(copying: view, at: place.node)
    }
  }

  mutating func offset(ofNode node: Int, in input: ByteView) -> Int? {
    let origins = origins
    return source.offset(
      ofNode: origins.indices.contains(node) ? origins[node] : place.node, in: input)
  }

  func offsets(in input: ByteView) -> [Int] {
    let offsets = source.offsets(in: input)
    guard !offsets.isEmpty else { return [] }
    return origins.map { offsets.indices.contains($0) ? offsets[$0] : 0 }
  }

  func place(of offset: Int, _ cursor: inout PlaceCursor) -> SourcePlace {
    source.place(of: offset, &cursor)
  }

  /// The indexes, on the tape of the part, of the words that are copied.
  private var origins: [Int] {
    guard place.element < 0 else { return [place.node] }
    var origins: [Int] = []
    var copy = Tape()
    unsafe try? copy.append(copying: view, at: place.node, origins: &origins)
    return origins
  }
}

/// The location of a value in a document.
@usableFromInline
package struct DocumentPlace: Sendable {
  /// The byte offset of the value, or of the part that it is in.
  let offset: Int
  /// The index of the value on the tape of the part, or -1 for a value without a tape.
  let node: Int
  /// The index of an element in the packed array at `node`, or -1 for the value itself.
  let element: Int

  init(_ offset: Int, node: Int = -1, element: Int = -1) {
    self.offset = offset
    self.node = node
    self.element = element
  }
}
