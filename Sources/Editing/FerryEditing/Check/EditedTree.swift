internal import FerryBase

/// The expected value of an edited document: the original with changes along some paths. Values off
/// these paths stay nodes of the original, so that a large document costs little.
struct EditedTree {
  indirect enum Value {
    /// A node of the original, with its tag.
    case original(Int)
    /// A new value in place of a node of the original, if there was one.
    case new(AnyValue, replacing: Int?)
    /// The elements of an array, without keys, or the members of an object. The node is that of the
    /// original, or -1.
    case container(Members, isMap: Bool, of: Int)
  }

  typealias Member = (key: String?, value: Value)

  /// The members of a container with an index of their keys, as soon as one is looked up.
  struct Members {
    private(set) var all: [Member]
    private var index: KeyIndex?

    init(_ all: [Member]) { self.all = all }

    /// Returns the position of a step.
    mutating func position(of step: WirePath.Step) throws(Problem) -> Int {
      switch step {
      case .index(let index) where all.indices.contains(index): return index
      case .key(let key):
        if index == nil { index = KeyIndex(all.lazy.map { $0.key ?? "" }) }
        if index?.hasEqualKeys == true,
          all.count(where: { $0.key?.utf8.elementsEqual(key.utf8) == true }) > 1
        {
          throw .edit(
            "the object has the key `\(key)` more than once", hint: "remove all but one of them")
        }
        if let position = index?.position(of: key) { return position }
      default: break
      }
      throw .inconsistent
    }

    mutating func change(
      at position: Int, _ body: (inout Value) throws(Problem) -> Void
    ) throws(Problem) {
      try body(&all[position].value)
    }

    mutating func rename(at position: Int, to key: String) {
      index?.rename(all[position].key ?? "", to: key)
      all[position].key = key
    }

    mutating func remove(at position: Int) -> Value {
      let member = all.remove(at: position)
      index?.remove(
        member.key ?? "", at: position, before: all[position...].lazy.map { $0.key ?? "" })
      return member.value
    }

    mutating func insert(_ member: Member, at position: Int) {
      all.insert(member, at: position)
      if position == all.count - 1 {
        index?.append(member.key ?? "", at: position)
      } else {
        index = nil
      }
    }
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
    case .replaceNull(let steps, let value):
      try root.change(steps[...], view) { old throws(Problem) in
        guard old.isNull(view) else { throw .inconsistent }
        old = .new(value, replacing: old.node)
      }
    case .insert(let value, let target): try insert(.new(value, replacing: nil), target)
    case .delete(let steps): _ = try remove(steps)
    case .rename(let steps, let key):
      try changeParent(steps) { $0.rename(at: $1, to: key) }
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
    try changeParent(steps) { removed = $0.remove(at: $1) }
    guard let removed else { throw .inconsistent }
    return removed
  }

  private mutating func insert(_ value: Value, _ target: ValueEdit.Target) throws(Problem) {
    let view = self.view
    try root.change(target.container[...], view) { container throws(Problem) in
      var (members, isMap, node) = try container.expanded(view)
      // The members have one owner, so that they change in place.
      container = .original(node)
      var index = members.all.count
      if let step = target.before { index = try members.position(of: step) }
      members.insert((target.key, value), at: index)
      container = .container(members, isMap: isMap, of: node)
    }
  }

  private mutating func changeParent(
    _ steps: ValueEdit.Steps, _ body: (inout Members, Int) -> Void
  ) throws(Problem) {
    guard let step = steps.last else { throw .inconsistent }
    let view = self.view
    try root.change(steps.dropLast(), view) { parent throws(Problem) in
      var (members, isMap, node) = try parent.expanded(view)
      parent = .original(node)
      body(&members, try members.position(of: step))
      parent = .container(members, isMap: isMap, of: node)
    }
  }
}

extension EditedTree.Value {
  /// The node of the original.
  fileprivate var node: Int? {
    switch self {
    case .original(let node), .container(_, _, let node): node
    case .new(_, let node): node
    }
  }

  fileprivate func isNull(_ view: TapeView) -> Bool {
    switch self {
    case .original(let node): view.isNull(at: node)
    case .new(let value, _): value == .null
    case .container: false
    }
  }

  /// Changes the value at the end of steps.
  fileprivate mutating func change(
    _ steps: ArraySlice<WirePath.Step>, _ view: TapeView,
    _ body: (inout Self) throws(Problem) -> Void
  ) throws(Problem) {
    guard let step = steps.first else { return try body(&self) }
    var (members, isMap, node) = try expanded(view)
    // The members have one owner, so that they change in place.
    self = .original(node)
    let position = try members.position(of: step)
    try members.change(at: position) { value throws(Problem) in
      try value.change(steps.dropFirst(), view, body)
    }
    self = .container(members, isMap: isMap, of: node)
  }

  /// Returns the members of a container, and its node.
  fileprivate func expanded(
    _ view: TapeView
  ) throws(Problem) -> (EditedTree.Members, isMap: Bool, node: Int) {
    switch self {
    case .container(let members, let isMap, let node): return (members, isMap, node)
    case .original(let index):
      let node = view.untagged(index)
      switch view[node].kind {
      case .list:
        let elements = view.elements(ofList: node).map { EditedTree.Member(nil, .original($0)) }
        return (EditedTree.Members(elements), false, index)
      case .map:
        let keys = view.keys(ofMap: node)
        let members = keys.map {
          EditedTree.Member(view.string(view[$0]), .original(view.next($0)))
        }
        return (EditedTree.Members(members), true, index)
      default: throw .inconsistent
      }
    case .new(let value, let node):
      guard let isMap = value.isMap else { throw .inconsistent }
      let elements = value.array?.map { (key: String?.none, value: $0) }
      let members = elements ?? value.object?.map { ($0.key, $0.value) } ?? []
      return (
        EditedTree.Members(members.map { ($0.key, .new($0.value, replacing: nil)) }), isMap,
        node ?? -1
      )
    }
  }
}

extension Problem {
  /// The problem of an edit that has changed the text in another way than the value.
  static var inconsistent: Problem { .edit("the text does not allow this edit") }
}
