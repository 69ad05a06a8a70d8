extension AnyValue {
  /// The members of an object in their order.
  public struct Object: Sendable {
    /// One member.
    public typealias Element = (key: String, value: AnyValue)

    private var members: [Element] = []
    /// Positions of the keys, once there are too many to compare one by one.
    private var positions: [KeyText: Int] = [:]

    private static let linearLimit = 16

    /// An object without members.
    public init() {}

    /// The value of the member whose key has the bytes of `key`. Setting appends it or replaces it
    /// where it stands; `nil` removes it.
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

    /// Appends a member without replacing one of the same key; look-ups find the first.
    package mutating func append(_ key: String, _ value: AnyValue) {
      members.append((key, value))
      if members.count == Self.linearLimit + 1 {
        index()
      } else if members.count > Self.linearLimit {
        keep(key, at: members.count - 1)
      }
    }

    private mutating func remove(at position: Int) {
      members.remove(at: position)
      index()
    }

    private mutating func index() {
      positions = [:]
      guard members.count > Self.linearLimit else { return }
      for (position, member) in members.enumerated() { keep(member.key, at: position) }
    }

    /// Notes where `key` is, unless an equal key is in front of it.
    private mutating func keep(_ key: String, at position: Int) {
      let key = KeyText(key)
      if positions[key] == nil { positions[key] = position }
    }

    private func position(of key: String) -> Int? {
      let key = KeyText(key)
      if members.count > Self.linearLimit { return positions[key] }
      return members.firstIndex { KeyText($0.key) == key }
    }
  }
}

extension AnyValue.Object: RandomAccessCollection {
  /// Position of the first member.
  public var startIndex: Int { members.startIndex }
  /// Position behind the last member.
  public var endIndex: Int { members.endIndex }
  /// The member at `position`.
  public subscript(position: Int) -> Element { members[position] }
}

extension AnyValue.Object: Hashable {
  /// Objects are equal when each key has the same values, in whatever order the keys come.
  public static func == (first: Self, second: Self) -> Bool {
    guard first.count == second.count else { return false }
    let isSameOrder = first.members.elementsEqual(second.members) {
      KeyText($0.key) == KeyText($1.key) && $0.value == $1.value
    }
    if isSameOrder { return true }
    return first.valuesByKey == second.valuesByKey
  }

  /// Hashes the members without regard to their order.
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

  /// A document can give a key more than once; look-ups find the first, equality minds them all.
  private var valuesByKey: [KeyText: [AnyValue]] {
    Dictionary(grouping: members) { KeyText($0.key) }.mapValues { $0.map { $0.value } }
  }
}

extension AnyValue.Object: ExpressibleByDictionaryLiteral {
  /// An object with these members; of equal keys the last counts.
  public init(dictionaryLiteral elements: (String, AnyValue)...) {
    self.init()
    for (key, value) in elements { self[key] = value }
  }
}
