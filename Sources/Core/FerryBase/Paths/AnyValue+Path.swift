extension AnyValue {
  /// Returns the first value at `path`, or `nil` without a match.
  public func value(at path: WirePath) -> AnyValue? { path.first(from: self) }

  /// Returns all values at `path`, in document order.
  public func values(at path: WirePath) -> [AnyValue] { path.all(from: self) }

  /// Sets the value at `path`, or removes the value there if `value` is `nil`.
  ///
  /// Missing objects on the way are created, even in place of a scalar: `value.set(1, at: "a.b")`
  /// turns null into `{"a":{"b":1}}`. An index sets an existing element, or appends an element
  /// after the last one. A wildcard sets every existing value.
  /// - Returns: false if an index is negative or beyond the end of its array, and nothing was set
  ///   there.
  @discardableResult
  public mutating func set(_ value: AnyValue?, at path: WirePath) -> Bool {
    set(value, path.steps[...])
  }

  private mutating func set(_ value: AnyValue?, _ steps: ArraySlice<WirePath.Step>) -> Bool {
    guard let step = steps.first else {
      self = value ?? .null
      return true
    }
    let rest = steps.dropFirst()
    switch (step, self) {
    case (.wildcard, _): return setAll(value, rest)
    case (.index(let index), _): return setElement(value, index, rest)
    case (.keyOrIndex(let index), .array): return setElement(value, index, rest)
    case (.keyOrIndex(let number), _): return setMember(value, String(number), rest)
    case (.key(let key), _): return setMember(value, key, rest)
    }
  }

  private mutating func setMember(
    _ value: AnyValue?, _ key: String, _ rest: ArraySlice<WirePath.Step>
  ) -> Bool {
    if value == nil, object?[key] == nil { return true }
    return withMembers { members in
      guard !rest.isEmpty else {
        members[key] = value
        return true
      }
      var member = members[key] ?? .null
      // A second reference to the member would force a copy when it changes.
      members[key] = .null
      defer { members[key] = member }
      return member.set(value, rest)
    }
  }

  private mutating func setElement(
    _ value: AnyValue?, _ index: Int, _ rest: ArraySlice<WirePath.Step>
  ) -> Bool {
    let count = array?.count ?? 0
    guard index >= 0, index < count || (index == count && value != nil) else {
      return value == nil
    }
    return withElements { elements in
      if rest.isEmpty, value == nil {
        elements.remove(at: index)
        return true
      }
      if index == elements.count { elements.append(.null) }
      return elements[index].set(value, rest)
    }
  }

  private mutating func setAll(_ value: AnyValue?, _ rest: ArraySlice<WirePath.Step>) -> Bool {
    let removes = rest.isEmpty && value == nil
    var areSet = true
    switch isMap {
    case true?:
      withMembers { members in
        let old = exchange(&members, with: Object())
        for (key, var member) in old where !removes {
          areSet = member.set(value, rest) && areSet
          members[key] = member
        }
      }
    case false?:
      withElements { elements in
        if removes { elements = [] }
        for index in elements.indices { areSet = elements[index].set(value, rest) && areSet }
      }
    case nil: break
    }
    return areSet
  }
}

extension AnyValue: TreeCursor {
  @usableFromInline
  package var isMap: Bool? {
    switch self {
    case .object: true
    case .array: false
    case .tagged(_, let value): value.isMap
    default: nil
    }
  }

  @usableFromInline
  package func value(of key: String) -> AnyValue? { object?[key] }

  @usableFromInline
  package func element(_ index: Int) -> AnyValue? {
    // A bare `nil` would be the value null.
    guard let array, array.indices.contains(index) else { return AnyValue?.none }
    return array[index]
  }

  @usableFromInline
  package func visitAll(
    _ body: (AnyValue, WirePath.Step) throws(WireFailure) -> Bool
  ) throws(WireFailure) -> Bool {
    for (key, value) in object ?? Object() where try !body(value, .key(key)) { return false }
    for (index, value) in (array ?? []).enumerated() where try !body(value, .index(index)) {
      return false
    }
    return true
  }
}
