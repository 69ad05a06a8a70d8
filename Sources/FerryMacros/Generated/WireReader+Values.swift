internal import FerryCoding

// Generated code calls these functions for enums.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads the content of a case without values: an object or null.
  public mutating func readNothing() throws(WireFailure) {
    if try !readNull() { try readEmptyObject() }
  }

  /// Reads the content of a case without values as Swift synthesizes it: an object.
  public mutating func readEmptyObject() throws(WireFailure) {
    var object = try beginObject()
    while try nextKey(&object) != nil { try skipValue() }
  }

  /// Moves to the next value of a case, in the array at `start`.
  public mutating func nextElement(
    _ list: inout List, at index: Int, of count: Int, from start: Int
  ) throws(WireFailure) {
    guard try nextElement(&list) else {
      throw invalid("Expected \(count) values, found \(index)", at: start)
    }
  }

  /// Leaves an array after all values of a case.
  public mutating func endList(_ list: inout List, after count: Int) throws(WireFailure) {
    guard try !nextElement(&list) else {
      throw invalid("Expected \(count) values, found more", at: position)
    }
  }

  /// Returns the failure for a document that names no case, or a case that `type` does not have.
  @inline(never)
  public func noCase(
    of type: any Any.Type, _ name: String?, among names: [String], at position: Int
  ) -> WireFailure {
    let expected = names.isEmpty ? nil : Expectation.oneOf(names)
    guard let name, let expected else {
      return mismatch(
        type, "The value is not a case of \(type)", at: position, expecting: expected)
    }
    return invalid("'\(name)' is not a case of \(type)", at: position, expecting: expected)
  }

  /// Returns the failure for a document that names several cases.
  @inline(never)
  public func severalCases(of type: any Any.Type, at position: Int) -> WireFailure {
    mismatch(type, "Invalid number of keys found, expected one.", at: position)
  }
}

// Generated code calls these functions for `@Tolerant`. They do not round, trim or guess.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads a whole number, also from text or a truth value.
  public mutating func readTolerantly<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(WireFailure) -> T {
    try readTolerantly(Tolerance.attribute.integer) { (reader: inout Self) throws(WireFailure) in
      try reader.readInteger(type)
    }
  }

  /// Reads a number, also from text or a truth value.
  public mutating func readTolerantly(_ type: Double.Type) throws(WireFailure) -> Double {
    try readTolerantly(Tolerance.attribute.float) { (reader: inout Self) throws(WireFailure) in
      try reader.readDouble()
    }
  }

  /// Reads a number, also from text or a truth value.
  public mutating func readTolerantly(_ type: Float.Type) throws(WireFailure) -> Float {
    try readTolerantly(Tolerance.attribute.float) { (reader: inout Self) throws(WireFailure) in
      try reader.readFloat()
    }
  }

  /// Reads true or false, also from 1 and 0 and from the text of these four values.
  public mutating func readTolerantly(_ type: Bool.Type) throws(WireFailure) -> Bool {
    try readTolerantly(Tolerance.attribute.bool, fromNumber: true) {
      (reader: inout Self) throws(WireFailure) in try reader.readBool()
    }
  }

  /// Reads text, also from a number, which keeps its spelling, or a truth value.
  public mutating func readTolerantly(_ type: String.Type) throws(WireFailure) -> String {
    try readTolerantly(Tolerance.attribute.text, fromNumber: true) {
      (reader: inout Self) throws(WireFailure) in try reader.readString()
    }
  }

  /// Reads a text or a truth value, and a number if `fromNumber` is true, and converts it with
  /// `convert`. Reads any other value with `read`.
  private mutating func readTolerantly<T>(
    _ convert: (AnyValue) -> T?, fromNumber: Bool = false,
    _ read: (inout Self) throws(WireFailure) -> T
  ) throws(WireFailure) -> T {
    let start = position
    let value: AnyValue
    switch try nextKind() {
    case .string: value = .string(try readString())
    case .bool: value = .bool(try readBool())
    case .number where fromNumber: value = .number(try readNumber())
    default: return try read(&self)
    }
    guard let value = convert(value) else { throw mismatch(T.self, at: start) }
    return value
  }
}

// Generated code calls these functions for types that mention a generic parameter that is only
// `Codable`. The functions check at run time whether the argument is directly codable. If it is,
// they code it directly.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads a value directly.
  @inlinable @inline(__always)
  public mutating func readEither<T: DirectDecodable>(_ type: T.Type) throws(WireFailure) -> T {
    try T(from: &self)
  }

  /// Reads a value directly if its type is directly codable, else through `Codable`.
  @_disfavoredOverload
  public mutating func readEither<T: Decodable>(_ type: T.Type) throws(WireFailure) -> T {
    guard let direct = T.self as? any DirectDecodable.Type else { return try readCodable(T.self) }
    let start = position
    guard let value = try readOpened(direct) as? T else { throw mismatch(T.self, at: start) }
    return value
  }

  private mutating func readOpened<T: DirectDecodable>(_ type: T.Type) throws(WireFailure) -> Any {
    try T(from: &self)
  }
}

extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Writes a value directly.
  @inlinable @inline(__always)
  public mutating func writeEither<T: DirectEncodable>(_ value: T) throws(WireFailure) {
    try value.encode(to: &self)
  }

  /// Writes a value directly if its type is directly codable, else through `Codable`.
  @_disfavoredOverload
  public mutating func writeEither<T: Encodable>(_ value: T) throws(WireFailure) {
    guard T.self is any DirectEncodable.Type, let direct = value as? any DirectEncodable else {
      return try writeCodable(value)
    }
    try direct.encode(to: &self)
  }
}
