public import FerryBase
public import FerryEssentials

extension String: PartiallyDecodable, PartialValue {
  /// Begins a text.
  @_documentation(visibility: internal) @inlinable
  public static func _begin(_ reader: inout _PartialReader) throws(WireFailure) -> String? {
    guard let byte = reader.nextByte() else { return nil }
    guard byte == UInt8(ascii: "\"") else { throw reader.mismatch(String.self, "a text") }
    reader.openText()
    return ""
  }

  /// Appends the characters that are there.
  @_documentation(visibility: internal) @inlinable
  public mutating func _resume(_ reader: inout _PartialReader) throws(WireFailure) -> Bool {
    try reader.appendText(to: &self)
  }
}

extension Array: PartiallyDecodable where Element: PartiallyDecodable {
  /// The elements that are there.
  public typealias Partial = [Element.Partial]
}

extension Array: PartialValue where Element: PartialValue {
  /// Begins an array.
  @_documentation(visibility: internal) @inlinable
  public static func _begin(_ reader: inout _PartialReader) throws(WireFailure) -> [Element]? {
    guard let byte = reader.nextByte() else { return nil }
    guard byte == UInt8(ascii: "[") else { throw reader.mismatch([Any].self, "an array") }
    try reader.open(isMap: false)
    return []
  }

  /// Goes on with the last element, and with those after it.
  @_documentation(visibility: internal) @inlinable
  public mutating func _resume(_ reader: inout _PartialReader) throws(WireFailure) -> Bool {
    while true {
      switch try reader.next() {
      case .pause: return false
      case .end: return true
      case .key: continue
      case .value:
        guard let element = try reader.begin(Element.self) else { return false }
        append(element)
      case .open:
        guard try reader.resumeItem(&self[count - 1]) else { return false }
      }
    }
  }
}

extension Dictionary: PartiallyDecodable where Key == String, Value: PartiallyDecodable {
  /// The members that are there.
  public typealias Partial = [String: Value.Partial]
}

extension Dictionary: PartialValue where Key == String, Value: PartialValue {
  /// Begins an object.
  @_documentation(visibility: internal) @inlinable
  public static func _begin(_ reader: inout _PartialReader) throws(WireFailure) -> [String: Value]?
  {
    guard let byte = reader.nextByte() else { return nil }
    guard byte == UInt8(ascii: "{") else { throw reader.mismatch([String: Any].self, "an object") }
    try reader.open(isMap: true)
    return [:]
  }

  /// Goes on with the last member, and with those after it. The first of equal keys counts.
  @_documentation(visibility: internal) @inlinable
  public mutating func _resume(_ reader: inout _PartialReader) throws(WireFailure) -> Bool {
    while true {
      switch try reader.next() {
      case .pause: return false
      case .end: return true
      case .key:
        let key = try reader.key()
        reader.keep(key, isNew: index(forKey: key) == nil)
      case .value where reader.slot < 0:
        guard try reader.skip() else { return false }
      case .value:
        guard let value = try reader.begin(Value.self) else { return false }
        let key = reader.takeName()
        self[key] = value
        if reader.isInValue { reader.levels[reader.depth].index = index(forKey: key) }
      case .open:
        // The level belongs to this dictionary, whose keys have not changed since.
        guard let index = reader.levels[reader.depth].index as? Index,
          try reader.resumeItem(&values[index])
        else { return false }
      }
    }
  }
}

extension Optional: PartiallyDecodable where Wrapped: PartiallyDecodable {
  /// The value that is there, or null.
  public typealias Partial = Wrapped.Partial?
}

extension Optional: PartialValue where Wrapped: PartialValue {
  /// Reads null, or begins a value.
  @_documentation(visibility: internal) @inlinable
  public static func _begin(_ reader: inout _PartialReader) throws(WireFailure) -> Wrapped?? {
    guard let byte = reader.nextByte() else { return nil }
    if byte == UInt8(ascii: "n") { return try reader.literal("null") ? .some(nil) : nil }
    return try Wrapped._begin(&reader).map { .some($0) }
  }

  /// Goes on with the value.
  @_documentation(visibility: internal) @inlinable
  public mutating func _resume(_ reader: inout _PartialReader) throws(WireFailure) -> Bool {
    try self?._resume(&reader) ?? true
  }
}

// Numbers and other values come whole.

extension PartialValue where Self: FixedWidthInteger & DirectDecodable {
  /// Decodes an integer that is over.
  @_documentation(visibility: internal) @inlinable
  public static func _begin(_ reader: inout _PartialReader) throws(WireFailure) -> Self? {
    try reader.integer(Self.self)
  }
}

extension Double: PartiallyDecodable, PartialValue {
  /// Decodes a number that is over.
  @_documentation(visibility: internal) @inlinable
  public static func _begin(_ reader: inout _PartialReader) throws(WireFailure) -> Double? {
    try reader.double()
  }
}

extension Bool: PartiallyDecodable, PartialValue {
  /// Reads a literal.
  @_documentation(visibility: internal) @inlinable
  public static func _begin(_ reader: inout _PartialReader) throws(WireFailure) -> Bool? {
    switch reader.nextByte() {
    case UInt8(ascii: "t"): try reader.literal("true") ? true : nil
    case UInt8(ascii: "f"): try reader.literal("false") ? false : nil
    default: try reader.decode(Bool.self)
    }
  }
}

extension Float: PartiallyDecodable, PartialValue {}
extension Int: PartiallyDecodable, PartialValue {}
extension Int8: PartiallyDecodable, PartialValue {}
extension Int16: PartiallyDecodable, PartialValue {}
extension Int32: PartiallyDecodable, PartialValue {}
extension Int64: PartiallyDecodable, PartialValue {}
extension Int128: PartiallyDecodable, PartialValue {}
extension UInt: PartiallyDecodable, PartialValue {}
extension UInt8: PartiallyDecodable, PartialValue {}
extension UInt16: PartiallyDecodable, PartialValue {}
extension UInt32: PartiallyDecodable, PartialValue {}
extension UInt64: PartiallyDecodable, PartialValue {}
extension UInt128: PartiallyDecodable, PartialValue {}
extension Data: PartiallyDecodable, PartialValue {}
extension Date: PartiallyDecodable, PartialValue {}
extension Decimal: PartiallyDecodable, PartialValue {}
extension URL: PartiallyDecodable, PartialValue {}
extension UUID: PartiallyDecodable, PartialValue {}
extension Set: PartiallyDecodable, PartialValue
where Element: DirectDecodable & PartialValue {}
