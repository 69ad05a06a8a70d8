/// The part of ``WireReader`` that generated code and the types of Ferry call.
public protocol _WireReader: ~Copyable {
  /// The position of the reader in an object.
  associatedtype Object
  /// The position of the reader in an array.
  associatedtype List

  /// The state that all values of one call share: options, user info, details about failures.
  var context: _WireContext { get }

  // MARK: Scalars

  /// Returns the value of an optional `T` for the null that was just read: `nil`, or a `T` that is
  /// null itself. Only formats with different encodings for `nil` and `.some(nil)`, such as the
  /// binary format, return the latter.
  mutating func presentNull<T: DirectDecodable>(as type: T.Type) -> T?
  /// Does the same for a value that has no direct coding.
  mutating func presentNull<Way: _IndirectReading>(by way: Way) -> Way.Value?
  /// Whether the null that was just read may be the null of a value inside an optional, see
  /// ``presentNull(as:)``.
  var hasInnerNull: Bool { get }
  /// The text that the null was written as that was just read, if it is text for a member that is
  /// text; otherwise `nil`. A text that is not optional has it in place of its default.
  var textOfNull: String? { get }
  /// Reads true or false.
  mutating func readBool() throws(WireFailure) -> Bool
  /// Reads an integer that fits the type.
  mutating func readInteger<T: FixedWidthInteger & Sendable>(_ type: T.Type) throws(WireFailure)
    -> T
  /// Reads an integer. The loops over tables call it, so readers may inline the usual case.
  mutating func readInt() throws(WireFailure) -> Int
  /// Reads a number as the nearest double.
  mutating func readDouble() throws(WireFailure) -> Double
  /// Reads a number as the nearest float.
  mutating func readFloat() throws(WireFailure) -> Float
  /// Reads text.
  mutating func readString() throws(WireFailure) -> String
  /// Reads raw bytes if the format has them. Otherwise reads nothing and returns `nil`.
  mutating func readRawBytes() throws(WireFailure) -> [UInt8]?
  /// Reads a date, in seconds since 2001, if the format has dates and one comes next. Otherwise
  /// reads nothing and returns `nil`.
  mutating func readDate() throws(WireFailure) -> Double?
  /// Reads the 16 bytes of a UUID if the format has UUIDs and one comes next. Otherwise reads
  /// nothing and returns `nil`.
  mutating func readUUID() throws(WireFailure) -> [UInt8]?
  /// Reads a number of any size as its text.
  mutating func readNumber() throws(WireFailure) -> AnyValue.Number
  /// Reads a value with a tag, if one comes next. Otherwise reads nothing and returns `nil`.
  mutating func readTagged() throws(WireFailure) -> AnyValue?

  // MARK: Objects

  /// Enters an object that will be read by the slots of `Fields`.
  mutating func beginObject<Fields: _FieldSet>(_ fields: Fields) throws(WireFailure) -> Object

  /// Moves to the next member and returns its slot, -1 for a key that `Fields` does not have, or
  /// `nil` after the last member.
  ///
  /// A repeated key is skipped with its value, or is an error in formats that forbid it.
  mutating func nextSlot<Fields: _FieldSet>(
    _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Int?

  /// Returns whether `slot`, which has not been read yet, comes next. If so, the reader moves to
  /// its value. Generated code tries each slot in order before it asks for the next slot.
  mutating func nextIs<Fields: _FieldSet>(
    _ slot: Int, _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Bool

  /// Returns the slot of `key`, or -1. `key` is the last key that ``WireReader/nextKey(_:)`` returned.
  mutating func slot<Fields: _FieldSet>(
    of key: FieldKey, in object: Object, _ fields: Fields
  ) -> Int

  /// Returns whether `key` has this name in the model. `key` is the last key that
  /// ``WireReader/nextKey(_:)`` returned.
  mutating func isKey(_ key: FieldKey, _ name: StaticString, in object: Object) -> Bool

  /// Returns the next key, as ``WireReader/nextKey(_:)`` does, of an object whose keys are names of
  /// the model. The model knows those keys for which ``slot(of:in:_:)`` or ``isKey(_:_:in:)`` finds
  /// a name, and no others.
  mutating func nextName(_ object: inout Object) throws(WireFailure) -> FieldKey?

  /// Returns the position of the object.
  func position(of object: Object) -> Int

  #if !hasFeature(Embedded)
  /// Reads an object into the properties of an uninitialized value, which a failure leaves so.
  mutating func readFields(
    of table: _FieldTable, into base: UnsafeMutableRawPointer
  ) throws(WireFailure)
  /// Returns the functions of a type for this reader, if the code has them.
  static func _functions(of code: _TypeCode) -> UnsafeRawPointer?
  #endif

  /// Returns the position in the document of the value at `position`, which the reader has not left;
  /// `nil` if the value was expanded from a packed form.
  func origin(of position: Int) -> Int?

  // MARK: Arrays

  /// Returns the number of remaining elements if the format contains it, limited to a possible
  /// number; otherwise 0.
  func countHint(of list: List) -> Int

  /// Returns an estimate of the number of elements of the array that began at `start`, after `count`
  /// elements of this size in memory. Returns 0 if there is no estimate.
  func estimate(of count: Int, from start: Int, stride: Int) -> Int

  /// Reads an array of values of one type.
  mutating func readElements<T: DirectDecodable>(_ type: T.Type) throws(WireFailure) -> [T]
  #if !hasFeature(Embedded)
  /// Reads an array of values with a form into uninitialized memory, which a failure leaves so.
  mutating func readArray(
    of form: UnsafePointer<_ValueForm>, into place: UnsafeMutableRawPointer
  ) throws(WireFailure)
  #endif
  /// Reads an array of texts.
  mutating func readStrings() throws(WireFailure) -> [String]
  /// Reads an array of integers.
  mutating func readIntegers<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(WireFailure) -> [T]
  /// Reads an array of numbers.
  mutating func readDoubles() throws(WireFailure) -> [Double]

  // MARK: Other ways

  #if !hasFeature(Embedded)
  /// Checks the next value and returns its bytes, if the document has this format and the value may be
  /// copied to others. Otherwise reads nothing and returns `nil`.
  mutating func readSource(of format: _SourceFormat) throws(WireFailure) -> [UInt8]?
  #endif
  /// Reads a value that has no direct coding.
  mutating func read<Way: _IndirectReading>(by way: Way) throws(WireFailure) -> Way.Value
  /// Reads a value of a type for which the coder behind the reader has its own format. Reads
  /// nothing and returns `nil` for any other type.
  mutating func readForeign<T>(_ type: T.Type) throws(WireFailure) -> T?
}

extension _WireReader where Self: WireReader & ~Copyable {
  /// Returns `nil`: the format has one kind of null.
  @inlinable @inline(__always)
  public mutating func presentNull<T: DirectDecodable>(as type: T.Type) -> T? { nil }

  /// Returns `nil`: the format has one kind of null.
  @inlinable @inline(__always)
  public mutating func presentNull<Way: _IndirectReading>(by way: Way) -> Way.Value? { nil }

  /// Reads an integer.
  @inlinable @inline(__always)
  public mutating func readInt() throws(WireFailure) -> Int { try readInteger(Int.self) }

  /// True: ``presentNull(as:)`` decides.
  @inlinable @inline(__always)
  public var hasInnerNull: Bool { true }

  /// `nil`: a null of the format is no text.
  @inlinable @inline(__always)
  public var textOfNull: String? { nil }

  /// Returns the value of an optional `T` with direct coding for the null that was just read.
  @inlinable @inline(__always)
  public mutating func presentAnyNull<T: DirectDecodable>(as type: T.Type) -> T? {
    presentNull(as: T.self)
  }

  /// Returns `nil`: the reader has no coder behind it.
  @inlinable
  public mutating func readForeign<T>(_ type: T.Type) throws(WireFailure) -> T? { nil }

  /// Returns `nil`: the format has no dates.
  @inlinable public mutating func readDate() throws(WireFailure) -> Double? { nil }

  /// Returns `nil`: the format has no UUIDs.
  @inlinable public mutating func readUUID() throws(WireFailure) -> [UInt8]? { nil }

  /// Returns `nil`: the format has no tags.
  @inlinable @inline(__always)
  public mutating func readTagged() throws(WireFailure) -> AnyValue? { nil }

  #if !hasFeature(Embedded)
  /// Reads an object row by row.
  @inlinable
  public mutating func readFields(
    of table: _FieldTable, into base: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    try unsafe readRows(of: table, into: base)
  }

  /// Returns nothing: the code is that of other readers.
  @inlinable @inline(__always)
  public static func _functions(of code: _TypeCode) -> UnsafeRawPointer? { nil }

  /// Reads an array element by element.
  @inlinable
  public mutating func readArray(
    of form: UnsafePointer<_ValueForm>, into place: UnsafeMutableRawPointer
  ) throws(WireFailure) {
    try unsafe readElements(of: form, into: place)
  }
  #endif

  /// Enters an object without using its fields.
  @inlinable @inline(__always)
  public mutating func beginObject<Fields: _FieldSet>(
    _ fields: Fields
  ) throws(WireFailure) -> Object {
    try beginObject()
  }

  /// Returns false: ``nextSlot(_:_:)`` finds the slot.
  @inlinable
  public mutating func nextIs<Fields: _FieldSet>(
    _ slot: Int, _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Bool { false }

  /// Returns the slot of `key`: the reader converts no keys.
  @inlinable @inline(__always)
  public mutating func slot<Fields: _FieldSet>(
    of key: FieldKey, in object: Object, _ fields: Fields
  ) -> Int { fields.slot(for: key) }

  /// Returns whether `key` is the name: the reader converts no keys.
  @inlinable @inline(__always)
  public mutating func isKey(_ key: FieldKey, _ name: StaticString, in object: Object) -> Bool {
    name ~= key
  }

  /// Returns `position`: the reader moves in the document itself.
  @inlinable @inline(__always)
  public func origin(of position: Int) -> Int? { position }

  /// Returns the next key: the reader notes no keys.
  @inlinable @inline(__always)
  public mutating func nextName(_ object: inout Object) throws(WireFailure) -> FieldKey? {
    try nextKey(&object)
  }

  /// Returns to `mark`: the reader notes no keys.
  @inlinable @inline(__always)
  public mutating func _retry(from mark: Mark) { rewind(to: mark) }

  /// Returns to `mark`: the reader notes no keys.
  @inlinable @inline(__always)
  public mutating func _tryNext(from mark: Mark) { rewind(to: mark) }

  /// Returns 0: the number of elements is in the document, or cannot be estimated.
  @inlinable @inline(__always)
  public func estimate(of count: Int, from start: Int, stride: Int) -> Int { 0 }

  /// Reads an array of values one by one.
  @inlinable
  public mutating func readElements<T: DirectDecodable>(
    _ type: T.Type
  ) throws(WireFailure) -> [T] {
    var list = try beginList()
    var elements: [T] = []
    guard try nextElement(&list) else { return elements }
    // If the format does not contain the number of elements, reserve memory for a few in one
    // allocation.
    elements.reserve(Swift.max(countHint(of: list) &+ 1, 2, 64 / MemoryLayout<T>.stride))
    repeat { elements.append(try T(from: &self)) } while try nextElement(&list)
    return elements
  }

  /// Reads an array of texts.
  @inlinable
  public mutating func readStrings() throws(WireFailure) -> [String] {
    try readElements(String.self)
  }

  /// Reads an array of integers one by one.
  @inlinable
  public mutating func readIntegers<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(WireFailure) -> [T] {
    var list = try beginList()
    var elements: [T] = []
    guard try nextElement(&list) else { return elements }
    elements.reserve(max(countHint(of: list) &+ 1, 4))
    repeat { elements.append(try readInteger(T.self)) } while try nextElement(&list)
    return elements
  }

  /// Reads an array of numbers one by one.
  @inlinable
  public mutating func readDoubles() throws(WireFailure) -> [Double] {
    var list = try beginList()
    var elements: [Double] = []
    guard try nextElement(&list) else { return elements }
    elements.reserve(max(countHint(of: list) &+ 1, 4))
    repeat { elements.append(try readDouble()) } while try nextElement(&list)
    return elements
  }
}
