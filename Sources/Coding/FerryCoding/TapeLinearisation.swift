internal import FerryBase

/// A tape in the order of the document: a copy of a tape that a model wrote in another order. The
/// copy uses the arena of that tape.
struct LinearTape: ~Copyable {
  fileprivate(set) var words = Tape()
  fileprivate let source: TapeView

  var view: TapeView {
    unsafe TapeView(
      words: words.words, count: words.count, input: source.input, arena: source.arena,
      storedByteCount: source.storedByteCount)
  }
}

extension EncodingCall {
  /// Returns the tape in the order of the document. Continuations are merged into the values that
  /// they continue, placeholders have their values, and each key has only its last value.
  ///
  /// Few models need this: those with super encoders, with containers that are written to
  /// alternately, and with a key that occurs twice.
  func linearised() throws(WireFailure) -> LinearTape {
    var linear = LinearTape(source: view)
    var open = OpenContainer()
    try copy(0, state.continuations, to: &linear, &open)
    return linear
  }

  /// Appends the value at `index` to `linear`.
  private func copy(
    _ index: Int, _ continuations: [Int: [Int]], to linear: inout LinearTape,
    _ open: inout OpenContainer
  ) throws(WireFailure) {
    let view = self.view
    let node = view[index]
    switch node.kind {
    case .list, .map:
      if !isInOrder(index, continuations) {
        return try copy([index], continuations, to: &linear, &open)
      }
      try open.open(node.kind, on: &linear.words, limit: .max)
      open.count = view.elementCount(index)
      var position = index + 1
      while position < node.payload {
        if view[position].kind != .continuation {
          if node.kind == .map {
            try linear.words.append(view[position])
            position += 1
          }
          try copy(position, continuations, to: &linear, &open)
        }
        position = view.next(position)
      }
      open.close(on: &linear.words)
    case .placeholder:
      if let value = continuations[index]?.last, value + 2 < view[value].payload {
        try copy(value + 2, continuations, to: &linear, &open)
      } else {
        // An unused super encoder stands for a value that encoded nothing.
        try open.open(.map, on: &linear.words, limit: .max)
        open.close(on: &linear.words)
      }
    case .tagged:
      try open.open(.tagged, on: &linear.words, limit: .max)
      try linear.words.append(view[index + 1])
      try copy(index + 2, continuations, to: &linear, &open)
      open.close(on: &linear.words)
    default:
      if view.next(index) == index + 2 {
        try linear.words.append(node, view.word(after: index))
      } else {
        try linear.words.append(node)
      }
    }
  }

  /// Returns whether the container at `index` has no continuations, no removed entries and no
  /// duplicate keys. Continuations of other containers inside it are skipped.
  private func isInOrder(_ index: Int, _ continuations: [Int: [Int]]) -> Bool {
    let view = self.view
    guard continuations[index] == nil else { return false }
    if !state.removed.isEmpty {
      var position = index + 1
      while position < view[index].payload {
        if state.removed[position] != nil { return false }
        let isMember = view[index].kind == .map && view[position].kind != .continuation
        position = view.next(isMember ? position + 1 : position)
      }
    }
    return !state.mayRepeat(in: index)
      || view.duplicateKey(ofMap: index) == nil
  }

  /// Appends the value at `indexes` to `linear`: a single value, or several containers that form
  /// one.
  private func copy(
    _ indexes: [Int], _ continuations: [Int: [Int]], to linear: inout LinearTape,
    _ open: inout OpenContainer
  ) throws(WireFailure) {
    let view = self.view
    guard let index = indexes.first else { return }
    let node = view[index]
    switch node.kind {
    case .list,
      .packed where indexes.count > 1:
      try open.open(.list, on: &linear.words, limit: .max)
      var lists = indexes
      if node.kind == .packed {
        // An array of numbers that a nested container continues.
        for element in 0..<view.elementCount(index) {
          open.count += 1
          try linear.words.append(element: element, of: view, at: index)
        }
        lists.removeFirst()
      }
      for run in runs(of: lists, continuations) {
        var position = run.lowerBound
        while position < run.upperBound {
          if let end = state.removed[position] {
            position = end
            continue
          }
          if view[position].kind != .continuation {
            open.count += 1
            try copy(position, continuations, to: &linear, &open)
          }
          position = view.next(position)
        }
      }
      open.close(on: &linear.words)
    case .map:
      try open.open(.map, on: &linear.words, limit: .max)
      for member in try members(of: indexes, continuations) {
        open.count += 1
        try linear.words.append(view[member.key])
        try copy(member.values, continuations, to: &linear, &open)
      }
      open.close(on: &linear.words)
    default:
      try copy(index, continuations, to: &linear, &open)
    }
  }

  /// Returns the ranges with the contents of the containers at `indexes`, in order.
  private func runs(of indexes: [Int], _ continuations: [Int: [Int]]) -> [Range<Int>] {
    let view = self.view
    return indexes.flatMap { index in
      [index + 1..<view[index].payload]
        + (continuations[index] ?? []).map { $0 + 2..<view[$0].payload }
    }
  }

  private struct Member {
    let key: Int
    var values: [Int]
  }

  /// Returns the members of the objects at `indexes`. Each member has the position of the first
  /// occurrence of its key, and the last value of the key. A nested container that was requested
  /// again continues the one before.
  private func members(
    of indexes: [Int], _ continuations: [Int: [Int]]
  ) throws(WireFailure) -> [Member] {
    let view = self.view
    var members: [Member] = []
    var positions: [String: Int] = [:]
    for run in runs(of: indexes, continuations) {
      var key = run.lowerBound
      while key < run.upperBound {
        if let end = state.removed[key] {
          key = end
          continue
        }
        if view[key].kind == .continuation {
          key = view.next(key)
          continue
        }
        let value = key + 1
        let name = view.string(view[key])
        if let position = positions[name] {
          try checkMember(members[position].key, key)
          if state.reopened[value] != nil {
            let isContinued = members[position].values.last.map {
              view[$0].kind == view[value].kind
                || view[$0].kind == .packed && view[value].kind == .list
            }
            precondition(
              isContinued == true,
              """
              Attempt to open a nested container for the key "\(name)", which has a value of another \
              kind already.
              """)
            members[position].values.append(value)
          } else {
            members[position].values = [value]
          }
        } else {
          positions[name] = members.count
          members.append(Member(key: key, values: [value]))
        }
        key = view.next(value)
      }
    }
    return members
  }
}
