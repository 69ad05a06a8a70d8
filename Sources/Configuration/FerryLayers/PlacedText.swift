package import FerryBase
import Synchronization

/// The document of a layer. The locations of all values are found at the first request.
package final class PlacedText: Sendable {
  /// The function that returns the byte offsets of all values in a text, under the options with
  /// which the text was read.
  package typealias ValueOffsets = @Sendable ([UInt8]) -> [Int]

  private struct Places {
    var offsets: [Int]
    var sorted: [Int]
    var lines: [(line: Int, column: Int)]
  }

  private let lend: @Sendable ((ByteView) -> Void) -> Void
  private let offsets: @Sendable () -> [Int]
  private let showsLines: Bool
  private let places = Mutex<Places?>(nil)

  package convenience init(_ bytes: [UInt8], _ valueOffsets: @escaping ValueOffsets) {
    self.init(lending: { bytes.withByteView($0) }, showsLines: false) { valueOffsets(bytes) }
  }

  /// Creates the text that `lend` lends; `offsets` returns the byte offsets of its values. Excerpts
  /// show whole lines, or only the value.
  package init(
    lending lend: @escaping @Sendable ((ByteView) -> Void) -> Void, showsLines: Bool,
    offsets: @escaping @Sendable () -> [Int]
  ) {
    (self.lend, self.showsLines, self.offsets) = (lend, showsLines, offsets)
  }

  /// Returns the location of a node.
  package func place(ofNode node: Int, file: String, hasExcerpt: Bool) -> SourcePlace {
    withPlaces { places in
      let isKnown = places.offsets.indices.contains(node)
      let offset = isKnown ? places.offsets[node] : 0
      let (line, column) = isKnown ? places.lines[node] : (1, 1)
      let key = node > 0 && isKnown ? places.offsets[node - 1] : offset
      let next = Self.first(in: places.sorted, after: offset)
      var place = SourcePlace(
        file: file, line: line, column: column, offset: offset, excerpt: "", caret: 0)
      guard hasExcerpt else { return place }
      lend { bytes in
        let (text, caret) =
          showsLines
          ? Self.line(bytes, at: offset)
          : ShownLine(bytes, at: offset, key: key, next: next ?? bytes.count).shown
        place = SourcePlace(
          file: file, line: line, column: column, offset: offset, excerpt: text, caret: caret)
      }
      return place
    }
  }

  /// Whether an anchor of YAML is before the value at `node`, behind its key.
  package func hasAnchor(atNode node: Int) -> Bool {
    let offsets = withPlaces(\.offsets)
    guard node > 0, offsets.indices.contains(node) else { return false }
    var hasAnchor = false
    lend { bytes in
      let start = min(offsets[node - 1], offsets[node])
      let words = bytes[start..<min(offsets[node] + 1, bytes.count)].split { $0 <= 0x20 }
      hasAnchor = words.contains { $0.first == UInt8(ascii: "&") }
    }
    return hasAnchor
  }

  /// Returns the part of a line around `offset`. It does not depend on the length of the text.
  private static func line(_ bytes: ByteView, at offset: Int) -> (text: String, caret: Int) {
    let start = max(0, offset - ShownLine.limit)
    let end = min(bytes.count, offset + ShownLine.limit)
    let place = SourcePlace(offset: offset - start, inText: ByteView(rebasing: bytes[start..<end]))
    return (place.excerpt, place.caret)
  }

  /// Passes the locations of all values to `body`. The first call finds them.
  private func withPlaces<R>(_ body: (Places) -> R) -> R {
    places.withLock { stored in
      let places = stored ?? allPlaces
      if stored == nil { stored = places }
      return body(places)
    }
  }

  private var allPlaces: Places {
    let offsets = offsets()
    var places = Places(
      offsets: offsets, sorted: offsets.sorted(), lines: offsets.map { _ in (1, 1) })
    lend { text in
      var cursor = PlaceCursor(text)
      for node in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
        cursor.move(to: offsets[node])
        places.lines[node] = (cursor.line, cursor.column)
      }
    }
    return places
  }

  /// Returns the first of the sorted numbers that is greater than `number`.
  private static func first(in sorted: [Int], after number: Int) -> Int? {
    let index = sorted.partitioningIndex { $0 > number }
    return index < sorted.count ? sorted[index] : nil
  }
}

/// The part of a line that shows a value and its keys, but no other value.
private struct ShownLine {
  private let text: String
  /// The column of the value within the text, from 0.
  private let caret: Int
  var shown: (text: String, caret: Int) { (text, caret) }

  /// The maximum number of bytes on each side of the value.
  static let limit = 400

  /// `next` is the offset of the next value or key after the one at `offset`. `key` is the offset of
  /// the value before it, which may be its key.
  init(_ bytes: ByteView, at offset: Int, key: Int, next: Int) {
    let newline = UInt8(ascii: "\n")
    let first = max(0, offset - Self.limit)
    let lineStart = bytes[first..<offset].lastIndex(of: newline).map { $0 + 1 } ?? first
    let last = min(bytes.count, offset + Self.limit)
    let lineEnd = bytes[offset..<last].firstIndex(of: newline) ?? last
    var start = offset
    let before = bytes[lineStart..<offset].last { $0 != UInt8(ascii: " ") }
    if before == UInt8(ascii: ":"), lineStart..<offset ~= key { start = key }
    var isWhole =
      (lineStart > first || first == 0) && Self.hasOnlyKeys(bytes[lineStart..<start])
    if isWhole { start = lineStart }
    if Self.comment(in: bytes[start..<offset]) != nil { (start, isWhole) = (offset, false) }
    let end = Self.end(ofValueIn: bytes[offset..<min(next, lineEnd)])
    let slice = String(decoding: bytes[start..<end], as: UTF8.self)
    let shown = SourcePlace(offset: offset - start, in: slice)
    let opening = isWhole ? "" : "…"
    text = opening + shown.excerpt + (end < lineEnd ? "…" : "")
    caret = shown.caret + opening.count
  }

  /// Returns the end of the part of a line before a comment. A value in quotes may contain what is a
  /// comment elsewhere.
  private static func end(ofValueIn bytes: Slice<ByteView>) -> Int {
    var rest = bytes
    if let quote = bytes.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let end = bytes.dropFirst().firstIndex(of: quote)
    {
      rest = bytes[(end + 1)...]
    }
    return comment(in: rest) ?? bytes.endIndex
  }

  /// Returns the start of the first comment of YAML or JSON5.
  private static func comment(in bytes: Slice<ByteView>) -> Int? {
    bytes.indices.first { index in
      let before = index > bytes.startIndex ? bytes[index - 1] : UInt8(ascii: " ")
      let next = index + 1 < bytes.endIndex ? bytes[index + 1] : 0
      switch (bytes[index], next) {
      case (UInt8(ascii: "#"), _):
        return before == UInt8(ascii: " ") || before == UInt8(ascii: "\t")
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): return true
      // `://` is a part of addresses.
      case (UInt8(ascii: "/"), UInt8(ascii: "/")): return before != UInt8(ascii: ":")
      default: return false
      }
    }
  }

  /// Returns whether the start of a line has keys, brackets and indentation, but no value.
  private static func hasOnlyKeys(_ bytes: Slice<ByteView>) -> Bool {
    var isInKey = false
    for byte in bytes {
      switch byte {
      case UInt8(ascii: ":"): isInKey = false
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "{"), UInt8(ascii: "["),
        UInt8(ascii: "-"), UInt8(ascii: "?"):
        // A blank after a word ends a value.
        if isInKey, byte != UInt8(ascii: "-") { return false }
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return false
      default: isInKey = true
      }
    }
    return !isInKey
  }
}
