import FerryCoding

/// A wrapper that applies the mapping of a value in any coder, including those of other libraries.
///
/// Ferry's own coders always apply a mapping. Other coders and synthesized conformances ignore it.
/// To apply the mapping there, wrap the value at the call of the coder:
///
/// ```swift
/// let cat = try Foundation.JSONDecoder().decode(KeyMappedValue<Cat>.self, from: data).value
/// ```
///
/// The mappings of nested properties apply as well, also those in arrays, dictionaries and
/// optionals.
public struct KeyMappedValue<Value> {
  /// The value.
  public var value: Value

  /// Wraps a value.
  public init(_ value: Value) { self.value = value }
}

extension KeyMappedValue: Sendable where Value: Sendable {}
extension KeyMappedValue: Equatable where Value: Equatable {}

extension KeyMappedValue: Decodable where Value: Decodable {
  /// Decodes the value by its mapping.
  /// - Throws: `DecodingError`, ``Problem``.
  public init(from decoder: any Decoder) throws {
    if let tape = tapeDecoder(decoder) {
      value = try tape.decode(Value.self)
    } else if let mapped = Value.self as? any KeyMapped.Type {
      value = try Value(from: mapped._mappedDecoder(over: decoder))
    } else if followsMapping(Value.self), let contents = Value.self as? any DecodableContents.Type,
      let decoded = try contents.decodeMapped(from: decoder) as? Value
    {
      value = decoded
    } else {
      value = try decoder.singleValueContainer().decode(Value.self)
    }
  }
}

extension KeyMappedValue: Encodable where Value: Encodable {
  /// Encodes the value by its mapping.
  /// - Throws: `EncodingError`, ``Problem``.
  public func encode(to encoder: any Encoder) throws {
    let isMapped = tapeEncoder(encoder) == nil && followsMapping(Value.self)
    if isMapped, let mapped = Value.self as? any KeyMapped.Type {
      try value.encode(to: mapped._mappedEncoder(over: encoder))
    } else if isMapped, let contents = value as? any EncodableContents {
      try contents.encodeMapped(to: encoder)
    } else {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }
}

// MARK: - Collections

/// A collection whose elements may have mappings.
private protocol MappedContents {
  static var contents: any Any.Type { get }
}

extension Array: MappedContents { fileprivate static var contents: any Any.Type { Element.self } }
extension Dictionary: MappedContents {
  fileprivate static var contents: any Any.Type { Value.self }
}
extension Optional: MappedContents {
  fileprivate static var contents: any Any.Type { Wrapped.self }
}

/// Returns whether a type has a mapping, or is a collection of types with one. The coder decodes
/// all other types, and may treat their keys in its own way.
private func followsMapping(_ type: any Any.Type) -> Bool {
  type is any KeyMapped.Type
    || (type as? any MappedContents.Type).map { followsMapping($0.contents) } ?? false
}

/// A collection whose elements may have mappings.
private protocol DecodableContents {
  static func decodeMapped(from decoder: any Decoder) throws -> Any
}

/// A collection whose elements may have mappings.
private protocol EncodableContents {
  func encodeMapped(to encoder: any Encoder) throws
}

// The containers equal those of the standard library's conformances.

extension Array: DecodableContents where Element: Decodable {
  fileprivate static func decodeMapped(from decoder: any Decoder) throws -> Any {
    try [KeyMappedValue<Element>](from: decoder).map(\.value)
  }
}

extension Array: EncodableContents where Element: Encodable {
  fileprivate func encodeMapped(to encoder: any Encoder) throws {
    try map { KeyMappedValue($0) }.encode(to: encoder)
  }
}

extension Dictionary: DecodableContents where Key == String, Value: Decodable {
  fileprivate static func decodeMapped(from decoder: any Decoder) throws -> Any {
    try [String: KeyMappedValue<Value>](from: decoder).mapValues(\.value)
  }
}

extension Dictionary: EncodableContents where Key == String, Value: Encodable {
  fileprivate func encodeMapped(to encoder: any Encoder) throws {
    try mapValues { KeyMappedValue($0) }.encode(to: encoder)
  }
}

extension Optional: DecodableContents where Wrapped: Decodable {
  fileprivate static func decodeMapped(from decoder: any Decoder) throws -> Any {
    try KeyMappedValue<Wrapped>?(from: decoder).map(\.value) as Any
  }
}

extension Optional: EncodableContents where Wrapped: Encodable {
  fileprivate func encodeMapped(to encoder: any Encoder) throws {
    try map { KeyMappedValue($0) }.encode(to: encoder)
  }
}
