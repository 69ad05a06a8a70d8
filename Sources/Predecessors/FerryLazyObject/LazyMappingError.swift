public import Ferry

/// An error of reading a value of a lazy object.
public enum LazyMappingError: Error, Sendable {
  /// The path has no value.
  case keyPathValueNotFoundError(keyPath: String)
  /// The value at the path cannot be converted to `type`, which is a type of JSON: a truth value,
  /// number, text, array or object.
  case conversionError(keyPath: String, value: AnyValue, type: any Any.Type)
  /// The value does not have the type that a conversion needs. For a URL, for example, `type` is a
  /// text.
  case unexpectedTypeError(value: AnyValue, type: any Any.Type)
  /// The value at the path is not a date in the format of the object.
  case dateError(keyPath: String, value: AnyValue)
  /// An error of your own conversion.
  case customError(message: String)

  /// Returns the error for a `value` that a conversion cannot use.
  public static func unexpectedType(
    _ value: Any?, expected type: any Any.Type
  ) -> LazyMappingError {
    .unexpectedTypeError(
      value: AnyValue(bridging: value) ?? .string("\(value ?? "nil")"), type: type)
  }

  /// Returns the error for a text or a number that cannot be converted to `type`.
  static func invalid(_ value: AnyValue, _ type: any Any.Type) -> LazyMappingError {
    let input = value.string.map { $0.count > 60 ? "\($0.prefix(59))…" : $0 } ?? shown(value)
    return .customError(message: "'\(input)' is not a valid input for \(type) instantiation")
  }
}

extension LazyMappingError: CustomStringConvertible {
  /// The error in one line for people.
  public var description: String {
    switch self {
    case .keyPathValueNotFoundError(let keyPath): "no value at '\(keyPath)'"
    case .conversionError(let keyPath, let value, let type):
      "\(Self.shown(value)) at '\(keyPath)' cannot be converted to \(type)"
    case .unexpectedTypeError(let value, let type):
      "expected \(type), found \(Self.shown(value))"
    case .dateError(let keyPath, let value):
      "\(Self.shown(value)) at '\(keyPath)' is not a date in the format of the object"
    case .customError(let message): message
    }
  }

  private static func shown(_ value: AnyValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let number): number.text
    case .string(let text): text.count > 60 ? "\"\(text.prefix(59))…\"" : "\"\(text)\""
    case .bytes(let bytes): "\(bytes.count) bytes"
    case .array(let elements): "an array of \(elements.count)"
    case .object(let members): "an object of \(members.count) members"
    case .tagged(let tag, let value): "\(tag) \(shown(value))"
    }
  }
}
