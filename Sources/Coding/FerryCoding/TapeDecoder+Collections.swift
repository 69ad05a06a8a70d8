internal import FerryBase

/// A collection that a session decodes without its container. This saves an existential, a cast and
/// a key look-up for each element, and allocates the memory of all elements at once.
protocol TapeDecodableCollection {
  /// Decodes the collection at `index`, which is not an alias.
  static func decode(_ call: DecodingCall, at index: Int) throws -> Self
}

extension Array: TapeDecodableCollection where Element: Decodable {
  static func decode(_ call: DecodingCall, at index: Int) throws -> [Element] {
    var view = call.state.view
    var header = index
    if view[header].kind == .packed {
      if let array: [Element] = unpacked(view, header) { return array }
      header = try call.unpack(header)
      view = call.state.view
    }
    if view[header].kind != .list {
      guard let elements = try call.elements(ofSet: header) else {
        throw call.mismatch(arrayOf: Element.self, at: header)
      }
      header = elements
    }
    return try scalars(call, header) ?? elements(call, header)
  }

  /// Decodes the elements one by one. A separate function keeps the stack small, because nested
  /// models go through here.
  @inline(never)
  private static func elements(
    _ call: DecodingCall, _ header: Int
  ) throws -> [Element] {
    let capacity = Reservation.capacity(
      of: call.state.view.elementCount(header), stride: MemoryLayout<Element>.stride)
    let end = call.state.view[header].payload
    var position = header + 1
    var elements = try unsafe [Element](unsafeUninitializedCapacity: capacity) { buffer, count in
      while position < end, count < capacity {
        unsafe buffer.initializeElement(at: count, to: try call.value(Element.self, at: position))
        count += 1
        // Decoding may have unpacked an array, which moves the tape.
        position = call.state.view.next(position)
      }
    }
    if position < end { try append(to: &elements, call, position, end) }
    return elements
  }

  /// Appends the elements from `position` on. An array in its initializer cannot grow.
  @inline(never)
  private static func append(
    to elements: inout [Element], _ call: DecodingCall, _ position: Int, _ end: Int
  ) throws {
    var position = position
    while position < end {
      elements.append(try call.value(Element.self, at: position))
      position = call.state.view.next(position)
    }
  }

  /// Decodes the elements in a loop for their type, which the compiler knows; `nil` for other
  /// types.
  @inline(never)
  private static func scalars(
    _ call: DecodingCall, _ header: Int
  ) throws -> [Element]? {
    if Element.self == Int.self { return try cast(scalars(call, header) as [Int]) }
    if Element.self == Double.self { return try cast(scalars(call, header) as [Double]) }
    if Element.self == String.self { return try cast(scalars(call, header) as [String]) }
    if Element.self == Bool.self { return try cast(scalars(call, header) as [Bool]) }
    return nil
  }

  /// Returns the same array under its known type.
  @inline(__always)
  private static func cast<E>(_ array: [E]) -> [Element] {
    unsafe unsafeBitCast(array, to: [Element].self)
  }

  @inline(__always)
  private static func scalars<E: TapeScalar>(
    _ call: DecodingCall, _ header: Int
  ) throws -> [E] {
    let view = call.state.view
    // Filling uninitialised memory instead would look up the metadata of the storage each time.
    var elements: [E] = []
    elements.reserve(view.elementCount(header))
    let end = view[header].payload
    var position = header + 1
    while position < end {
      elements.append(try E.read(call, at: position))
      position = view.next(position)
    }
    return elements
  }

  /// Returns the elements of a packed array of exactly this element type.
  private static func unpacked(_ view: TapeView, _ index: Int) -> [Element]? {
    let (elements, type) = view.packed(index)
    switch type {
    case .int64:
      guard Element.self == Int.self, MemoryLayout<Int>.size == 8 else { return nil }
      return cast(elements.array(of: Int.self))
    case .double:
      guard Element.self == Double.self else { return nil }
      return cast(elements.array(of: Double.self))
    }
  }
}

extension Set: TapeDecodableCollection where Element: Decodable {
  static func decode(_ call: DecodingCall, at index: Int) throws -> Set<Element> {
    let elements = try [Element].decode(call, at: index)
    // The same types under names that the compiler knows, as for arrays and dictionaries.
    if Element.self == String.self {
      return unsafe unsafeBitCast(
        Set<String>(unsafeBitCast(elements, to: [String].self)), to: Set<Element>.self)
    }
    if Element.self == Int.self {
      return unsafe unsafeBitCast(
        Set<Int>(unsafeBitCast(elements, to: [Int].self)), to: Set<Element>.self)
    }
    return Set(elements)
  }
}

extension Dictionary: TapeDecodableCollection where Key: Decodable, Value: Decodable {
  static func decode(_ call: DecodingCall, at index: Int) throws -> [Key: Value] {
    if Key.self == String.self {
      // `Key` is `String` under another static type.
      return try unsafe unsafeBitCast(members(call, index), to: [Key: Value].self)
    }
    if Key.self == Int.self, let members = try numberedMembers(call, index) {
      return unsafe unsafeBitCast(members, to: [Key: Value].self)
    }
    if call.state.view[index].kind == .map,
      !(Key.self is any CodingKeyRepresentable.Type)
    {
      throw call.mismatch(dictionaryBy: Key.self, at: index)
    }
    return try [Key: Value](from: TapeDecoder(call, at: index))
  }

  private static func members(_ call: DecodingCall, _ index: Int) throws -> [String: Value] {
    var index = index
    if call.state.view[index].kind != .map {
      guard let members = try call.members(ofOrderedMap: index) else {
        throw call.mismatch([String: Any].self, at: index)
      }
      index = members
    }
    if Value.self == Int.self { return try cast(Int.members(call, index)) }
    if Value.self == Double.self { return try cast(Double.members(call, index)) }
    if Value.self == String.self { return try cast(String.members(call, index)) }
    if Value.self == Bool.self { return try cast(Bool.members(call, index)) }
    return try call.members(index) { try call.value(Value.self, at: $0) }
  }

  /// Decodes the members of an object whose keys are integers; `nil` for a value or a key of
  /// another kind.
  private static func numberedMembers(
    _ call: DecodingCall, _ index: Int
  ) throws -> [Int: Value]? {
    guard call.state.view[index].kind == .map, call.state.options.keys.isExact else { return nil }
    if Value.self == Int.self { return try cast(Int.numberedMembers(call, index)) }
    if Value.self == Double.self { return try cast(Double.numberedMembers(call, index)) }
    if Value.self == String.self { return try cast(String.numberedMembers(call, index)) }
    return try call.numberedMembers(index) { try call.value(Value.self, at: $0) }
  }

  /// Returns the same dictionary under its known type.
  @inline(__always)
  private static func cast<E>(_ dictionary: [String: E]) -> [String: Value] {
    unsafe unsafeBitCast(dictionary, to: [String: Value].self)
  }

  @inline(__always)
  private static func cast<E>(_ dictionary: [Int: E]?) -> [Int: Value]? {
    unsafe unsafeBitCast(dictionary, to: [Int: Value]?.self)
  }
}

extension DecodingCall {
  /// Decodes the members of the object at `index`. `value` decodes the value at a node.
  @inline(__always)
  func members<Value>(
    _ index: Int, _ value: (Int) throws -> Value
  ) throws -> [String: Value] {
    let view = state.view
    var members: [String: Value] = [:]
    members.reserve(view.elementCount(index))
    var position = index + 1
    let end = view[index].payload
    while position < end {
      let view = state.view
      let key = view.string(view[position])
      // Of duplicate keys, the first counts, even if another value is invalid. Under a key
      // strategy, Foundation needs valid values for all. Duplicates are rare, so a search for them
      // first would only hash each key twice.
      do {
        let value = try value(position + 1)
        if let first = members.updateValue(value, forKey: key) {
          members.updateValue(first, forKey: key)
        }
      } catch {
        guard members.index(forKey: key) != nil,
          state.options.keys.isExact
            || !state.options.rules.followsFoundation
        else { throw error }
      }
      position = state.view.next(position + 1)
    }
    return members
  }

  /// Decodes the members of the object at `index`, whose keys are integers; `nil` for another key.
  ///
  /// If two keys are one integer, the first counts, as with direct coding. In the standard library,
  /// that depends on the order in which it visits the keys.
  @inline(__always)
  func numberedMembers<Value>(
    _ index: Int, _ value: (Int) throws -> Value
  ) throws -> [Int: Value]? {
    var members: [Int: Value] = [:]
    members.reserve(state.view.elementCount(index))
    var position = index + 1
    let end = state.view[index].payload
    while position < end {
      let view = state.view
      guard let key = Int(view.string(view[position])) else { return nil }
      do {
        let value = try value(position + 1)
        if let first = members.updateValue(value, forKey: key) {
          members.updateValue(first, forKey: key)
        }
      } catch {
        guard members[key] != nil else { throw error }
        return nil
      }
      position = state.view.next(position + 1)
    }
    return members
  }
}
