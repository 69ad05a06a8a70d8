extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads a value. If it fails to decode, skips it and returns `fallback`. A skipped value must
  /// still be well-formed.
  @inlinable
  public mutating func readTolerant<T: DirectDecodable>(
    or fallback: @autoclosure () -> T
  ) throws(WireFailure) -> T {
    let start = mark()
    do throws(WireFailure) {
      return try T(from: &self)
    } catch {
      _retry(from: start)
      try skipValue()
      return fallback()
    }
  }

  /// Reads an array without the elements that fail to decode. A ``LossReport`` receives the omitted
  /// elements.
  @inlinable
  public mutating func readLossyArray<T: DirectDecodable>(
    of type: T.Type = T.self
  ) throws(WireFailure) -> [T] {
    try readLossyElements { (reader: inout Self) throws(WireFailure) in try T(from: &reader) }
  }

  /// Reads an object with arbitrary keys, without the values that fail to decode. A ``LossReport``
  /// receives the omitted values. For duplicate keys, the first value counts.
  @inlinable
  public mutating func readLossyDictionary<T: DirectDecodable>(
    of type: T.Type = T.self
  ) throws(WireFailure) -> [String: T] {
    try readLossyDictionary(of: type, by: String.self)
  }

  /// Reads an object whose keys are data, without the members whose key or value fails to decode. A
  /// ``LossReport`` receives the omitted members. For duplicate keys, the first value counts.
  @inlinable
  public mutating func readLossyDictionary<Key: DirectKey, T: DirectDecodable>(
    of type: T.Type = T.self, by keys: Key.Type
  ) throws(WireFailure) -> [Key: T] {
    try readLossyMembers { (reader: inout Self) throws(WireFailure) in try T(from: &reader) }
  }

  /// Exists only for its message, which lists the supported key types.
  @available(*, unavailable, message: "@Lossy needs keys that are String, Int or a DirectKey")
  public mutating func readLossyDictionary<Key: Hashable, T>(
    of type: T.Type, by keys: Key.Type
  ) throws(WireFailure) -> [Key: T] { [:] }

  @inlinable @inline(__always)
  package mutating func readLossyElements<T>(
    _ read: (inout Self) throws(WireFailure) -> T
  ) throws(WireFailure) -> [T] {
    var elements: [T] = []
    var list = try beginList()
    var index = 0
    while try nextElement(&list) {
      defer { index += 1 }
      let start = mark()
      do throws(WireFailure) {
        elements.append(try read(&self))
      } catch {
        try lose(error, from: start, at: index)
      }
    }
    return elements
  }

  @inlinable @inline(__always)
  package mutating func readLossyMembers<Key: DirectKey, T>(
    _ read: (inout Self) throws(WireFailure) -> T
  ) throws(WireFailure) -> [Key: T] {
    var members: [Key: T] = [:]
    var object = try beginObject()
    while let name = try nextKey(&object) {
      let text = dataKey(name, in: object)
      let start = mark()
      do throws(WireFailure) {
        guard let key = Key(directKey: text) else { throw invalidKey(text, as: Key.self) }
        members.keepFirst(try read(&self), forKey: key)
      } catch {
        try lose(error, from: start, at: 0, key: text)
      }
    }
    return members
  }

  /// Skips a value that failed to decode. The function is not inlined, so that its variables are not on
  /// the stack of values inside of values.
  @usableFromInline @inline(never)
  mutating func lose(
    _ failure: WireFailure, from start: Mark, at index: Int, key: String? = nil
  ) throws(WireFailure) {
    _retry(from: start)
    try skipValue()
    context.lose(failure, at: index, key: key)
  }
}

extension Dictionary {
  /// Adds a value, unless the key has one.
  @inlinable @inline(never)
  package mutating func keepFirst(_ value: consuming Value, forKey key: Key) {
    if self[key] == nil { self[key] = value }
  }
}
