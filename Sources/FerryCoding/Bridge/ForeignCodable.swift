import FerryTape

// Coders of somebody else's have their own way with some types. A strategy for keys leaves alone the
// keys that it knows to be data: those of a dictionary that it is given as such.

/// A type that a decoder of somebody else's is asked for as it is.
protocol ForeignDecodable {
  /// Reads the value; `nil`, and nothing read, if the decoder has no way of its own.
  static func read(from reader: DecoderReader) throws(WireFailure) -> Self?
}

/// A type that an encoder of somebody else's is given as it is.
protocol ForeignEncodable {
  /// The value for the encoder; `nil` if it has no way of its own.
  var foreignValue: (any Encodable)? { get }
}

extension AnyValue: ForeignDecodable, ForeignEncodable {
  static func read(from reader: DecoderReader) throws(WireFailure) -> AnyValue? {
    try reader.readCoded(AnyValue.self)
  }

  var foreignValue: (any Encodable)? { self }
}

extension Dictionary: ForeignDecodable where Key: DirectKey, Value: DirectDecodable {
  /// The dictionary; `nil` for keys that coders do not take for names.
  static func read(from reader: DecoderReader) throws(WireFailure) -> Self? {
    if Key.self == String.self {
      return try reader.readCoded([String: Bridged<Value>].self).mapValues { $0.value } as? Self
    }
    guard Key.self == Int.self else { return nil }
    return try reader.readCoded([Int: Bridged<Value>].self).mapValues { $0.value } as? Self
  }
}

extension Dictionary: ForeignEncodable where Key: DirectKey, Value: DirectEncodable {
  /// The dictionary; `nil` for keys that coders do not take for names.
  var foreignValue: (any Encodable)? {
    let members = mapValues { Bridged($0) } as Any
    return members as? [String: Bridged<Value>] ?? members as? [Int: Bridged<Value>]
  }
}
