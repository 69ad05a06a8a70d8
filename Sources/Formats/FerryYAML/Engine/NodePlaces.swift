package import FerryBase

/// The byte offsets of the nodes of a document. They are only stored on request.
struct NodePlaces {
  private(set) var offsets: [Int] = []
  /// A position before all events that are still to come.
  var known: TextCursor

  init(_ input: YAMLInput) { known = TextCursor(input) }

  /// Sets the offset of all words up to `count` that have no offset yet.
  mutating func extend(to count: Int, _ offset: Int) {
    while offsets.count < count { offsets.append(offset) }
  }

  mutating func truncate(to count: Int) {
    if offsets.count > count { offsets.removeLast(offsets.count - count) }
  }

  /// Gives the next word the offset of the word at `index`.
  mutating func append(from index: Int) { offsets.append(offsets[index]) }

  /// Gives the next word the offset that the word at `index` had in `old`.
  mutating func append(_ old: NodePlaces?, from index: Int) {
    offsets.append(old?.offsets[index] ?? 0)
  }
}

extension YAMLReader {
  /// Reads the next document as ``readDocument(into:)`` does. Sets `offsets` to the byte offset in
  /// the input of each word of the tape. A merged member has the offset of its source.
  package mutating func readDocument(
    into tape: inout Tape, places offsets: inout [Int]
  ) throws(WireFailure) -> Bool {
    places = NodePlaces(input)
    defer {
      offsets = places?.offsets ?? []
      places = nil
    }
    return try readDocument(into: &tape)
  }

  /// Reads the events of a document and stores offsets.
  mutating func readRecording(into tape: inout Tape) throws(WireFailure) {
    var isDone = false
    while !isDone {
      isDone = try step(into: &tape)
      let character = events.characters.lowerBound
      if !isDone, let offset = places?.known.move(to: character, in: input) {
        places?.extend(to: tape.count, offset)
      }
    }
  }

  /// Returns the byte offset in `input` of the value that became node `node` of document number
  /// `document`, counted from 0. Reads the input again: errors are rare, and stored offsets need
  /// memory.
  /// - Returns: nil if the node does not exist.
  package static func offset(
    ofNode node: Int, document: Int, in input: ByteView,
    limits: Limits = Limits(), rules: Rules = Rules()
  ) -> Int? {
    let offsets = offsets(document: document, in: input, limits: limits, rules: rules)
    return offsets.indices.contains(node) ? offsets[node] : nil
  }

  /// Returns the byte offsets of all nodes of a document, up to its first failure.
  package static func offsets(
    document: Int = 0, in input: ByteView, limits: Limits = Limits(),
    rules: Rules = Rules()
  ) -> [Int] {
    var reader = YAMLReader(input, limits: limits, rules: rules)
    var tape = Tape()
    var offsets: [Int] = []
    do throws(WireFailure) {
      for _ in 0..<document {
        tape.clear()
        if try !reader.readDocument(into: &tape) { return [] }
      }
      tape.clear()
      _ = try reader.readDocument(into: &tape, places: &offsets)
    } catch {
      // The nodes before a failure have their offsets.
    }
    return offsets
  }
}
