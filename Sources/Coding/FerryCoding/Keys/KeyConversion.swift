package import FerryBase

/// The conversion of a model's keys to the names in a document.
package enum KeyConversion: Sendable {
  /// The keys' own names.
  case exact
  /// Foundation's rule for snake case: `userName` is encoded as `user_name`, and `user_name` is
  /// decoded as `userName`.
  case snakeCase
  /// The key's name in a style. Decoding accepts the key's own name as well.
  case styled(KeyStyle)
  /// The key's number in decimal digits, if it has one, or else its own name.
  case numbered
  /// The result of a closure for a coding path. In encoding, the path ends with the key. In
  /// decoding, it ends with the name.
  case custom(@Sendable ([any CodingKey]) -> any CodingKey)

  var isExact: Bool {
    if case .exact = self { true } else { false }
  }

  var isNumbered: Bool {
    if case .numbered = self { true } else { false }
  }

  /// Whether direct coding has the same names: its names are those in the document.
  package var isDirect: Bool { isExact || isNumbered }

  var isCustom: Bool {
    if case .custom = self { true } else { false }
  }

  /// Returns the names that decoding accepts for `key` before its own name.
  func otherSpellings(of key: some CodingKey) -> [String] {
    switch self {
    case .styled(let style): [style.name(of: key.stringValue)]
    case .numbered: key.intValue.map { ["\($0)"] } ?? []
    case .exact, .snakeCase, .custom: []
    }
  }

  /// Returns the rule for caching names under this conversion. If `canonically` is true,
  /// canonically equal keys are one key. Otherwise keys are equal only if their bytes are equal.
  func rule(canonically: Bool) -> KeyRule {
    switch self {
    case .exact: canonically ? .canonical : .exact
    case .snakeCase: .snakeCase(canonically: canonically)
    case .styled(let style): .styled(style)
    case .numbered, .custom: .unknown
    }
  }
}

/// The facts that determine a key's name in a document, beside the key itself. A cached name is
/// valid for all calls with the same rule.
enum KeyRule: Equatable {
  case exact
  /// The key's own name. Canonically equal keys are one key, as in a `Dictionary` of Foundation.
  case canonical
  case snakeCase(canonically: Bool)
  case styled(KeyStyle)
  /// The number of a key, its coding path, or other values that a closure reads: names must not be
  /// cached.
  case unknown

  /// Whether the name of a key in a document may differ from its own name.
  var isConverting: Bool {
    switch self {
    case .exact, .canonical: false
    case .snakeCase, .styled, .unknown: true
    }
  }

  /// Whether canonically equal keys are one key.
  var isCanonical: Bool {
    switch self {
    case .canonical, .snakeCase(canonically: true): true
    case .exact, .snakeCase, .styled, .unknown: false
    }
  }

  /// Returns the name that encoding gives to the key with the own name `own`.
  func name(of own: String) -> String {
    switch self {
    case .exact, .canonical, .unknown: own
    case .snakeCase: SnakeCase.snakeCased(own)
    case .styled(let style): style.name(of: own)
    }
  }
}
