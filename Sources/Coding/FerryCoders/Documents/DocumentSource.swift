package import FerryBase

/// The part of a ``Document`` that depends on its format: the bytes, and functions to find and read
/// values.
@usableFromInline
package protocol DocumentSource: Sendable {
  /// Calls `body` with every value at `path` below the value at `place`, until `body` returns
  /// false. `body` also gets the path to the value, without wildcards.
  /// - Throws: `DecodingError` with the location of an error in the text.
  func forEachMatch(
    of path: WirePath, from place: DocumentPlace, _ body: (DocumentPlace, [WirePath.Step]) -> Bool
  ) throws
  /// Returns the kind of the value at `place`.
  func kind(at place: DocumentPlace) throws -> AnyValue.Kind
  /// Decodes the value at `place`. For the root, it reads the whole document.
  func decode<T: Decodable>(
    _ type: T.Type, at place: DocumentPlace, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T
  /// Checks the whole document.
  func validate() throws
  /// Returns the line and column of the value at `place`.
  func sourcePlace(of place: DocumentPlace) -> SourcePlace?
}

/// The location of a value in a document. Its numbers depend on the source.
@usableFromInline
package struct DocumentPlace: Sendable, Equatable {
  /// A byte offset, or an index on a tape.
  package var index: Int
  /// The index of an element in a packed array, or -1 for the value itself.
  package var element = -1

  package init(_ index: Int, element: Int = -1) {
    self.index = index
    self.element = element
  }

  /// The document itself.
  package static let root = DocumentPlace(0)
}

/// A cursor that moves over the bytes of a document from value to value. A format implements it so
/// that paths work on the bytes.
package protocol ValueScanner: ~Copyable {
  /// Returns the location of the value at the cursor. It checks the bytes before the value as far
  /// as the scanner checks skipped values.
  mutating func place() throws(WireFailure) -> DocumentPlace
  /// Returns whether the value at the cursor is an object; `nil` if it is not a container.
  mutating func isMap() throws(WireFailure) -> Bool?
  /// Enters the container at the cursor. Returns false, and moves past the container, if it is
  /// empty.
  mutating func enter() throws(WireFailure) -> Bool
  /// Moves from the end of a value to the next key or element. Returns false, and moves past the
  /// container, at its end.
  mutating func advance(inMap isMap: Bool) throws(WireFailure) -> Bool
  /// Moves from a key to the value of the first key with the bytes of `name`, from that key on.
  /// Returns false, and moves past the object, if the key is missing.
  mutating func seek(key name: [UInt8]) throws(WireFailure) -> Bool
  /// Moves from the first element to the one at `index`. Returns false, and moves past the array,
  /// if it is too short.
  mutating func seek(element index: Int) throws(WireFailure) -> Bool
  /// Reads the key at the cursor and moves to its value.
  mutating func readKey() throws(WireFailure) -> String
  /// Moves from a key or an element past the end of its container.
  mutating func leave(map isMap: Bool) throws(WireFailure)
  /// Moves past the value at the cursor.
  mutating func skipValue() throws(WireFailure)
}

extension WirePath {
  /// Calls `body` with every value at the path below the scanner's cursor, in document order, until
  /// `body` returns false. `body` also gets the path to the value, without wildcards.
  ///
  /// The result is the same as that of ``WirePath/matches(in:from:)`` on a tape: if keys are equal,
  /// the first one counts. Without a wildcard, the bytes after the value are not read.
  package func forEachMatch<Scanner: ValueScanner & ~Copyable>(
    in scanner: inout Scanner, _ body: (DocumentPlace, [Step]) -> Bool
  ) throws(WireFailure) {
    var walk = ScannerWalk(self)
    _ = try walk.visit(&scanner, step: 0, goesOn: false, body)
  }
}

/// One walk along a path. `visit` returns false if `body` returned false.
private struct ScannerWalk {
  private let steps: [WirePath.Step]
  /// The bytes of each step that is a key in an object.
  private let names: [[UInt8]]
  private var trail: [WirePath.Step] = []

  init(_ path: WirePath) {
    steps = path.steps
    names = path.steps.map { step in
      if case .member(let key) = step.move(inMap: true) { Array(key.utf8) } else { [] }
    }
  }

  /// Visits the value at the cursor. If the walk `goesOn`, the cursor ends after the value.
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
