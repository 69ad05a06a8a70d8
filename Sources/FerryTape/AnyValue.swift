/// A value of any format: what JSON, YAML and the binary format have in common.
///
/// Objects keep the order of their members and numbers keep their text, so that a document that is
/// read and written again stays the same.
///
/// JSON can give an object one key twice. Both members are kept, and JSON writes both. The binary
/// format, YAML and encoders other than Ferry's have one value for a key: they throw an
/// `EncodingError` that names the key.
public enum AnyValue: Hashable, Sendable {
  /// Nothing.
  case null
  /// True or false.
  case bool(Bool)
  /// A number as it was written.
  case number(Number)
  /// Text.
  case string(String)
  /// Raw bytes, which text formats write as base64.
  case bytes([UInt8])
  /// Values in order.
  case array([AnyValue])
  /// Members in order.
  case object(Object)
}

extension AnyValue {
  /// What a value is, as far as all formats know.
  public enum Kind: Sendable, Hashable {
    /// Nothing.
    case null
    /// True or false.
    case bool
    /// A number.
    case number
    /// Text.
    case string
    /// Raw bytes.
    case bytes
    /// Values in order.
    case array
    /// Members in order.
    case object
  }

  /// The truth value, if this is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number as an `Int`, if it is a whole number that fits.
  public var int: Int? {
    if case .number(let number) = self { number.integer() } else { nil }
  }

  /// The number as the nearest `Double`, if this is a number.
  public var double: Double? {
    if case .number(let number) = self { number.double } else { nil }
  }

  /// The number with its text, if this is one.
  public var number: Number? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The text, if this is text.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements, if this is an array.
  public var array: [AnyValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members, if this is an object.
  public var object: Object? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Whether this is null.
  public var isNull: Bool { self == .null }

  /// The member of an object; `nil` if there is none, or this is no object.
  ///
  /// Setting makes an object of a null; setting `nil` removes the member.
  public subscript(key: String) -> AnyValue? {
    get { object?[key] }
    set {
      guard object != nil || isNull else { return }
      withMembers { $0[key] = newValue }
    }
  }

  /// The element of an array; `nil` beyond its end, or if this is no array.
  ///
  /// Setting an element that exists replaces it; setting `nil` removes it.
  public subscript(index: Int) -> AnyValue? {
    get {
      guard let array, array.indices.contains(index) else { return nil }
      return array[index]
    }
    set {
      guard array?.indices.contains(index) == true else { return }
      withElements { elements in
        if let newValue {
          elements[index] = newValue
        } else {
          elements.remove(at: index)
        }
      }
    }
  }

  // A container is taken out of its place while it changes, so that it is not copied.

  /// Changes the members of an object, which any other value becomes.
  package mutating func withMembers<R>(_ change: (inout Object) -> R) -> R {
    var members = object ?? Object()
    self = .null
    defer { self = .object(members) }
    return change(&members)
  }

  /// Changes the elements of an array, which any other value becomes.
  package mutating func withElements<R>(_ change: (inout [AnyValue]) -> R) -> R {
    var elements = array ?? []
    self = .null
    defer { self = .array(elements) }
    return change(&elements)
  }
}

// MARK: Literals

extension AnyValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Null.
  public init(nilLiteral: ()) { self = .null }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .number(Number(value)) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(Number(value)) }
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  public init(arrayLiteral elements: AnyValue...) { self = .array(elements) }
  /// An object; of equal keys the last counts.
  public init(dictionaryLiteral elements: (String, AnyValue)...) {
    var members = Object()
    for (key, value) in elements { members[key] = value }
    self = .object(members)
  }
}
