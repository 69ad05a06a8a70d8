import FerryJSON
import FerryPath
import FerryTape

/// A path without wildcards, ready to be looked up in text again and again.
struct LookupPath: Sendable {
  /// The key in an object and the index in an array that a step leads to.
  fileprivate struct Step {
    var key: [UInt8]?
    var index: Int?
  }

  fileprivate let steps: [Step]

  /// - Returns: nil for a path with wildcards.
  init?(_ path: WirePath) {
    guard !path.hasWildcard else { return nil }
    steps = path.steps.map { step in
      var moves = Step()
      if case .member(let key) = step.move(inMap: true) { moves.key = Array(key.utf8) }
      if case .element(let index) = step.move(inMap: false) { moves.index = index }
      return moves
    }
  }

  /// The value that the path leads to in JSON text that is known to be valid, of which no more is
  /// looked at than lies before it; nil if there is none.
  func value(in text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    if steps.isEmpty { return unsafe text }
    var scanner = unsafe JSONScanner(text)
    do throws(WireFailure) {
      for step in steps {
        guard try scanner.enter(step) else { return nil }
      }
      let start = scanner.offset
      try scanner.skipValue()
      return unsafe UnsafeBufferPointer(rebasing: text[start..<scanner.offset])
    } catch {
      return nil
    }
  }
}

extension JSONScanner {
  fileprivate mutating func enter(_ step: LookupPath.Step) throws(WireFailure) -> Bool {
    guard let isMap = try isMap(), try enter() else { return false }
    if isMap {
      guard let key = step.key else { return false }
      return try seek(key: key)
    }
    guard let index = step.index else { return false }
    return try seek(element: index)
  }
}
