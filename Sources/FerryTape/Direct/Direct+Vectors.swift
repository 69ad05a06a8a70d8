// Vectors and arrays of a fixed size are lists of just so many values, as Codable has the former.

extension SIMD where Scalar: DirectDecodable {
  /// Reads a list of as many numbers as the vector has.
  @inlinable
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self.init()
    let scalars = try Scalar._readArray(of: scalarCount, from: &reader)
    for index in scalars.indices { self[index] = scalars[index] }
  }
}

extension SIMD where Scalar: DirectEncodable {
  /// Writes a list of the numbers.
  @inlinable
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try Scalar._writeArray(indices.map { self[$0] }, to: &writer)
  }
}

extension SIMD2: DirectDecodable where Scalar: DirectDecodable {}
extension SIMD3: DirectDecodable where Scalar: DirectDecodable {}
extension SIMD4: DirectDecodable where Scalar: DirectDecodable {}
extension SIMD8: DirectDecodable where Scalar: DirectDecodable {}
extension SIMD16: DirectDecodable where Scalar: DirectDecodable {}
extension SIMD32: DirectDecodable where Scalar: DirectDecodable {}
extension SIMD64: DirectDecodable where Scalar: DirectDecodable {}
extension SIMD2: DirectEncodable where Scalar: DirectEncodable {}
extension SIMD3: DirectEncodable where Scalar: DirectEncodable {}
extension SIMD4: DirectEncodable where Scalar: DirectEncodable {}
extension SIMD8: DirectEncodable where Scalar: DirectEncodable {}
extension SIMD16: DirectEncodable where Scalar: DirectEncodable {}
extension SIMD32: DirectEncodable where Scalar: DirectEncodable {}
extension SIMD64: DirectEncodable where Scalar: DirectEncodable {}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: DirectDecodable where Element: DirectDecodable {
  /// Reads a list of as many values as the array has.
  @inlinable
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    let elements = try Element._readArray(of: Self.count, from: &reader)
    self.init { elements[$0] }
  }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: DirectEncodable where Element: DirectEncodable {
  /// Writes a list of the values.
  @inlinable
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try Element._writeArray(indices.map { self[$0] }, to: &writer)
  }
}

extension DirectDecodable {
  /// Reads a list of `count` values.
  ///
  /// Another number is what is wrong with a list even if a value in it cannot be read, since Codable
  /// asks for the number of values before it looks at one.
  @inlinable
  static func _readArray<Reader: WireReader & ~Copyable>(
    of count: Int, from reader: inout Reader
  ) throws(WireFailure) -> [Self] {
    let start = reader.position
    let list = reader.mark()
    let values: [Self]
    do throws(WireFailure) {
      values = try _readArray(from: &reader)
    } catch {
      reader.rewind(to: list)
      let found = try reader.skipElements()
      throw found == count ? error : reader.wrongCount(found, expected: count, at: start)
    }
    guard values.count == count else {
      throw reader.wrongCount(values.count, expected: count, at: start)
    }
    return values
  }
}

extension WireReader where Self: ~Copyable {
  /// Moves behind a list.
  /// - Returns: how many values it has.
  @usableFromInline @inline(never)
  mutating func skipElements() throws(WireFailure) -> Int {
    var list = try beginList()
    var count = 0
    while try nextElement(&list) {
      try skipValue()
      count += 1
    }
    return count
  }

  @usableFromInline @inline(never)
  func wrongCount(_ count: Int, expected: Int, at position: Int) -> WireFailure {
    invalid("Expected \(expected) values, found \(count).", at: position)
  }
}
