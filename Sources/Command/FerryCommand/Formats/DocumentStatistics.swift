import Ferry
import FerrySchema

/// The statistics of documents: counts, sizes and keys.
struct DocumentStatistics {
  /// The kinds of values, as `ferry stats` names them.
  enum Kind: String, CaseIterable {
    case objects, arrays, texts, integers, decimals
    case truths = "true, false"
    case nulls = "null"
    case bytes
    case dates
  }

  private(set) var documents = 0
  private(set) var counts: [Kind: Int] = [:]
  /// The maximum nesting depth of containers.
  private(set) var depth = 0
  /// The maximum lengths: elements of an array, members of an object, bytes of UTF-8 text.
  private(set) var longestArray = 0
  private(set) var longestObject = 0
  private(set) var longestText = 0
  /// The number of values with a tag.
  private(set) var tags = 0
  /// The number of occurrences of each counted key.
  private(set) var keys: [[UInt8]: Int] = [:]
  /// Whether there are keys that are not counted.
  private(set) var hasMoreKeys = false

  /// The maximum number of counted keys. An object with more keys is a table, and its keys are
  /// data.
  private static let keyLimit = 10_000

  var values: Int { counts.values.reduce(0, +) }

  /// Counts the document at `root`.
  mutating func add(_ view: TapeView, _ root: Int) {
    documents += 1
    add(view, root, level: 0)
  }

  private mutating func add(_ view: TapeView, _ index: Int, level: Int) {
    if view.tag(at: index) != nil { tags += 1 }
    let index = view.resolved(index)
    let node = view[index]
    let kind = Self.kind(of: node, at: index, view)
    counts[kind, default: 0] += 1
    switch kind {
    case .objects, .arrays:
      depth = max(depth, level + 1)
      let count = view.elementCount(index)
      if kind == .objects { longestObject = max(longestObject, count) }
      if kind == .arrays { longestArray = max(longestArray, count) }
      // Readers limit the nesting depth, so this recursion is bounded.
      if node.kind == .packed { return addPacked(view, index, count) }
      var position = index + 1
      while position < node.payload {
        if kind == .objects {
          addKey(view, position)
          position = view.next(position)
        }
        add(view, position, level: level + 1)
        position = view.next(position)
      }
    case .texts: longestText = max(longestText, view.stored(node).count)
    default: break
    }
  }

  private mutating func addPacked(_ view: TapeView, _ index: Int, _ count: Int) {
    switch view.packed(index).1 {
    case .int64: counts[.integers, default: 0] += count
    case .double: counts[.decimals, default: 0] += count
    }
  }

  private mutating func addKey(_ view: TapeView, _ index: Int) {
    let key = Array(view.stored(view[view.resolved(index)]))
    if let count = keys[key] {
      keys[key] = count + 1
    } else if keys.count < Self.keyLimit {
      keys[key] = 1
    } else {
      hasMoreKeys = true
    }
  }

  private static func kind(of node: Node, at index: Int, _ view: TapeView) -> Kind {
    switch node.kind {
    case .bytes, .arenaBytes, .extension, .arenaExtension: return .bytes
    case .date: return .dates
    case .numberText:
      return PlainScalar.jsonNumber.isInteger(view.stored(node)) ? .integers : .decimals
    default: break
    }
    switch view.valueType(index) {
    case .object: return .objects
    case .array: return .arrays
    case .null: return .nulls
    case .boolean: return .truths
    case .integer: return .integers
    case .fraction: return .decimals
    default: return .texts
    }
  }
}
