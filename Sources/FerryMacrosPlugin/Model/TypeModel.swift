/// What `@DirectCodable` is attached to, as far as the expansion has to know.
struct TypeModel {
  enum Kind { case structure, finalClass, enumeration }

  let kind: Kind
  /// The name without generic arguments, for messages.
  let name: String
  /// `public ` and the like, for the members of the conformances; empty for internal types.
  let access: String
  /// `nonisolated `, for the members of types that belong to an actor; empty for others.
  var isolation = ""
  /// Whether something that the expansion names is deprecated.
  var namesDeprecated = false
  /// Generic parameters that appear in what is stored.
  var storedParameters: [String] = []
  /// Generic parameters whose arguments are `Codable`, and may be directly codable or not.
  var codableParameters: Set<String> = []
  /// What is read and written; empty for enums.
  var properties: [PropertyModel] = []
  /// The functions to call behind decoding and before encoding.
  var didDecode: Hook?
  var willEncode: Hook?
  /// Of enums: the cases and how they are told apart.
  var cases: [CaseModel] = []
  var tagging = Tagging.synthesized
  /// The raw type, as spelled, of a type that is written as its raw value.
  var rawType: String?

  /// What members of the conformances have in front of them.
  var modifiers: String { isolation + access }

  /// What members have in front of them that name what the type declares. Something deprecated
  /// may do so without a warning, and conformances do not mind.
  var bodyModifiers: String { deprecation + modifiers }

  /// The same for members that only others of the type call.
  var innerModifiers: String { deprecation + isolation + "fileprivate " }

  private var deprecation: String { namesDeprecated ? "@available(*, deprecated) " : "" }

  /// Whether values are written with their members, not as a case or as a raw value.
  var isObject: Bool { kind != .enumeration && rawType == nil }

  /// Whether values are objects whose keys do not depend on what is around them.
  var hasMembers: Bool {
    if isObject { return true }
    if rawType == nil, case .inside = tagging { return true }
    return false
  }

  /// A member function that the expansion calls.
  struct Hook {
    let throwing: Bool
    let mutating: Bool
    /// Whether there is a result, which nobody asks for.
    let returning: Bool

    /// The call of the function of this name of `value`.
    func call(_ name: String, of value: String) -> String {
      "\(returning ? "_ = " : "")\(throwing ? "try " : "")\(value).\(name)()"
    }
  }
}

/// How a document says which case of an enum it has.
enum Tagging {
  /// As Swift synthesizes it: `{"circle": {"_0": 1}}`, `{"none": {}}`.
  case synthesized
  /// `{"circle": {"radius": 1}}`, `{"id": 7}`, `"none"`.
  case external
  /// `{"type": "circle", "radius": 1}`.
  case inside(tag: String)
  /// `{"type": "circle", "value": {"radius": 1}}`.
  case adjacent(tag: String, content: String)
  /// `{"radius": 1}`: the first case that fits.
  case untagged
}

/// A case of an enum.
struct CaseModel {
  /// As spelled, possibly in backticks.
  let name: String
  /// What documents call it; the first name is written, all are read.
  let wireNames: [String]
  /// The associated values; those without a label are called `_0`, `_1`.
  let payload: [PropertyModel]
  /// The labels as spelled, `nil` where there is none.
  let labels: [String?]
  /// Whether the case stands for names that no other case has.
  let isUnknown: Bool

  /// Whether there is one value, without a label: it is the payload itself.
  var isWrapper: Bool { labels.count == 1 && labels[0] == nil }
  /// Whether there are several values and none has a label: they are a list.
  var isTuple: Bool { labels.count > 1 && labels.allSatisfy { $0 == nil } }
}

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
