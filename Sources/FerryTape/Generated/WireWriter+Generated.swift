import FerryBytes

/// The part of ``WireWriter`` that generated code and Ferry's own types call.
public protocol _WireWriter: ~Copyable {
  /// An object that is being written.
  associatedtype Object
  /// An array that is being written.
  associatedtype List

  /// What the whole call shares: options, user info, what there is to say about a failure.
  var context: _WireContext { get }

  // MARK: Scalars

  /// How much was written, in a unit that the writer alone understands.
  var written: Int { get }
  /// Says that what was written since ``written`` was `start` is what an optional holds. If that is
  /// no more than a null, formats that tell `.some(nil)` from `nil` mark it.
  mutating func wrapNull(since start: Int)
  /// Writes true or false.
  mutating func writeBool(_ value: Bool) throws(WireFailure)
  /// Writes a whole number.
  mutating func writeInteger<T: FixedWidthInteger & Sendable>(_ value: T) throws(WireFailure)
  /// Writes a number; one that is not finite as the options say.
  mutating func writeDouble(_ value: Double) throws(WireFailure)
  /// Writes a number; one that is not finite as the options say.
  mutating func writeFloat(_ value: Float) throws(WireFailure)
  /// Writes text.
  mutating func writeString(_ value: String) throws(WireFailure)
  /// Writes raw bytes; as base64 where the format has no bytes.
  mutating func writeRawBytes(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFailure)
  /// Writes a date, seconds since 2001; as a number where the format has no dates.
  mutating func writeDate(_ seconds: Double) throws(WireFailure)
  /// Writes the UUID of 16 bytes; as text where the format has no UUIDs.
  mutating func writeUUID(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFailure)
  /// Writes a number as its text, or as what the text means.
  mutating func writeNumber(_ value: AnyValue.Number) throws(WireFailure)

  // MARK: Objects

  /// Begins an object of these fields, some of which may be left out.
  mutating func beginObject<Fields: _FieldSet>(_ fields: Fields.Type) throws(WireFailure) -> Object
  /// Writes the key of a slot. Slots come in rising order.
  mutating func writeKey<Fields: _FieldSet>(
    _ slot: Int, of fields: Fields.Type, in object: inout Object
  ) throws(WireFailure)

  /// Begins an object to which several types write, none of which knows the keys of the others
  /// (`@Flatten`).
  mutating func beginSharedObject() throws(WireFailure) -> Object
  /// Ends an object to which several types have written. A key that came twice is a failure.
  mutating func endSharedObject(_ object: inout Object) throws(WireFailure)

  // MARK: Arrays

  /// Writes a list of numbers.
  mutating func writeIntegers<T: FixedWidthInteger & Sendable>(_ values: [T]) throws(WireFailure)
  /// Writes a list of numbers.
  mutating func writeDoubles(_ values: [Double]) throws(WireFailure)

  // MARK: Other ways

  /// Writes a value that is not coded directly.
  mutating func write<Way: _IndirectWriting>(by way: Way) throws(WireFailure)
  /// Writes the members of a value that is not coded directly, into an object that others write to as
  /// well (`@Flatten`).
  mutating func writeMembers<Way: _IndirectWriting>(
    by way: Way, in object: inout Object
  ) throws(WireFailure)
  /// Writes a value of a type that the coder behind the writer has its own way with; false, and
  /// nothing written, if it has none.
  mutating func writeForeign<T>(_ value: T) throws(WireFailure) -> Bool
}

extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Writes the key of a slot and its value.
  @inlinable @inline(__always)
  public mutating func write<T: DirectEncodable, Fields: _FieldSet>(
    _ value: T, at slot: Int, of fields: Fields.Type, in object: inout Object
  ) throws(WireFailure) {
    try writeKey(slot, of: fields, in: &object)
    try value.encode(to: &self)
  }

  /// Writes the key of a slot and its value, or nothing for `nil`.
  @inlinable @inline(__always)
  public mutating func writeIfPresent<T: DirectEncodable, Fields: _FieldSet>(
    _ value: T?, at slot: Int, of fields: Fields.Type, in object: inout Object
  ) throws(WireFailure) {
    guard let value else { return }
    try writeKey(slot, of: fields, in: &object)
    let start = written
    try value.encode(to: &self)
    wrapNull(since: start)
  }

  /// The format has one null.
  @inlinable @inline(__always)
  public var written: Int { 0 }

  /// The format has one null.
  @inlinable @inline(__always)
  public mutating func wrapNull(since start: Int) {}

  /// Writes raw bytes; as base64 where the format has no bytes.
  public mutating func writeRawBytes(_ bytes: [UInt8]) throws(WireFailure) {
    try bytes.withByteView { bytes throws(WireFailure) in
      try unsafe writeRawBytes(bytes.buffer)
    }
  }

  /// Leaves it to the tape.
  @inlinable
  public mutating func writeMembers<Way: _IndirectWriting>(
    by way: Way, in object: inout Object
  ) throws(WireFailure) {
    throw WireFailure(.notRepresentable, offset: -1)
  }

  /// There is no coder behind the writer.
  @inlinable
  public mutating func writeForeign<T>(_ value: T) throws(WireFailure) -> Bool { false }

  /// Begins an object of any keys.
  @inlinable
  public mutating func beginSharedObject() throws(WireFailure) -> Object { try beginObject() }

  /// Ends the object, whose keys the format looks at in any case.
  @inlinable
  public mutating func endSharedObject(_ object: inout Object) throws(WireFailure) {
    try endObject(&object)
  }

  /// Writes a number.
  @inlinable
  public mutating func writeDate(_ seconds: Double) throws(WireFailure) { try writeDouble(seconds) }

  /// Writes text.
  public mutating func writeUUID(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFailure) {
    try unsafe writeString(UUIDText.string(ByteView(bytes)))
  }

  /// Writes a list of numbers one by one.
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

  /// Writes a list of numbers one by one.
  @inlinable
  public mutating func writeDoubles(_ values: [Double]) throws(WireFailure) {
    var list = try beginList(count: values.count)
    for value in values {
      try beginElement(&list)
      try writeDouble(value)
    }
    try endList(&list)
  }

  /// The failure of an object to which two types write one key.
  package func sharedTwice(_ key: String) -> WireFailure { invalid(WireProblem.sharedTwice(key)) }

  /// `failure` as that of `value`, unless it is known to be that of a value inside.
  @inline(never)
  public func failure<T>(_ failure: WireFailure, of value: T) -> WireFailure {
    let description: String
    switch context.problem(of: failure) {
    case .invalid(let known): description = known
    case nil: description = failure.kind.description
    default: return failure
    }
    return context.note(.unwritable(ValueNote(value), description), failure)
  }
}
