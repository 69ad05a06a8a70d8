/// A cursor that moves over the bytes of a document from value to value, and skips values unread.
@usableFromInline
package protocol ValueScanner: PathCursor, ~Copyable {
  /// Returns the offset of the value at the cursor. Checks the bytes before the value as far as the
  /// scanner checks skipped values.
  mutating func place() throws(WireFailure) -> Int
  /// Returns the kind of the value at the cursor.
  mutating func kind() throws(WireFailure) -> AnyValue.Kind
  /// Enters the container at the cursor. Returns false, and moves past the container, if it is
  /// empty.
  mutating func enter() throws(WireFailure) -> Bool
  /// Moves from the end of a value to the next key or element. Returns false, and moves past the
  /// container, at its end.
  mutating func advance(inMap isMap: Bool) throws(WireFailure) -> Bool
  /// Moves from a key to the value of the first key with the bytes of `name`, from that key on.
  /// Returns false, and moves past the object, if the key is missing.
  mutating func seek(key name: String) throws(WireFailure) -> Bool
  /// Moves from the first element to the one at `index`. Returns false, and moves past the array,
  /// if it is too short.
  mutating func seek(element index: Int) throws(WireFailure) -> Bool
  /// Reads the key at the cursor and moves to its value.
  mutating func readKey() throws(WireFailure) -> String
  /// Moves from a key or an element past the end of its container.
  mutating func leave(map isMap: Bool) throws(WireFailure)
}

extension ValueScanner where Self: ~Copyable {
  @inlinable
  package var isMap: Bool? {
    mutating get throws(WireFailure) {
      switch try kind() {
      case .object: true
      case .array: false
      default: nil
      }
    }
  }

  @inlinable
  package mutating func visit(
    _ move: WirePath.Step.Move, goesOn: Bool,
    _ body: (inout Self, WirePath.Step, _ goesOn: Bool) throws(WireFailure) -> Bool
  ) throws(WireFailure) -> Bool {
    let isMap = try isMap == true
    guard try enter() else { return true }
    switch move {
    case .member(let key):
      guard try seek(key: key) else { return true }
      guard try body(&self, .key(key), goesOn) else { return false }
    case .element(let index):
      guard try seek(element: index) else { return true }
      guard try body(&self, .index(index), goesOn) else { return false }
    case .all:
      var index = 0
      repeat {
        let step: WirePath.Step = isMap ? .key(try readKey()) : .index(index)
        guard try body(&self, step, true) else { return false }
        index += 1
      } while try advance(inMap: isMap)
      return true
    case .nowhere: break
    }
    if goesOn, try advance(inMap: isMap) { try leave(map: isMap) }
    return true
  }
}

extension WirePath {
  /// Moves `scanner` to the first value at the path, which has no wildcards.
  ///
  /// Without a walk back, each step is one seek: a look-up in each of many records takes half the
  /// instructions of a ``PathWalk``.
  /// - Returns: false if there is no value.
  @inlinable
  package func seek<Scanner: ValueScanner & ~Copyable>(
    in scanner: inout Scanner
  ) throws(WireFailure) -> Bool {
    for step in steps {
      switch step.move(inMap: try scanner.isMap) {
      case .member(let key):
        guard try scanner.enter(), try scanner.seek(key: key) else { return false }
      case .element(let index):
        guard try scanner.enter(), try scanner.seek(element: index) else { return false }
      case .all, .nowhere: return false
      }
    }
    return true
  }

  /// Calls `body` with the offset of every value at the path, and like
  /// ``visitWithWay(from:_:)`` with the steps to it and those that are left.
  @inlinable
  package func forEachMatch<Scanner: ValueScanner & ~Copyable>(
    in scanner: inout Scanner, _ body: (Int, [Step], ArraySlice<Step>) -> Bool
  ) throws(WireFailure) {
    try visitWithWay(from: &scanner) { (scanner: inout Scanner, way, rest) throws(WireFailure) in
      body(try scanner.place(), way, rest)
    }
  }
}
