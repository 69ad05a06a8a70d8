internal import FerryEssentials

/// A type whose schema depends on other types or on options.
protocol FormOfValues {
  static func schema(_ builder: inout ModelSchema) throws -> AnyValue
}

extension ModelSchema {
  /// The schemas of types without parameters.
  static let forms: [ObjectIdentifier: AnyValue] = {
    let integer: AnyValue = ["type": "integer"]
    let number: AnyValue = ["type": "number"]
    let text: AnyValue = ["type": "string"]
    let forms: [(any Any.Type, AnyValue)] = [
      (Bool.self, ["type": "boolean"]), (String.self, text),
      (Double.self, number), (Float.self, number), (Decimal.self, number),
      (Int.self, integer), (Int64.self, integer), (Int128.self, integer),
      (UInt.self, ["type": "integer", "minimum": 0]),
      (UInt64.self, bounded(UInt64.self)),
      (UInt128.self, ["type": "integer", "minimum": 0]), (Int8.self, bounded(Int8.self)),
      (Int16.self, bounded(Int16.self)), (Int32.self, bounded(Int32.self)),
      (UInt8.self, bounded(UInt8.self)), (UInt16.self, bounded(UInt16.self)),
      (UInt32.self, bounded(UInt32.self)), (AnyValue.self, .object([:])),
      (Data.self, ["type": "string", "contentEncoding": "base64"]),
      (UUID.self, ["type": "string", "format": "uuid"]),
      (URL.self, ["type": "string", "format": "uri-reference"]),
      // Two numbers, as the type encodes itself.
      (Duration.self, ["type": "array", "items": integer, "minItems": 2, "maxItems": 2]),
    ]
    return Dictionary(uniqueKeysWithValues: forms.map { (ObjectIdentifier($0), $1) })
  }()

  /// Returns the schema of an integer with the limits of its type.
  static func bounded<T: FixedWidthInteger>(_ type: T.Type) -> AnyValue {
    ["type": "integer", "minimum": .number(.init(T.min)), "maximum": .number(.init(T.max))]
  }
}

extension Date: FormOfValues {
  static func schema(_ builder: inout ModelSchema) throws -> AnyValue {
    switch builder.dates {
    case .deferredToDate, .secondsSince1970, .millisecondsSince1970: ["type": "number"]
    case .iso8601, .rfc3339: ["type": "string", "format": "date-time"]
    case .yamlTimestamp: ["type": "string"]
    case .custom: try builder.unknown("the form of dates is unknown: their strategy is custom")
    case nil: .object([:])
    }
  }
}

extension Optional: FormOfValues {
  static func schema(_ builder: inout ModelSchema) throws -> AnyValue {
    try builder.schema(of: Wrapped.self).allowingNull
  }
}

extension AnyValue {
  /// The schema of values that are valid by this one, and of null.
  var allowingNull: AnyValue {
    let null: AnyValue = ["type": "null"]
    if self == .object([:]) || self["type"]?.array?.last == "null"
      || self["anyOf"]?.array?.last == null
    {
      return self
    }
    guard let type = self["type"]?.string, self["enum"] == nil, self["const"] == nil else {
      return ["anyOf": [self, null]]
    }
    var schema = self
    schema["type"] = [.string(type), "null"]
    return schema
  }
}

extension AnyValue {
  /// The schema of values that are null or valid by this one. Its failures do not name null, which stands
  /// for a default.
  var exceptNull: AnyValue {
    allowingNull == self ? self : ["if": ["type": "null"], "else": self]
  }
}

extension Raw: FormOfValues {
  static func schema(_ builder: inout ModelSchema) throws -> AnyValue { .object([:]) }
}

extension Array: FormOfValues {
  static func schema(_ builder: inout ModelSchema) throws -> AnyValue {
    ["type": "array", "items": try builder.schema(of: Element.self)]
  }
}

extension Set: FormOfValues {
  static func schema(_ builder: inout ModelSchema) throws -> AnyValue {
    var schema: AnyValue = ["type": "array", "items": try builder.schema(of: Element.self)]
    if !builder.isClosed { schema["uniqueItems"] = true }
    return schema
  }
}

extension Dictionary: FormOfValues {
  /// Whether documents have an object, not an array in which keys and values alternate.
  private static var isObject: Bool {
    Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
      || Key.self is any DirectKey.Type && Value.self is any DirectEncodable.Type
  }

  static func schema(_ builder: inout ModelSchema) throws -> AnyValue {
    let values = try builder.schema(of: Value.self)
    if Key.self == Int.self {
      return [
        "type": "object", "propertyNames": ["pattern": "^[-+]?[0-9]+$"],
        "additionalProperties": values,
      ]
    }
    if isObject { return ["type": "object", "additionalProperties": values] }
    // Keys and values alternate.
    let keys = try builder.schema(of: Key.self)
    return ["type": "array", "items": ["anyOf": [keys, values]]]
  }
}

/// A type whose values have another number of characters or elements in documents.
protocol WrittenLength {
  /// Returns the number of characters or elements in a document for `length` elements.
  static func written(_ length: Int) -> Int
}

extension Data: WrittenLength {
  /// Base64 has four characters for up to three bytes.
  static func written(_ length: Int) -> Int {
    let (groups, rest) = length.quotientAndRemainder(dividingBy: 3)
    return Swift.min(groups + rest.signum(), .max / 4) * 4
  }
}

extension Dictionary: WrittenLength {
  static func written(_ length: Int) -> Int { isObject ? length : Swift.min(length, .max / 2) * 2 }
}

extension Optional: WrittenLength {
  static func written(_ length: Int) -> Int {
    (Wrapped.self as? any WrittenLength.Type)?.written(length) ?? length
  }
}
