internal import FerryBase

// The copy of a tape in the order of the document. Few models need it: those that keep super
// encoders, write to containers in turn, or write a key twice.
extension EncodingCall {
  /// Copies the values to an empty tape: runs in their containers, placeholders with their values,
  /// and each key with its last value.
  /// - Returns: a view of the copy, which uses the arena of this tape.
  func copyInOrder(to tape: inout Tape) throws(WireFailure) -> TapeView {
    var open = OpenContainer()
    try copy(0, Set(state.late.repeatingMaps), to: &tape, &open)
    let source = view
    return unsafe TapeView(
      words: tape.words, count: tape.count, input: source.input, arena: source.arena,
      storedByteCount: source.storedByteCount)
  }

  /// Appends the value at `index` to `tape`.
  private func copy(
    _ index: Int, _ repeatingMaps: Set<Int>, to tape: inout Tape, _ open: inout OpenContainer
  ) throws(WireFailure) {
    let view = self.view
    let node = view[index]
    switch node.kind {
    case .list:
      try open.open(.list, on: &tape, limit: .max)
      for part in state.parts(of: index) {
        var element = part.lowerBound
        while element < part.upperBound {
          if view[element].kind != .continuation {
            open.count += 1
            try copy(element, repeatingMaps, to: &tape, &open)
          }
          element = view.next(element)
        }
      }
      open.close(on: &tape)
    case .map:
      try open.open(.map, on: &tape, limit: .max)
      for member in try members(of: index, mayRepeat: repeatingMaps.contains(index)) {
        open.count += 1
        try tape.append(view[member.key])
        try copy(member.value, repeatingMaps, to: &tape, &open)
      }
      open.close(on: &tape)
    case .placeholder:
      if let run = state.late.runs[index]?.last, run + 2 < view[run].payload {
        return try copy(run + 2, repeatingMaps, to: &tape, &open)
      }
      // An unused super encoder stands for a value that encoded nothing.
      try open.open(.map, on: &tape, limit: .max)
      open.close(on: &tape)
    case .tagged:
      try open.open(.tagged, on: &tape, limit: .max)
      try tape.append(view[index + 1])
      try copy(index + 2, repeatingMaps, to: &tape, &open)
      open.close(on: &tape)
    default:
      if view.next(index) == index + 2 {
        try tape.append(node, view.word(after: index))
      } else {
        try tape.append(node)
      }
    }
  }

  /// Returns the members of the object at `header`. Each has the position of the first occurrence of
  /// its key, and the last value of the key.
  private func members(
    of header: Int, mayRepeat: Bool
  ) throws(WireFailure) -> [(key: Int, value: Int)] {
    let view = self.view
    var members: [(key: Int, value: Int)] = []
    var positions: [String: Int] = [:]
    for part in state.parts(of: header) {
      try state.forEachMember(in: part) { (key, value) throws(WireFailure) in
        if mayRepeat {
          if let position = positions[view.string(view[key])] {
            try checkMember(members[position].key, key)
            members[position].value = value
            return
          }
          positions[view.string(view[key])] = members.count
        }
        members.append((key, value))
      }
    }
    return members
  }
}
