import Synchronization

/// Scratch objects that wait for the next call. Shared by all threads; each object belongs to the
/// one caller that took it.
final class Pool<Element: AnyObject & Sendable>: Sendable {
  private let idle = Mutex<[Element]>([])
  /// As many as there may be threads that profit.
  private let limit = 16

  func take() -> Element? {
    idle.withLock { $0.popLast() }
  }

  func give(_ element: Element) {
    idle.withLock { idle in
      if idle.count < limit { idle.append(element) }
    }
  }
}
