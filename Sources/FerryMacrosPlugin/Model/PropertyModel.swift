/// A stored property, or an associated value, as far as the expansion has to know.
struct PropertyModel {
  /// As spelled, possibly in backticks.
  let name: String
  /// As spelled.
  let type: String
  let valueType: ValueType
  /// Whether the declaration gives a value: `= 9`, or the `nil` of an optional `var`.
  var hasInitialValue = false
  /// Whether that value is `nil`.
  var isInitiallyNil = false
  /// Whether the type is a generic parameter. Its argument may be optional, which makes no
  /// difference: the compiler's synthesis treats all arguments alike.
  var isGenericParameter = false

  /// Whether the type mentions a generic parameter whose arguments may be directly codable or not.
  var isOfEitherKind = false

  /// Where the value is read from: the first path that is there counts. Empty if it is not read.
  var decodePaths: [[String]] = []
  /// Other spellings of the last key of the first path.
  var spellings: [String] = []
  /// Where the value is written to, or `nil` if it is not written.
  var encodePath: [String]?

  /// The value when the key is missing, an expression.
  var defaultWhenMissing: String?
  /// The value when the one in the document does not decode, an expression.
  var defaultOnError: String?
  var form = Form.plain

  /// How the value stands in the document.
  enum Form {
    case plain
    /// Its members are among those of the object around it.
    case flattened
    /// Elements that do not decode are left out.
    case lossy
    /// Numbers and truth values may be text, and the reverse.
    case tolerant
    /// What the strategy, an expression, makes of it.
    case strategy(String)
  }

  /// Whether it is optional and what it holds may be null as well, as far as the spelling says.
  var mayHoldNull: Bool {
    guard case .plain = form, case .optional(let wrapped, _) = valueType else { return false }
    return wrapped.mayBeNull
  }

  /// The type inside an optional one, and the type itself otherwise, as spelled.
  var unwrappedType: String {
    if case .optional(_, let wrapped) = valueType { wrapped } else { type }
  }

  var isFlattened: Bool { if case .flattened = form { true } else { false } }
  /// Whether it takes the members that nobody else takes.
  var isRest: Bool {
    guard isFlattened, case .dictionary = valueType.unwrapped else { return false }
    return true
  }
  /// Whether the type is spelled as the library's for values of any kind.
  var isAnyValue: Bool {
    ["AnyValue", "Ferry.AnyValue", "FerryMacros.AnyValue"].contains(unwrappedType)
  }
  var isDecoded: Bool { !decodePaths.isEmpty || (isFlattened && readsMembers) }
  var isEncoded: Bool { encodePath != nil || (isFlattened && writesMembers) }
  /// Of flattened properties: the directions.
  var readsMembers = true
  var writesMembers = true

  /// Whether the type may be an optional one that does not look so, as an alias does. Overloads in
  /// the generated code decide.
  var mayBeOptional: Bool {
    guard case .other = valueType else { return false }
    return !isGenericParameter
  }

  /// Whether the declaration or an attribute gives a value for a missing key.
  private var givesDefault: Bool { hasInitialValue || defaultWhenMissing != nil }
  private var isDefaultNil: Bool { defaultWhenMissing.map { $0 == "nil" } ?? isInitiallyNil }

  /// Whether there is something to be when the key is missing, apart from the `nil` of an optional.
  var hasDefault: Bool { givesDefault && !(isDefaultNil && valueType.isOptional) }

  /// Whether `nil` is left out of the document: a missing key is read as `nil`, or never read.
  var omitsNil: Bool { !isDecoded || !givesDefault || isDefaultNil }

  /// Whether a document has to have the value.
  var isRequired: Bool { isDecoded && !valueType.isOptional && !hasDefault }

  /// The path for messages: `meta.coordinates.lon`.
  var pathText: String {
    WirePath(keys: decodePaths.first ?? []).description
  }
}
