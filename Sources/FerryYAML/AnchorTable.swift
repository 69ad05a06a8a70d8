import FerryTape

/// The anchors of a document and what their aliases stand for, with the budget for expansion.
///
/// An alias costs one word on the tape and may stand for millions, so its whole size is charged
/// before anyone can walk it. Sizes count words as if all aliases inside were written out, and one
/// more for so many bytes of text: whoever decodes an alias may make all of its text anew.
struct AnchorTable {
  /// Bytes of text that are charged as a word.
  private static let bytesPerWord = 64

  /// What `tape` holds so far.
  private static func size(_ tape: borrowing Tape) -> Int {
    tape.count + tape.arenaCount / bytesPerWord
  }

  struct Target {
    /// Index of the value.
    fileprivate(set) var index: Int
    /// Size of the value when written out; nil while it is open.
    fileprivate(set) var size: Int?
    /// Containers inside each other, the value itself included.
    fileprivate(set) var depth = 0
    /// The text of a scalar, as an alias that is a key needs it.
    var key: Node?
    /// The node that an alias repeats, for a scalar that was a key: keys carry no schema.
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
  /// Size of what the aliases so far stand for.
  private var expanded = 0

  /// Whether an anchored list or map is open.
  var isInsideAnchor: Bool { !open.isEmpty }

  mutating func removeAll() {
    guard !targets.isEmpty else { return }
    targets.removeAll()
    indexes.removeAll()
    open.removeAll()
    expanded = 0
  }

  /// Notes an anchored scalar, `value` being what an alias repeats if it cannot refer to `index`.
  mutating func define(_ name: String, scalarAt index: Int, key: Node, value: Node?) {
    indexes[name] = targets.count
    let size = 1 + key.length / Self.bytesPerWord
    targets.append(Target(index: index, size: size, key: key, value: value))
  }

  /// Notes that an anchored list or map starts; its header is the tape's next word.
  mutating func define(_ name: String, containerOn tape: borrowing Tape, depth: Int) {
    indexes[name] = targets.count
    open.append(
      Open(
        header: tape.count, target: targets.count, sizeBefore: Self.size(tape) + expanded,
        depthBefore: depth, deepest: depth))
    targets.append(Target(index: tape.count, size: nil))
  }

  /// Notes that a container inside of an anchored one has reached `depth`.
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

  /// Moves the values from `start` on to where `moved` says; what it knows no place for is lost.
  mutating func relocate(from start: Int, _ moved: (Int) -> Int?) {
    for number in targets.indices where targets[number].index >= start {
      targets[number].index = moved(targets[number].index) ?? -1
    }
  }

  /// The names that are known, for a hint.
  var names: [String] { Array(indexes.keys) }

  // What the alias `name` inside of `depth` open containers stands for, its expansion charged.
  mutating func resolve(
    _ name: String, depth: Int, limits: YAMLReader.Limits
  ) throws(WireFailure) -> Target {
    guard let index = indexes[name] else { throw WireFailure(.unknownAnchor, offset: -1) }
    let target = targets[index]
    guard let size = target.size else { throw WireFailure(.cyclicAlias, offset: -1) }
    // Its value was replaced by that of an equal key.
    guard target.index >= 0 else { throw WireFailure(.unknownAnchor, offset: -1) }
    guard depth + target.depth <= limits.depth else { throw WireFailure(.depthLimit, offset: -1) }
    // Neither is above the limit plus the tape's size, so the sum does not overflow.
    guard size <= limits.aliasExpansion, expanded <= limits.aliasExpansion - size else {
      throw WireFailure(.aliasLimit, offset: -1)
    }
    expanded += size
    reach(depth: depth + target.depth)
    return target
  }
}
