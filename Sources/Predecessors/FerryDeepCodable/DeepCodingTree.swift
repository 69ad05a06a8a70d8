import Ferry

/// A tree of the keys of a document, with the property of each leaf.
///
/// Models refer to it as `CodingTree`. It is built once per type. The same key in two blocks is one
/// key.
public struct DeepCodingTree<Root>: @unchecked Sendable {
  // Sendable: all properties are constants.

  /// A builder that collects the keys of a block.
  @resultBuilder
  public enum Builder {
    /// Returns one key.
    public static func buildExpression(_ node: DeepCodingNode<Root>) -> [DeepCodingNode<Root>] {
      [node]
    }
    /// Returns the keys of a block.
    public static func buildBlock(_ nodes: [DeepCodingNode<Root>]...) -> [DeepCodingNode<Root>] {
      nodes.flatMap { $0 }
    }
    /// Returns the keys in an `if`.
    public static func buildOptional(_ nodes: [DeepCodingNode<Root>]?) -> [DeepCodingNode<Root>] {
      nodes ?? []
    }
    /// Returns the keys in an `if` with an `else`.
    public static func buildEither(first nodes: [DeepCodingNode<Root>]) -> [DeepCodingNode<Root>] {
      nodes
    }
    /// Returns the keys in an `else`.
    public static func buildEither(second nodes: [DeepCodingNode<Root>]) -> [DeepCodingNode<Root>] {
      nodes
    }
    /// Returns the keys of a loop.
    public static func buildArray(_ nodes: [[DeepCodingNode<Root>]]) -> [DeepCodingNode<Root>] {
      nodes.flatMap { $0 }
    }
  }

  private let top = DeepBranch<Root>(path: .root)
  private let problem: Problem?

  /// Creates the tree of the keys in the block.
  public init(@Builder _ builder: () -> [DeepCodingNode<Root>]) {
    self.init(nodes: builder())
  }

  /// Creates the tree of these keys.
  public init(nodes: [DeepCodingNode<Root>]) {
    do throws(Problem) {
      for (path, leaf) in nodes.flatMap(\.leaves) { try top.insert(leaf, at: path[...]) }
      try top.check()
      problem = nil
    } catch {
      problem = error
    }
  }
}

extension DeepCodingTree where Root: DeepDecodable {
  /// Decodes the leaves into `target`. If `isUpdate` is true, missing keys are ignored.
  func decode(from decoder: any Decoder, into target: inout Root, isUpdate: Bool = false) throws {
    if let problem { throw problem }
    var missing: [WirePath] = []
    try top.decode(decoder.container(keyedBy: DeepKey.self), into: &target, &missing)
    if !isUpdate, !missing.isEmpty { throw Problem.missing(missing, at: decoder.codingPath) }
  }
}

extension DeepCodingTree where Root: DeepEncodable {
  /// Encodes the leaves of `root` that have a value.
  func encode(_ root: Root, to encoder: any Encoder) throws {
    if let problem { throw problem }
    var container = encoder.container(keyedBy: DeepKey.self)
    try top.encode(root, to: &container)
  }
}

/// A key of a tree.
struct DeepKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A key of a tree with its property and the keys below it.
final class DeepBranch<Root> {
  private let path: WirePath
  private let key: DeepKey
  private var leaf: DeepLeaf<Root>?
  private var branches: [DeepBranch] = []

  init(path: WirePath, key: String = "") {
    self.path = path
    self.key = DeepKey(stringValue: key)
  }

  /// Adds a leaf at the end of a chain of keys.
  func insert(_ leaf: DeepLeaf<Root>, at keys: ArraySlice<String>) throws(Problem) {
    guard let name = keys.first else {
      if let other = self.leaf?.property {
        throw .invalidMapping(
          of: Root.self, "'\(other)' and '\(leaf.property)' both have the key '\(path)'")
      }
      self.leaf = leaf
      return
    }
    let known = branches.first { $0.key.stringValue == name }
    let branch = known ?? DeepBranch(path: path.appending(WirePath(keys: name)), key: name)
    if known == nil { branches.append(branch) }
    try branch.insert(leaf, at: keys.dropFirst())
  }

  /// Throws if a written property has keys below it.
  func check() throws(Problem) {
    if let leaf, leaf.encoded != nil, !branches.isEmpty {
      throw .invalidMapping(
        of: Root.self, "'\(path)' is written as the property '\(leaf.property)' and as a branch")
    }
    for branch in branches { try branch.check() }
  }

  /// Decodes the leaves in `container`, which is `nil` for a missing object, and notes the missing
  /// keys.
  func decode(
    _ container: KeyedDecodingContainer<DeepKey>?, into target: inout Root,
    _ missing: inout [WirePath]
  ) throws {
    for branch in branches {
      let key = branch.key
      if let leaf = branch.leaf?.decoded,
        try container.map({ try !leaf.decode($0, key, &target) }) ?? true
      {
        if container?.contains(key) == true {
          if let container { try leaf.decodeNull(container, key, &target) }
        } else if leaf.isNeeded(target) {
          missing.append(branch.path)
        }
      }
      guard !branch.branches.isEmpty else { continue }
      var object: KeyedDecodingContainer<DeepKey>?
      if let container, container.contains(key), try !container.decodeNil(forKey: key) {
        object = try container.nestedContainer(keyedBy: DeepKey.self, forKey: key)
      }
      try branch.decode(object, into: &target, &missing)
    }
  }

  /// Encodes the leaves that have a value. A branch without values is not written.
  func encode(_ root: Root, to container: inout KeyedEncodingContainer<DeepKey>) throws {
    for branch in branches {
      if let leaf = branch.leaf?.encoded {
        switch leaf.presence(in: root) {
        case .absent: break
        case .null: try container.encodeNil(forKey: branch.key)
        case .value: try leaf.encode(root, &container, branch.key)
        }
      } else if branch.hasContent(root) {
        var object = container.nestedContainer(keyedBy: DeepKey.self, forKey: branch.key)
        try branch.encode(root, to: &object)
      }
    }
  }

  private func hasContent(_ root: Root) -> Bool {
    if let leaf = leaf?.encoded { return leaf.presence(in: root) != .absent }
    return branches.contains { $0.hasContent(root) }
  }
}
