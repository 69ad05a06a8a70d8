extension JSON {
  /// The deviations from RFC 8259 that a decoder accepts. Each item stands alone, and together they are
  /// JSON5 (spec.json5.org).
  public struct Leniency: OptionSet, Sendable {
    /// The items as bits.
    public let rawValue: UInt8
    /// Creates items from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Comments: `// to the end of the line` and `/* of any length */`.
    public static let comments = Leniency(rawValue: 1 << 0)
    /// A comma after the last element or member.
    public static let trailingCommas = Leniency(rawValue: 1 << 1)
    /// Text and keys in single quotes, with the escape `\'`.
    public static let singleQuotes = Leniency(rawValue: 1 << 2)
    /// Keys without quotes that are identifiers of ECMAScript 5.1.
    public static let bareKeys = Leniency(rawValue: 1 << 3)
    /// `NaN`, `Infinity` and `-Infinity` as numbers.
    public static let nonFiniteNumbers = Leniency(rawValue: 1 << 4)
    /// Numbers such as `0x1F`, `+1`, `.5` and `5.`.
    public static let numberForms = Leniency(rawValue: 1 << 5)
    /// Further escapes in text, such as `\x41`, lines that a backslash continues, and control
    /// characters.
    public static let textForms = Leniency(rawValue: 1 << 6)
    /// Further white space, such as U+00A0 and U+FEFF.
    public static let whiteSpace = Leniency(rawValue: 1 << 7)

    /// All items: JSON5.
    public static let json5 = Leniency(rawValue: .max)
  }
}
