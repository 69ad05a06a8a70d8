extension AnyValue {
  /// The members of an object, in order.
  public struct Object: Sendable {
    /// One member.
    public typealias Element = (key: String, value: AnyValue)

    @usableFromInline var members: [Element] = []
    /// The index of the keys, for an object with too many keys to compare one by one; empty for others.
    private var index: [KeyIndex] = []

    private static let linearLimit = 16

    /// An object without members.
    public init() {}

    /// The value of the member whose key has the bytes of `key`. Setting a value replaces the value
    /// of an existing member at its position, or appends a member. Setting `nil` removes the
    /// member.
    public subscript(key: String) -> AnyValue? {
      get { position(of: key).map { members[$0].value } }
      set {
        switch (position(of: key), newValue) {
        case (let position?, let value?): members[position].value = value
        case (nil, let value?): append(key, value)
        case (let position?, nil): remove(at: position)
        case (nil, nil): break
        }
      }
    }

    /// Appends a member without replacing one with the same key. Lookups find the first member.
    package mutating func append(_ key: String, _ value: AnyValue) {
      members.append((key, value))
      if index.isEmpty {
        if members.count > Self.linearLimit { index = [KeyIndex(members.lazy.map { $0.key })] }
      } else {
        index[0].append(key, at: members.count - 1)
      }
    }

    /// The value of the last member. The object must not be empty.
    @inlinable package var lastValue: AnyValue {
      get { members[members.count - 1].value }
      // Inlined, because its frame would be allocated otherwise.
      @inline(__always) _modify { yield &members[members.count - 1].value }
    }

    private mutating func remove(at position: Int) {
      let key = members.remove(at: position).key
      if members.count <= Self.linearLimit { index = [] }
      guard !index.isEmpty else { return }
      index[0].remove(key, at: position, before: members[position...].lazy.map { $0.key })
    }

    private func position(of key: String) -> Int? {
      if !index.isEmpty { return index[0].position(of: key) }
      let key = KeyText(key)
      return members.firstIndex { KeyText($0.key) == key }
    }
  }
}

extension AnyValue.Object: RandomAccessCollection {
  /// The position of the first member.
  public var startIndex: Int { members.startIndex }
  /// The position after the last member.
  public var endIndex: Int { members.endIndex }
  /// The member at `position`.
  public subscript(position: Int) -> Element { members[position] }
}

extension AnyValue.Object: Hashable {
  /// Returns whether each key has the same values in both objects. The order of the keys does not
  /// matter.
  public static func == (first: Self, second: Self) -> Bool {
    guard first.count == second.count else { return false }
    let isSameOrder = first.members.elementsEqual(second.members) {
      KeyText($0.key) == KeyText($1.key) && $0.value == $1.value
    }
    if isSameOrder { return true }
    return first.valuesByKey == second.valuesByKey
  }

  /// Hashes the members independently of their order.
  public func hash(into hasher: inout Hasher) {
    var combined = 0
    for (key, value) in self {
      var member = Hasher()
      member.combine(key)
      member.combine(value)
      combined &+= member.finalize()
    }
    hasher.combine(combined)
  }

  /// All values of each key. An object can have a key more than once: lookups find the first value,
  /// equality compares all of them.
  private var valuesByKey: [KeyText: [AnyValue]] {
    Dictionary(grouping: members) { KeyText($0.key) }.mapValues { $0.map { $0.value } }
  }
}

extension AnyValue.Object: ExpressibleByDictionaryLiteral {
  /// Creates an object with these members. For duplicate keys, the last value counts.
  public init(dictionaryLiteral elements: (String, AnyValue)...) {
    self.init()
    for (key, value) in elements { self[key] = value }
  }
}
