import SwiftSyntax

/// The kind of values that the spelling of a type stands for.
indirect enum ValueType {
  /// A type of whole numbers with this name.
  case integer(String)
  case bool, string, double, float
  case optional(ValueType, spelling: String)
  case array(element: String)
  case set(element: String)
  /// A dictionary, with `key` and `value` as spelled.
  case dictionary(key: String, value: String)
  /// Any other type, which only the compiler knows.
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

  /// The initial value of a slot that holds the value itself, or `nil` if no initial value is free
  /// of cost.
  var placeholder: String? {
    switch self {
    case .integer, .double, .float: "0"
    case .bool: "false"
    default: nil
    }
  }

  /// The type inside an optional type, or the type itself.
  var unwrapped: ValueType {
    if case .optional(let wrapped, _) = self { wrapped } else { self }
  }

  /// Whether values are certainly not objects.
  var hasNoMembers: Bool {
    switch unwrapped {
    case .integer, .bool, .string, .double, .float, .array, .set: true
    default: false
    }
  }

  /// Whether values are numbers, texts or truth values.
  var isScalar: Bool {
    switch self {
    case .integer, .bool, .string, .double, .float: true
    default: false
    }
  }

  /// Whether a value of the type may be written as null, according to the spelling.
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
