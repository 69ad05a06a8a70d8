import SwiftSyntax

/// What the spelling of a type says about its values.
indirect enum ValueType {
  /// Type of a whole number of this name.
  case integer(String)
  case bool, string, double, float
  case optional(ValueType, spelling: String)
  case array(element: String)
  case set(element: String)
  /// A dictionary; `key` and `value` as spelled.
  case dictionary(key: String, value: String)
  /// Anything else; only the compiler knows what it is.
  case other

  init(_ type: TypeSyntax) {
    if let optional = type.as(OptionalTypeSyntax.self) {
      self = .init(optionalOf: optional.wrappedType)
    } else if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      self = .init(optionalOf: optional.wrappedType)
    } else if let array = type.as(ArrayTypeSyntax.self) {
      self = .array(element: array.element.trimmedDescription)
    } else if let dictionary = type.as(DictionaryTypeSyntax.self) {
      self = .dictionary(
        key: dictionary.key.trimmedDescription, value: dictionary.value.trimmedDescription)
    } else if let name = type.as(IdentifierTypeSyntax.self) {
      self = .init(named: name.name.text, name.genericArgumentClause)
    } else if let member = type.as(MemberTypeSyntax.self),
      member.baseType.trimmedDescription == "Swift"
    {
      self = .init(named: member.name.text, member.genericArgumentClause)
    } else {
      self = .other
    }
  }

  private init(optionalOf wrapped: TypeSyntax) {
    self = .optional(ValueType(wrapped), spelling: wrapped.trimmedDescription)
  }

  private init(named name: String, _ arguments: GenericArgumentClauseSyntax?) {
    let types = arguments?.arguments.compactMap { $0.argument.as(TypeSyntax.self) } ?? []
    switch (name, types.count) {
    case ("Int", 0), ("Int8", 0), ("Int16", 0), ("Int32", 0), ("Int64", 0), ("UInt", 0),
      ("UInt8", 0), ("UInt16", 0), ("UInt32", 0), ("UInt64", 0):
      self = .integer(name)
    case ("Bool", 0): self = .bool
    case ("String", 0): self = .string
    case ("Double", 0): self = .double
    case ("Float", 0): self = .float
    case ("Optional", 1): self = .init(optionalOf: types[0])
    case ("Array", 1): self = .array(element: types[0].trimmedDescription)
    case ("Set", 1): self = .set(element: types[0].trimmedDescription)
    case ("Dictionary", 2):
      self = .dictionary(key: types[0].trimmedDescription, value: types[1].trimmedDescription)
    default: self = .other
    }
  }

  /// What a stored value of the type may be before it has been read, where it costs nothing.
  var placeholder: String? {
    switch self {
    case .integer, .double, .float: "0"
    case .bool: "false"
    default: nil
    }
  }

  /// The type inside an optional one, and the type itself otherwise.
  var unwrapped: ValueType {
    if case .optional(let wrapped, _) = self { wrapped } else { self }
  }

  /// Whether values are surely no objects.
  var hasNoMembers: Bool {
    switch unwrapped {
    case .integer, .bool, .string, .double, .float, .array, .set: true
    default: false
    }
  }

  /// Whether a value of the type may be written as null, as far as the spelling says.
  var mayBeNull: Bool {
    switch self {
    case .optional, .other: true
    default: false
    }
  }

  var isOptional: Bool {
    if case .optional = self { true } else { false }
  }
}
