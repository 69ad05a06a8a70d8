package import FerryTape
import FerryPath

/// Walks over a tape as over bytes, so that one resolver serves both. Aliases are followed.
package struct TapeScanner: ValueScanner {
  private struct Frame {
    /// Index of the container.
    let header: Int
    /// Index behind its contents.
    let end: Int
    /// Index behind the container, or behind the alias that led to it.
    let next: Int
  }

  private let view: TapeView
  private var cursor: Int
  /// The element of the packed list that is the innermost container, or -1.
  private var element = -1
  private var frames: [Frame] = []

  /// A scanner at the value at `index`.
  package init(_ view: TapeView, at index: Int) {
    self.view = view
    cursor = index
  }

  package func place() -> DocumentPlace {
    if element >= 0, let list = frames.last { return DocumentPlace(list.header, element: element) }
    return DocumentPlace(view.resolved(cursor))
  }

  package func isMap() -> Bool? {
    if element >= 0 { return nil }
    switch view[view.resolved(cursor)].kind {
    case .map: return true
    case .list, .packed: return false
    default: return nil
    }
  }

  package mutating func enter() -> Bool {
    let header = view.resolved(cursor)
    let behind = view.next(cursor)
    guard view.elementCount(header) > 0 else {
      cursor = behind
      return false
    }
    frames.append(Frame(header: header, end: view.next(header), next: behind))
    if view[header].kind == .packed {
      element = 0
    } else {
      cursor = header + 1
    }
    return true
  }

  package mutating func advance(inMap isMap: Bool) -> Bool {
    guard let frame = frames.last else { return false }
    if element >= 0 {
      element += 1
      if element < view.elementCount(frame.header) { return true }
    } else if cursor < frame.end {
      return true
    }
    leave(map: isMap)
    return false
  }

  package mutating func seek(key name: [UInt8]) -> Bool {
    repeat {
      let isWanted = unsafe name.withUnsafeBufferPointer { unsafe view.isKey(cursor, equalTo: $0) }
      cursor = view.next(cursor)
      if isWanted { return true }
      cursor = view.next(cursor)
    } while advance(inMap: true)
    return false
  }

  package mutating func seek(element index: Int) -> Bool {
    guard let frame = frames.last, index >= 0, index < view.elementCount(frame.header) else {
      leave(map: false)
      return false
    }
    if element >= 0 {
      element = index
    } else {
      for _ in 0..<index { cursor = view.next(cursor) }
    }
    return true
  }

  package mutating func readKey() -> String {
    defer { cursor = view.next(cursor) }
    return view.string(view[view.resolved(cursor)])
  }

  package mutating func leave(map isMap: Bool) {
    guard let frame = frames.popLast() else { return }
    element = -1
    cursor = frame.next
  }

  package mutating func skipValue() {
    if element < 0 { cursor = view.next(cursor) }
  }
}
