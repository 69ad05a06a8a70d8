import FerryCoding

extension DeepCodingTree where Root: DeepEncodable {
  /// Encodes the leaves of `root` that have a value.
  func encode(_ root: Root, to encoder: any Encoder) throws {
    if let problem { throw problem }
    if let tape = tapeEncoder(encoder) {
      return try encode(members, of: root, to: tape.members(ofPlan: number))
    }
    var container = encoder.container(keyedBy: WireKey.self)
    try encode(members, of: root, to: &container)
  }

  private func encode(_ members: [Member], of root: Root, to map: TapeMembers) throws {
    for member in members {
      guard let leaf = member.leaf, leaf.isEncoded else {
        guard hasContent(member, root) else { continue }
        let branch = try map.members(member.name, number: member.edge)
        try encode(member.children, of: root, to: branch)
        continue
      }
      switch leaf.presence(in: root) {
      case .absent: break
      case .null: try map.appendNull(member.name, number: member.edge)
      case .value: try leaf.encode(root, to: map, member.name, number: member.edge)
      }
    }
  }

  private func encode(
    _ members: [Member], of root: Root, to container: inout KeyedEncodingContainer<WireKey>
  ) throws {
    for member in members {
      let key = WireKey(member.name)
      guard let leaf = member.leaf, leaf.isEncoded else {
        guard hasContent(member, root) else { continue }
        var branch = container.nestedContainer(keyedBy: WireKey.self, forKey: key)
        try encode(member.children, of: root, to: &branch)
        continue
      }
      switch leaf.presence(in: root) {
      case .absent: break
      case .null: try container.encodeNil(forKey: key)
      case .value: try leaf.encode(root, to: &container, key)
      }
    }
  }

  /// Whether anything of a branch is written.
  private func hasContent(_ member: Member, _ root: Root) -> Bool {
    if let leaf = member.leaf, leaf.isEncoded { return leaf.presence(in: root) != .absent }
    return member.children.contains { hasContent($0, root) }
  }
}
