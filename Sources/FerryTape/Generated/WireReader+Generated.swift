/// The part of ``WireReader`` that generated code and Ferry's own types call.
public protocol _WireReader: ~Copyable {
  /// Where the reader is in an object.
  associatedtype Object
  /// Where the reader is in an array.
  associatedtype List

  /// What the whole call shares: options, user info, what there is to say about a failure.
  var context: _WireContext { get }

  // MARK: Scalars

  /// What the null that was just read is to an optional `T`: `nil`, or a `T` that is null itself
  /// where the format tells them apart, as the binary one does for `.some(nil)`.
  mutating func presentNull<T: DirectDecodable>(as type: T.Type) -> T?
  /// The same for a value that is not coded directly.
  mutating func presentNull<Way: _IndirectReading>(by way: Way) -> Way.Value?
  /// Reads true or false.
  mutating func readBool() throws(WireFailure) -> Bool
  /// Reads a whole number that fits.
  mutating func readInteger<T: FixedWidthInteger & Sendable>(_ type: T.Type) throws(WireFailure)
    -> T
  /// Reads a number as the nearest double.
  mutating func readDouble() throws(WireFailure) -> Double
  /// Reads a number as the nearest float.
  mutating func readFloat() throws(WireFailure) -> Float
  /// Reads text.
  mutating func readString() throws(WireFailure) -> String
  /// Reads raw bytes where the format has them; `nil`, and nothing read, if something else comes.
  mutating func readRawBytes() throws(WireFailure) -> [UInt8]?
  /// Reads a date where the format has them, as seconds since 2001; `nil`, and nothing read, if
  /// something else comes.
  mutating func readDate() throws(WireFailure) -> Double?
  /// Reads the 16 bytes of a UUID where the format has them; `nil`, and nothing read, if something
  /// else comes.
  mutating func readUUID() throws(WireFailure) -> [UInt8]?
  /// Reads a number of any size as its text.
  mutating func readNumber() throws(WireFailure) -> AnyValue.Number

  // MARK: Objects

  /// Enters an object whose slots `Fields` will be asked for.
  mutating func beginObject<Fields: _FieldSet>(_ fields: Fields.Type) throws(WireFailure) -> Object

  /// The slot of the next key that is there, -1 for one that `Fields` does not have, or `nil`
  /// behind the last.
  ///
  /// A key that comes again is skipped with its value, or is an error in formats that forbid it.
  mutating func nextSlot<Fields: _FieldSet>(
    _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Int?

  /// Whether `slot` comes next, which has not been read yet; if so, the reader moves to its value.
  /// Generated code asks for each slot in order before it asks what comes next.
  mutating func nextIs<Fields: _FieldSet>(
    _ slot: Int, _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Bool

  /// The place of the object.
  func position(of object: Object) -> Int

  // MARK: Arrays

  /// How many elements are left if the format says so, never more than there can be; else 0.
  func countHint(of list: List) -> Int

  /// Reads a list of values of one type.
  mutating func readElements<T: DirectDecodable>(_ type: T.Type) throws(WireFailure) -> [T]
  /// Reads a list of numbers.
  mutating func readIntegers<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(WireFailure) -> [T]
  /// Reads a list of numbers.
  mutating func readDoubles() throws(WireFailure) -> [Double]

  // MARK: Other ways

  /// Reads a value that is not coded directly.
  mutating func read<Way: _IndirectReading>(by way: Way) throws(WireFailure) -> Way.Value
  /// Reads a value of a type that the coder behind the reader has its own way with; `nil`, and nothing
  /// read, if it has none.
  mutating func readForeign<T>(_ type: T.Type) throws(WireFailure) -> T?
}

extension _WireReader where Self: WireReader & ~Copyable {
  /// The format has one null.
  @inlinable @inline(__always)
  public mutating func presentNull<T: DirectDecodable>(as type: T.Type) -> T? { nil }

  /// The format has one null.
  @inlinable @inline(__always)
  public mutating func presentNull<Way: _IndirectReading>(by way: Way) -> Way.Value? { nil }

  /// What the null that was just read is to an optional `T` with direct coding.
  @inlinable @inline(__always)
  public mutating func presentAnyNull<T: DirectDecodable>(as type: T.Type) -> T? {
    presentNull(as: T.self)
  }

  /// There is no coder behind the reader.
  @inlinable
  public mutating func readForeign<T>(_ type: T.Type) throws(WireFailure) -> T? { nil }

  /// The format has no dates.
  @inlinable public mutating func readDate() throws(WireFailure) -> Double? { nil }

  /// The format has no UUIDs.
  @inlinable public mutating func readUUID() throws(WireFailure) -> [UInt8]? { nil }

  /// Enters an object like any other.
  @inlinable @inline(__always)
  public mutating func beginObject<Fields: _FieldSet>(
    _ fields: Fields.Type
  ) throws(WireFailure) -> Object {
    try beginObject()
  }

  /// Leaves it to ``nextSlot(_:_:)``.
  @inlinable
  public mutating func nextIs<Fields: _FieldSet>(
    _ slot: Int, _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Bool { false }

  /// Reads a list of values one by one.
  @inlinable
  public mutating func readElements<T: DirectDecodable>(
    _ type: T.Type
  ) throws(WireFailure) -> [T] {
    var list = try beginList()
    var elements: [T] = []
    guard try nextElement(&list) else { return elements }
    // Where the format does not say how many there are: a few, in one allocation.
    elements.reserveCapacity(
      Swift.max(countHint(of: list) &+ 1, 2, 64 / MemoryLayout<T>.stride))
    repeat { elements.append(try T(from: &self)) } while try nextElement(&list)
    return elements
  }

  /// Reads a list of numbers one by one.
  @inlinable
  public mutating func readIntegers<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(WireFailure) -> [T] {
    var list = try beginList()
    var elements: [T] = []
    guard try nextElement(&list) else { return elements }
    elements.reserveCapacity(max(countHint(of: list) &+ 1, 4))
    repeat { elements.append(try readInteger(T.self)) } while try nextElement(&list)
    return elements
  }

  /// Reads a list of numbers one by one.
  @inlinable
  public mutating func readDoubles() throws(WireFailure) -> [Double] {
    var list = try beginList()
    var elements: [Double] = []
    guard try nextElement(&list) else { return elements }
    elements.reserveCapacity(max(countHint(of: list) &+ 1, 4))
    repeat { elements.append(try readDouble()) } while try nextElement(&list)
    return elements
  }

  /// Reads the text that the object ahead has for `name`, and comes back: the tag of an enum.
  /// - Returns: `nil` if there is no such key, or null.
  @inlinable
  public mutating func peekString(forKey name: StaticString) throws(WireFailure) -> String? {
    let start = mark()
    var object = try beginObject()
    while let key = try nextKey(&object) {
      if name ~= key {
        let text: String? = try readIfPresent()
        rewind(to: start)
        return text
      }
      try skipValue()
    }
    rewind(to: start)
    return nil
  }
}
