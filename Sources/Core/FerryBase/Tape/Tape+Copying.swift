extension Tape {
  /// Copies the words and the arena of another tape to this empty tape. Its nodes refer to no input.
  package mutating func copy(_ other: borrowing Tape) throws(WireFailure) {
    schema = other.schema
    _ = try store(other.arena.bytes)
    for index in 0..<other.count { try append(other.node(at: index)) }
  }

  /// Appends the value at `index` of another tape that was read from the same input, with its
  /// contents. Aliases are replaced by copies of their values.
  ///
  /// If `origins` is given, it receives the index on the other tape of each appended word.
  /// - Throws: `nodeLimit`, `sizeLimit`, or `notRepresentable` for a value that an encoder has not
  ///   finished.
  package mutating func append(
    copying view: TapeView, at index: Int, origins: UnsafeMutablePointer<[Int]>? = nil
  ) throws(WireFailure) {
    sharedTextEnd = max(sharedTextEnd, view.sharedTextEnd)
    let index = view.unaliased(index)
    let node = view[index]
    let first = count
    switch node.kind {
    case .null, .false, .true, .integer, .float: try append(node)
    case .integerText, .decimalText, .text, .bytes, .extension:
      // A range of the input, which both tapes share.
      try append(node)
    case .numberText, .plainText, .arenaText, .arenaBytes, .uuid, .arenaExtension,
      .source:
      try append(node.kind, copying: view.stored(node))
    case .int64, .uint64, .double, .decimal, .date:
      try append(node, view.word(after: index))
    case .packed:
      let (elements, type) = view.packed(index)
      try append(packing: elements, of: type)
    case .list, .map, .tagged:
      try append(node)
      unsafe origins?.pointee.append(index)
      for content in view.elements(ofList: index) {
        try unsafe append(copying: view, at: content, origins: origins)
      }
      replace(first, with: Node(node.kind, length: node.length, payload: count))
      return
    case .alias, .placeholder, .continuation:
      throw WireFailure(.notRepresentable, node: index)
    }
    if let origins = unsafe origins {
      for _ in first..<count { unsafe origins.pointee.append(index) }
    }
  }

  /// Appends the element number `element` of the packed array at `index` of another tape.
  package mutating func append(
    element: Int, of view: TapeView, at index: Int
  ) throws(WireFailure) {
    let (elements, type) = view.packed(index)
    switch type {
    case .int64: try append(elements.load(Int64.self, at: element * 8))
    case .double: try append(elements.load(Double.self, at: element * 8))
    }
  }
}

extension Tape {
  /// Returns the offset of the value that becomes `node` of the tape that `read` fills. Errors are
  /// rare, so values do not store their offsets. A key from a key list has the offset of its value.
  package static func offset(
    ofNode node: Int, _ read: (inout Tape) throws(WireFailure) -> Void
  ) -> Int? {
    var tape = Tape(wordLimit: node)
    do throws(WireFailure) {
      try read(&tape)
    } catch {
      // The tape ends before `node`, so the reader fails at the offset of that node.
      if error.kind == .nodeLimit { return error.offset }
    }
    return nil
  }
}

extension TapeView {
  /// Appends the value at `root` to `sorted`, with the keys of every object in the order that
  /// `precedes` gives their nodes, by default that of their UTF-8 bytes. Ranges still refer to the
  /// input and arena of this view. Aliases are expanded.
  /// - Returns: a view of `sorted`.
  /// - Throws: `depthLimit` if more than `depthLimit` containers are nested.
  @discardableResult
  package func copySorted(
    _ root: Int, to sorted: inout Tape, depthLimit: Int,
    by precedes: ((Node, Node) -> Bool)? = nil
  ) throws(WireFailure) -> TapeView {
    var copying = Copying(depthLimit: depthLimit, keepsTags: true, precedes: precedes)
    if precedes == nil { copying.precedes = { bytesPrecede($0, $1) } }
    return try copy(root, to: &sorted, copying)
  }

  /// Copies a value to the empty tape `copy`, without its tags unless it `keepsTags`. If it
  /// `sortsKeys`, the members of objects are in the order of their UTF-8 bytes. Ranges and aliases are
  /// as in ``copySorted(_:to:depthLimit:by:)``.
  package func copy(
    _ root: Int, to copy: inout Tape, depthLimit: Int, sortsKeys: Bool, keepsTags: Bool
  ) throws(WireFailure) -> TapeView {
    var copying = Copying(depthLimit: depthLimit, keepsTags: keepsTags)
    if sortsKeys { copying.precedes = { bytesPrecede($0, $1) } }
    return try self.copy(root, to: &copy, copying)
  }

  /// The state and the rules of a copy.
  private struct Copying {
    var open = OpenContainer()
    let depthLimit: Int
    let keepsTags: Bool
    /// The order of keys; `nil` for that of the document.
    var precedes: ((Node, Node) -> Bool)?
  }

  private func copy(
    _ root: Int, to copy: inout Tape, _ copying: consuming Copying
  ) throws(WireFailure) -> TapeView {
    try self.copy(root, to: &copy, &copying)
    return unsafe TapeView(
      words: copy.words, count: copy.count, input: input, arena: arena, schema: schema)
  }

  private func copy(
    _ index: Int, to copy: inout Tape, _ copying: inout Copying
  ) throws(WireFailure) {
    let index = copying.keepsTags ? unaliased(index) : resolved(index)
    let node = self[index]
    switch node.kind {
    case .list, .tagged:
      try copying.open.open(node.kind, on: &copy, limit: copying.depthLimit)
      for element in elements(ofList: index) {
        copying.open.count += 1
        try self.copy(element, to: &copy, &copying)
      }
      copying.open.close(on: &copy)
    case .map:
      try copying.open.open(.map, on: &copy, limit: copying.depthLimit)
      var keys = Array(self.keys(ofMap: index))
      // Equal keys keep the order of the document.
      if let precedes = copying.precedes { keys.sort { precedes(self[$0], self[$1]) } }
      for key in keys {
        copying.open.count += 1
        try copy.append(self[resolved(key)])
        try self.copy(next(key), to: &copy, &copying)
      }
      copying.open.close(on: &copy)
    default:
      if next(index) == index + 2 {
        try copy.append(node, word(after: index))
      } else {
        try copy.append(node)
      }
    }
  }

  private func bytesPrecede(_ first: Node, _ second: Node) -> Bool {
    stored(first).lexicographicallyPrecedes(stored(second))
  }
}
