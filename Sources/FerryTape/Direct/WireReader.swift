/// Reads one document from its beginning to its end, without anything between bytes and model.
///
/// Each format has one; ``DirectDecodable`` types are written against this protocol and compiled
/// for each. The reader always stands in front of a value (or behind the last one). Every value has
/// to be read or skipped before the next key or element is asked for.
///
/// Failures are small and cheap, so a type may catch one, ``rewind(to:)`` to a mark and try
/// something else.
public protocol WireReader: ~Copyable {
  /// Where the reader is in a record.
  associatedtype Record
  /// Where the reader is in a list.
  associatedtype List
  /// A place to come back to.
  associatedtype Mark

  /// What the whole call shares: options, user info, what there is to say about a failure.
  var context: WireContext { get }

  // MARK: Looking

  /// The place of the value that comes next: a byte offset, or a number that the reader alone
  /// understands. Failures name it.
  var position: Int { get }

  /// What the next value is, without reading it.
  mutating func nextKind() throws(Failure) -> WireKind

  /// Where the reader is.
  func mark() -> Mark

  /// Goes back (or forth again) to where the reader was.
  mutating func rewind(to mark: Mark)

  // MARK: Scalars

  /// Reads null if it comes next; else reads nothing and returns false.
  mutating func readNull() throws(Failure) -> Bool
  /// What the null that was just read is to an optional `T`: `nil`, or a `T` that is null itself
  /// where the format tells them apart, as the binary one does for `.some(nil)`.
  mutating func presentNull<T: DirectDecodable>(as type: T.Type) -> T?
  /// The same for a value that is not coded directly.
  mutating func presentNull<Way: IndirectReading>(by way: Way) -> Way.Value?
  /// Reads true or false.
  mutating func readBool() throws(Failure) -> Bool
  /// Reads a whole number that fits.
  mutating func readInteger<T: FixedWidthInteger & Sendable>(_ type: T.Type) throws(Failure) -> T
  /// Reads a number as the nearest double.
  mutating func readDouble() throws(Failure) -> Double
  /// Reads a number as the nearest float.
  mutating func readFloat() throws(Failure) -> Float
  /// Reads text.
  mutating func readString() throws(Failure) -> String
  /// Reads raw bytes where the format has them; `nil`, and nothing read, if something else comes.
  mutating func readRawBytes() throws(Failure) -> [UInt8]?
  /// Reads a date where the format has them, as seconds since 2001; `nil`, and nothing read, if
  /// something else comes.
  mutating func readDate() throws(Failure) -> Double?
  /// Reads the 16 bytes of a UUID where the format has them; `nil`, and nothing read, if something
  /// else comes.
  mutating func readUUID() throws(Failure) -> [UInt8]?
  /// Reads a number of any size as its text.
  mutating func readNumber() throws(Failure) -> AnyValue.Number
  /// Moves behind the next value, which has to be well-formed but nothing else.
  mutating func skipValue() throws(Failure)

  // MARK: Records

  /// Enters a record: an object, a map.
  mutating func beginRecord() throws(Failure) -> Record

  /// Enters a record whose slots `Fields` will be asked for. For generated code.
  mutating func beginRecord<Fields: FieldSet>(_ fields: Fields.Type) throws(Failure) -> Record

  /// The slot of the next key that is there, -1 for one that `Fields` does not have, or `nil`
  /// behind the last. For generated code.
  ///
  /// A key that comes again is skipped with its value, or is an error in formats that forbid it.
  mutating func nextSlot<Fields: FieldSet>(
    _ record: inout Record, _ progress: inout FieldProgress<Fields>
  ) throws(Failure) -> Int?

  /// Whether `slot` comes next, which has not been read yet; if so, the reader moves to its value.
  /// For generated code, which asks for each slot in order before it asks what comes next.
  mutating func nextIs<Fields: FieldSet>(
    _ slot: Int, _ record: inout Record, _ progress: inout FieldProgress<Fields>
  ) throws(Failure) -> Bool

  /// The next key, or `nil` behind the last. For people, and for keys that are data. A key that
  /// comes again comes again.
  mutating func nextKey(_ record: inout Record) throws(Failure) -> FieldKey?

  /// The text of `key`, which ``nextKey(_:)`` has just returned, as data: no strategy for keys
  /// converts it.
  func dataKey(_ key: FieldKey, in record: Record) -> String

  /// The place of the record.
  func position(of record: Record) -> Int

  // MARK: Lists

  /// Enters a list.
  mutating func beginList() throws(Failure) -> List
  /// Moves to the next element; false behind the last.
  mutating func nextElement(_ list: inout List) throws(Failure) -> Bool
  /// How many elements are left if the format says so, never more than there can be; else 0.
  func countHint(of list: List) -> Int

  /// Reads a list of values of one type.
  mutating func readElements<T: DirectDecodable>(_ type: T.Type) throws(Failure) -> [T]
  /// Reads a list of numbers.
  mutating func readIntegers<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(Failure) -> [T]
  /// Reads a list of numbers.
  mutating func readDoubles() throws(Failure) -> [Double]

  // MARK: Other ways

  /// Reads a value that is not coded directly.
  mutating func read<Way: IndirectReading>(by way: Way) throws(Failure) -> Way.Value
  /// Reads a value of a type that the coder behind the reader has its own way with; `nil`, and nothing
  /// read, if it has none.
  mutating func readForeign<T>(_ type: T.Type) throws(Failure) -> T?
}

/// What a value is, as far as one can see from the outside.
public enum WireKind: UInt8, Sendable {
  /// Null.
  case null
  /// True or false.
  case bool
  /// A number.
  case number
  /// Text.
  case string
  /// Raw bytes.
  case bytes
  /// A list.
  case list
  /// A record: an object, a map.
  case record
}

extension WireReader where Self: ~Copyable {
  /// Reads a value of the type that is wanted.
  @inlinable @inline(__always)
  public mutating func read<T: DirectDecodable>(_ type: T.Type = T.self) throws(Failure) -> T {
    try T(from: &self)
  }

  /// Reads a value that may be null.
  @inlinable @inline(__always)
  public mutating func readIfPresent<T: DirectDecodable>(
    _ type: T.Type = T.self
  ) throws(Failure) -> T? {
    if try readNull() { return presentNull(as: T.self) }
    return try T(from: &self)
  }

  /// The format has one null.
  @inlinable @inline(__always)
  public mutating func presentNull<T: DirectDecodable>(as type: T.Type) -> T? { nil }

  /// The format has one null.
  @inlinable @inline(__always)
  public mutating func presentNull<Way: IndirectReading>(by way: Way) -> Way.Value? { nil }

  /// There is no coder behind the reader.
  @inlinable
  public mutating func readForeign<T>(_ type: T.Type) throws(Failure) -> T? { nil }

  /// The format has no dates.
  @inlinable public mutating func readDate() throws(Failure) -> Double? { nil }

  /// The format has no UUIDs.
  @inlinable public mutating func readUUID() throws(Failure) -> [UInt8]? { nil }

  /// Enters a record like any other.
  @inlinable @inline(__always)
  public mutating func beginRecord<Fields: FieldSet>(
    _ fields: Fields.Type
  ) throws(Failure) -> Record {
    try beginRecord()
  }

  /// The key as it is: the reader converts none.
  @inlinable
  public func dataKey(_ key: FieldKey, in record: Record) -> String {
    context.string(of: key)
  }

  /// Leaves it to ``nextSlot(_:_:)``.
  @inlinable
  public mutating func nextIs<Fields: FieldSet>(
    _ slot: Int, _ record: inout Record, _ progress: inout FieldProgress<Fields>
  ) throws(Failure) -> Bool { false }

  /// Reads a list of values one by one.
  @inlinable
  public mutating func readElements<T: DirectDecodable>(
    _ type: T.Type
  ) throws(Failure) -> [T] {
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
  ) throws(Failure) -> [T] {
    var list = try beginList()
    var elements: [T] = []
    guard try nextElement(&list) else { return elements }
    elements.reserveCapacity(max(countHint(of: list) &+ 1, 4))
    repeat { elements.append(try readInteger(T.self)) } while try nextElement(&list)
    return elements
  }

  /// Reads a list of numbers one by one.
  @inlinable
  public mutating func readDoubles() throws(Failure) -> [Double] {
    var list = try beginList()
    var elements: [Double] = []
    guard try nextElement(&list) else { return elements }
    elements.reserveCapacity(max(countHint(of: list) &+ 1, 4))
    repeat { elements.append(try readDouble()) } while try nextElement(&list)
    return elements
  }

  /// Reads the text that the record ahead has for `name`, and comes back: the tag of an enum.
  /// - Returns: `nil` if there is no such key, or null.
  @inlinable
  public mutating func peekString(forKey name: StaticString) throws(Failure) -> String? {
    let start = mark()
    var record = try beginRecord()
    while let key = try nextKey(&record) {
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
