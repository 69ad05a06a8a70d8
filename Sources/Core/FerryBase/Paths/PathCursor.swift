// The meaning of a path: `Step.move(inMap:)` defines where one step leads, and a walk takes one
// move after the other. Readers that work directly on bytes use the same moves, see `ValueScanner`.

extension WirePath.Step {
  /// The move that a step takes from a value.
  package enum Move {
    case member(String)
    case element(Int)
    case all
    case nowhere
  }

  /// Returns the move from a value. `isMap` is true for an object, false for an array and `nil` for
  /// a scalar.
  package func move(inMap isMap: Bool?) -> Move {
    switch (self, isMap) {
    case (.wildcard, _?): .all
    case (.key(let key), true): .member(key)
    case (.keyOrIndex(let number), true): .member(String(number))
    case (.index(let number), false), (.keyOrIndex(let number), false): .element(number)
    default: .nowhere
    }
  }
}

/// A value of a document in memory, as a location on a path.
package protocol PathCursor {
  /// Whether the value is an object; `nil` for a scalar.
  var isMap: Bool? { get }
  /// Returns the value of the first member of an object with this key.
  func value(of key: String) -> Self?
  /// Returns an element of an array.
  func element(_ index: Int) -> Self?
  /// Calls `body` with every value in a container and the step to it, until `body` returns false.
  /// - Returns: false if `body` has returned false.
  func visitAll(_ body: (Self, () -> WirePath.Step) -> Bool) -> Bool
}

extension WirePath {
  /// Calls `body` with every value at the path, in document order, until `body` returns false.
  package func visit<Cursor: PathCursor>(from cursor: Cursor, _ body: (Cursor) -> Bool) {
    var walk = CursorWalk(steps: steps, way: nil)
    _ = walk.visit(cursor, 0) { cursor, _ in body(cursor) }
  }

  /// Returns the first value at the path, or `nil`.
  package func first<Cursor: PathCursor>(from cursor: Cursor) -> Cursor? {
    var found: Cursor?
    visit(from: cursor) { value in
      found = value
      return false
    }
    return found
  }

  /// Returns all values at the path, in document order.
  package func all<Cursor: PathCursor>(from cursor: Cursor) -> [Cursor] {
    var found: [Cursor] = []
    visit(from: cursor) { value in
      found.append(value)
      return true
    }
    return found
  }

  /// Calls `body` like ``visit(from:_:)``, but also passes the steps to each value. These steps
  /// have no wildcards.
  package func visitWithWay<Cursor: PathCursor>(
    from cursor: Cursor, _ body: (Cursor, [Step]) -> Bool
  ) {
    var walk = CursorWalk(steps: steps, way: [])
    _ = walk.visit(cursor, 0, body)
  }

  /// Returns the deepest value on the path, and the number of steps to it.
  ///
  /// Returns `nil` if nothing is missing: the path matches, or a wildcard of it goes through an
  /// empty array or object.
  func end<Cursor: PathCursor>(
    from cursor: Cursor, depth: Int = 0
  ) -> (depth: Int, value: Cursor)? {
    guard depth < steps.count else { return nil }
    var next: Cursor?
    switch steps[depth].move(inMap: cursor.isMap) {
    case .member(let key): next = cursor.value(of: key)
    case .element(let index): next = cursor.element(index)
    case .nowhere: break
    case .all:
      var deepest: (depth: Int, value: Cursor)?
      let isMissing = cursor.visitAll { value, _ in
        guard let below = end(from: value, depth: depth + 1) else { return false }
        if below.depth > deepest?.depth ?? -1 { deepest = below }
        return true
      }
      return isMissing ? deepest : nil
    }
    guard let next else { return (depth, cursor) }
    return end(from: next, depth: depth + 1)
  }
}

/// A walk along a path. Its functions return false after `body` has returned false.
private struct CursorWalk {
  let steps: [WirePath.Step]
  /// The steps taken so far, or `nil` if `body` does not need them.
  var way: [WirePath.Step]?

  mutating func visit<Cursor: PathCursor>(
    _ cursor: Cursor, _ depth: Int, _ body: (Cursor, [WirePath.Step]) -> Bool
  ) -> Bool {
    guard depth < steps.count else { return body(cursor, way ?? []) }
    switch steps[depth].move(inMap: cursor.isMap) {
    case .member(let key): return goOn(cursor.value(of: key), { .key(key) }, depth, body)
    case .element(let index): return goOn(cursor.element(index), { .index(index) }, depth, body)
    case .all: return cursor.visitAll { goOn($0, $1, depth, body) }
    case .nowhere: return true
    }
  }

  private mutating func goOn<Cursor: PathCursor>(
    _ next: Cursor?, _ step: () -> WirePath.Step, _ depth: Int,
    _ body: (Cursor, [WirePath.Step]) -> Bool
  ) -> Bool {
    guard let next else { return true }
    way?.append(step())
    defer { way?.removeLast() }
    return visit(next, depth + 1, body)
  }
}
