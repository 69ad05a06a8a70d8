import Foundation

// A case a type, so that containers are given each by their requirement for it.
extension SingleValueEncodingContainer {
  /// Writes a value of the script.
  mutating func encode(_ value: ScriptValue) throws {
    let number = value.number
    switch value.scalar {
    case .bool: try encode((number % 2 == 0) as Bool)
    case .int: try encode(number - 20 as Int)
    case .int8: try encode(Int8(number) as Int8)
    case .uint64: try encode(UInt64.max - UInt64(number) as UInt64)
    case .double: try encode([0.1, -0.0, 1e21, .infinity, 0.3][number % 5] as Double)
    case .float: try encode([0.1, -2, .nan, 16_777_216][number % 4] as Float)
    case .string: try encode(["a/b", "\u{0}é\u{2028}", "", "😀"][number % 4] as String)
    case .date: try encode(Date(timeIntervalSince1970: Double(number) * 1e7) as Date)
    case .data: try encode(Data([1, UInt8(number)]) as Data)
    case .url: try encode(URL(string: "https://a.b/\(number)")! as URL)
    case .decimal: try encode(Decimal(number) / 8 as Decimal)
    case .texts: try encode(["a", "\(number)"] as [String])
    case .numbers: try encode([number, -1] as [Int])
    }
  }
}

extension UnkeyedEncodingContainer {
  /// Writes a value of the script.
  mutating func encode(_ value: ScriptValue) throws {
    let number = value.number
    switch value.scalar {
    case .bool: try encode((number % 2 == 0) as Bool)
    case .int: try encode(number - 20 as Int)
    case .int8: try encode(Int8(number) as Int8)
    case .uint64: try encode(UInt64.max - UInt64(number) as UInt64)
    case .double: try encode([0.1, -0.0, 1e21, .infinity, 0.3][number % 5] as Double)
    case .float: try encode([0.1, -2, .nan, 16_777_216][number % 4] as Float)
    case .string: try encode(["a/b", "\u{0}é\u{2028}", "", "😀"][number % 4] as String)
    case .date: try encode(Date(timeIntervalSince1970: Double(number) * 1e7) as Date)
    case .data: try encode(Data([1, UInt8(number)]) as Data)
    case .url: try encode(URL(string: "https://a.b/\(number)")! as URL)
    case .decimal: try encode(Decimal(number) / 8 as Decimal)
    case .texts: try encode(["a", "\(number)"] as [String])
    case .numbers: try encode([number, -1] as [Int])
    }
  }
}

extension KeyedEncodingContainer {
  /// Writes a value of the script.
  mutating func encode(_ value: ScriptValue, forKey key: Key) throws {
    let number = value.number
    switch value.scalar {
    case .bool: try encode((number % 2 == 0) as Bool, forKey: key)
    case .int: try encode(number - 20 as Int, forKey: key)
    case .int8: try encode(Int8(number) as Int8, forKey: key)
    case .uint64: try encode(UInt64.max - UInt64(number) as UInt64, forKey: key)
    case .double:
      try encode([0.1, -0.0, 1e21, .infinity, 0.3][number % 5] as Double, forKey: key)
    case .float: try encode([0.1, -2, .nan, 16_777_216][number % 4] as Float, forKey: key)
    case .string: try encode(["a/b", "\u{0}é\u{2028}", "", "😀"][number % 4] as String, forKey: key)
    case .date: try encode(Date(timeIntervalSince1970: Double(number) * 1e7) as Date, forKey: key)
    case .data: try encode(Data([1, UInt8(number)]) as Data, forKey: key)
    case .url: try encode(URL(string: "https://a.b/\(number)")! as URL, forKey: key)
    case .decimal: try encode(Decimal(number) / 8 as Decimal, forKey: key)
    case .texts: try encode(["a", "\(number)"] as [String], forKey: key)
    case .numbers: try encode([number, -1] as [Int], forKey: key)
    }
  }

  /// Writes what a model does for a property that is nil.
  mutating func encodeNothing(_ scalar: ScriptScalar, forKey key: Key) throws {
    switch scalar {
    case .bool: try encodeIfPresent(nil as Bool?, forKey: key)
    case .int: try encodeIfPresent(nil as Int?, forKey: key)
    case .int8: try encodeIfPresent(nil as Int8?, forKey: key)
    case .uint64: try encodeIfPresent(nil as UInt64?, forKey: key)
    case .double: try encodeIfPresent(nil as Double?, forKey: key)
    case .float: try encodeIfPresent(nil as Float?, forKey: key)
    case .string: try encodeIfPresent(nil as String?, forKey: key)
    case .date: try encodeIfPresent(nil as Date?, forKey: key)
    case .data: try encodeIfPresent(nil as Data?, forKey: key)
    case .url: try encodeIfPresent(nil as URL?, forKey: key)
    case .decimal: try encodeIfPresent(nil as Decimal?, forKey: key)
    case .texts: try encodeIfPresent(nil as [String]?, forKey: key)
    case .numbers: try encodeIfPresent(nil as [Int]?, forKey: key)
    }
  }
}
