internal import FerryBase

// An optional of an optional has two `nil` values. The length of a null node distinguishes them: 0
// is `nil`, 1 is `.some(nil)`, 2 is `.some(.some(nil))`. The binary format keeps this number. In
// text formats, all of them are null, as with Foundation.

// MARK: Encoding

extension Optional: TapeEncodableCollection where Wrapped: Encodable {
  func encode(to call: EncodingCall) throws {
    let isPresent = try lend { (value: borrowing Wrapped) in try call.encode(present: value) }
    if !isPresent { try call.appendNull() }
  }
}

extension EncodingCall {
  /// Appends the value of an optional that is not `nil`. If the value itself is null, its node
  /// counts one more optional.
  @inline(__always)
  func encode<T: Encodable>(present value: T) throws {
    let start = state.tape.count
    try encode(value)
    wrapNull(since: start)
  }

  /// Counts one more optional around the value that was appended since `start`, if that value is
  /// null.
  @inline(__always)
  func wrapNull(since start: Int) {
    guard state.tape.count == start + 1 else { return }
    let node = state.tape.node(at: start)
    guard node.kind == .null, node.length < NestedNull.maximumLevels else { return }
    state.tape.replace(start, with: Node(.null, length: node.length + 1))
  }
}

extension TapeKeyedEncodingContainer {
  mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    let isPresent = try value.lend { (value: borrowing T) in
      try encode(present: value, forKey: key)
    }
    if !isPresent, writesNil { try encodeNil(forKey: key) }
  }

  private func encode<T: Encodable>(present value: T, forKey key: Key) throws {
    try append(key) { call throws in try call.encode(present: value) }
  }
}

// MARK: Decoding

enum NestedNull {
  /// The maximum number of nested optionals that are distinguished.
  static let maximumLevels = 255
}

/// A type that decodes null with every decoder: `Optional`.
private protocol NullDecodable {
  /// Returns `nil` inside `levels` optionals that are present. If `Self` nests fewer optionals, its
  /// innermost type may decode the null at `index`.
  static func null(_ levels: Int, _ call: DecodingCall, at index: Int) -> Self
}

extension Optional: NullDecodable where Wrapped: Decodable {
  fileprivate static func null(
    _ levels: Int, _ call: DecodingCall, at index: Int
  ) -> Wrapped? {
    guard levels > 0 else { return nil }
    guard let inner = Wrapped.self as? any NullDecodable.Type else {
      return try? call.value(Wrapped.self, at: index)
    }
    func wrap<Inner: NullDecodable>(_ type: Inner.Type) -> Wrapped {
      // `Inner` is `Wrapped` under another static type.
      unsafe unsafeBitCast(Inner.null(levels - 1, call, at: index), to: Wrapped.self)
    }
    return .some(wrap(inner))
  }
}

extension Optional: TapeDecodableCollection where Wrapped: Decodable {
  static func decode(_ call: DecodingCall, at index: Int) throws -> Wrapped? {
    let view = call.state.view
    guard view.isNull(at: index) else { return try call.value(Wrapped.self, at: index) }
    return null(view.levels(at: index), call, at: index)
  }
}

extension DecodingCall {
  /// Returns the value of an optional `T` whose document value is the null at `index`; `nil` if the
  /// optional itself is `nil`.
  @inline(never)
  func presentNull<T: Decodable>(_ type: T.Type, at index: Int) -> T? {
    let levels = state.view.levels(at: index)
    guard levels > 0 else { return nil }
    guard let optional = type as? any NullDecodable.Type else { return try? value(type, at: index) }
    func decode<N: NullDecodable>(_ type: N.Type) -> T {
      // `N` is `T` under another static type.
      unsafe unsafeBitCast(N.null(levels - 1, self, at: index), to: T.self)
    }
    return .some(decode(optional))
  }
}

extension TapeView {
  /// Returns the number of present optionals around the null at `index`.
  func levels(at index: Int) -> Int {
    let node = self[resolved(index)]
    return node.kind == .null ? node.length : 0
  }
}
