package import FerryPath

/// What the keys of a model are called in a document, when a coder converts keys.
package enum KeyConversion: Sendable {
  /// What they call themselves.
  case exact
  /// By Foundation's rule for snake case: `userName` is written as `user_name`, which is read as
  /// `userName`.
  case snakeCase
  /// The key's name in a style; in reading, or else its own.
  case styled(KeyStyle)
  /// What the closure makes of the way to the key, with the key at its end; in reading, of the way
  /// to the name.
  case custom(@Sendable ([any CodingKey]) -> any CodingKey)

  var isExact: Bool {
    if case .exact = self { true } else { false }
  }

  var isCustom: Bool {
    if case .custom = self { true } else { false }
  }

  /// What may be remembered of keys under this conversion, where keys are equal if their bytes are, or
  /// under canonical equivalence.
  func rule(canonically: Bool) -> KeyRule {
    switch self {
    case .exact: canonically ? .canonical : .exact
    case .snakeCase: .snakeCase(canonically: canonically)
    case .styled(let style): .styled(style)
    case .custom: .unknown
    }
  }
}

/// What a key's name in a document depends on, beside the key: what is remembered of keys holds
/// for calls with the same rule.
enum KeyRule: Equatable {
  case exact
  /// Keys that look the same are one key, as in a `Dictionary` of Foundation's.
  case canonical
  case snakeCase(canonically: Bool)
  case styled(KeyStyle)
  /// On the way to the key, or on what else somebody's closure looks at: nothing may be remembered.
  case unknown

  /// Whether a key may have another name in a document than its own.
  var isConverting: Bool {
    switch self {
    case .exact, .canonical: false
    case .snakeCase, .styled, .unknown: true
    }
  }

  /// Whether keys that look the same are one key.
  var isCanonical: Bool {
    switch self {
    case .canonical, .snakeCase(canonically: true): true
    case .exact, .snakeCase, .styled, .unknown: false
    }
  }
}

/// What a session knows of keys under one rule.
protocol KnownByRule: ~Copyable {
  var rule: KeyRule { get }

  init(rule: KeyRule)
}

extension KnownByRule where Self: ~Copyable {
  /// Becomes what is known under `rule`, which `other` may be; what this was is in `other` then, so
  /// that a session may go back and forth between two rules.
  @inline(never)
  mutating func change(to rule: KeyRule, _ other: inout Self?) {
    var next = other.take() ?? Self(rule: rule)
    if next.rule != rule { next = Self(rule: rule) }
    swap(&self, &next)
    other = consume next
  }
}
