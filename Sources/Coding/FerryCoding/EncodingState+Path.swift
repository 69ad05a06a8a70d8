internal import FerryBase

// The coding paths of a model that is being encoded. Paths are not stored: an open container holds
// the index of its parent, so a path is built when it is needed.
extension EncodingState {
  /// The coding path of the next value.
  var path: [any CodingKey] { mutating get { path(to: tape.count) } }

  /// The coding path of the innermost container, or of the container that a run belongs to.
  var containerPath: [any CodingKey] {
    mutating get {
      open.kind == .continuation ? walkedPath(to: target(of: open.header)) : path(to: open.header)
    }
  }

  /// Returns the coding path of the value or container at `index`, through the open containers.
  mutating func path(to index: Int) -> [any CodingKey] {
    // The containers around an earlier value may be closed already.
    if index >= 0, index < tape.count, !isAround(index) { return walkedPath(to: index) }
    let view = self.view
    var keys: [any CodingKey] = []
    var child = index
    var header = open.header
    var count = open.count
    while header >= 0 {
      let node = tape.node(at: header)
      if header < child {
        let isRun = node.kind == .continuation
        let container = isRun ? target(of: header) : header
        let start = isRun ? header + 2 : header + 1
        switch tape.node(at: container).kind {
        // The word before a value is its key.
        case .map where child > start: key(at: child - 1, in: view).map { keys.append($0) }
        case .list where count > 0 && child >= start:
          keys.append(TapeKey(intValue: firstElement(of: header) + count - 1))
        default: break
        }
        // The container of a run and its parents are elsewhere on the tape.
        if isRun { return walkedPath(to: container) + keys.reversed() }
        child = header
      }
      header = node.payload - 1
      if header >= 0 { count = tape.node(at: header).length }
    }
    return keys.reversed()
  }

  /// Returns the coding path of `failure`. If no path was kept, no rollback has happened, and the
  /// current path is the right one.
  mutating func path(of failure: WireFailure) -> [any CodingKey] {
    guard let failed, failed.failure == failure else { return path }
    return failed.path
  }

  /// Keeps the coding path of `error`, as long as the containers around it are open.
  mutating func keepPath(of error: any Error) {
    guard let failure = error as? WireFailure, failed?.failure != failure else { return }
    failed = (failure, path)
  }

  /// Returns whether the container at `index` is the innermost one or one of its parents.
  private func isAround(_ index: Int) -> Bool {
    var header = open.header
    while header > index { header = tape.node(at: header).payload - 1 }
    return header == index
  }

  /// Returns the coding path of the node at `index`, found by walking over all nodes before it.
  private mutating func walkedPath(to index: Int) -> [any CodingKey] {
    let view = self.view
    var keys: [any CodingKey] = []
    var header = 0
    var kind = view[0].kind
    var position = 1
    var ordinal = 0
    while header < index, position <= index {
      if view[position].kind == .continuation {
        let end = end(of: position)
        if index >= end {
          position = end
        } else if late.runs[target(of: position)]?.contains(position) == true {
          let container = target(of: position)
          keys = walkedPath(to: container)
          (header, kind, ordinal) = (position, view[container].kind, firstElement(of: position))
          position += 2
        } else {
          // A value that was removed has the path of its container.
          break
        }
        continue
      }
      let value = kind == .map ? position + 1 : position
      let end = end(of: value)
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
      ordinal = 0
      position = value + 1
    }
    return keys
  }

  /// Returns the key of the node at `index`: the model's own if it is known, or else a key with the
  /// name in the document. Returns `nil` if the node is not a key, as at the end of a tape whose
  /// model failed half-way.
  mutating func key(at index: Int, in view: TapeView) -> (any CodingKey)? {
    known.tables.key(of: view[index])
      ?? modelKeys.key(to: index, named: view.keyName(at: index) ?? "")
      ?? view.keyName(at: index).map {
        // As in decoding, the keys of a dictionary have integers with the standard library.
        TapeKey($0, intValue: options.keys.isExact ? Int($0) : nil)
      }
  }
}

extension EncodingCall {
  /// Returns the key for one step of the path to a node of `view`, a tape in the order of the
  /// document.
  func key(_ step: CodingTrail.Step, in view: TapeView) -> any CodingKey {
    if case .key(let node) = step, let key = state.known.tables.key(of: view[node]) { return key }
    return TapeKey(step, in: view)
  }
}
