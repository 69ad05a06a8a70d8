import FerryTape

// Where a model is while it encodes. Nobody keeps a path: the containers that are open name their
// parents, so the way up can be found when somebody asks.
extension EncodingState {
  /// The way to the value that is appended next.
  var path: [any CodingKey] { mutating get { path(to: tape.count) } }

  /// The way to the innermost container, or to the one that it continues.
  var containerPath: [any CodingKey] {
    mutating get { open.kind == .continuation ? walkedPath(to: target) : path(to: open.header) }
  }

  /// The way to the value or container at `index`, through the containers that are open.
  mutating func path(to index: Int) -> [any CodingKey] {
    // What is around a value that was written before may be closed by now.
    if index >= 0, index < tape.count, !isAround(index) { return walkedPath(to: index) }
    let view = self.view
    var keys: [any CodingKey] = []
    var child = index
    var header = open.header
    var count = open.count
    while header >= 0 {
      let node = tape.node(at: header)
      if header < child {
        switch node.kind {
        // A key is the word in front of its value.
        case .map where child > header + 1: key(at: child - 1, in: view).map { keys.append($0) }
        case .list where count > 0:
          keys.append(TapeKey(intValue: firstElement(of: header) + count - 1))
        case .continuation:
          // What is continued lies elsewhere, and so does what is around it.
          let target = Int(truncatingIfNeeded: view.word(after: header))
          if tape.node(at: target).kind == .map, child > header + 2 {
            key(at: child - 1, in: view).map { keys.append($0) }
          } else if tape.node(at: target).kind == .list, count > 0, child > header + 1 {
            keys.append(TapeKey(intValue: firstElement(of: header) + count - 1))
          }
          return walkedPath(to: target) + keys.reversed()
        default: break
        }
        child = header
      }
      header = node.payload - 1
      if header >= 0 { count = tape.node(at: header).length }
    }
    return keys.reversed()
  }

  /// The way to where `failure` was thrown. Nobody has taken anything back if nobody kept the way.
  mutating func path(of failure: WireFailure) -> [any CodingKey] {
    guard let failed, failed.failure == failure else { return path }
    return failed.path
  }

  /// Keeps the way to where `error` was thrown, as long as the containers around it are open.
  mutating func keepPath(of error: any Error) {
    guard let failure = error as? WireFailure, failed?.failure != failure else { return }
    failed = (failure, path)
  }

  /// Whether the container at `index` is the innermost one or one around it.
  private func isAround(_ index: Int) -> Bool {
    var header = open.header
    while header > index { header = tape.node(at: header).payload - 1 }
    return header == index
  }

  /// The way down from the root to the node at `index`, found by walking past all before it.
  private mutating func walkedPath(to index: Int) -> [any CodingKey] {
    let view = self.view
    var keys: [any CodingKey] = []
    var header = 0
    var kind = view[0].kind
    var position = 1
    var ordinal = 0
    while header < index, position <= index {
      if let end = removed[position], end <= index {
        position = end
        continue
      }
      if view[position].kind == .continuation {
        let end = end(of: position, in: view)
        if index < end {
          let target = Int(truncatingIfNeeded: view.word(after: position))
          keys = walkedPath(to: target)
          (header, kind, ordinal) = (position, view[target].kind, firstElement(of: position))
          position += 2
        } else {
          position = end
        }
        continue
      }
      let value = kind == .map ? position + 1 : position
      let end = end(of: value, in: view)
      guard index < end else {
        position = end
        ordinal += 1
        continue
      }
      switch kind {
      case .map: key(at: position, in: view).map { keys.append($0) }
      case .list: keys.append(TapeKey(intValue: ordinal))
      default: break
      }
      (header, kind) = (value, view[value].kind)
      ordinal = kind == .list ? firstElement(of: value) : 0
      position = value + 1
    }
    return keys
  }

  /// Behind the value at `index`. One that is open reaches to the end of the tape.
  func end(of index: Int, in view: TapeView) -> Int {
    let node = view[index]
    let isContainer = node.kind == .list || node.kind == .map || node.kind == .continuation
    return isContainer && node.payload <= index ? tape.count : view.next(index)
  }

  /// The key of the node at `index`: the model's own where it is known, else its name; `nil` for a
  /// node that is no key, as there is at the end of a tape whose model has failed on the way.
  mutating func key(at index: Int, in view: TapeView) -> (any CodingKey)? {
    known.tables.key(of: view[index], known.generation)
      ?? modelKeys.key(to: index, named: view.keyName(at: index) ?? "")
      ?? view.keyName(at: index).map {
        // As in decoding, the keys of a dictionary have integers to the standard library.
        TapeKey($0, intValue: options.keys.isExact ? Int($0) : nil)
      }
  }
}

extension EncodingCall {
  /// The key for one step of the way to a node of `view`, a tape in the order of the document.
  func key(_ step: CodingTrail.Step, in view: TapeView) -> any CodingKey {
    if case .key(let node) = step,
      let key = unsafe state.pointee.known.tables.key(
        of: view[node], state.pointee.known.generation)
    {
      return key
    }
    return TapeKey(step, in: view)
  }
}
