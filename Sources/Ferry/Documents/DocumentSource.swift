import FerryBytes
import FerryPath
import FerryTape

/// What a format brings to ``Document``: the bytes, and ways to find and to read values in them.
protocol DocumentSource: Sendable {
  /// Calls `body` with every value that `path` leads to from the one at `place`, and with the way
  /// there, which has no wildcards, until it returns false.
  /// - Throws: `DecodingError` with the place of what is wrong in the text.
  func forEachMatch(
    of path: WirePath, from place: DocumentPlace, _ body: (DocumentPlace, [WirePath.Step]) -> Bool
  ) throws
  /// What the value at `place` is.
  func kind(at place: DocumentPlace) throws -> AnyValue.Kind
  /// Decodes the value at `place`; of the root, all of the document.
  func decode<T: Decodable>(
    _ type: T.Type, at place: DocumentPlace, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T
  /// Checks all of the document.
  func validate() throws
  /// Line and column of the value at `place`.
  func sourcePlace(of place: DocumentPlace) -> SourcePlace?
}

/// Where a value of a document is, as its source counts.
struct DocumentPlace: Sendable, Equatable {
  /// A byte offset, or an index on a tape.
  var index: Int
  /// The element of the packed list there, or -1 for the value itself.
  var element = -1

  init(_ index: Int, element: Int = -1) {
    self.index = index
    self.element = element
  }

  /// The document itself.
  static let root = DocumentPlace(0)
}

/// Walks over a document's bytes from value to value: what a format brings to paths that are read
/// straight from the bytes.
protocol ValueScanner: ~Copyable {
  /// Where the value at the cursor is. What lies before it has been checked as far as the scanner
  /// checks what it passes.
  mutating func place() throws(WireFailure) -> DocumentPlace
  /// Whether the value at the cursor is a map; `nil` if it is no container.
  mutating func isMap() throws(WireFailure) -> Bool?
  /// Enters the container at the cursor; false, and behind it, if it is empty.
  mutating func enter() throws(WireFailure) -> Bool
  /// Goes on behind a value to the next key or element; false, and behind the container, if there
  /// is none.
  mutating func advance(inMap isMap: Bool) throws(WireFailure) -> Bool
  /// Goes from a key to the value of the first key from there on with the bytes of `name`; false,
  /// and behind the map, if there is none.
  mutating func seek(key name: [UInt8]) throws(WireFailure) -> Bool
  /// Goes from the first element to the one at `index`; false, and behind the list, if there is
  /// none.
  mutating func seek(element index: Int) throws(WireFailure) -> Bool
  /// Reads the key at the cursor, which moves to its value.
  mutating func readKey() throws(WireFailure) -> String
  /// Moves behind the container that the cursor is in, before a key or an element.
  mutating func leave(map isMap: Bool) throws(WireFailure)
  /// Moves behind the value at the cursor.
  mutating func skipValue() throws(WireFailure)
}

extension WirePath {
  /// Calls `body` with every value that the path leads to from the one at the scanner's cursor, in
  /// the order of the document, until it returns false. It also gets the way that was taken, which
  /// has no wildcards.
  ///
  /// Means what ``WirePath/matches(in:from:)`` means on a tape: of equal keys the first
  /// one counts. Without a wildcard, nothing is looked at behind the value.
  func forEachMatch<Scanner: ValueScanner & ~Copyable>(
    in scanner: inout Scanner, _ body: (DocumentPlace, [Step]) -> Bool
  ) throws(WireFailure) {
    var walk = ScannerWalk(self)
    _ = try walk.visit(&scanner, step: 0, goesOn: false, body)
  }
}

/// One walk along a path. `visit` returns false when `body` wants no more.
private struct ScannerWalk {
  private let steps: [WirePath.Step]
  /// The bytes of each step that is a key in a map.
  private let names: [[UInt8]]
  private var trail: [WirePath.Step] = []

  init(_ path: WirePath) {
    steps = path.steps
    names = path.steps.map { step in
      if case .member(let key) = step.move(inMap: true) { Array(key.utf8) } else { [] }
    }
  }

  /// Visits the value at the cursor, which is left behind it if the walk `goesOn` there.
  mutating func visit<Scanner: ValueScanner & ~Copyable>(
    _ scanner: inout Scanner, step: Int, goesOn: Bool,
    _ body: (DocumentPlace, [WirePath.Step]) -> Bool
  ) throws(WireFailure) -> Bool {
    guard step < steps.count else {
      guard body(try scanner.place(), trail) else { return false }
      if goesOn { try scanner.skipValue() }
      return true
    }
    let isMap = try scanner.isMap()
    switch steps[step].move(inMap: isMap) {
    case .all: return try visitAll(&scanner, isMap: isMap == true, step: step, body)
    case .member(let key):
      guard try scanner.enter(), try scanner.seek(key: names[step]) else { return true }
      trail.append(.key(key))
    case .element(let number):
      guard try scanner.enter(), try scanner.seek(element: number) else { return true }
      trail.append(.index(number))
    case .nowhere:
      if goesOn { try scanner.skipValue() }
      return true
    }
    guard try visit(&scanner, step: step + 1, goesOn: goesOn, body) else { return false }
    trail.removeLast()
    if goesOn, try scanner.advance(inMap: isMap == true) {
      try scanner.leave(map: isMap == true)
    }
    return true
  }

  private mutating func visitAll<Scanner: ValueScanner & ~Copyable>(
    _ scanner: inout Scanner, isMap: Bool, step: Int,
    _ body: (DocumentPlace, [WirePath.Step]) -> Bool
  ) throws(WireFailure) -> Bool {
    guard try scanner.enter() else { return true }
    var index = 0
    repeat {
      trail.append(isMap ? .key(try scanner.readKey()) : .index(index))
      guard try visit(&scanner, step: step + 1, goesOn: true, body) else { return false }
      trail.removeLast()
      index += 1
    } while try scanner.advance(inMap: isMap)
    return true
  }
}
