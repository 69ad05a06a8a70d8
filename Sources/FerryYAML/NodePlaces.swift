import FerryBytes
import FerryTape

/// Byte offsets of the nodes of a document, kept while it is read for those who asked.
struct NodePlaces {
  private(set) var offsets: [Int] = []
  /// A place before all events that are still to come.
  var known: TextCursor

  init(_ input: YAMLInput) { known = TextCursor(input) }

  /// Notes that the words up to `count` stand at `offset`, unless they have a place already.
  mutating func extend(to count: Int, _ offset: Int) {
    while offsets.count < count { offsets.append(offset) }
  }

  mutating func truncate(to count: Int) {
    if offsets.count > count { offsets.removeLast(offsets.count - count) }
  }

  /// Gives the next word the place of the one at `index`.
  mutating func append(from index: Int) { offsets.append(offsets[index]) }

  /// Gives the next word the place that the one at `index` had in `old`.
  mutating func append(_ old: NodePlaces?, from index: Int) {
    offsets.append(old?.offsets[index] ?? 0)
  }
}

extension YAMLReader {
  /// Reads the next document as ``readDocument(into:)`` does and says where its nodes stand: the
  /// byte offset in the input of each word of the tape. A merged pair stands where its source does.
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

  /// Takes the events of a document, noting places.
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

  /// Byte offset in `input` of the value that became node `node` of document number `document`,
  /// from 0, which is found by reading again: errors are rare, and places cost memory.
  /// - Returns: nil where there is no such node.
  package static func offset(
    ofNode node: Int, document: Int, in input: ByteView,
    limits: Limits = Limits(), rules: Rules = Rules()
  ) -> Int? {
    let offsets = offsets(document: document, in: input, limits: limits, rules: rules)
    return offsets.indices.contains(node) ? offsets[node] : nil
  }

  /// The byte offsets of all nodes of a document, up to its first failure.
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
      // What was read before a failure has its places.
    }
    return offsets
  }
}
