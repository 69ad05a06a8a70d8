import FerryBytes
import FerryTape

/// The byte offsets of the nodes of a document. They are only stored on request.
struct NodePlaces {
  private(set) var offsets: [Int] = []
  /// Whether tags that start with `!` are noted.
  let notesTags: Bool
  /// These tags of values and keys, by the offset of the value or key.
  private(set) var tags: [Int: (name: String, isOfKey: Bool)] = [:]
  /// A position before all events that are still to come.
  var known: TextCursor

  init(_ input: YAMLInput, notesTags: Bool = false) {
    known = TextCursor(input)
    self.notesTags = notesTags
  }

  /// Sets the offset of all words up to `count` that have no offset yet.
  mutating func extend(to count: Int, _ offset: Int) {
    while offsets.count < count { offsets.append(offset) }
  }

  mutating func note(_ tag: String, at offset: Int, isOfKey: Bool) {
    tags[offset] = (tag, isOfKey)
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

  /// The error for a tag that has no effect where it is.
  package struct IneffectiveTag: Error {
    package let offset: Int
    package let detail: String
    package let hint: String
  }

  /// Returns the values of the first document that have the tag `tag`, which starts with `!`.
  /// - Throws: The error for a misspelled tag, and for one at a key.
  package static func nodes(
    in input: ByteView, tagged tag: String, limits: Limits = Limits(), rules: Rules = Rules()
  ) throws(IneffectiveTag) -> Set<Int> {
    guard input.firstIndex(of: UInt8(ascii: "!"), from: 0) != nil else { return [] }
    var reader = YAMLReader(input, limits: limits, rules: rules)
    reader.places = NodePlaces(reader.input, notesTags: true)
    var tape = Tape()
    // The caller reads the document, too, and reports its failure.
    _ = try? reader.readDocument(into: &tape)
    guard let places = reader.places else { return [] }
    for (offset, found) in places.tags.sorted(by: { $0.key < $1.key }) {
      if found.name != tag, Spelling.nearest(to: found.name, among: [tag]) != nil {
        throw IneffectiveTag(
          offset: offset, detail: "unknown tag `\(found.name)`", hint: "did you mean `\(tag)`?")
      }
      if found.name == tag, found.isOfKey {
        throw IneffectiveTag(
          offset: offset, detail: "the tag `\(tag)` is before a key",
          hint: "write the tag after the colon")
      }
    }
    return Set(
      places.offsets.indices.filter { node in
        tape.node(at: node).kind != .alias && places.tags[places.offsets[node]]?.name == tag
      })
  }

  /// Reads the events of a document and stores offsets.
  mutating func readRecording(into tape: inout Tape) throws(WireFailure) {
    var isDone = false
    while !isDone {
      let (count, wasAtKey) = (tape.count, isAtKey)
      isDone = try step(into: &tape)
      let character = events.characters.lowerBound
      if !isDone, let offset = places?.known.move(to: character, in: input) {
        if places?.notesTags == true, tape.count > count, let tag = events.tag,
          tag.hasPrefix("!")
        {
          places?.note(tag, at: offset, isOfKey: wasAtKey)
        }
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
