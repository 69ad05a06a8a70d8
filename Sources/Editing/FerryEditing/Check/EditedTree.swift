internal import FerryBase

/// The expected value of an edited document: the original with changes along some paths. Values off
/// these paths stay nodes of the original, so that a large document costs little.
struct EditedTree {
  indirect enum Value {
    /// A node of the original, with its tag.
    case original(Int)
    /// A new value in place of a node of the original, if there was one.
    case new(AnyValue, replacing: Int?)
    /// The elements of an array of the original.
    case array([Value], of: Int)
    /// The members of an object of the original.
    case object([(key: String, value: Value)], of: Int)
  }

  let view: TapeView
  private(set) var root: Value

  /// Creates the tree of an unchanged document.
  init(_ view: TapeView) {
    self.view = view
    root = .original(0)
  }

  mutating func apply(_ edit: ValueEdit) throws(Problem) {
    let view = self.view
    switch edit {
    case .replace(let steps, let value):
      try root.change(steps[...], view) { old throws(Problem) in
        old = .new(value, replacing: old.node)
      }
    case .insert(let value, let target): try insert(.new(value, replacing: nil), target)
    case .delete(let steps): _ = try remove(steps)
    case .rename(let steps, let key):
      try changeParent(steps) { parent, index throws(Problem) in
        guard case .object(var members, let node) = parent else { throw .inconsistent }
        members[index].key = key
        parent = .object(members, of: node)
      }
    case .move(let steps, let target): try insert(try remove(steps), target)
    case .copy(let steps, let target):
      var copy: Value?
      try root.change(steps[...], view) { value throws(Problem) in copy = value }
      guard let copy else { throw .inconsistent }
      try insert(copy, target)
    }
  }

  private mutating func remove(_ steps: ValueEdit.Steps) throws(Problem) -> Value {
    var removed: Value?
    try changeParent(steps) { parent, index throws(Problem) in
      switch parent {
      case .array(var elements, let node):
        removed = elements.remove(at: index)
        parent = .array(elements, of: node)
      case .object(var members, let node):
        removed = members.remove(at: index).value
        parent = .object(members, of: node)
      default: throw .inconsistent
      }
    }
    guard let removed else { throw .inconsistent }
    return removed
  }

  private mutating func insert(_ value: Value, _ target: ValueEdit.Target) throws(Problem) {
    let view = self.view
    try root.change(target.container[...], view) { container throws(Problem) in
      container = try container.expanded(view)
      var index: Int?
      if let before = target.before { index = try container.position(of: before) }
      switch (container, target.key) {
      case (.array(var elements, let node), nil):
        elements.insert(value, at: index ?? elements.count)
        container = .array(elements, of: node)
      case (.object(var members, let node), let key?):
        members.insert((key, value), at: index ?? members.count)
        container = .object(members, of: node)
      default: throw .inconsistent
      }
    }
  }

  private mutating func changeParent(
    _ steps: ValueEdit.Steps, _ body: (inout Value, Int) throws(Problem) -> Void
  ) throws(Problem) {
    guard let step = steps.last else { throw .inconsistent }
    let view = self.view
    try root.change(steps.dropLast(), view) { parent throws(Problem) in
      parent = try parent.expanded(view)
      try body(&parent, try parent.position(of: step))
    }
  }
}

extension EditedTree.Value {
  /// The node of the original.
  fileprivate var node: Int? {
    switch self {
    case .original(let node), .array(_, let node), .object(_, let node): node
    case .new(_, let node): node
    }
  }

  /// Changes the value at the end of steps.
  fileprivate mutating func change(
    _ steps: ArraySlice<WirePath.Step>, _ view: TapeView,
    _ body: (inout Self) throws(Problem) -> Void
  ) throws(Problem) {
    guard let step = steps.first else { return try body(&self) }
    self = try expanded(view)
    let index = try position(of: step)
    switch self {
    case .array(var elements, let node):
      self = .original(node)
      try elements[index].change(steps.dropFirst(), view, body)
      self = .array(elements, of: node)
    case .object(var members, let node):
      self = .original(node)
      try members[index].value.change(steps.dropFirst(), view, body)
      self = .object(members, of: node)
    default: throw .inconsistent
    }
  }

  /// Returns the position of a step in an expanded container.
  fileprivate func position(of step: WirePath.Step) throws(Problem) -> Int {
    switch (step, self) {
    case (.index(let index), .array(let elements, _)):
      if elements.indices.contains(index) { return index }
    case (.key(let key), .object(let members, _)):
      let equal = members.indices.filter { members[$0].key.utf8.elementsEqual(key.utf8) }
      if equal.count > 1 {
        throw .edit(
          "the object has the key `\(key)` more than once", hint: "remove all but one of them")
      }
      if let first = equal.first { return first }
    default: break
    }
    throw .inconsistent
  }

  /// Returns a container with its elements or members.
  fileprivate func expanded(_ view: TapeView) throws(Problem) -> Self {
    switch self {
    case .array, .object: return self
    case .original(let index):
      let node = view.untagged(index)
      switch view[node].kind {
      case .list:
        return .array(view.elements(ofList: node).map { Self.original($0) }, of: index)
      case .map:
        let members = view.keys(ofMap: node).map {
          (key: view.string(view[$0]), value: Self.original(view.next($0)))
        }
        return .object(members, of: index)
      default: throw .inconsistent
      }
    case .new(let value, let node):
      switch value {
      case .array(let elements):
        return .array(elements.map { Self.new($0, replacing: nil) }, of: node ?? -1)
      case .object(let members):
        let values = members.map { (key: $0.key, value: Self.new($0.value, replacing: nil)) }
        return .object(values, of: node ?? -1)
      default: throw .inconsistent
      }
    }
  }
}

extension Problem {
  /// The problem of an edit that has changed the text in another way than the value.
  static var inconsistent: Problem { .edit("the text does not allow this edit") }
}
