// Vectors and arrays of a fixed size are lists of just so many values, as Codable has the former.

extension SIMD where Scalar: DirectDecodable {
  /// Reads a list of as many numbers as the vector has.
  @inlinable
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(Failure) {
    self.init()
    let start = reader.position
    let list = reader.mark()
    let scalars: [Scalar]
    do throws(Failure) {
      scalars = try Scalar.readArray(from: &reader)
    } catch {
      // Codable asks for the number of values before it looks at one.
      reader.rewind(to: list)
      let count = try reader.skipElements()
      throw count == scalarCount
        ? error : reader.wrongCount(count, expected: scalarCount, at: start)
    }
    guard scalars.count == scalarCount else {
      throw reader.wrongCount(scalars.count, expected: scalarCount, at: start)
    }
    for index in scalars.indices { self[index] = scalars[index] }
  }
}

extension SIMD where Scalar: DirectEncodable {
  /// Writes a list of the numbers.
  @inlinable
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(Failure) {
    try Scalar.writeArray(indices.map { self[$0] }, to: &writer)
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
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(Failure) {
    let start = reader.position
    let elements = try Element.readArray(from: &reader)
    guard elements.count == Self.count else {
      throw reader.wrongCount(elements.count, expected: Self.count, at: start)
    }
    self.init { elements[$0] }
  }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: DirectEncodable where Element: DirectEncodable {
  /// Writes a list of the values.
  @inlinable
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(Failure) {
    try Element.writeArray(indices.map { self[$0] }, to: &writer)
  }
}

extension WireReader where Self: ~Copyable {
  /// Moves behind a list.
  /// - Returns: how many values it has.
  @usableFromInline @inline(never)
  mutating func skipElements() throws(Failure) -> Int {
    var list = try beginList()
    var count = 0
    while try nextElement(&list) {
      try skipValue()
      count += 1
    }
    return count
  }

  @usableFromInline @inline(never)
  func wrongCount(_ count: Int, expected: Int, at position: Int) -> Failure {
    invalid("Expected \(expected) values, found \(count).", at: position)
  }
}
