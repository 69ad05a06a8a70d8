// The meaning of a path: `Step.move(inMap:)` defines where one step leads. `PathWalk` takes one move
// after the other, in a value in memory as well as in the bytes of a document.

extension WirePath.Step {
  /// The move that a step takes from a value.
  @frozen @usableFromInline
  package enum Move {
    case member(String)
    case element(Int)
    case all
    case nowhere
  }

  /// Returns the move from a value. `isMap` is true for an object, false for an array and `nil` for
  /// a scalar.
  @usableFromInline
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

/// A value of a document, as a location on a path.
@usableFromInline
package protocol PathCursor: ~Copyable {
  /// Whether the value is an object; `nil` for a scalar.
  var isMap: Bool? { mutating get throws(WireFailure) }
  /// Whether the cursor cannot enter the array or object that it is at.
  var isClosed: Bool { mutating get throws(WireFailure) }
  /// Calls `body` with every value to which `move` leads, and with the step to it, until `body`
  /// returns false. Of equal keys, the first one counts. If `goesOn` is true, a cursor that moves
  /// ends after the value; `body` gets the same for its value.
  /// - Returns: false if `body` has returned false.
  mutating func visit(
    _ move: WirePath.Step.Move, goesOn: Bool,
    _ body: (inout Self, WirePath.Step, _ goesOn: Bool) throws(WireFailure) -> Bool
  ) throws(WireFailure) -> Bool
  /// Moves after the value, if the cursor moves.
  mutating func skipValue() throws(WireFailure)
}

/// A value in memory, which never fails.
@usableFromInline
package protocol TreeCursor: PathCursor {
  var isMap: Bool? { get }
  /// Returns the value of the first member of an object with this key.
  func value(of key: String) -> Self?
  /// Returns an element of an array.
  func element(_ index: Int) -> Self?
  /// Calls `body` with every value in a container and the step to it, until `body` returns false.
  /// - Returns: false if `body` has returned false.
  func visitAll(
    _ body: (Self, WirePath.Step) throws(WireFailure) -> Bool
  ) throws(WireFailure) -> Bool
}

extension TreeCursor {
  @inlinable package var isClosed: Bool { false }

  @inlinable
  package mutating func skipValue() {}

  @inlinable
  package func visit(
    _ move: WirePath.Step.Move, goesOn: Bool,
    _ body: (inout Self, WirePath.Step, _ goesOn: Bool) throws(WireFailure) -> Bool
  ) throws(WireFailure) -> Bool {
    var (next, step) = (Self?.none, WirePath.Step.wildcard)
    switch move {
    case .member(let key): (next, step) = (value(of: key), .key(key))
    case .element(let index): (next, step) = (element(index), .index(index))
    case .all:
      return try visitAll { next, step throws(WireFailure) in
        var next = next
        return try body(&next, step, goesOn)
      }
    case .nowhere: break
    }
    guard var next else { return true }
    return try body(&next, step, goesOn)
  }
}

extension WirePath {
  /// Calls `body` with every value at the path, in document order, until `body` returns false.
  /// Without a wildcard, a cursor does not move beyond the value.
  @inlinable
  package func visit<Cursor: PathCursor & ~Copyable>(
    from cursor: inout Cursor, _ body: (inout Cursor) throws(WireFailure) -> Bool
  ) throws(WireFailure) {
    var walk = PathWalk(steps: steps, way: nil)
    _ = try walk.visit(&cursor, 0, goesOn: false) {
      (cursor: inout Cursor, _, _) throws(WireFailure) in try body(&cursor)
    }
  }

  /// Calls `body` like ``visit(from:_:)``, but also passes the steps to each value, without
  /// wildcards. At a value that the cursor cannot enter, it passes the steps that are left, too.
  @inlinable
  package func visitWithWay<Cursor: PathCursor & ~Copyable>(
    from cursor: inout Cursor,
    _ body: (inout Cursor, [Step], ArraySlice<Step>) throws(WireFailure) -> Bool
  ) throws(WireFailure) {
    var walk = PathWalk(steps: steps, way: [])
    _ = try walk.visit(&cursor, 0, goesOn: false, body)
  }

  /// Returns the first value at the path, or `nil`.
  package func first<Cursor: TreeCursor>(from cursor: Cursor) -> Cursor? {
    var (cursor, found) = (cursor, Cursor?.none)
    try? visit(from: &cursor) { value in
      found = value
      return false
    }
    return found
  }

  /// Returns all values at the path, in document order.
  package func all<Cursor: TreeCursor>(from cursor: Cursor) -> [Cursor] {
    var (cursor, found) = (cursor, [Cursor]())
    try? visit(from: &cursor) { value in
      found.append(value)
      return true
    }
    return found
  }

  /// Returns the deepest value on the path, and the number of steps to it.
  ///
  /// Returns `nil` if nothing is missing: the path matches, or a wildcard of it goes through an
  /// empty array or object.
  func end<Cursor: TreeCursor>(
    from cursor: Cursor, depth: Int = 0
  ) -> (depth: Int, value: Cursor)? {
    guard depth < steps.count else { return nil }
    let move = steps[depth].move(inMap: cursor.isMap)
    if case .nowhere = move { return (depth, cursor) }
    var deepest: (depth: Int, value: Cursor)?
    var isEmpty = true
    let isMissing = try? cursor.visit(move, goesOn: true) { value, _, _ in
      isEmpty = false
      guard let below = end(from: value, depth: depth + 1) else { return false }
      if below.depth > deepest?.depth ?? -1 { deepest = below }
      return true
    }
    if case .all = move { isEmpty = false }
    return isMissing != true ? nil : isEmpty ? (depth, cursor) : deepest
  }
}

/// A walk along a path. `visit` returns false after `body` has returned false.
@usableFromInline
struct PathWalk {
  @usableFromInline let steps: [WirePath.Step]
  /// The steps taken so far, or `nil` if `body` does not need them.
  @usableFromInline var way: [WirePath.Step]?

  @inlinable
  init(steps: [WirePath.Step], way: [WirePath.Step]?) {
    self.steps = steps
    self.way = way
  }

  @inlinable
  mutating func visit<Cursor: PathCursor & ~Copyable>(
    _ cursor: inout Cursor, _ depth: Int, goesOn: Bool,
    _ body: (inout Cursor, [WirePath.Step], ArraySlice<WirePath.Step>) throws(WireFailure) -> Bool
  ) throws(WireFailure) -> Bool {
    var move = WirePath.Step.Move.nowhere
    if depth < steps.count { move = steps[depth].move(inMap: try cursor.isMap) }
    let isThere = depth == steps.count
    switch move {
    case .nowhere:
      if isThere, try !body(&cursor, way ?? [], []) { return false }
    case _ where try cursor.isClosed:
      guard try body(&cursor, way ?? [], steps[depth...]) else { return false }
    default:
      return try cursor.visit(move, goesOn: goesOn) {
        (next: inout Cursor, step, goesOn) throws(WireFailure) in
        way?.append(step)
        defer { way?.removeLast() }
        return try visit(&next, depth + 1, goesOn: goesOn, body)
      }
    }
    if goesOn { try cursor.skipValue() }
    return true
  }
}
