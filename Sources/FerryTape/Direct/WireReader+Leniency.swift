extension WireReader where Self: ~Copyable {
  /// Reads a value, or skips it and returns `fallback` if it does not decode. What is skipped is
  /// well-formed all the same.
  @inlinable
  public mutating func readTolerant<T: DirectDecodable>(
    or fallback: @autoclosure () -> T
  ) throws(Failure) -> T {
    let start = mark()
    do throws(Failure) {
      return try T(from: &self)
    } catch {
      rewind(to: start)
      try skipValue()
      return fallback()
    }
  }

  /// Reads a list without the elements that do not decode, which a
  /// ``LossReport`` keeps.
  @inlinable
  public mutating func readLossyArray<T: DirectDecodable>(
    of type: T.Type = T.self
  ) throws(Failure) -> [T] {
    var elements: [T] = []
    var list = try beginList()
    var index = 0
    while try nextElement(&list) {
      defer { index += 1 }
      let start = mark()
      do throws(Failure) {
        elements.append(try T(from: &self))
      } catch {
        rewind(to: start)
        try skipValue()
        context.lose(error, .index(index))
      }
    }
    return elements
  }

  /// Reads a record of any keys without the values that do not decode, which a
  /// ``LossReport`` keeps. Of equal keys the first counts.
  @inlinable
  public mutating func readLossyDictionary<T: DirectDecodable>(
    of type: T.Type = T.self
  ) throws(Failure) -> [String: T] {
    var members: [String: T] = [:]
    var record = try beginRecord()
    while let key = try nextKey(&record) {
      let name = key.string
      let start = mark()
      do throws(Failure) {
        let value = try T(from: &self)
        if members[name] == nil { members[name] = value }
      } catch {
        rewind(to: start)
        try skipValue()
        context.lose(error, .key(name))
      }
    }
    return members
  }
}
