internal import FerryBase

/// The anchors of a document with the values of their aliases, and the budget for expansion.
///
/// An alias takes one word on the tape and may represent millions of values. Its whole size is
/// therefore charged before any code reads it. Sizes count words as if all aliases inside were
/// expanded. Text counts as further words, because decoding an alias may copy all of its text.
struct AnchorTable {
  /// The number of bytes of text that count as one word.
  private static let bytesPerWord = 64

  /// Returns the size of the contents of `tape`.
  private static func size(_ tape: borrowing Tape) -> Int {
    tape.count + tape.arena.count / bytesPerWord
  }

  struct Target {
    /// The index of the value.
    fileprivate(set) var index: Int
    /// The size of the value with all aliases expanded; nil while the value is open.
    fileprivate(set) var size: Int?
    /// The number of nested containers, including the value itself.
    fileprivate(set) var depth = 0
    /// The text of a scalar, for an alias that is a key.
    var key: Node?
    /// The node that an alias repeats, for a scalar that was a key. The key itself has no schema.
    var value: Node?
  }

  private struct Open {
    let header: Int
    let target: Int
    let sizeBefore: Int
    let depthBefore: Int
    var deepest: Int
  }

  private var targets: [Target] = []
  private var indexes: [String: Int] = [:]
  private var open: [Open] = []
  /// The total size of the values of all aliases so far.
  private var expanded = 0

  /// Whether an anchored array or object is open.
  var isInsideAnchor: Bool { !open.isEmpty }

  mutating func removeAll() {
    guard !targets.isEmpty else { return }
    targets.removeAll()
    indexes.removeAll()
    open.removeAll()
    expanded = 0
  }

  /// Adds an anchored scalar. An alias repeats `value`, or refers to `index` if `value` is nil.
  mutating func define(_ name: String, scalarAt index: Int, key: Node, value: Node?) {
    indexes[name] = targets.count
    let size = 1 + key.length / Self.bytesPerWord
    targets.append(Target(index: index, size: size, key: key, value: value))
  }

  /// Adds an anchored array or object that starts. Its header is the next word of the tape.
  mutating func define(_ name: String, containerOn tape: borrowing Tape, depth: Int) {
    indexes[name] = targets.count
    open.append(
      Open(
        header: tape.count, target: targets.count, sizeBefore: Self.size(tape) + expanded,
        depthBefore: depth, deepest: depth))
    targets.append(Target(index: tape.count, size: nil))
  }

  /// Reports that a container inside an anchored one has the depth `depth`.
  mutating func reach(depth: Int) {
    guard let last = open.indices.last else { return }
    open[last].deepest = max(open[last].deepest, depth)
  }

  /// Completes the anchor of the container at `header`, if it has one.
  mutating func close(header: Int, on tape: borrowing Tape) {
    guard let last = open.last, last.header == header else { return }
    open.removeLast()
    targets[last.target].size = Self.size(tape) + expanded - last.sizeBefore
    targets[last.target].depth = last.deepest - last.depthBefore
    reach(depth: last.deepest)
  }

  /// Updates the indexes of the values from `start` on with `moved`. Values for which `moved`
  /// returns nil are lost.
  mutating func relocate(from start: Int, _ moved: (Int) -> Int?) {
    for number in targets.indices where targets[number].index >= start {
      targets[number].index = moved(targets[number].index) ?? -1
    }
  }

  /// The names of all anchors, for a hint.
  var names: [String] { Array(indexes.keys) }

  /// Returns the value of the alias `name` inside `depth` open containers and charges its
  /// expansion.
  mutating func resolve(
    _ name: String, depth: Int, limits: YAMLReader.Limits
  ) throws(WireFailure) -> Target {
    guard let index = indexes[name] else { throw WireFailure(.unknownAnchor, offset: -1) }
    let target = targets[index]
    guard let size = target.size else { throw WireFailure(.cyclicAlias, offset: -1) }
    // The value was removed because an equal key replaced it.
    guard target.index >= 0 else { throw WireFailure(.unknownAnchor, offset: -1) }
    guard depth + target.depth <= limits.depth else { throw WireFailure(.depthLimit, offset: -1) }
    // Both numbers are at most the limit plus the size of the tape, so the sum does not overflow.
    guard size <= limits.aliasExpansion, expanded <= limits.aliasExpansion - size else {
      throw WireFailure(.aliasLimit, offset: -1)
    }
    expanded += size
    reach(depth: depth + target.depth)
    return target
  }
}
