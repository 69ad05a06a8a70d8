import Foundation

// A case a type, so that containers are asked by their requirements for it and not for any type.
extension ScriptScalar {
  private static func text(_ value: some Decodable) -> String {
    switch value {
    case let date as Date: "\(date.timeIntervalSinceReferenceDate)"
    case let data as Data: data.base64EncodedString()
    default: "\(value)"
    }
  }

  /// A single value in words.
  func read(_ container: any SingleValueDecodingContainer) throws -> String {
    switch self {
    case .bool: try Self.text(container.decode(Bool.self))
    case .int: try Self.text(container.decode(Int.self))
    case .int8: try Self.text(container.decode(Int8.self))
    case .uint64: try Self.text(container.decode(UInt64.self))
    case .double: try Self.text(container.decode(Double.self))
    case .float: try Self.text(container.decode(Float.self))
    case .string: try Self.text(container.decode(String.self))
    case .date: try Self.text(container.decode(Date.self))
    case .data: try Self.text(container.decode(Data.self))
    case .url: try Self.text(container.decode(URL.self))
    case .decimal: try Self.text(container.decode(Decimal.self))
    case .texts: try Self.text(container.decode([String].self))
    case .numbers: try Self.text(container.decode([Int].self))
    }
  }

  /// The value for `key` in words.
  func read<K>(_ container: KeyedDecodingContainer<K>, _ key: K) throws -> String {
    switch self {
    case .bool: try Self.text(container.decode(Bool.self, forKey: key))
    case .int: try Self.text(container.decode(Int.self, forKey: key))
    case .int8: try Self.text(container.decode(Int8.self, forKey: key))
    case .uint64: try Self.text(container.decode(UInt64.self, forKey: key))
    case .double: try Self.text(container.decode(Double.self, forKey: key))
    case .float: try Self.text(container.decode(Float.self, forKey: key))
    case .string: try Self.text(container.decode(String.self, forKey: key))
    case .date: try Self.text(container.decode(Date.self, forKey: key))
    case .data: try Self.text(container.decode(Data.self, forKey: key))
    case .url: try Self.text(container.decode(URL.self, forKey: key))
    case .decimal: try Self.text(container.decode(Decimal.self, forKey: key))
    case .texts: try Self.text(container.decode([String].self, forKey: key))
    case .numbers: try Self.text(container.decode([Int].self, forKey: key))
    }
  }

  /// The value for `key` in words, if there is one.
  func readIfPresent<K>(_ container: KeyedDecodingContainer<K>, _ key: K) throws -> String {
    switch self {
    case .bool: try container.decodeIfPresent(Bool.self, forKey: key).map(Self.text) ?? "nil"
    case .int: try container.decodeIfPresent(Int.self, forKey: key).map(Self.text) ?? "nil"
    case .int8: try container.decodeIfPresent(Int8.self, forKey: key).map(Self.text) ?? "nil"
    case .uint64: try container.decodeIfPresent(UInt64.self, forKey: key).map(Self.text) ?? "nil"
    case .double: try container.decodeIfPresent(Double.self, forKey: key).map(Self.text) ?? "nil"
    case .float: try container.decodeIfPresent(Float.self, forKey: key).map(Self.text) ?? "nil"
    case .string: try container.decodeIfPresent(String.self, forKey: key).map(Self.text) ?? "nil"
    case .date: try container.decodeIfPresent(Date.self, forKey: key).map(Self.text) ?? "nil"
    case .data: try container.decodeIfPresent(Data.self, forKey: key).map(Self.text) ?? "nil"
    case .url: try container.decodeIfPresent(URL.self, forKey: key).map(Self.text) ?? "nil"
    case .decimal: try container.decodeIfPresent(Decimal.self, forKey: key).map(Self.text) ?? "nil"
    case .texts: try container.decodeIfPresent([String].self, forKey: key).map(Self.text) ?? "nil"
    case .numbers: try container.decodeIfPresent([Int].self, forKey: key).map(Self.text) ?? "nil"
    }
  }

  /// The next element in words.
  func read(_ container: inout any UnkeyedDecodingContainer) throws -> String {
    switch self {
    case .bool: try Self.text(container.decode(Bool.self))
    case .int: try Self.text(container.decode(Int.self))
    case .int8: try Self.text(container.decode(Int8.self))
    case .uint64: try Self.text(container.decode(UInt64.self))
    case .double: try Self.text(container.decode(Double.self))
    case .float: try Self.text(container.decode(Float.self))
    case .string: try Self.text(container.decode(String.self))
    case .date: try Self.text(container.decode(Date.self))
    case .data: try Self.text(container.decode(Data.self))
    case .url: try Self.text(container.decode(URL.self))
    case .decimal: try Self.text(container.decode(Decimal.self))
    case .texts: try Self.text(container.decode([String].self))
    case .numbers: try Self.text(container.decode([Int].self))
    }
  }

  /// The next element in words, if there is one.
  func readIfPresent(_ container: inout any UnkeyedDecodingContainer) throws -> String {
    switch self {
    case .bool: try container.decodeIfPresent(Bool.self).map(Self.text) ?? "nil"
    case .int: try container.decodeIfPresent(Int.self).map(Self.text) ?? "nil"
    case .int8: try container.decodeIfPresent(Int8.self).map(Self.text) ?? "nil"
    case .uint64: try container.decodeIfPresent(UInt64.self).map(Self.text) ?? "nil"
    case .double: try container.decodeIfPresent(Double.self).map(Self.text) ?? "nil"
    case .float: try container.decodeIfPresent(Float.self).map(Self.text) ?? "nil"
    case .string: try container.decodeIfPresent(String.self).map(Self.text) ?? "nil"
    case .date: try container.decodeIfPresent(Date.self).map(Self.text) ?? "nil"
    case .data: try container.decodeIfPresent(Data.self).map(Self.text) ?? "nil"
    case .url: try container.decodeIfPresent(URL.self).map(Self.text) ?? "nil"
    case .decimal: try container.decodeIfPresent(Decimal.self).map(Self.text) ?? "nil"
    case .texts: try container.decodeIfPresent([String].self).map(Self.text) ?? "nil"
    case .numbers: try container.decodeIfPresent([Int].self).map(Self.text) ?? "nil"
    }
  }
}
