import FerryCoding
import FerryBase

/// An object that is being written, in Ferry's encoder or in another library's container.
struct MemberWriter {
  private enum Target {
    case tape(TapeMembers)
    /// A class, because the container has no fixed layout: the runtime would copy each value that
    /// stores one inline.
    case foreign(ForeignContainer)
  }

  private final class ForeignContainer {
    var container: KeyedEncodingContainer<TapeKey>

    init(_ container: KeyedEncodingContainer<TapeKey>) { self.container = container }
  }

  private let target: Target

  private init(_ target: Target) { self.target = target }

  /// Starts the object that is the value of `encoder`, for the plan with this number.
  init(_ encoder: any Encoder, plan: Int) throws {
    if let tape = tapeEncoder(encoder) {
      target = .tape(try tape.members(ofPlan: plan))
    } else {
      target = .foreign(ForeignContainer(encoder.container(keyedBy: TapeKey.self)))
    }
  }

  var codingPath: [any CodingKey] {
    switch target {
    case .tape(let members): members.codingPath
    case .foreign(let foreign): foreign.container.codingPath
    }
  }

  func append<T: Encodable>(_ value: T, _ name: String, number: Int) throws {
    switch target {
    case .tape(let members): try members.append(value, name, number: number)
    case .foreign(let foreign): try Self.append(value, name, to: foreign)
    }
  }

  /// Not inlined, because the wrapper's metadata is looked up at the start of the function.
  @inline(never)
  private static func append<T: Encodable>(
    _ value: T, _ name: String, to foreign: ForeignContainer
  ) throws {
    try foreign.container.encode(KeyMappedValue(value), forKey: TapeKey(name))
  }

  /// Whether the `nil` of a member is written as null.
  var writesNil: Bool {
    if case .tape(let members) = target { members.writesNil } else { false }
  }

  func appendNull(_ name: String, number: Int) throws {
    switch target {
    case .tape(let members): try members.appendNull(name, number: number)
    case .foreign(let foreign): try foreign.container.encodeNil(forKey: TapeKey(name))
    }
  }

  func branch(_ name: String, number: Int) throws -> MemberWriter {
    switch target {
    case .tape(let members): MemberWriter(.tape(try members.members(name, number: number)))
    case .foreign(let foreign):
      MemberWriter(
        .foreign(
          ForeignContainer(
            foreign.container.nestedContainer(keyedBy: TapeKey.self, forKey: TapeKey(name)))))
    }
  }

  /// Appends the value that `body` writes to an encoder.
  func write(
    _ name: String, number: Int, _ body: (any Encoder) throws -> Void
  ) throws {
    switch target {
    case .tape(let members): try members.write(name, number: number) { try body($0) }
    case .foreign(let foreign): try body(foreign.container.superEncoder(forKey: TapeKey(name)))
    }
  }

  /// Returns an encoder for a value that may be written later.
  func placeholder(_ name: String, number: Int) throws -> any Encoder {
    switch target {
    case .tape(let members): try members.placeholder(name, number: number)
    case .foreign(let foreign): foreign.container.superEncoder(forKey: TapeKey(name))
    }
  }

  /// Allows equal names; called before a name may repeat.
  func allowDuplicates() {
    if case .tape(let members) = target { members.allowDuplicates() }
  }
}

/// The object of a value, with the nested objects on its paths. Each nested object is created on
/// its first use, so that a branch without values is not written.
final class BranchedWriter {
  private let root: Result<MemberWriter, any Error>
  private let tree: PathTree
  /// The branches so far. They are few, and most calls use the last one.
  private var branches: [(edge: Int, writer: MemberWriter)] = []

  init(_ root: Result<MemberWriter, any Error>, _ tree: PathTree) {
    self.root = root
    self.tree = tree
  }

  var codingPath: [any CodingKey] { (try? root.get().codingPath) ?? [] }
  var writesNil: Bool { (try? root.get().writesNil) ?? false }

  /// Returns the object at an edge; without an edge, the object of the value.
  func map(_ edge: Int?) throws -> MemberWriter {
    guard let edge else { return try root.get() }
    if let branch = branches.last(where: { $0.edge == edge }) { return branch.writer }
    let parent = try map(tree.edges[edge].parent)
    let branch = try parent.branch(name(edge), number: edge)
    branches.append((edge, branch))
    return branch
  }

  /// Returns the key of an edge.
  func name(_ edge: Int) -> String {
    if case .key(let name) = tree.edges[edge].step { name } else { "" }
  }
}
