import FerryCoding

/// A map that is being written: one of Ferry's, or another coder's container.
struct MemberWriter {
  private enum Target {
    case tape(TapeMembers)
    case foreign(KeyedEncodingContainer<WireKey>)
  }

  private var target: Target

  init(_ members: TapeMembers) { target = .tape(members) }

  init(_ container: KeyedEncodingContainer<WireKey>) { target = .foreign(container) }

  var codingPath: [any CodingKey] {
    switch target {
    case .tape(let members): members.codingPath
    case .foreign(let container): container.codingPath
    }
  }

  mutating func append<T: Encodable>(_ value: T, _ name: String, number: Int) throws {
    switch target {
    case .tape(let members): try members.append(value, name, number: number)
    case .foreign(var container): try container.encode(Mapped(value), forKey: WireKey(name))
    }
  }

  mutating func appendNull(_ name: String, number: Int) throws {
    switch target {
    case .tape(let members): try members.appendNull(name, number: number)
    case .foreign(var container): try container.encodeNil(forKey: WireKey(name))
    }
  }

  mutating func branch(_ name: String, number: Int) throws -> MemberWriter {
    switch target {
    case .tape(let members): MemberWriter(try members.members(name, number: number))
    case .foreign(var container):
      MemberWriter(container.nestedContainer(keyedBy: WireKey.self, forKey: WireKey(name)))
    }
  }

  /// Appends what `body` writes to an encoder.
  mutating func write(
    _ name: String, number: Int, _ body: (any Encoder) throws -> Void
  ) throws {
    switch target {
    case .tape(let members): try members.write(name, number: number) { try body($0) }
    case .foreign(var container): try body(container.superEncoder(forKey: WireKey(name)))
    }
  }

  /// An encoder for a value that may be written later.
  mutating func placeholder(_ name: String, number: Int) throws -> any Encoder {
    switch target {
    case .tape(let members): try members.placeholder(name, number: number)
    case .foreign(var container): container.superEncoder(forKey: WireKey(name))
    }
  }

  /// To be called when a name may come again.
  func allowDuplicates() {
    if case .tape(let members) = target { members.allowDuplicates() }
  }
}
