import FerryTape

/// A collection that a session decodes without its container: no existential, no cast and no key
/// look-up for each element, and memory for all of them at once.
protocol TapeDecodableCollection {
  /// The collection at `index`, which is no alias.
  static func decode(_ session: DecodingSession, at index: Int) throws -> Self
}

extension TapeDecodableCollection {
  /// Initialises the memory at `room`, which is for a `Self`, unless it throws.
  static func decode(
    _ session: DecodingSession, at index: Int, into room: UnsafeMutableRawPointer
  ) throws {
    room.initializeMemory(as: Self.self, to: try decode(session, at: index))
  }
}

extension Array: TapeDecodableCollection where Element: Decodable {
  static func decode(_ session: DecodingSession, at index: Int) throws -> [Element] {
    var view = session.state.pointee.view
    var header = index
    if view[header].kind == .packed {
      if let array: [Element] = unpacked(view, header) { return array }
      header = try session.unpack(header)
      view = session.state.pointee.view
    }
    guard view[header].kind == .list else { throw session.mismatch([Any].self, at: header) }
    return try scalars(session, header) ?? elements(session, header)
  }

  /// The elements one by one. On its own, to keep the stack small: models nest through here.
  @inline(never)
  private static func elements(
    _ session: DecodingSession, _ header: Int
  ) throws -> [Element] {
    let state = session.state
    var array: [Element] = []
    array.reserveCapacity(state.pointee.view.elementCount(header))
    var position = header + 1
    let end = state.pointee.view[header].payload
    while position < end {
      array.append(try session.value(Element.self, at: position))
      // Decoding may have unpacked a list, which moves the tape.
      position = state.pointee.view.next(position)
    }
    return array
  }

  /// The elements if they are of a type that has a loop of its own, which the compiler knows.
  @inline(never)
  private static func scalars(
    _ session: DecodingSession, _ header: Int
  ) throws -> [Element]? {
    if Element.self == Int.self { return try cast(scalars(session, header) as [Int]) }
    if Element.self == Double.self { return try cast(scalars(session, header) as [Double]) }
    if Element.self == String.self { return try cast(scalars(session, header) as [String]) }
    if Element.self == Bool.self { return try cast(scalars(session, header) as [Bool]) }
    return nil
  }

  /// The same array under the type that it is known to have.
  @inline(__always)
  private static func cast<E>(_ array: [E]) -> [Element] {
    unsafeBitCast(array, to: [Element].self)
  }

  @inline(__always)
  private static func scalars<E: TapeScalar>(
    _ session: DecodingSession, _ header: Int
  ) throws -> [E] {
    let view = session.state.pointee.view
    let end = view[header].payload
    var position = header + 1
    var array: [E] = []
    array.reserveCapacity(view.elementCount(header))
    while position < end {
      array.append(try E.read(session, at: position))
      position = view.next(position)
    }
    return array
  }

  /// A packed list of just this element type.
  private static func unpacked(_ view: TapeView, _ index: Int) -> [Element]? {
    let (elements, type) = view.packed(index)
    switch type {
    case .int64:
      guard Element.self == Int.self, MemoryLayout<Int>.size == 8 else { return nil }
      return cast([Int](elements.bindMemory(to: Int.self)))
    case .double:
      guard Element.self == Double.self else { return nil }
      return cast([Double](elements.bindMemory(to: Double.self)))
    }
  }
}

extension Dictionary: TapeDecodableCollection where Key == String, Value: Decodable {
  static func decode(_ session: DecodingSession, at index: Int) throws -> [String: Value] {
    let view = session.state.pointee.view
    guard view[index].kind == .map else {
      throw session.mismatch([String: Any].self, at: index)
    }
    var dictionary: [String: Value] = [:]
    dictionary.reserveCapacity(view.elementCount(index))
    var position = index + 1
    let end = view[index].payload
    while position < end {
      let view = session.state.pointee.view
      let key = view.string(view[position])
      // Of duplicate keys the first counts.
      if dictionary.index(forKey: key) == nil {
        dictionary[key] = try session.value(Value.self, at: position + 1)
      }
      position = session.state.pointee.view.next(position + 1)
    }
    return dictionary
  }
}

/// The scalars that arrays have loops of their own for.
protocol TapeScalar {
  static func read(_ session: DecodingSession, at index: Int) throws -> Self
}

extension Int: TapeScalar {
  @inline(__always)
  static func read(_ session: DecodingSession, at index: Int) throws -> Int {
    try session.integer(at: index)
  }
}

extension Double: TapeScalar {
  @inline(__always)
  static func read(_ session: DecodingSession, at index: Int) throws -> Double {
    try session.double(at: index)
  }
}

extension String: TapeScalar {
  @inline(__always)
  static func read(_ session: DecodingSession, at index: Int) throws -> String {
    try session.string(at: index)
  }
}

extension Bool: TapeScalar {
  @inline(__always)
  static func read(_ session: DecodingSession, at index: Int) throws -> Bool {
    try session.bool(at: index)
  }
}
