package import FerryBase

extension LayeredTree {
  /// Returns the merged document.
  /// - Throws: `nodeLimit` beyond the limit of a tape.
  package func merged() throws(WireFailure) -> LayeredTape {
    var result = LayeredTape()
    try result.begin(schema, storing: texts)
    if let root { try write(root, to: &result) }
    return result
  }

  /// Returns whether a variable set or created the value.
  package func isFromVariable(_ origin: Origin) -> Bool { variableLayers.contains(origin.layer) }

  /// Returns the text of a scalar; `nil` for any other value, and for null.
  func text(of index: Int) -> [UInt8]? {
    let item = items[index]
    switch item.node.kind {
    case .plainText, .arenaText, .numberText:
      return Array(texts[item.node.payload..<item.node.payload + item.node.length])
    case .true: return Array("true".utf8)
    case .false: return Array("false".utf8)
    case .integer: return Array("\(item.node.integer)".utf8)
    case .float: return Array("\(item.node.float)".utf8)
    case .int64: return item.word.map { Array("\(Int64(bitPattern: $0))".utf8) }
    case .uint64: return item.word.map { Array("\($0)".utf8) }
    case .double: return item.word.map { Array("\(Double(bitPattern: $0))".utf8) }
    default: return nil
    }
  }

  private func write(_ index: Int, to result: inout LayeredTape) throws(WireFailure) {
    guard let tag = items[index].tag else { return try writeValue(index, to: &result) }
    // A merged object may have its tag from another layer than its place.
    _ = try result.open(.tagged, items[tag].origin)
    try writeValue(tag, to: &result)
    try writeValue(index, to: &result)
    result.close()
  }

  private func writeValue(_ index: Int, to result: inout LayeredTape) throws(WireFailure) {
    let item = items[index]
    guard item.node.kind == .map || item.node.kind == .list else {
      return try result.append(item.node, item.word, item.origin)
    }
    let header = try result.open(item.node.kind, item.origin)
    for (place, child) in item.children.enumerated() {
      if item.node.kind == .list || place % 2 == 0 { result.count() }
      if item.node.kind == .map, place % 2 == 0,
        isFromVariable(items[item.children[place + 1]].origin), let name = text(of: child)
      {
        result.noteLateKey(name, in: header)
      }
      try write(child, to: &result)
    }
    result.close()
  }
}
