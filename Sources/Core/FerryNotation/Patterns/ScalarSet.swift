/// A set of Unicode scalars: ranges in ascending order with gaps between them.
package struct ScalarSet: Equatable, Sendable {
  package private(set) var ranges: [ClosedRange<UInt32>]

  static let last: UInt32 = 0x10FFFF

  /// Creates a set of ranges in any order.
  init(_ unsorted: [ClosedRange<UInt32>]) {
    ranges = []
    for range in unsorted.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let end = ranges.last, range.lowerBound <= end.upperBound + 1 {
        ranges[ranges.count - 1] = end.lowerBound...max(end.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  init(_ scalars: String.UnicodeScalarView) { self.init(scalars.map { $0.value...$0.value }) }

  /// The scalars that are not in the set.
  var inverted: ScalarSet {
    var gaps: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { gaps.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= Self.last { gaps.append(next...Self.last) }
    return ScalarSet(gaps)
  }

  func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }
}

// The classes of ECMA-262, section 22.2.2.9.
extension ScalarSet {
  static let digits = ScalarSet([0x30...0x39])
  static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let blanks = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  /// All scalars that a dot matches.
  static let dot = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029]).inverted

  /// Returns the class of the escape `\` and `letter`.
  init?(escape letter: Unicode.Scalar) {
    switch letter {
    case "d": self = .digits
    case "D": self = ScalarSet.digits.inverted
    case "w": self = .word
    case "W": self = ScalarSet.word.inverted
    case "s": self = .blanks
    case "S": self = ScalarSet.blanks.inverted
    default: return nil
    }
  }
}

// The properties of Unicode that `\p{…}` names.
extension ScalarSet {
  /// Creates the set of a general category or a binary property; `nil` for an unknown name.
  init?(property name: String) {
    let parts = name.split(separator: "=", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard parts[0] == "gc" || parts[0] == "General_Category" else { return nil }
      guard let codes = Self.categories(String(parts[1])) else { return nil }
      self.init(categories: codes)
      return
    }
    if let codes = Self.categories(name) {
      self.init(categories: codes)
      return
    }
    switch name {
    case "Any": self.init([0...Self.last])
    case "ASCII": self.init([0...0x7F])
    case "Alphabetic", "Alpha": self.init { $0.isAlphabetic }
    case "Lowercase", "Lower": self.init { $0.isLowercase }
    case "Uppercase", "Upper": self.init { $0.isUppercase }
    case "White_Space", "space": self.init { $0.isWhitespace }
    case "ID_Start", "IDS": self.init { $0.isIDStart }
    case "ID_Continue", "IDC": self.init { $0.isIDContinue }
    case "Ideographic", "Ideo": self.init { $0.isIdeographic }
    case "Emoji": self.init { $0.isEmoji }
    default: return nil
    }
  }

  private init(_ isMember: (Unicode.Scalar.Properties) -> Bool) {
    var ranges: [ClosedRange<UInt32>] = []
    var start: UInt32?
    for value in 0...Self.last + 1 {
      let isIn = Unicode.Scalar(value).map { isMember($0.properties) } ?? false
      if isIn, start == nil { start = value }
      if !isIn, let first = start {
        ranges.append(first...value - 1)
        start = nil
      }
    }
    self.init(ranges)
  }

  private init(categories codes: [String]) {
    self.init(Self.categoryRanges.filter { codes.contains($0.code) }.map { $0.range })
  }

  /// All scalars by their general category. Made once, because it takes milliseconds.
  private static let categoryRanges: [(code: String, range: ClosedRange<UInt32>)] = {
    var all: [(code: String, range: ClosedRange<UInt32>)] = []
    var (start, category) = (UInt32(0), Unicode.GeneralCategory.control)
    for value in 0...last + 1 {
      // The values that are not scalars are surrogates.
      let next =
        value > last
        ? nil : Unicode.Scalar(value).map { $0.properties.generalCategory } ?? .surrogate
      if next != category {
        all.append((code(of: category), start...value - 1))
        (start, category) = (value, next ?? .surrogate)
      }
    }
    return all
  }()

  /// The codes and names of PropertyValueAliases.txt: a code, its name and its other names. A code
  /// of one letter includes all codes that begin with it; `LC` is `Lu`, `Ll` and `Lt`.
  private static let names = """
    L Letter;LC Cased_Letter;Lu Uppercase_Letter;Ll Lowercase_Letter;Lt Titlecase_Letter
    Lm Modifier_Letter;Lo Other_Letter;M Mark Combining_Mark;Mn Nonspacing_Mark
    Mc Spacing_Mark;Me Enclosing_Mark;N Number;Nd Decimal_Number digit;Nl Letter_Number
    No Other_Number;P Punctuation punct;Pc Connector_Punctuation;Pd Dash_Punctuation
    Ps Open_Punctuation;Pe Close_Punctuation;Pi Initial_Punctuation;Pf Final_Punctuation
    Po Other_Punctuation;S Symbol;Sm Math_Symbol;Sc Currency_Symbol;Sk Modifier_Symbol
    So Other_Symbol;Z Separator;Zs Space_Separator;Zl Line_Separator;Zp Paragraph_Separator
    C Other;Cc Control cntrl;Cf Format;Cs Surrogate;Co Private_Use;Cn Unassigned
    """.split(whereSeparator: { $0 == ";" || $0 == "\n" }).map { $0.split(separator: " ") }

  private static func categories(_ name: String) -> [String]? {
    guard let code = names.first(where: { $0.contains(Substring(name)) })?.first else { return nil }
    if code == "LC" { return ["Lu", "Ll", "Lt"] }
    return code.count > 1
      ? [String(code)]
      : names.compactMap { $0.first }.filter { $0.hasPrefix(code) }.map(String.init)
  }

  /// The codes by the names that the standard library has, as in `uppercaseLetter`.
  private static let codes = Dictionary(
    uniqueKeysWithValues: names.map { ($0[1].filter { $0 != "_" }.lowercased(), String($0[0])) })

  private static func code(of category: Unicode.GeneralCategory) -> String {
    codes["\(category)".lowercased()] ?? "Cn"
  }
}
