// Types read bytes again in three cases. An enum looks for its tag first. A flattened value reads the
// object of the type around it. After an untagged case that does not fit, the next one is tried. If such
// objects nest, each of them would read the deepest bytes again.
//
// So a call counts the bytes that its reader goes back over. If they are more than twice the input, the
// call remembers the ends of all containers. Skipping one is then one step. It also remembers the results
// of types inside of others that may read them again. Documents that are read once pay nothing.

/// The memory of a call for its input.
@usableFromInline
package final class ReadingMemory {
  /// The part of the input that is known to be valid.
  package fileprivate(set) var known = 0..<0
  /// The ends of the containers in this part, for formats that store no lengths in bytes.
  fileprivate var ends = ContainerEnds()
  /// Whether the input is invalid. A type may catch the failure, but its result is discarded.
  package fileprivate(set) var isInvalid = false
  fileprivate var results: [ResultKey: AnyObject] = [:]

  /// Returns the offset after the container at `place`; `nil` if none is known.
  @usableFromInline
  package func end(of place: Int) -> Int? { ends.end(of: place) }
}

extension _WireContext {
  /// Prepares the context for a reader of other input.
  @usableFromInline
  package func beginReading() {
    rereadCount = 0
    tryingCount = 0
    if memory != nil { memory = nil }
  }

  /// Counts the bytes that a reader goes back over, in an input of `count` bytes.
  /// - Returns: whether the reader has to remember the input before it continues at `place`.
  package func goesBack(_ distance: Int, to place: Int, of count: Int) -> Bool {
    guard distance > 0 else { return false }
    rereadCount &+= distance
    return rereadCount > 2 &* count &+ 1024 && !(memory?.known.contains(place) ?? false)
  }

  /// Remembers that a part of the input is valid, and the ends of its containers.
  package func remember(
    _ known: Range<Int> = 0..<0, _ ends: consuming ContainerEnds = ContainerEnds(),
    isInvalid: Bool = false
  ) {
    let memory = memory ?? ReadingMemory()
    memory.known = known
    memory.ends = ends
    memory.isInvalid = isInvalid
    self.memory = memory
    hasDetails = true
  }
}

// MARK: Results

/// A type and the value that it is read from.
private struct ResultKey: Hashable {
  let origin: Int
  let type: ObjectIdentifier
  /// The types around this one that read the same object. They decide which members a dictionary
  /// takes.
  let outer: [ObjectIdentifier]
}

/// A value, or `nil` if no case of an enum fits.
private final class KeptResult<Value> {
  let value: Value?

  init(_ value: Value?) { self.value = value }

  static var identity: ObjectIdentifier {
    #if hasFeature(Embedded)
    unsafe unsafeBitCast(KeptResult<Value>.self, to: ObjectIdentifier.self)
    #else
    ObjectIdentifier(Value.self)
    #endif
  }
}

extension _WireContext {
  /// Returns whether the call remembers the result of reading a `T` at `position`, whose position in
  /// the document is `origin`, and the result.
  package func result<T>(
    of type: T.Type, at position: Int, origin: Int
  ) -> (isKnown: Bool, value: T?) {
    guard let result = memory?.results[key(of: type, position, origin)] else {
      return (false, nil)
    }
    // The key contains the type.
    return (true, unsafe unsafeDowncast(result, to: KeptResult<T>.self).value)
  }

  /// Remembers the result of reading a `T` at `position`, while a case around it is tried.
  package func keep<T>(_ value: T?, of type: T.Type, at position: Int, origin: Int) {
    guard tryingCount > 1 else { return }
    memory?.results[key(of: type, position, origin)] = KeptResult(value)
  }

  private func key<T>(of type: T.Type, _ position: Int, _ origin: Int) -> ResultKey {
    ResultKey(
      origin: origin, type: KeptResult<T>.identity, outer: types(sharingObjectAt: position))
  }

  /// Begins to try the cases of an enum.
  package func beginCases() { tryingCount &+= 1 }

  /// Ends trying. No case around an outermost enum reads the values again.
  package func endCases() {
    tryingCount &-= 1
    if tryingCount == 0, let memory { memory.results = [:] }
  }
}
