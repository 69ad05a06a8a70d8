/// A container that the framing has entered.
package struct OutlineLevel: Sendable {
  package let isMap: Bool
  /// The number of values that have ended so far.
  package private(set) var count = 0
  /// The key of an object whose value has not ended, as spelled in the text, with quotes and
  /// escapes. It is empty before the next key.
  package var key: [UInt8] = []

  package init(isMap: Bool) {
    self.isMap = isMap
  }

  /// Counts the end of a value.
  mutating func endValue() {
    count += 1
    key.removeAll(keepingCapacity: true)
  }

  /// Whether a key or the end of the object comes next.
  package var awaitsKey: Bool { isMap && key.isEmpty }

  /// Whether no value has ended so far and no key waits for its value.
  package var isEmpty: Bool { count == 0 && key.isEmpty }
}

extension [OutlineLevel] {
  /// Counts the end of a value in the innermost container.
  package mutating func endValue() {
    if !isEmpty { self[count - 1].endValue() }
  }
}

/// The kinds of the ranges of a batch, which are pieces of a document.
package struct Outline: Sendable {
  /// The kind of a range.
  package enum Piece: Sendable {
    case openMap, openList, close, key, value
  }

  /// The containers that are open before the first piece, outermost first.
  package let levels: [OutlineLevel]
  /// The kind of each range, in order.
  package var pieces: [Piece] = []

  package init(levels: [OutlineLevel]) {
    self.levels = levels
  }
}
