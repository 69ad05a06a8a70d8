import FerryJSON
import FerryPath
import FerryTape

/// A path without wildcards, ready to be looked up in text again and again.
struct LookupPath: Sendable {
  fileprivate enum Step {
    case key([UInt8])
    case index(Int)
    case keyOrIndex([UInt8], Int)
  }

  fileprivate let steps: [Step]

  /// - Returns: nil for a path with wildcards.
  init?(_ path: WirePath) {
    guard !path.hasWildcard else { return nil }
    steps = path.steps.map { step in
      switch step {
      case .key(let key): .key(Array(key.utf8))
      case .index(let index): .index(index)
      case .keyOrIndex(let number): .keyOrIndex(Array(String(number).utf8), number)
      case .wildcard: .index(-1)
      }
    }
  }

  /// The value that the path leads to in JSON text that is known to be valid, of which no more is
  /// looked at than lies before it; nil if there is none.
  func value(in text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    if steps.isEmpty { return unsafe text }
    var scanner = unsafe JSONScanner(text)
    do throws(Failure) {
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
  fileprivate mutating func enter(_ step: LookupPath.Step) throws(Failure) -> Bool {
    guard let isMap = try isMap(), try enter() else { return false }
    switch step {
    case .key(let key):
      guard isMap else { return false }
      return try seek(key: key)
    case .index(let index):
      guard !isMap else { return false }
      return try seek(element: index)
    case .keyOrIndex(let key, let index):
      return isMap ? try seek(key: key) : try seek(element: index)
    }
  }
}
