/// The part of ``WireWriter`` that generated code and the types of Ferry call.
public protocol _WireWriter: ~Copyable {
  /// An object that is being written.
  associatedtype Object
  /// An array that is being written.
  associatedtype List

  /// The state that all values of one call share: options, user info, details about failures.
  var context: _WireContext { get }

  /// Whether members are left out whose value is their default.
  var omitsDefaults: Bool { get }

  // MARK: Scalars

  /// The amount written so far, in a unit with a meaning only for the writer.
  var written: Int { get }
  /// Marks the output since `start`, an earlier value of ``written``, as the value of an optional.
  /// If the output is only a null, formats with different encodings for `.some(nil)` and `nil` mark
  /// it.
  mutating func wrapNull(since start: Int)
  /// Writes true or false.
  mutating func writeBool(_ value: Bool) throws(WireFailure)
  /// Writes an integer.
  mutating func writeInteger<T: FixedWidthInteger & Sendable>(_ value: T) throws(WireFailure)
  /// Writes a number. The options determine the form of NaN and infinities.
  mutating func writeDouble(_ value: Double) throws(WireFailure)
  /// Writes a number. The options determine the form of NaN and infinities.
  mutating func writeFloat(_ value: Float) throws(WireFailure)
  /// Writes text.
  mutating func writeString(_ value: String) throws(WireFailure)
  /// Writes raw bytes, as base64 if the format has no bytes.
  mutating func writeRawBytes(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFailure)
  /// Writes a date in seconds since 2001, as a number if the format has no dates.
  mutating func writeDate(_ seconds: Double) throws(WireFailure)
  /// Writes a UUID of 16 bytes, as text if the format has no UUIDs.
  mutating func writeUUID(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFailure)
  /// Writes a number as its text, or as the value of the text.
  mutating func writeNumber(_ value: AnyValue.Number) throws(WireFailure)
  /// Begins a value with the tag `tag`. The value follows.
  mutating func beginTag(_ tag: String) throws(WireFailure)
  /// Ends the value with a tag.
  mutating func endTag()
  /// Writes the text of a date (RFC 3339) with its tag of CBOR.
  mutating func writeDateText(_ text: String) throws(WireFailure)

  /// Returns the elements of a set in the order in which they are written: that of their encoded bytes
  /// if the document is canonical, otherwise any.
  mutating func elements<Element: DirectEncodable>(
    of set: Set<Element>
  ) throws(WireFailure) -> [Element]

  // MARK: Objects

  /// Begins an object with these fields. Fields may be omitted.
  mutating func beginObject<Fields: _FieldSet>(_ fields: Fields) throws(WireFailure) -> Object
  /// Writes the key of a slot. Slots must come in ascending order.
  mutating func writeKey<Fields: _FieldSet>(
    _ slot: Int, of fields: Fields, in object: inout Object
  ) throws(WireFailure)

  #if !hasFeature(Embedded)
  /// Writes the properties of a value as an object.
  mutating func writeFields(of table: _FieldTable, from base: UnsafeRawPointer) throws(WireFailure)
  /// Returns the functions of a type for this writer, if the code has them.
  static func _functions(of code: _TypeCode) -> UnsafeRawPointer?
  #endif

  /// Begins an object to which several types write (`@Flatten`). Each type knows only its own keys.
  mutating func beginSharedObject() throws(WireFailure) -> Object
  /// Ends an object to which several types have written. Throws if two of its keys are equal.
  mutating func endSharedObject(_ object: inout Object) throws(WireFailure)

  // MARK: Arrays

  #if !hasFeature(Embedded)
  /// Writes an array of values with a form.
  mutating func writeArray(of form: UnsafePointer<_ValueForm>, from place: UnsafeRawPointer)
    throws(WireFailure)
  #endif
  /// Writes an array of integers.
  mutating func writeIntegers<T: FixedWidthInteger & Sendable>(_ values: [T]) throws(WireFailure)
  /// Writes an array of numbers.
  mutating func writeDoubles(_ values: [Double]) throws(WireFailure)

  // MARK: Other ways

  #if !hasFeature(Embedded)
  /// Writes the bytes of a value as they are, if the document has this format and its layout allows
  /// it. Otherwise writes nothing and returns false.
  mutating func writeSource(
    _ bytes: [UInt8], of format: _SourceFormat
  ) throws(WireFailure) -> Bool
  #endif
  /// Writes a value that has no direct coding.
  mutating func write<Way: _IndirectWriting>(by way: Way) throws(WireFailure)
  /// Writes the members of a value that has no direct coding into an object to which other types
  /// write as well (`@Flatten`).
  mutating func writeMembers<Way: _IndirectWriting>(
    by way: Way, in object: inout Object
  ) throws(WireFailure)
  /// Writes a value of a type for which the coder behind the writer has its own format. Writes
  /// nothing and returns false for any other type.
  mutating func writeForeign<T>(_ value: T) throws(WireFailure) -> Bool
}

extension _WireWriter where Self: ~Copyable {
  /// Returns the elements of a set in any order. Canonical documents are written to a tape first.
  @inlinable
  public mutating func elements<Element: DirectEncodable>(
    of set: Set<Element>
  ) throws(WireFailure) -> [Element] { Array(set) }
}

extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Writes the key of a slot and its value.
  @inlinable @inline(__always)
  public mutating func write<T: DirectEncodable, Fields: _FieldSet>(
    _ value: T, at slot: Int, of fields: Fields, in object: inout Object
  ) throws(WireFailure) {
    try writeKey(slot, of: fields, in: &object)
    try value.encode(to: &self)
  }

  /// Writes the key of a slot and its value, or nothing for `nil`.
  @inlinable @inline(__always)
  public mutating func writeIfPresent<T: DirectEncodable, Fields: _FieldSet>(
    _ value: T?, at slot: Int, of fields: Fields, in object: inout Object
  ) throws(WireFailure) {
    guard let value else { return }
    try writeKey(slot, of: fields, in: &object)
    let start = written
    try value.encode(to: &self)
    wrapNull(since: start)
  }

  /// Writes an array of values one by one.
  @inlinable
  package mutating func writeElements<T: DirectEncodable>(_ values: [T]) throws(WireFailure) {
    var list = try beginList(count: values.count)
    try values.lendEach { value throws(WireFailure) in
      try beginElement(&list)
      try value.encode(to: &self)
    }
    try endList(&list)
  }

  #if !hasFeature(Embedded)
  /// Writes an object row by row.
  @inlinable
  public mutating func writeFields(
    of table: _FieldTable, from base: UnsafeRawPointer
  ) throws(WireFailure) {
    try unsafe writeRows(of: table, from: base)
  }

  /// Returns nothing: the code is that of other writers.
  @inlinable @inline(__always)
  public static func _functions(of code: _TypeCode) -> UnsafeRawPointer? { nil }

  /// Writes an array element by element.
  @inlinable
  public mutating func writeArray(
    of form: UnsafePointer<_ValueForm>, from place: UnsafeRawPointer
  ) throws(WireFailure) {
    try unsafe writeElements(of: form, from: place)
  }
  #endif

  /// Always 0: the format has one kind of null.
  @inlinable @inline(__always)
  public var written: Int { 0 }

  /// Does nothing: the format has one kind of null.
  @inlinable @inline(__always)
  public mutating func wrapNull(since start: Int) {}

  /// Writes raw bytes, as base64 if the format has no bytes.
  public mutating func writeRawBytes(_ bytes: [UInt8]) throws(WireFailure) {
    try bytes.withByteView { bytes throws(WireFailure) in
      try unsafe writeRawBytes(bytes.buffer)
    }
  }

  /// Throws `notRepresentable`: the format has no tags.
  @inlinable
  public mutating func beginTag(_ tag: String) throws(WireFailure) {
    throw invalid("The tag `\(tag)` has no form in this format.")
  }

  /// Does nothing: the format has no tags.
  @inlinable
  public mutating func endTag() {}

  /// Writes the text with the tag 0.
  public mutating func writeDateText(_ text: String) throws(WireFailure) {
    try beginTag("!0")
    try writeString(text)
    endTag()
  }

  /// Throws `notRepresentable`: coding through the tape writes the members.
  @inlinable
  public mutating func writeMembers<Way: _IndirectWriting>(
    by way: Way, in object: inout Object
  ) throws(WireFailure) {
    throw WireFailure(.notRepresentable, offset: -1)
  }

  /// Returns false: the writer has no coder behind it.
  @inlinable
  public mutating func writeForeign<T>(_ value: T) throws(WireFailure) -> Bool { false }

  /// Begins an object with arbitrary keys.
  @inlinable
  public mutating func beginSharedObject() throws(WireFailure) -> Object { try beginObject() }

  /// Ends the object. The format checks the keys of every object.
  @inlinable
  public mutating func endSharedObject(_ object: inout Object) throws(WireFailure) {
    try endObject(&object)
  }

  /// Writes the date as a number.
  @inlinable
  public mutating func writeDate(_ seconds: Double) throws(WireFailure) { try writeDouble(seconds) }

  /// Writes the UUID as text.
  public mutating func writeUUID(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFailure) {
    try unsafe writeString(UUIDText.string(ByteView(bytes)))
  }

  /// Writes an array of integers one by one.
  @inlinable
  public mutating func writeIntegers<T: FixedWidthInteger & Sendable>(
    _ values: [T]
  ) throws(WireFailure) {
    var list = try beginList(count: values.count)
    for value in values {
      try beginElement(&list)
      try writeInteger(value)
    }
    try endList(&list)
  }

  /// Writes an array of numbers one by one.
  @inlinable
  public mutating func writeDoubles(_ values: [Double]) throws(WireFailure) {
    var list = try beginList(count: values.count)
    for value in values {
      try beginElement(&list)
      try writeDouble(value)
    }
    try endList(&list)
  }

  /// Returns the failure of an object to which two types write the same key.
  package func sharedTwice(_ key: String) -> WireFailure { invalid(Problem.sharedTwice(key)) }

  /// Converts `failure` to a failure of `value`, unless it is known to be the failure of a value
  /// inside.
  @inline(never)
  public func failure<T>(_ failure: WireFailure, of value: T) -> WireFailure {
    var problem = context.problem(of: failure) ?? Problem(failure)
    guard case .none = problem.subject else { return failure }
    problem.detail = problem.detail ?? failure.kind.description
    problem.subject = .content(value)
    return context.note(problem, of: failure)
  }
}
