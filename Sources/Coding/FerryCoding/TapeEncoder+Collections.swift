internal import FerryBase

/// A collection that a session encodes without its container.
protocol TapeEncodableCollection {
  func encode(to call: EncodingCall) throws
}

extension TapeEncodableCollection {
  /// Encodes the `Self` at `pointer`.
  static func encode(_ pointer: UnsafeRawPointer, to call: EncodingCall) throws {
    try unsafe pointer.assumingMemoryBound(to: Self.self).lend { (value: borrowing Self) in
      try value.encode(to: call)
    }
  }
}

extension Array: TapeEncodableCollection where Element: Encodable {
  func encode(to call: EncodingCall) throws {
    if Element.self == Int.self, MemoryLayout<Int>.size == 8 {
      return try call.pack(cast(Int.self), .int64)
    }
    // Each number that is not finite needs a decision of its own.
    if Element.self == Double.self, cast(Double.self).allSatisfy(\.isFinite) {
      return try call.pack(cast(Double.self), .double)
    }
    try call.state.openContainer(.list)
    if Element.self == String.self {
      for text in cast(String.self) { try call.state.tape.append(text) }
      call.state.open.count = count
    } else {
      try unsafe withUnsafeBufferPointer { elements in
        guard let base = elements.baseAddress else { return }
        for index in elements.indices {
          call.state.open.count &+= 1
          try unsafe (base + index).lend { (element: borrowing Element) in try call.encode(element)
          }
        }
      }
    }
    call.state.closeContainer()
  }

  /// Returns the same array under its known type.
  private func cast<E>(_ type: E.Type) -> [E] {
    unsafe unsafeBitCast(self, to: [E].self)
  }
}

// Sets, and dictionaries whose keys are not names, have a different order in every process. If
// equal values must give equal documents, the elements are sorted by their encoded bytes.

extension Set: TapeEncodableCollection where Element: Encodable {
  func encode(to call: EncodingCall) throws {
    var elements = Array(self)
    if call.state.options.sortsUnordered { try call.sort(&elements, by: { $0 }) }
    guard call.state.options.rules.writesHints else {
      return try elements.encode(to: call)
    }
    try call.state.openContainer(.tagged)
    try call.state.tape.append("!258")
    try elements.encode(to: call)
    call.state.closeContainer()
  }
}

extension Dictionary: TapeEncodableCollection where Key: Encodable, Value: Encodable {
  func encode(to call: EncodingCall) throws {
    if Key.self == String.self {
      // `Key` is `String` under another static type.
      try unsafe call.encodeMembers(unsafeBitCast(self, to: [String: Value].self))
    } else if call.state.options.sortsUnordered, Key.self != Int.self,
      !(Key.self is any CodingKeyRepresentable.Type)
    {
      try call.encodePairs(self)
    } else {
      try call.encodePlain(self)
    }
  }
}

extension EncodingCall {
  /// Encodes an array of numbers of 8 bytes.
  @inline(__always)
  func pack<T: BitwiseCopyable>(_ numbers: [T], _ type: PackedElement) throws {
    try unsafe numbers.withUnsafeBytes { bytes in
      try unsafe state.tape.append(packing: ByteView(bytes), of: type)
    }
  }

  /// Encodes a dictionary as an object.
  fileprivate func encodeMembers<Value: Encodable>(_ dictionary: [String: Value]) throws {
    try state.openContainer(.map)
    for (key, value) in dictionary {
      state.open.count &+= 1
      try state.tape.append(key)
      try encode(value)
    }
    state.closeContainer()
  }

  /// Sorts `elements` by the encoded bytes of their keys.
  func sort<Element, Key: Encodable>(
    _ elements: inout [Element], by key: (Element) -> Key
  ) throws {
    let options = state.options
    let keyed = try elements.map { element in
      let bytes = try EncodingSession.encode([key(element)], options: options) {
        (view) throws(WireFailure) in view.sortKey
      }
      return (bytes: bytes, element: element)
    }
    elements = keyed.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.element)
  }

  /// Encodes a dictionary as an array of keys and values in turn, sorted by key.
  fileprivate func encodePairs<Key: Encodable, Value: Encodable>(_ dictionary: [Key: Value]) throws
  {
    var pairs = Array(dictionary)
    try sort(&pairs, by: \.key)
    try state.openContainer(.list)
    for (key, value) in pairs {
      state.open.count &+= 1
      try encode(key)
      state.open.count &+= 1
      try encode(value)
    }
    state.closeContainer()
  }
}

extension TapeView {
  /// Bytes that are equal only for equal values. Numbers of one type keep their order if they are
  /// not negative.
  fileprivate var sortKey: [UInt8] {
    var key: [UInt8] = []
    var index = 0
    while index < count {
      let node = self[index]
      key.append(node.kind.rawValue)
      switch node.kind {
      case .text, .arenaText, .numberText, .arenaBytes, .uuid, .arenaExtension, .source:
        key += stored(node)
        key.append(0)
        index += 1
      case .int64, .uint64, .double, .date:
        append(word(after: index), to: &key)
        index += 2
      case .packed:
        let elements = packed(index).elements
        for offset in stride(from: 0, to: elements.count, by: 8) {
          append(elements.load(UInt64.self, at: offset), to: &key)
        }
        index += 2
      case .list, .map:
        append(UInt64(elementCount(index)), to: &key)
        index += 1
      default:
        append(node.word, to: &key)
        index += 1
      }
    }
    return key
  }

  private func append(_ word: UInt64, to key: inout [UInt8]) {
    unsafe withUnsafeBytes(of: word.bigEndian) { unsafe key += $0 }
  }
}

// These functions lend values in place. Reading a value through `pointee` or `if let` copies it. A
// copy retains and releases every reference in the value, and generic code looks up metadata for
// its storage. A function over `~Copyable` types can only borrow the value.

extension UnsafePointer where Pointee: ~Copyable {
  /// Lends the value at the pointer to `body`.
  @inline(__always)
  func lend(_ body: (borrowing Pointee) throws -> Void) rethrows {
    try unsafe body(pointee)
  }
}

extension Optional where Wrapped: ~Copyable {
  /// Lends the value to `body`, if there is one.
  /// - Returns: false if the optional is `nil`.
  @inline(__always)
  borrowing func lend(_ body: (borrowing Wrapped) throws -> Void) rethrows -> Bool {
    switch self {
    case .some(let value):
      try body(value)
      return true
    case nil:
      return false
    }
  }
}
