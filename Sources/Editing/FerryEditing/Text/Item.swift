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
  /// The values of the container, for their style; none in JSON, see ``Syntax/samples(of:)``.
  var samples: [Item]

  var first: Item? { samples.first }
}

/// The structure of a document's text.
protocol Syntax {
  var comments: CommentSyntax { get }
  /// Returns the value of the document.
  func root() throws -> Item
  /// Returns the position of a value. A position without an item is the end of the container.
  func slot(_ step: WirePath.Step?, in container: Item) throws -> Slot
  /// Returns the first values of a container, for their style, if its slots have none.
  func samples(of container: Item) throws -> [Item]
}

extension Syntax {
  func samples(of container: Item) throws -> [Item] { [] }

  /// Returns the position of `step`, nil for the end, among `items`.
  func slot(
    _ step: WirePath.Step?, in container: Item, _ items: [Item], key: (Item) -> String
  ) -> Slot {
    var index: Int?
    switch step {
    case .key(let name)?:
      index = items.firstIndex { key($0).utf8.elementsEqual(name.utf8) }
    case .index(let number)? where items.indices.contains(number): index = number
    default: break
    }
    let position = index ?? items.count
    return Slot(
      container: container, index: position, item: index.map { items[$0] },
      previousEnd: position > 0 ? items[position - 1].end : nil,
      nextStart: position + 1 < items.count ? items[position + 1].start : nil, samples: items)
  }
}
