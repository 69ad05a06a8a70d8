internal import FerryBase

/// A value in the text, with its key or dash.
struct Item {
  enum Kind { case object, array, scalar, alias }

  var kind: Kind
  /// The start of the member or the element: its key, its dash, or its value.
  var start: Int
  /// The key with its quotes.
  var key: Range<Int>?
  /// The value with anchor and tag; empty for a value without text.
  var value: Range<Int>
  /// The start of the value after anchor and tag, if it has any.
  var content: Int?
  /// Whether the value has indentation instead of brackets.
  var isBlock = false
  /// The number of the node in the outline of a YAML document.
  var node = 0
  /// Whether the key has `?` before it.
  var isComplexKey = false

  /// Creates an element.
  init(_ kind: Kind, _ value: Range<Int>) {
    self.init(kind: kind, start: value.lowerBound, value: value)
  }

  init(kind: Kind, start: Int, key: Range<Int>? = nil, value: Range<Int>) {
    (self.kind, self.start, self.key, self.value) = (kind, start, key, value)
  }

  var end: Int { max(value.upperBound, key?.upperBound ?? 0) }
  /// The start of the value after anchor and tag: its bracket, if it has any.
  var open: Int { content ?? value.lowerBound }
  var isContainer: Bool { kind == .object || kind == .array }
}

/// A position among the members of a container.
struct Slot {
  var container: Item
  /// The position; nil if only the end is known.
  var index: Int?
  /// The value at the position; nil after the last one.
  var item: Item?
  /// The end of the value before.
  var previousEnd: Int?
  /// The start of the value after ``item``.
  var nextStart: Int?
  /// The values of the container, for their style; none in JSON, see ``Syntax/items(of:)``.
  var samples: [Item]

  var first: Item? { samples.first }

  /// Returns the position with all values at `positions` as one. The slot has all values.
  func extended(to positions: Range<Int>) -> Slot {
    let last = positions.upperBound - 1
    var slot = self
    slot.index = positions.lowerBound
    slot.item = samples[last]
    slot.item?.start = samples[positions.lowerBound].start
    slot.previousEnd = positions.lowerBound > 0 ? samples[positions.lowerBound - 1].end : nil
    slot.nextStart = last + 1 < samples.count ? samples[last + 1].start : nil
    return slot
  }
}

/// The values of a container.
struct Items {
  let all: [Item]
  /// Whether these are all values. In JSON, it can be only the first one.
  let isComplete: Bool
  /// The positions of keys; of equal keys, the first one.
  private var positions: [WirePath.Step: Int] = [:]

  init(_ items: [Item], _ syntax: any Syntax, isComplete: Bool = false) {
    (all, self.isComplete) = (items, isComplete)
    for (index, item) in items.enumerated() where item.key != nil {
      let key = WirePath.Step.key(syntax.key(of: item))
      if positions[key] == nil { positions[key] = index }
    }
  }

  /// Returns the position of the value that is, or contains, a node of the outline.
  func position(ofNode node: Int) -> Int? {
    let behind = all.partitioningIndex { $0.node > node }
    return behind > 0 ? behind - 1 : nil
  }

  /// Returns the position of `step`, nil for the end.
  func slot(_ step: WirePath.Step?, in container: Item) -> Slot {
    var index: Int?
    switch step {
    case .key?: index = step.flatMap { positions[$0] }
    case .index(let number)? where all.indices.contains(number) && container.kind == .array:
      index = number
    default: break
    }
    let position = index ?? all.count
    return Slot(
      container: container, index: position, item: index.map { all[$0] },
      previousEnd: position > 0 ? all[position - 1].end : nil,
      nextStart: position + 1 < all.count ? all[position + 1].start : nil, samples: all)
  }
}

/// The structure of a document's text.
protocol Syntax: Sendable {
  var comments: CommentSyntax { get }
  /// Returns the value of the document.
  func root() throws -> Item
  /// Returns the values of a container. In JSON, it is only the first one.
  func items(of container: Item) throws -> [Item]
  /// Returns the key of an item.
  func key(of item: Item) -> String
}
