extension Tape {
  /// Appends the value at `index` of another tape that was read from the same input, with
  /// everything in it. What aliases stand for is copied in their place.
  ///
  /// `origins` gets the index on the other tape of each word that is appended, where somebody asks
  /// for it.
  /// - Throws: `nodeLimit` or `sizeLimit`, and `notRepresentable` for what an encoder has not
  ///   finished.
  package mutating func append(
    copying view: TapeView, at index: Int, origins: UnsafeMutablePointer<[Int]>? = nil
  ) throws(WireFailure) {
    sharedTextEnd = max(sharedTextEnd, view.sharedTextEnd)
    let index = view.resolved(index)
    let node = view[index]
    let first = count
    switch node.kind {
    case .null, .false, .true, .integer, .float: try append(node)
    case .integerText, .decimalText, .text, .escapedText, .bytes, .extension:
      // A range of the input, which both have.
      try append(node)
    case .numberText, .plainText, .arenaText, .arenaBytes, .uuid, .arenaExtension:
      try unsafe append(node.kind, copying: view.stored(node))
    case .int64, .uint64, .double, .decimal, .date:
      try append(node, view.word(after: index))
    case .packed:
      let (elements, type) = unsafe view.packed(index)
      try unsafe append(packing: elements, of: type)
    case .list, .map:
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

  /// Appends the element at `element` of the packed list at `index` of another tape.
  package mutating func append(
    element: Int, of view: TapeView, at index: Int
  ) throws(WireFailure) {
    let (elements, type) = unsafe view.packed(index)
    switch type {
    case .int64: try unsafe append(elements.load(fromByteOffset: element * 8, as: Int64.self))
    case .double: try unsafe append(elements.load(fromByteOffset: element * 8, as: Double.self))
    }
  }
}
