import FerryBytes

/// The meaning of an object with equal keys.
///
/// Keys are equal if their bytes are, escapes resolved. With the preset `.foundation` and in the drop-in classes, canonically equal
/// keys are equal, too.
public enum DuplicateKeyStrategy: Sendable {
  /// The object is an error, which is located at the second key.
  case error
  /// The first of equal keys counts.
  case first
  /// The last of equal keys counts.
  case last
}

/// The meaning of a key that the model does not ask for.
public enum UnknownKeyStrategy: Sendable {
  /// The value is skipped.
  case ignore
  /// The object is an error, which is located at the key. The keys of a type that is `Codable` without
  /// Ferry's macro are those that it asks for.
  case error
}

/// A key that is equal to another one if its bytes are.
///
/// A `String` is equal to another one that looks the same: `é` to `e` with a combining accent. To a
/// document those are two keys.
package struct KeyText: Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (first: KeyText, second: KeyText) -> Bool {
    first.text.utf8.elementsEqual(second.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withByteView { $0.hash(into: &hasher) }
  }
}

/// The keys of an object with what belongs to each.
///
/// Keys are equal if their bytes are, or under canonical equivalence, as Foundation compares them.
package struct KeyNames<Value> {
  private var byText: [String: Value] = [:]
  private var byBytes: [KeyText: Value] = [:]
  private let isCanonical: Bool

  package init(canonically: Bool) { isCanonical = canonically }

  /// The keys with what belongs to each, in any order.
  package var all: [(key: String, value: Value)] {
    isCanonical
      ? byText.map { ($0.key, $0.value) } : byBytes.map { ($0.key.text, $0.value) }
  }

  /// What belongs to `key`.
  package subscript(key: String) -> Value? {
    isCanonical ? byText[key] : byBytes[KeyText(key)]
  }

  /// Adds `key`, unless an equal one is there.
  /// - Returns: whether it was added.
  package mutating func insert(_ key: String, _ value: Value) -> Bool {
    guard self[key] == nil else { return false }
    if isCanonical { byText[key] = value } else { byBytes[KeyText(key)] = value }
    return true
  }
}

extension KeyNames<Void> {
  /// Adds `key`, unless an equal one is there.
  /// - Returns: whether it was added.
  package mutating func insert(_ key: String) -> Bool { insert(key, ()) }
}

extension TapeView {
  /// Index of the first key that the map at `header` has already, or `nil` if there is none.
  ///
  /// Keys are equal if their bytes are, or, compared `canonically`, if they look the same.
  package func duplicateKey(ofMap header: Int, canonically: Bool = true) -> Int? {
    if keysDifferForSure(inMap: header) { return nil }
    var names = KeyNames<Void>(canonically: canonically)
    var key = firstMember(header + 1)
    while key < self[header].payload {
      if !names.insert(string(self[resolved(key)])) { return key }
      key = firstMember(next(next(key)))
    }
    return nil
  }

  /// The index of the first key in the value at `root` that its map has already, or `nil`.
  /// RFC 8259 leaves open what such a map means, and readers differ.
  package func firstDuplicateKey(from root: Int, canonically: Bool = false) -> Int? {
    maps(from: root).compactMap { duplicateKey(ofMap: $0, canonically: canonically) }.min()
  }

  /// The indexes of all maps in the value at `root`.
  package func maps(from root: Int) -> [Int] {
    var found: [Int] = []
    var position = root
    let end = next(root)
    // Contents follow their container, so every node is passed once.
    while position < end {
      let node = self[position]
      if node.kind == .map { found.append(position) }
      position = node.kind == .map || node.kind == .list ? position + 1 : next(position)
    }
    return found
  }

  /// Whether it takes little to see that no two keys of the map at `header` have the same bytes.
  package func keysDifferForSure(inMap header: Int) -> Bool {
    let count = elementCount(header)
    return count < 2 || count <= Self.fewKeys && haveDifferentMarks(header)
  }

  /// The first entry of a map from `index` on that is no continuation of another container.
  private func firstMember(_ index: Int) -> Int {
    var index = index
    while index < count, self[index].kind == .continuation { index = next(index) }
    return index
  }

  /// So few keys are compared with one another before any is made a string.
  private static var fewKeys: Int { 16 }

  /// Whether the keys of a map of few differ for sure, since their marks do.
  private func haveDifferentMarks(_ header: Int) -> Bool {
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.fewKeys) { marks in
      var count = 0
      var key = firstMember(header + 1)
      while key < self[header].payload {
        guard count < marks.count, let mark = mark(ofKey: self[key]) else { return false }
        for other in 0..<count where unsafe marks[other] == mark { return false }
        unsafe marks[count] = mark
        count += 1
        key = firstMember(next(key + 1))
      }
      return true
    }
  }

  /// A mark that equal keys have in common; `nil` if their bytes may be different ones.
  private func mark(ofKey node: Node) -> UInt64? {
    guard node.kind == .text || node.kind == .arenaText else { return nil }
    let text = stored(node)
    var first: UInt64 = 0
    var last: UInt64 = 0
    for index in 0..<text.count {
      let byte = text[index]
      // Equal characters may have different bytes beyond ASCII.
      if byte >= 0x80 { return nil }
      first = first &* 31 &+ UInt64(byte)
      last = last &<< 8 | UInt64(byte)
    }
    return first &* 0x9E37_79B9_7F4A_7C15 ^ last ^ UInt64(text.count) &<< 56
  }
}

extension Tape {
  /// Removes each member from the value at `root`, the last one of a tape without aliases, whose key
  /// comes again in its object. `input` is the memory that the nodes are ranges of.
  /// - Returns: the ranges of the removed words, in their order; none is inside another.
  package mutating func keepLastOfEqualKeys(
    from root: Int, input: ByteView, canonically: Bool
  ) -> [Range<Int>] {
    let removed = TapeView(self, input: input)
      .repeatedMembers(from: root, canonically: canonically)
    if removed.isEmpty { return [] }
    var open: [(header: Int, end: Int, removed: Int)] = []
    var next = removed[...]
    var (index, kept) = (root, root)
    while true {
      while let container = open.last, container.end <= index {
        open.removeLast()
        let header = node(at: container.header)
        // A count that did not fit the header is counted again whenever it is asked for.
        let length = header.length - (header.length < Node.maximumLength ? container.removed : 0)
        replace(container.header, with: Node(header.kind, length: length, payload: kept))
      }
      if index >= count { break }
      if let range = next.first, range.lowerBound == index {
        next.removeFirst()
        index = range.upperBound
        open[open.count - 1].removed += 1
        continue
      }
      let node = node(at: index)
      if node.kind == .list || node.kind == .map { open.append((kept, node.payload, 0)) }
      replace(kept, with: node)
      (index, kept) = (index + 1, kept + 1)
      if (NodeKind.int64.rawValue..<NodeKind.list.rawValue).contains(node.kind.rawValue) {
        replace(kept, with: self.node(at: index))
        (index, kept) = (index + 1, kept + 1)
      }
    }
    truncate(to: kept)
    return removed
  }
}

extension TapeView {
  /// The words of each member in the value at `root` whose key comes again in its object.
  fileprivate func repeatedMembers(from root: Int, canonically: Bool) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for header in maps(from: root) where !keysDifferForSure(inMap: header) {
      var names = KeyNames<Void>(canonically: canonically)
      for key in Array(keys(ofMap: header)).reversed() where !names.insert(string(self[key])) {
        found.append(key..<next(key + 1))
      }
    }
    found.sort { $0.lowerBound < $1.lowerBound }
    var apart: [Range<Int>] = []
    for range in found where range.lowerBound >= apart.last?.upperBound ?? 0 { apart.append(range) }
    return apart
  }
}
