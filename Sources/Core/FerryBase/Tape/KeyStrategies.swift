/// The meaning of an object with duplicate keys.
///
/// Keys are equal if their bytes are equal after escapes are resolved. With the preset
/// `.foundation` and in the drop-in classes, canonically equal keys are equal, too.
public enum DuplicateKeyStrategy: Sendable {
  /// The object is an error. The error is located at the second key.
  case error
  /// The first member with the key counts.
  case first
  /// The last member with the key counts.
  case last
}

/// The meaning of a key that is unknown to the model.
public enum UnknownKeyStrategy: Sendable {
  /// The value is skipped.
  case ignore
  /// The object is an error. The error is located at the key. A type that is `Codable` without
  /// Ferry's macro knows those keys that it asks for.
  case error
}

/// A key that is compared by its bytes.
///
/// A `String` is equal to another one under canonical equivalence: `é` equals `e` with a combining
/// accent. In a document those are two keys.
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

/// The keys of an object, each with an associated value.
///
/// Keys are equal if their bytes are, or under canonical equivalence, as in Foundation.
package struct KeyNames<Value> {
  private var byText: [String: Value] = [:]
  private var byBytes: [KeyText: Value] = [:]
  private let isCanonical: Bool

  package init(canonically: Bool) { isCanonical = canonically }

  /// The keys with their associated values, in arbitrary order.
  package var all: [(key: String, value: Value)] {
    isCanonical
      ? byText.map { ($0.key, $0.value) } : byBytes.map { ($0.key.text, $0.value) }
  }

  /// The value of `key`.
  package subscript(key: String) -> Value? {
    isCanonical ? byText[key] : byBytes[KeyText(key)]
  }

  /// Adds `key`, unless an equal key is present.
  /// - Returns: whether the key was added.
  package mutating func insert(_ key: String, _ value: Value) -> Bool {
    guard self[key] == nil else { return false }
    if isCanonical { byText[key] = value } else { byBytes[KeyText(key)] = value }
    return true
  }
}

extension KeyNames<Void> {
  /// Adds `key`, unless an equal key is present.
  /// - Returns: whether the key was added.
  package mutating func insert(_ key: String) -> Bool { insert(key, ()) }
}

extension TapeView {
  /// Returns the index of the first repeated key in the object at `header`, or `nil` if all keys
  /// differ.
  ///
  /// Keys are equal if their bytes are or, if compared `canonically`, under canonical equivalence.
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

  /// Returns the index of the first repeated key in the value at `root`, or `nil`. RFC 8259 does
  /// not define the meaning of an object with duplicate keys, and readers differ.
  package func firstDuplicateKey(from root: Int, canonically: Bool = false) -> Int? {
    maps(from: root).compactMap { duplicateKey(ofMap: $0, canonically: canonically) }.min()
  }

  /// Returns the indexes of all objects in the value at `root`.
  package func maps(from root: Int) -> [Int] {
    var found: [Int] = []
    var position = root
    let end = next(root)
    // Contents follow their container, so the loop visits every node once.
    while position < end {
      let node = self[position]
      if node.kind == .map { found.append(position) }
      let isEntered = node.kind == .map || node.kind == .list || node.kind == .tagged
      position = isEntered ? position + 1 : next(position)
    }
    return found
  }

  /// Returns whether a quick check proves that all keys of the object at `header` have different
  /// bytes.
  package func keysDifferForSure(inMap header: Int) -> Bool {
    let count = elementCount(header)
    return count < 2 || count <= Self.fewKeys && haveDifferentMarks(header)
  }

  /// Returns the index of the first entry of an object, from `index` on, that is not a continuation
  /// of another container.
  private func firstMember(_ index: Int) -> Int {
    var index = index
    while index < count, self[index].kind == .continuation { index = next(index) }
    return index
  }

  /// The maximum number of keys that are compared with one another before any of them becomes a
  /// string.
  private static var fewKeys: Int { 16 }

  /// Returns whether the keys of a small object have different marks, which proves that they
  /// differ.
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

  /// Returns a mark that equal keys have in common; `nil` if equal keys may have different bytes.
  private func mark(ofKey node: Node) -> UInt64? {
    guard node.kind == .text || node.kind == .arenaText || node.kind == .numberText else {
      return nil
    }
    let text = stored(node)
    var first: UInt64 = 0
    var last: UInt64 = 0
    for index in 0..<text.count {
      let byte = text[index]
      // Beyond ASCII, canonically equal characters may have different bytes.
      if byte >= 0x80 { return nil }
      first = first &* 31 &+ UInt64(byte)
      last = last &<< 8 | UInt64(byte)
    }
    return first &* 0x9E37_79B9_7F4A_7C15 ^ last ^ UInt64(text.count) &<< 56
  }
}

extension Tape {
  /// Removes each member whose key occurs again later in its object. `root` is the last value of a
  /// tape without aliases, and `input` is the memory that contains the ranges of the nodes.
  /// - Returns: the ranges of the removed words, in order. Ranges do not overlap.
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
        // A count that does not fit the header is computed again at each use.
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
  /// Returns the words of each member in the value at `root` whose key occurs again later in its
  /// object.
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
