package import FerryPath

/// Which name in a document belongs to a key of a model, when a coder converts keys.
package enum KeyDecoding: Sendable {
  /// The key's own name.
  case exact
  /// Names are converted from snake case by Foundation's rule: `user_name` is `userName`.
  case snakeCase
  /// The key's name in a style, or else its own.
  case styled(KeyStyle)
  /// Names are converted by the closure, which gets the way to the name with the name at its end.
  case custom(@Sendable ([any CodingKey]) -> any CodingKey)

  var isExact: Bool {
    if case .exact = self { true } else { false }
  }

  /// What may be remembered of keys under this conversion.
  var rule: KeyRule {
    switch self {
    case .exact: .exact
    case .snakeCase: .snakeCase
    case .styled(let style): .styled(style)
    case .custom: .unknown
    }
  }
}

/// What a key's name in a document depends on, beside the key: what is remembered of keys holds
/// for calls with the same rule.
enum KeyRule: Equatable {
  case exact
  case snakeCase
  case styled(KeyStyle)
  /// On the way to the key, or on what else somebody's closure looks at: nothing may be remembered.
  case unknown
}

/// What the keys of a model are called in a document, when a coder converts keys.
package enum KeyEncoding: Sendable {
  /// The key's own name.
  case exact
  /// Converted to snake case by Foundation's rule: `userName` becomes `user_name`.
  case snakeCase
  /// The key's name in a style.
  case styled(KeyStyle)
  /// Converted by the closure, which gets the way to the key with the key at its end.
  case custom(@Sendable ([any CodingKey]) -> any CodingKey)

  var isExact: Bool {
    if case .exact = self { true } else { false }
  }

  /// What may be remembered of keys under this conversion.
  var rule: KeyRule {
    switch self {
    case .exact: .exact
    case .snakeCase: .snakeCase
    case .styled(let style): .styled(style)
    case .custom: .unknown
    }
  }
}
