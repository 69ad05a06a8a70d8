internal import FerryBase
internal import FerryPatch

/// The comparison of an edited document with the value that it must have.
struct TreeComparison {
  let old: TapeView
  let new: TapeView
  /// Nodes of the original and the nodes of the result that they have become, for aliases.
  private var runs: [(old: Range<Int>, new: Int)] = []

  init(_ old: TapeView, _ new: TapeView) {
    self.old = old
    self.new = new
  }

  /// Compares the node at `index` of the result.
  /// - Returns: the path of the first difference, or nil.
  mutating func firstDifference(_ value: EditedTree.Value, at index: Int) throws -> WirePath? {
    switch value {
    case .original(let node):
      return isSame(node, index) ? nil : .root
    case .new(let value, let replaced):
      if let replaced, replaced >= 0 { runs.append((replaced..<replaced + 1, index)) }
      return try AnyValue(new, at: index).isSame(as: value) ? nil : .root
    case .container(let members, let isMap, let node):
      guard let container = open(node, index, isMap ? .map : .list) else { return .root }
      let members = members.all
      guard new.elementCount(container) == members.count else { return .root }
      let nodes = isMap ? Array(new.keys(ofMap: container)) : Array(new.elements(ofList: container))
      for (number, (member, node)) in zip(members, nodes).enumerated() {
        let step = member.key.map { WirePath.Step.key($0) } ?? .index(number)
        if let key = member.key, !new.string(new[node]).utf8.elementsEqual(key.utf8) {
          return WirePath(steps: [step])
        }
        if let path = try firstDifference(member.value, at: isMap ? new.next(node) : node) {
          return WirePath(steps: [step]).appending(path)
        }
      }
    }
    return nil
  }

  /// Compares the head of a container: its tag and kind. Returns the index of the container.
  private mutating func open(_ node: Int, _ index: Int, _ kind: NodeKind) -> Int? {
    var index = index
    if node >= 0 {
      runs.append((node..<node + 1, index))
      var node = node
      while old[node].kind == .tagged {
        guard new[index].kind == .tagged, isSameText(node + 1, index + 1) else { return nil }
        (node, index) = (node + 2, index + 2)
        runs.append((node..<node + 1, index))
      }
    }
    return new[index].kind == kind ? index : nil
  }

  /// Compares a value of the original with one of the result, node by node.
  private mutating func isSame(_ node: Int, _ index: Int) -> Bool {
    let (end, newEnd) = (old.next(node), new.next(index))
    guard end - node == newEnd - index else { return false }
    runs.append((node..<end, index))
    let shift = index - node
    var position = node
    while position < end {
      let (left, right) = (old[position], new[position + shift])
      guard left.kind == right.kind else {
        // A scalar that moved may have another spelling.
        guard isSameScalar(position, position + shift) else { return false }
        position = old.next(position)
        continue
      }
      switch left.kind {
      case .list, .map:
        guard left.length == right.length, left.payload + shift == right.payload else {
          return false
        }
        position += 1
        continue
      case .tagged:
        position += 1
        continue
      case .alias:
        guard moved(left.payload) == right.payload else { return false }
      case .text, .arenaText, .plainText, .integerText, .decimalText, .numberText,
        .decimal, .arenaBytes, .bytes:
        guard isSameText(position, position + shift) || isSameScalar(position, position + shift)
        else { return false }
      case .integer, .float:
        guard left == right else { return false }
      case .int64, .uint64, .double, .date:
        guard old.word(after: position) == new.word(after: position + shift) else { return false }
      default:
        // Null and truth values: their payload is an offset.
        break
      }
      position = old.next(position)
    }
    return true
  }

  private func isSameScalar(_ node: Int, _ index: Int) -> Bool {
    guard old.next(node) - node == new.next(index) - index, !old[node].kind.hasContents,
      !new[index].kind.hasContents, old[node].kind != .alias, new[index].kind != .alias,
      let left = try? AnyValue(old, at: node), let right = try? AnyValue(new, at: index)
    else { return false }
    return left.isSame(as: right)
  }

  private func isSameText(_ node: Int, _ index: Int) -> Bool {
    ByteRun.equal(old.stored(old[node]), new.stored(new[index]))
  }

  /// Returns the index in the result of a node of the original.
  private func moved(_ node: Int) -> Int? {
    // Anchors are rare, and near their aliases.
    for run in runs.reversed() where run.old.contains(node) {
      return node - run.old.lowerBound + run.new
    }
    return nil
  }
}

extension TextDocument {
  /// Throws if `edited` does not have the value that `edits` give this document.
  func requireValue(of edited: TextDocument, after edits: some Sequence<ValueEdit>) throws {
    try TextTape(self).withView { old in
      var tree = EditedTree(old)
      for edit in edits { try tree.apply(edit) }
      do {
        try TextTape(edited).withView { new in
          var comparison = TreeComparison(old, new)
          if let path = try comparison.firstDifference(tree.root, at: 0) {
            throw Problem.patch(
              "the text does not allow this edit: another value would change", at: path,
              hint: "an anchor, an alias or the form of the text depends on the edited place")
          }
        }
      } catch let problem as Problem where problem.category != .invalidValue {
        throw Problem.refused("the text does not allow this edit: it would become invalid", problem)
      }
    }
  }
}
