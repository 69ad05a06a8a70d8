public import FerryBase
public import FerryJSON

/// The part of an object that is there. `@PartiallyDecodable` generates these types.
public protocol PartialObject: PartialValue {
  /// An object without members.
  init()

  /// Returns the slot of the member with a key, or -1 for an unknown key.
  @_documentation(visibility: internal)
  static func _slot(of key: FieldKey) -> Int

  /// Goes on with the member of a slot. Returns whether it is over.
  @_documentation(visibility: internal)
  mutating func _resume(
    _ slot: Int, _ reader: inout _PartialReader
  ) throws(WireFailure) -> Bool

  /// The first slot whose value waits for the end of the object: those of further paths of a member.
  @_documentation(visibility: internal)
  static var _firstLateSlot: Int { get }

  /// Returns the slots of the paths that count instead of the one of a late slot.
  @_documentation(visibility: internal)
  static func _betterSlots(than slot: Int) -> [Int]

  /// Takes the members that come with the whole object.
  @_documentation(visibility: internal)
  mutating func _end(_ reader: inout _PartialReader)
}

extension PartialObject {
  /// No slot is late.
  @_documentation(visibility: internal) @inlinable
  public static var _firstLateSlot: Int { .max }

  /// Returns no slots.
  @_documentation(visibility: internal) @inlinable
  public static func _betterSlots(than slot: Int) -> [Int] { [] }

  /// Does nothing.
  @_documentation(visibility: internal) @inlinable
  public mutating func _end(_ reader: inout _PartialReader) {}

  /// Begins an object.
  @_documentation(visibility: internal) @inlinable
  public static func _begin(_ reader: inout _PartialReader) throws(WireFailure) -> Self? {
    guard let byte = reader.nextByte() else { return nil }
    guard byte == UInt8(ascii: "{") else { throw reader.mismatch([String: Any].self, "an object") }
    try reader.open(isMap: true)
    return Self()
  }

  /// Goes on with an object.
  @_documentation(visibility: internal) @inlinable
  public mutating func _resume(_ reader: inout _PartialReader) throws(WireFailure) -> Bool {
    guard try _resumeMembers(&reader, Self._slot) else { return false }
    // Values that have waited open containers of their own.
    _end(&reader)
    if !reader.late.isEmpty { try readLate(&reader) }
    return true
  }

  @inlinable
  mutating func _resumeMembers(
    _ reader: inout _PartialReader, _ slot: (FieldKey) -> Int
  ) throws(WireFailure) -> Bool {
    while true {
      switch try reader.next() {
      case .pause: return false
      case .end: return true
      case .key: reader.setSlot(try reader.withKey(slot))
      case .value where reader.slot < 0:
        guard try reader.skip() else { return false }
      case .value where reader.slot >= Self._firstLateSlot:
        guard try reader.postpone() else { return false }
      case .value, .open:
        guard try _resume(reader.slot, &reader) else { return false }
      }
    }
  }

  @usableFromInline @inline(never)
  mutating func readLate(_ reader: inout _PartialReader) throws(WireFailure) {
    guard let level = reader.closed else { return }
    // The objects inside end before, so the members are those of this one.
    for member in reader.takeLate() {
      try reader.readLate(member, unless: Self._betterSlots(than: member.slot), in: level) {
        (reader: inout _PartialReader) throws(WireFailure) in
        try _resume(member.slot, &reader)
      }
    }
  }
}

// Generated code calls these functions.
extension _PartialReader {
  /// Goes on with a member, which may be null. Returns whether it is over.
  @inlinable
  public mutating func resume<Value: PartialValue>(
    _ member: inout Value?
  ) throws(WireFailure) -> Bool {
    if !isInValue {
      guard let byte = nextByte() else { return false }
      if byte == UInt8(ascii: "n") { return try null() }
      guard let value = try begin(Value.self) else { return false }
      member = value
      if !isInValue { return true }
    }
    return try resumeItem(&member)
  }

  /// Goes on with a member that is not optional. Only `AnyValue` has null as a value.
  @inlinable
  public mutating func resume(required member: inout AnyValue?) throws(WireFailure) -> Bool {
    if !isInValue, nextByte() == UInt8(ascii: "n") {
      guard try null() else { return false }
      member = .some(.null)
      return true
    }
    return try resume(&member)
  }

  /// Goes on with a member of any other type.
  @inlinable
  public mutating func resume<Value: PartialValue>(
    required member: inout Value?
  ) throws(WireFailure) -> Bool {
    try resume(&member)
  }

  /// Reads a member whose value comes whole, with the attributes of its declaration. Returns whether
  /// it is over.
  @inlinable
  public mutating func resume<Value, Whole: DirectDecodable>(
    _ member: inout Value?, _ type: Whole.Type, _ value: (Whole) -> Value?
  ) throws(WireFailure) -> Bool {
    guard let whole = try decode(type) else { return false }
    member = value(whole)
    endItem()
    return true
  }

  /// Decodes the object that is over, or returns `nil` if it is invalid, which only the end of the text
  /// reports.
  @inlinable
  public func object<Whole: DirectDecodable>(_ type: Whole.Type) -> Whole? {
    try? JSON.Decoder().decode(
      type, from: unsafe RawSpan(_unsafeBytes: bytes(in: closedStart..<position)))
  }
}
