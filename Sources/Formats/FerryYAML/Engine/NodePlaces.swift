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

  /// Moves past the next `count` documents.
  /// - Returns: false if there are fewer.
  mutating func skip(_ count: Int) throws(WireFailure) -> Bool {
    var tape = Tape()
    for _ in 0..<count {
      tape.clear()
      if try !readDocument(into: &tape) { return false }
    }
    return true
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

}

/// A document of a stream of YAML.
package struct YAMLSource: TapeSource {
  private let limits: YAMLReader.Limits
  private let rules: YAMLReader.Rules
  /// The number of the document, from 0.
  private let document: Int

  package init(
    document: Int = 0, limits: YAMLReader.Limits = .init(), rules: YAMLReader.Rules = .init()
  ) {
    self.document = document
    self.limits = limits
    self.rules = rules
  }

  package func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure) {
    var reader = YAMLReader(input, limits: limits, rules: rules)
    do throws(WireFailure) {
      guard try reader.skip(document) else { return }
      _ = try reader.readDocument(into: &tape)
    } catch {
      // Without values before the failure, a report has no path.
      if !reader.problem(error).hasPath { tape.clear() }
      throw error
    }
  }

  package func offset(ofNode node: Int, in input: ByteView) -> Int? {
    let offsets = offsets(in: input)
    return offsets.indices.contains(node) ? offsets[node] : nil
  }

  /// Returns the offsets of all values, up to the first failure.
  package func offsets(in input: ByteView) -> [Int] {
    var reader = YAMLReader(input, limits: limits, rules: rules)
    var tape = Tape()
    var offsets: [Int] = []
    guard (try? reader.skip(document)) == true else { return [] }
    _ = try? reader.readDocument(into: &tape, places: &offsets)
    return offsets
  }
}
