import FerryCoding

extension DeepCodingTree where Root: _DeepEncoding {
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
    for member in members where hasContent(member, root) {
      if let leaf = member.leaf, leaf.isEncoded {
        try leaf.encode(root, to: map, member.name, number: member.edge)
      } else {
        let branch = try map.members(member.name, number: member.edge)
        try encode(member.children, of: root, to: branch)
      }
    }
  }

  private func encode(
    _ members: [Member], of root: Root, to container: inout KeyedEncodingContainer<WireKey>
  ) throws {
    for member in members where hasContent(member, root) {
      let key = WireKey(member.name)
      if let leaf = member.leaf, leaf.isEncoded {
        try leaf.encode(root, to: &container, key)
      } else {
        var branch = container.nestedContainer(keyedBy: WireKey.self, forKey: key)
        try encode(member.children, of: root, to: &branch)
      }
    }
  }

  /// Whether anything of a branch has a value.
  private func hasContent(_ member: Member, _ root: Root) -> Bool {
    if let leaf = member.leaf, leaf.isEncoded { return !leaf.isNil(in: root) }
    return member.children.contains { hasContent($0, root) }
  }
}
