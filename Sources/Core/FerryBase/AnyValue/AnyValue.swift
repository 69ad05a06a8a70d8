/// A value of any format: the common part of JSON, YAML and the binary format.
///
/// Objects keep the order of their members and numbers keep their text, so a document that is read
/// and written again stays the same.
///
/// A JSON object can have the same key twice. Both members are kept, and JSON writes both. The
/// binary format, YAML and the encoders of other libraries allow one value for each key: they throw
/// an `EncodingError` that names the key.
public enum AnyValue: Hashable, Sendable {
  /// Null.
  case null
  /// True or false.
  case bool(Bool)
  /// A number with its original text.
  case number(Number)
  /// Text.
  case string(String)
  /// Raw bytes. Text formats write them as base64.
  case bytes([UInt8])
  /// An array of values.
  case array([AnyValue])
  /// An object: members in order.
  case object(Object)
  /// A value with a tag of YAML that is not one of its schemas' tags, such as `!Ref`. A tag with a
  /// prefix is whole: `tag:example.com,2026:point`. The tag 18 of CBOR is `!18`, and its simple value
  /// 99 is the number 99 with the tag `!simple`. Only YAML can write all tags, and CBOR these two
  /// kinds.
  indirect case tagged(String, AnyValue)
}

extension AnyValue {
  /// The kinds of values that all formats have.
  public enum Kind: Sendable, Hashable {
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
    /// An array of values.
    case array
    /// An object: members in order.
    case object
  }

  /// The boolean, or `nil` for any other value.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number as an `Int`, or `nil` if the value is not an integer in range.
  public var int: Int? {
    if case .number(let number) = self { number.integer() } else { nil }
  }

  /// The number as the nearest `Double`, or `nil` for any other value.
  public var double: Double? {
    if case .number(let number) = self { number.double } else { nil }
  }

  /// The number with its text, or `nil` for any other value.
  public var number: Number? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The text, or `nil` for any other value.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements of the array, with or without a tag; `nil` for any other value.
  public var array: [AnyValue]? {
    switch self {
    case .array(let elements): elements
    case .tagged(_, let value): value.array
    default: nil
    }
  }

  /// The members of the object, with or without a tag; `nil` for any other value.
  public var object: Object? {
    switch self {
    case .object(let members): members
    case .tagged(_, let value): value.object
    default: nil
    }
  }

  /// Whether the value is null.
  public var isNull: Bool { self == .null }

  /// The member of an object; `nil` if the object has no such member or the value is not an object.
  ///
  /// Setting a member of null turns the null into an object. Setting `nil` removes the member. The
  /// key is data: dots and brackets in it have no meaning. ``value(at:)`` takes a path.
  public subscript(key: String) -> AnyValue? {
    get { object?[key] }
    set {
      guard object != nil || isNull else { return }
      withMembers { $0[key] = newValue }
    }
  }

  /// The element of an array; `nil` for an index out of range or a value that is not an array.
  ///
  /// Setting an existing element replaces it. Setting `nil` removes the element.
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

  // These functions move a container out of the value while it changes, so that it is not copied.

  /// Changes the members of the object. Any other value becomes an object first.
  package mutating func withMembers<R>(_ change: (inout Object) -> R) -> R {
    if case .tagged(let tag, var value) = self, value.object != nil {
      self = .null
      defer { self = .tagged(tag, value) }
      return value.withMembers(change)
    }
    var members = object ?? Object()
    self = .null
    defer { self = .object(members) }
    return change(&members)
  }

  /// Changes the elements of the array. Any other value becomes an array first.
  package mutating func withElements<R>(_ change: (inout [AnyValue]) -> R) -> R {
    if case .tagged(let tag, var value) = self, value.array != nil {
      self = .null
      defer { self = .tagged(tag, value) }
      return value.withElements(change)
    }
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
  /// Creates null.
  public init(nilLiteral: ()) { self = .null }
  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates a number from an integer.
  public init(integerLiteral value: Int) { self = .number(Number(value)) }
  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(Number(value)) }
  /// Creates text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates an array.
  public init(arrayLiteral elements: AnyValue...) { self = .array(elements) }
  /// Creates an object. For duplicate keys, the last value counts.
  public init(dictionaryLiteral elements: (String, AnyValue)...) {
    var members = Object()
    for (key, value) in elements { members[key] = value }
    self = .object(members)
  }
}

extension AnyValue {
  /// A number with its original text, such as `1.10`, `1e1000` or 40 digits.
  public struct Number: Sendable {
    /// The number in JSON's grammar, or `NaN`, `Infinity` and `-Infinity`.
    ///
    /// A float of a format that tells floats from integers has a fraction or an exponent: `2.0`.
    public let text: String
    /// The form of the number in its document, if the text does not tell it. Formats with this form
    /// write the number in it again.
    package let form: Form?

    /// Creates the number that `text` represents; `text` follows JSON's grammar.
    package init(text: String, form: Form? = nil) {
      self.text = text
      self.form = form
    }

    /// Creates an integer.
    public init<T: BinaryInteger>(_ value: T) {
      self.init(text: String(value))
    }

    /// Creates a number in its shortest form with a fraction or an exponent, so that it is not an
    /// integer in other formats.
    package init(float value: Double, form: Form? = nil) {
      let text = Self(value).text
      let isInteger = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 &- 0x30 < 10 }
      self.init(text: isInteger ? text + ".0" : text, form: form)
    }

    /// Creates a number in its shortest form. An integer has no fraction.
    public init(_ value: Double) {
      form = nil
      if value.isNaN {
        text = "NaN"
      } else if value.isInfinite {
        text = value < 0 ? "-Infinity" : "Infinity"
      } else {
        text = MutableByteView.withScratch(FloatPrinting.capacity) { scratch in
          let text = scratch.prefix(FloatPrinting.write(value, to: scratch))
          return String(decoding: text, as: UTF8.self)
        }
      }
    }

    /// The nearest `Double`; infinite if the number is out of range.
    public var double: Double {
      if !isFinite { return text == "NaN" ? .nan : text == "Infinity" ? .infinity : -.infinity }
      return withText { DecimalParsing.double($0) }
    }

    /// The `Double` whose shortest text is the same number; `nil` if no `Double` has that text.
    package var exactDouble: Double? {
      guard isFinite else { return nil }
      return withText { DecimalParsing.exactDouble($0) }
    }

    /// Returns the number as a `T`, or `nil` if it is not an integer in range. Never rounds.
    public func integer<T: FixedWidthInteger>(as type: T.Type = T.self) -> T? {
      guard isFinite else { return nil }
      return withText {
        DecimalParsing.integer($0, as: T.self) ?? DecimalParsing.wholeNumber($0, as: T.self)
      }
    }

    package var isFinite: Bool {
      // Only the texts `NaN`, `Infinity` and `-Infinity` do not end with a digit.
      text.utf8.last.map { $0 <= UInt8(ascii: "9") } ?? false
    }

    private func withText<R>(_ body: (ByteView) -> R) -> R {
      var text = text
      return text.withByteView(body)
    }
  }
}

extension AnyValue.Number: CustomStringConvertible {
  /// The text of the number.
  public var description: String { text }
}
