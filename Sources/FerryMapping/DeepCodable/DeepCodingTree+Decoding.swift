import FerryCoding
import FerryPath
import FerryTape

extension DeepCodingTree where Root: DeepDecodable {
  /// Decodes the leaves into `target`; in an update, only those that are there.
  func decode(from decoder: any Decoder, into target: inout Root, isUpdate: Bool = false) throws {
    if let problem { throw problem }
    if let tape = tapeDecoder(decoder) {
      return try decode(tape, into: &target, isUpdate)
    }
    let container = try decoder.container(keyedBy: WireKey.self)
    var missing: [WirePath] = []
    try decode(members, container, .root, into: &target, isUpdate, &missing)
    if let first = missing.first { throw missingKeys(first, missing, container.codingPath) }
  }

  // MARK: On the tape

  private func decode(_ decoder: TapeDecoder, into target: inout Root, _ isUpdate: Bool) throws {
    guard decoder.view[decoder.node].kind == .map else {
      throw decoder.mismatch([String: Any].self)
    }
    let count = max(paths.edges.count, 1)
    try unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { room in
      guard let found = room.baseAddress else { return }
      unsafe found.initialize(repeating: -1, count: count)
      // Trees have no lists among their branches, so no packed ones.
      _ = unsafe table.visit(decoder.view, from: decoder.node, found: found)
      try unsafe fill(&target, decoder, found, isUpdate)
    }
  }

  private func fill(
    _ target: inout Root, _ decoder: TapeDecoder, _ found: UnsafePointer<Int32>, _ isUpdate: Bool
  ) throws {
    var missing: [Int] = []
    for member in decoded {
      let node = unsafe Int(found[member.edge])
      if node >= 0, !decoder.view.isNull(at: node) {
        try member.leaf.decode(decoder, at: node, into: &target)
        continue
      }
      if node < 0 { try unsafe checkShape(above: member.edge, decoder, found) }
      if member.leaf.isOptional {
        if node >= 0 || !isUpdate { absent(member.leaf, node >= 0, &target) }
      } else if !member.leaf.hasValue(in: target) {
        // Null for a value that is required is the decoder's own error.
        if node >= 0 { try member.leaf.decode(decoder, at: node, into: &target) }
        if !isUpdate { missing.append(member.edge) }
      }
    }
    guard missing.isEmpty else {
      throw decoder.missing(missing.map { paths.edges[$0].path.description }, arePaths: true)
    }
  }

  private func absent(_ leaf: DeepLeaf<Root>, _ isNull: Bool, _ target: inout Root) {
    // A default of an optional stands when the key is missing, not when it is null.
    if isNull { leaf.decodeNull(into: &target) }
  }

  /// A branch that is there but is no map is an error, not a missing value.
  private func checkShape(
    above edge: Int, _ decoder: TapeDecoder, _ found: UnsafePointer<Int32>
  ) throws {
    var parent = paths.edges[edge].parent
    while let edge = parent {
      if unsafe found[edge] >= 0 {
        let node = unsafe decoder.view.resolved(Int(found[edge]))
        guard decoder.view[node].kind == .map || decoder.view.isNull(at: node) else {
          throw decoder.mismatch([String: Any].self, at: node)
        }
        return
      }
      parent = paths.edges[edge].parent
    }
  }

  // MARK: Through another coder

  private func decode(
    _ members: [Member], _ container: KeyedDecodingContainer<WireKey>?, _ path: WirePath,
    into target: inout Root, _ isUpdate: Bool, _ missing: inout [WirePath]
  ) throws {
    for member in members {
      let key = WireKey(member.name)
      let path = path.appending(.key(member.name))
      let isThere = container?.contains(key) ?? false
      let isNull = try isThere && (container?.decodeNil(forKey: key) ?? true)
      if let leaf = member.leaf, leaf.isDecoded {
        if let container, isThere, !isNull || !leaf.isOptional && !leaf.hasValue(in: target) {
          try leaf.decode(container, key, into: &target)
        } else if isNull {
          leaf.decodeNull(into: &target)
        } else if !leaf.isOptional, !leaf.hasValue(in: target), !isUpdate {
          missing.append(path)
        }
      }
      guard !member.children.isEmpty else { continue }
      let branch =
        isThere && !isNull
        ? try container?.nestedContainer(keyedBy: WireKey.self, forKey: key) : nil
      try decode(member.children, branch, path, into: &target, isUpdate, &missing)
    }
  }

  private func missingKeys(
    _ first: WirePath, _ all: [WirePath], _ codingPath: [any CodingKey]
  ) -> DecodingError {
    let list = all.map { "\"\($0)\"" }.joined(separator: ", ")
    return .keyNotFound(
      WireKey(first.description),
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "No values associated with keys \(list)."))
  }
}

/// The decoder as Ferry's own, if it is one.
func tapeDecoder(_ decoder: any Decoder) -> TapeDecoder? {
  func opened<D: Decoder>(_ decoder: D) -> TapeDecoder? {
    // The metatypes are compared: a cast costs ten times as much. They are the same type then.
    unsafe D.self == TapeDecoder.self ? unsafeBitCast(decoder, to: TapeDecoder.self) : nil
  }
  return opened(decoder)
}

/// The encoder as Ferry's own, if it is one.
func tapeEncoder(_ encoder: any Encoder) -> TapeEncoder? {
  func opened<E: Encoder>(_ encoder: E) -> TapeEncoder? {
    // As above.
    unsafe E.self == TapeEncoder.self ? unsafeBitCast(encoder, to: TapeEncoder.self) : nil
  }
  return opened(encoder)
}
