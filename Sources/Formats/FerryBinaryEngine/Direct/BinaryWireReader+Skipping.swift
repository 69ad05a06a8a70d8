public import FerryBase

extension BinaryWireReader {
  /// A container that is being skipped.
  private enum Skipped {
    case list(List)
    case object(Object)
  }

  /// Moves behind the next value and checks it.
  ///
  /// The function uses a loop instead of recursion, so depth cannot overflow the stack.
  public mutating func skipValue() throws(WireFailure) {
    if context.rules.rejectsUnknownKeys { _ = damage() }
    if let memory = context.memory, memory.known.contains(place), unsafe tables.batch == 0 {
      let behind = try lexer.head(at: place, end: end).end
      ReadingWork.add(place - behind)
      place = behind
      return
    }
    try checkValue()
  }

  /// Remembers that the values are valid, after types have read much of them again: their lengths then
  /// suffice to skip them.
  @inline(never)
  mutating func checkValues() {
    // Expanded elements are not in the document, and no lengths are in them.
    guard unsafe tables.batch == 0 else { return }
    let state = mark()
    (place, end, depth) = (values.lowerBound, values.upperBound, 0)
    do throws(WireFailure) {
      while place < end { try checkValue() }
      context.remember(values)
      ReadingWork.add(values.count)
      place = state.place
      end = state.end
      depth = state.depth
    } catch {
      _ = damage(error)
      (place, end) = (1, 0)
    }
    unsafe slots = state.slots
  }

  /// Moves behind the next value and checks it.
  private mutating func checkValue() throws(WireFailure) {
    guard var container = try skipScalar() else { return }
    var outer: [Skipped] = []
    while true {
      while try moveOn(&container) {
        guard let inner = try skipScalar() else { continue }
        outer.append(container)
        container = inner
      }
      guard let next = outer.popLast() else { return }
      container = next
    }
  }

  /// Moves to the next value in `container`, or behind the container after the last value.
  private mutating func moveOn(_ container: inout Skipped) throws(WireFailure) -> Bool {
    switch container {
    case .list(var list):
      defer { container = .list(list) }
      return try nextElement(&list)
    case .object(var object):
      defer { container = .object(object) }
      return try key(of: &object) != nil
    }
  }

  /// Moves behind the next value, or into it if it is a container.
  /// - Returns: The container that was entered.
  private mutating func skipScalar() throws(WireFailure) -> Skipped? {
    let start = place
    switch try tag() {
    case BinaryTag.null, BinaryTag.false, BinaryTag.true: place += 1
    case BinaryTag.shortText..<BinaryTag.shortKeyList, BinaryTag.longText: _ = try text()
    case 0..<BinaryTag.shortText, BinaryTag.positive..<BinaryTag.null:
      if usualInteger() == nil {
        place = start
        _ = try onTape { _ in true }
      }
    case BinaryTag.half..<BinaryTag.longText: _ = try readDouble()
    case BinaryTag.shortReference..<BinaryTag.positive, BinaryTag.longReference:
      if let entry = try reference(), tables.text(entry) == nil {
        throw damage(WireFailure(.invalidReference, offset: start))
      }
    case BinaryTag.shortList..<BinaryTag.shortReference, BinaryTag.longList, BinaryTag.rows:
      return .list(try beginList())
    case BinaryTag.shortKeyList..<BinaryTag.shortList, BinaryTag.longKeyList, BinaryTag.map:
      return .object(try beginObject())
    case BinaryTag.packed: place = try packedBlock().behind
    default: _ = try onTape { _ in true }
    }
    return nil
  }
}
