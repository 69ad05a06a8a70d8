import FerryBytes

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

extension AnyValue {
  /// A number with the text that it was written as, such as `1.10`, `1e1000` or 40 digits.
  public struct Number: Sendable {
    /// The number in JSON's grammar, or `NaN`, `Infinity` and `-Infinity`.
    public let text: String

    /// The number that `text` writes; `text` follows JSON's grammar.
    package init(text: String) {
      self.text = text
    }

    /// A whole number.
    public init<T: BinaryInteger>(_ value: T) {
      text = String(value)
    }

    /// A number in its shortest form; whole numbers without a fraction.
    public init(_ value: Double) {
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

    /// The nearest `Double`; infinite when the number is out of range.
    public var double: Double {
      if !isFinite { return text == "NaN" ? .nan : text == "Infinity" ? .infinity : -.infinity }
      return withText { DecimalParsing.double($0) }
    }

    /// The `Double` whose shortest text is the same number; `nil` if there is none.
    package var exactDouble: Double? {
      guard isFinite else { return nil }
      return withText { DecimalParsing.exactDouble($0) }
    }

    /// The number as a `T`, if it is a whole number that fits. It is never rounded.
    public func integer<T: FixedWidthInteger>(as type: T.Type = T.self) -> T? {
      guard isFinite else { return nil }
      return withText {
        DecimalParsing.integer($0, as: T.self) ?? DecimalParsing.wholeNumber($0, as: T.self)
      }
    }

    package var isFinite: Bool {
      // Only `NaN` and the infinities do not end with a digit.
      text.utf8.last.map { $0 <= UInt8(ascii: "9") } ?? false
    }

    private func withText<R>(_ body: (ByteView) -> R) -> R {
      var text = text
      return text.withByteView(body)
    }
  }
}

extension AnyValue.Number: Hashable {
  /// Numbers are equal when their texts are, when both are the same whole number (`100`, `1e2` and
  /// `100.0` are), or when neither is whole and both are nearest to the same finite `Double`.
  public static func == (first: Self, second: Self) -> Bool {
    if first.text == second.text { return true }
    switch (first.integer(as: Int128.self), second.integer(as: Int128.self)) {
    case (let left?, let right?): return left == right
    case (nil, nil): return first.double == second.double && first.double.isFinite
    default: return false
    }
  }

  /// Hashes the nearest `Double`, which equal numbers share.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(double)
  }
}

extension AnyValue.Number: CustomStringConvertible {
  /// The text of the number.
  public var description: String { text }
}
