/// The end of a lookup without a match: the deepest value on the path.
package struct PathMiss: Sendable {
  /// The kind of a value.
  package enum Found: Sendable {
    /// An object with these keys, or with more keys than a report needs.
    case object(keys: [String])
    /// An array with this number of elements.
    case array(count: Int)
    /// Any other or unknown value, in words.
    case other(String)

    /// The value in words.
    package var words: String {
      switch self {
      case .object: "an object"
      case .array: "an array"
      case .other(let words): words
      }
    }
  }

  /// The number of steps that lead to the value.
  package let depth: Int
  /// The deepest value on the path.
  package let found: Found

  /// Creates the miss of a path of which `depth` steps lead to `found`.
  package init(depth: Int, found: Found) {
    self.depth = depth
    self.found = found
  }

  /// Returns the error message for `path`, and a hint.
  package func report(on path: WirePath) -> (message: String, hint: String?) {
    let step = path.steps[depth]
    switch (step, found) {
    case (.key(let key), .object(let keys)):
      return ("missing key: `\(key)`", Self.hint(keys, near: key))
    case (.keyOrIndex(let number), .object(let keys)):
      return ("missing key: `\(number)`", Self.hint(keys, near: String(number)))
    case (.index(let index), .array(let count)), (.keyOrIndex(let index), .array(let count)):
      let elements = "\(count) \(count == 1 ? "element" : "elements"), counted from 0"
      return (
        "missing element: [\(index)]",
        count == 0 ? "the array is empty" : "the array has " + elements
      )
    case (.key(let key), .array):
      return (
        "expected an object with the key `\(key)`, found an array",
        Int(key).map { "write [\($0)] for an element" }
          ?? "write [0] for the first element, [*] for all"
      )
    case (.key(let key), .other(let kind)):
      return ("expected an object with the key `\(key)`, found \(kind)", nil)
    case (.index(let index), .object(let keys)):
      return (
        "expected an array with the element [\(index)], found an object",
        Self.hint(keys, near: String(index))
      )
    case (.index(let index), .other(let kind)):
      return ("expected an array with the element [\(index)], found \(kind)", nil)
    case (.keyOrIndex, .other(let kind)), (.wildcard, .other(let kind)):
      return ("expected an object or an array, found \(kind)", nil)
    case (.wildcard, _): return ("missing value", nil)
    }
  }

  /// Returns a hint: `` known keys: `a`, `b`; did you mean `a`? ``
  private static func hint(_ keys: [String], near name: String) -> String {
    if keys.isEmpty { return "the object is empty" }
    var seen: Set<String> = []
    let keys = keys.filter { seen.insert($0).inserted }
    let shown = keys.prefix(8).map { "`\($0.count > 40 ? $0.prefix(39) + "…" : $0)`" }
    let known = shown.joined(separator: ", ") + (keys.count > 8 ? " and others" : "")
    let close = keys.contains(name) ? name : Spelling.nearest(to: name, among: keys)
    return "known keys: " + known + (close.map { "; did you mean `\($0)`?" } ?? "")
  }
}

extension WirePath {
  /// Returns the deepest value on the path from the value at `root`.
  ///
  /// Returns `nil` if nothing is missing: the path matches, or a wildcard of it goes through an
  /// empty array or object.
  package func end(in view: TapeView, from root: Int = 0) -> PathEnd? {
    guard view.count > 0, let (depth, value) = end(from: TapeCursor(view, at: root)) else {
      return nil
    }
    return switch value.match {
    case .node(let node): PathEnd(depth: depth, node: node)
    case .element(let list, _): PathEnd(depth: depth, node: list, isElement: true)
    }
  }
}

/// The location on a tape at which a lookup without a match ends.
package struct PathEnd: Sendable {
  /// The number of steps that lead to the location.
  package let depth: Int
  /// The node at the location.
  package let node: Int
  /// Whether the location is an element of the packed array at `node`. Such elements are not nodes.
  var isElement = false

  /// Creates the location of `node`, to which `depth` steps lead.
  package init(depth: Int, node: Int, isElement: Bool = false) {
    self.depth = depth
    self.node = node
    self.isElement = isElement
  }

  /// Returns the description of the value for a report.
  package func miss(in view: TapeView) -> PathMiss {
    PathMiss(depth: depth, found: isElement ? .other("a number") : view.found(at: node))
  }
}

extension TapeView {
  fileprivate func found(at index: Int) -> PathMiss.Found {
    switch self[index].kind {
    case .map:
      // A search for similar keys does not use more keys.
      return .object(keys: keys(ofMap: index).prefix(1000).map(keyText))
    case .list, .packed: return .array(count: elementCount(index))
    case .date: return .other("a date")
    default:
      if isNull(at: index) { return .other("null") }
      if let value = bool(at: index) { return .other("\(value)") }
      if double(at: index) != nil { return .other("a number") }
      return .other(text(at: index) != nil ? "text" : "bytes")
    }
  }
}
