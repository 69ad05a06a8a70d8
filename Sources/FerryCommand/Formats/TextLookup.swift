import FerryJSON
import FerryPath
import FerryTape

/// A path without wildcards, ready to be looked up in text again and again.
struct LookupPath: Sendable {
  /// The steps, and the bytes of each that is a key.
  private let steps: [(step: WirePath.Step, name: [UInt8])]

  /// - Returns: nil for a path with wildcards.
  init?(_ path: WirePath) {
    guard !path.hasWildcard else { return nil }
    steps = path.steps.map { step in
      if case .member(let key) = step.move(inMap: true) {
        (step, Array(key.utf8))
      } else {
        (step, [])
      }
    }
  }

  /// The value that the path leads to in JSON text that is known to be valid, of which no more is
  /// looked at than lies before it; nil if there is none.
  func value(in text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    if steps.isEmpty { return unsafe text }
    var scanner = unsafe JSONScanner(text)
    do throws(Failure) {
      for (step, name) in steps {
        switch step.move(inMap: try scanner.isMap()) {
        case .member: guard try scanner.enter(), try scanner.seek(key: name) else { return nil }
        case .element(let index):
          guard try scanner.enter(), try scanner.seek(element: index) else { return nil }
        case .all, .nowhere: return nil
        }
      }
      let start = scanner.offset
      try scanner.skipValue()
      return unsafe UnsafeBufferPointer(rebasing: text[start..<scanner.offset])
    } catch {
      return nil
    }
  }
}
