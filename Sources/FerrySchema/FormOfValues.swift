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
    func bounded<T: FixedWidthInteger>(_ type: T.Type) -> AnyValue {
      ["type": "integer", "minimum": .number(.init(T.min)), "maximum": .number(.init(T.max))]
    }
    let forms: [(any Any.Type, AnyValue)] = [
      (Bool.self, ["type": "boolean"]), (String.self, text),
      (Double.self, number), (Float.self, number), (Decimal.self, number),
      (Int.self, integer), (Int64.self, integer), (Int128.self, integer),
      (UInt.self, ["type": "integer", "minimum": 0]),
      (UInt64.self, ["type": "integer", "minimum": 0]),
      (UInt128.self, ["type": "integer", "minimum": 0]), (Int8.self, bounded(Int8.self)),
      (Int16.self, bounded(Int16.self)), (Int32.self, bounded(Int32.self)),
      (UInt8.self, bounded(UInt8.self)), (UInt16.self, bounded(UInt16.self)),
      (UInt32.self, bounded(UInt32.self)), (AnyValue.self, .object([:])),
      (Data.self, ["type": "string", "contentEncoding": "base64"]),
      (UUID.self, ["type": "string", "format": "uuid"]),
      (URL.self, ["type": "string", "format": "uri-reference"]),
    ]
    return Dictionary(uniqueKeysWithValues: forms.map { (ObjectIdentifier($0), $1) })
  }()
}

extension Date: FormOfValues {
  static func schema(_ builder: inout ModelSchema) -> AnyValue {
    switch builder.dates {
    case .deferredToDate, .secondsSince1970, .millisecondsSince1970: ["type": "number"]
    case .iso8601, .rfc3339: ["type": "string", "format": "date-time"]
    case .yamlTimestamp: ["type": "string"]
    case .custom, nil: .object([:])
    }
  }
}

extension Optional: FormOfValues {
  static func schema(_ builder: inout ModelSchema) throws -> AnyValue {
    var schema = try builder.schema(of: Wrapped.self)
    if Wrapped.self is any NilValued.Type || schema == .object([:]) { return schema }
    guard let type = schema["type"]?.string, schema["enum"] == nil, schema["const"] == nil else {
      return ["anyOf": [schema, ["type": "null"]]]
    }
    schema["type"] = [.string(type), "null"]
    return schema
  }
}

/// An optional type.
private protocol NilValued {}
extension Optional: NilValued {}

extension Array: FormOfValues {
  static func schema(_ builder: inout ModelSchema) throws -> AnyValue {
    ["type": "array", "items": try builder.schema(of: Element.self)]
  }
}

extension Set: FormOfValues {
  static func schema(_ builder: inout ModelSchema) throws -> AnyValue {
    ["type": "array", "items": try builder.schema(of: Element.self), "uniqueItems": true]
  }
}

extension Dictionary: FormOfValues {
  static func schema(_ builder: inout ModelSchema) throws -> AnyValue {
    let values = try builder.schema(of: Value.self)
    if Key.self == Int.self {
      return [
        "type": "object", "propertyNames": ["pattern": "^[-+]?[0-9]+$"],
        "additionalProperties": values,
      ]
    }
    let isDirect = Key.self is any DirectKey.Type && Value.self is any DirectEncodable.Type
    if isDirect || Key.self == String.self || Key.self is any CodingKeyRepresentable.Type {
      return ["type": "object", "additionalProperties": values]
    }
    // Keys and values alternate.
    let keys = try builder.schema(of: Key.self)
    return ["type": "array", "items": ["anyOf": [keys, values]]]
  }
}
