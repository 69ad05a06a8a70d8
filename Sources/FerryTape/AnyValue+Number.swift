import FerryBytes

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
        text = unsafe String(unsafeUninitializedCapacity: 32) { buffer in
          unsafe buffer.baseAddress.map { unsafe FloatPrinting.write(value, to: $0) } ?? 0
        }
      }
    }

    /// The nearest `Double`; infinite when the number is out of range.
    public var double: Double {
      if !isFinite { return text == "NaN" ? .nan : text == "Infinity" ? .infinity : -.infinity }
      return unsafe withText { unsafe DecimalParsing.double($0) }
    }

    /// The `Double` whose shortest text is the same number; `nil` if there is none.
    package var exactDouble: Double? {
      guard isFinite else { return nil }
      return unsafe withText { unsafe DecimalParsing.exactDouble($0) }
    }

    /// The number as a `T`, if it is a whole number that fits. It is never rounded.
    public func integer<T: FixedWidthInteger>(as type: T.Type = T.self) -> T? {
      guard isFinite else { return nil }
      return unsafe withText {
        unsafe DecimalParsing.integer($0, as: T.self) ?? DecimalParsing.wholeNumber($0, as: T.self)
      }
    }

    package var isFinite: Bool {
      // Only `NaN` and the infinities do not end with a digit.
      text.utf8.last.map { $0 <= UInt8(ascii: "9") } ?? false
    }

    private func withText<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
      var text = text
      return text.withUTF8(body)
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
