import FerryNotation

/// The type that `@DirectCodable` is attached to, as far as the expansion needs it.
struct TypeModel {
  enum Kind { case structure, finalClass, enumeration }

  let kind: Kind
  /// The name without generic arguments, for messages.
  let name: String
  /// The access modifier of the members of the conformances, such as `public `. It is empty for
  /// internal types.
  let access: String
  /// Whether the type belongs to the main actor.
  var belongsToActor = false
  /// `nonisolated ` if the expansion has to be so whatever the default of the module, otherwise empty.
  var isolation = ""
  /// Whether a declaration that the expansion names is deprecated.
  var namesDeprecated = false
  /// The generic parameters that stored types mention.
  var storedParameters: [String] = []
  /// The generic parameters whose arguments are `Codable`. The arguments may also be directly
  /// codable.
  var codableParameters: Set<String> = []
  /// The properties that are read or written. Empty for enums.
  var properties: [PropertyModel] = []
  /// The functions to call after decoding and before encoding.
  var didDecode: Hook?
  var willEncode: Hook?
  /// The function `validate() throws`, to call after decoding.
  var validate: Hook?
  /// The text of the doc comment.
  var documentation = ""
  /// The cases of an enum.
  var cases: [CaseModel] = []
  var tagging = Tagging.synthesized
  /// The raw type as spelled, if values are written as their raw values.
  var rawType: String?

  /// The inherited type of a class that is a superclass if it is no protocol, as spelled.
  var possibleSuperclass: String?

  /// The form that the compiler has to find for the type, because the macro cannot be sure.
  var formCheck: FormCheck?
  /// Whether `CodingKeys` are declared inside of the type.
  var hasCodingKeys = false
  /// Why generated code and no table of the stored properties codes the type, or `nil`.
  var tableObstacle: String?
  /// Whether the type may have stored static properties.
  var hasStaticStorage = true

  enum FormCheck: String { case members, rawValue }

  /// The modifiers of the members of the conformances.
  var modifiers: String { isolation + access }

  /// The modifiers of members that name declarations of the type. A deprecated member may use
  /// deprecated declarations without a warning, and it still satisfies a conformance.
  var bodyModifiers: String { deprecation + modifiers }

  /// The modifiers of members that only other members of the type call.
  var innerModifiers: String { deprecation + isolation + "fileprivate " }

  private var deprecation: String { namesDeprecated ? "@available(*, deprecated) " : "" }

  /// Whether values are written with their members, not as a case or as a raw value.
  var isObject: Bool { kind != .enumeration && rawType == nil }

  /// Whether values are objects whose keys do not depend on the context.
  var hasMembers: Bool {
    if isObject { return true }
    // An unknown case that keeps the whole value would also keep the members around it.
    if rawType == nil, case .inside = tagging { return !cases.contains(where: \.keepsUnknown) }
    return false
  }

  /// A member function that the expansion calls.
  struct Hook {
    let throwing: Bool
    let mutating: Bool
    /// Whether the function has a result, which the call ignores.
    let returning: Bool

    /// Returns the call of the function with this name on `value`.
    func call(_ name: String, of value: String) -> String {
      "\(returning ? "_ = " : "")\(throwing ? "try " : "")\(value).\(name)()"
    }
  }
}

/// The way in which a document identifies the case of an enum.
enum Tagging {
  /// The form that Swift synthesizes: `{"circle": {"_0": 1}}`, `{"none": {}}`.
  case synthesized
  /// `{"circle": {"radius": 1}}`, `{"id": 7}`, `"none"`.
  case external
  /// `{"type": "circle", "radius": 1}`.
  case inside(tag: String)
  /// `{"type": "circle", "value": {"radius": 1}}`.
  case adjacent(tag: String, content: String)
  /// `{"radius": 1}`. The first case that fits counts.
  case untagged
}

/// A case of an enum.
struct CaseModel {
  /// The name as spelled, possibly in backticks.
  let name: String
  /// The names in documents. The first name is written, all names are read.
  let wireNames: [String]
  /// The associated values. Values without a label are named `_0`, `_1`.
  let payload: [PropertyModel]
  /// The labels as spelled, `nil` for a value without a label.
  let labels: [String?]
  /// Whether the case is the one for names that no other case has.
  let isUnknown: Bool
  /// The raw value in the notation of JSON, if the declaration gives one. It is empty if JSON has no
  /// such literal.
  var rawLiteral: String?
  /// The text of the doc comment.
  var documentation = ""
  var isDeprecated = false

  /// Whether the case has one value without a label. That value is the payload itself.
  var isWrapper: Bool { labels.count == 1 && labels[0] == nil }
  /// Whether the case holds the whole value of an unknown name.
  var keepsUnknown: Bool { isUnknown && payload.count == 1 && payload[0].isAnyValue }
  /// Whether the case has several values and no labels. The values are an array.
  var isTuple: Bool { labels.count > 1 && labels.allSatisfy { $0 == nil } }
}

/// A stored property or an associated value, as far as the expansion needs it.
struct PropertyModel {
  /// The name as spelled, possibly in backticks.
  let name: String
  /// The type as spelled.
  let type: String
  let valueType: ValueType
  /// Whether the declaration gives a value: `= 9`, or the `nil` of an optional `var`.
  var hasInitialValue = false
  /// Whether that value is `nil`.
  var isInitiallyNil = false
  /// The value as spelled.
  var initialValue: String?
  /// Whether the type is a generic parameter. Its argument may be optional, but that makes no
  /// difference: the compiler's synthesis treats all arguments alike.
  var isGenericParameter = false

  /// Whether the type mentions a generic parameter whose arguments may be directly codable or not.
  var isOfEitherKind = false

  /// The paths that the value is read from. The first path in the document counts. Empty if the
  /// value is not read.
  var decodePaths: [[String]] = []
  /// The property's own name, if a style gives the first path another key. It is read as well.
  var spelling: [String]?
  /// The path that the value is written to, or `nil` if it is not written.
  var encodePath: [String]?

  /// The expression for the value if the key is missing.
  var defaultWhenMissing: String?
  /// The expression for the value if the value in the document does not decode.
  var defaultOnError: String?
  var form = Form.plain
  var constraints: [ConstraintModel] = []

  /// The text of the doc comment.
  var documentation = ""
  var isDeprecated = false
  /// The default in the notation of JSON, if it is a literal.
  var defaultLiteral: String?

  /// The rule of the property alone for its `nil`.
  var nilStrategy: NilStrategy?

  enum NilStrategy: String { case omit, null }

  /// The form of the value in the document.
  enum Form {
    case plain
    /// The members of the value are among those of the object around it.
    case flattened
    /// Elements that do not decode are left out.
    case lossy
    /// Numbers and truth values may be text, and text may be a number or a truth value.
    case tolerant
    /// The form that the strategy, an expression, defines.
    case strategy(String)
  }

  /// Whether the type is optional and its wrapped value may be null as well, according to the
  /// spelling.
  var mayHoldNull: Bool {
    guard case .plain = form, case .optional(let wrapped, _) = valueType else { return false }
    return wrapped.mayBeNull
  }

  /// Whether the value is a `String` in its usual form.
  var isPlainText: Bool {
    guard case .plain = form, case .string = valueType else { return false }
    return true
  }

  /// The spelling of the type inside an optional type, or of the type itself.
  var unwrappedType: String {
    if case .optional(_, let wrapped) = valueType { wrapped } else { type }
  }

  var isFlattened: Bool { if case .flattened = form { true } else { false } }
  /// Whether the property takes the members that no other property takes.
  var isRest: Bool {
    guard isFlattened, case .dictionary = valueType.unwrapped else { return false }
    return true
  }
  /// Whether the type is spelled as the library's `AnyValue`.
  var isAnyValue: Bool {
    ["AnyValue", "Ferry.AnyValue", "FerryMacros.AnyValue"].contains(unwrappedType)
  }
  var isDecoded: Bool { !decodePaths.isEmpty || (isFlattened && readsMembers) }
  var isEncoded: Bool { encodePath != nil || (isFlattened && writesMembers) }
  /// The directions of a flattened property.
  var readsMembers = true
  var writesMembers = true

  /// Whether the type may be optional without looking so, for example as an alias. Overloads in the
  /// generated code decide.
  var mayBeOptional: Bool {
    guard case .other = valueType else { return false }
    return !isGenericParameter
  }

  /// Whether the declaration or an attribute gives a value for a missing key.
  private var givesDefault: Bool { hasInitialValue || defaultWhenMissing != nil }
  var isDefaultNil: Bool { defaultWhenMissing.map { $0 == "nil" } ?? isInitiallyNil }

  /// Whether the property has a value for a missing key, other than the `nil` of an optional.
  var hasDefault: Bool { givesDefault && !(isDefaultNil && valueType.isOptional) }

  /// How `nil` is written; `nil` if the encoder decides. Beside another default it is null, because a
  /// missing key is read as the default. In an optional of an optional, null is a value.
  var nilWriting: NilStrategy? {
    if let nilStrategy { return nilStrategy }
    if isDecoded, givesDefault, !isDefaultNil { return .null }
    if case .optional(.optional, _) = valueType { return .omit }
    return nil
  }

  /// Whether `nil` is left out and the missing key is read as another value.
  var losesNil: Bool {
    nilStrategy == .omit && isDecoded && isEncoded && givesDefault && !isDefaultNil
  }

  /// Whether a member with its default can be left out.
  var hasComparableDefault: Bool {
    guard isDecoded, isEncoded, hasDefault, !isFlattened else { return false }
    return (defaultWhenMissing ?? initialValue) != nil
  }

  /// Whether a document must contain the value.
  var isRequired: Bool { isDecoded && !valueType.isOptional && !hasDefault }

  /// All paths that the value is read from. The first path in the document counts.
  var readPaths: [[String]] {
    guard let spelling, let first = decodePaths.first else { return decodePaths }
    return [first] + (decodePaths.contains(spelling) ? [] : [spelling]) + decodePaths.dropFirst()
  }

  /// The path for messages: `meta.coordinates.lon`.
  var pathText: String {
    WirePath(keys: decodePaths.first ?? []).description
  }
}
