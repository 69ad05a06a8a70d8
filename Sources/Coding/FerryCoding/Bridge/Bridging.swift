public import FerryBase

extension DirectDecodable {
  /// Decodes the value from any decoder with the code of direct coding. If the type is `Decodable`
  /// as well, its `init(from:)` calls this, so that the wire form is the same.
  ///
  /// ```swift
  /// extension Cat: Decodable {
  ///   init(from decoder: any Decoder) throws { try self.init(bridging: decoder) }
  /// }
  /// ```
  /// - Throws: `DecodingError`, and the errors of the decoder.
  public init(bridging decoder: any Decoder) throws {
    if let decoder = decoder as? TapeDecoder {
      self = try decoder.decodeDirect(Self.self)
      return
    }
    var reader = DecoderReader(decoder)
    do throws(WireFailure) {
      try self.init(from: &reader)
    } catch {
      throw reader.error(for: error)
    }
  }
}

extension DirectEncodable {
  /// Encodes the value to any encoder with the code of direct coding. If the type is `Encodable` as
  /// well, its `encode(to:)` calls this, so that the wire form is the same.
  /// - Throws: `EncodingError`, and the errors of the encoder.
  public func bridge(to encoder: any Encoder) throws {
    if let encoder = encoder as? TapeEncoder { return try encoder.encodeDirect(self) }
    var writer = EncoderWriter(encoder)
    do throws(WireFailure) {
      try encode(to: &writer)
      try writer.finish(to: encoder)
    } catch {
      throw writer.context.encodingError(of: error, in: self, at: writer.path)
    }
  }
}

extension DecoderReader {
  /// Returns the error that a foreign decoder throws for a failure.
  fileprivate func error(for failure: WireFailure) -> any Error {
    let path = path(at: failure.offset)
    let problem = self.context.problem(of: failure)
    if let thrown = problem?.thrown(at: path) { return thrown }
    func context(_ description: String) -> DecodingError.Context {
      // Without the failure, because its offset means nothing to a foreign decoder.
      DecodingError.Context(codingPath: path, debugDescription: description)
    }
    switch (problem?.kind, problem?.subject, problem?.expectation) {
    case (.keyNotFound, _, .keys(let names, _)):
      return DecodingError.keyNotFound(
        TapeKey(names.first ?? ""), context(Problem.missingText(names)))
    case (.typeMismatch, .type(let type), _):
      let text = "Expected to decode \(type) but found something else instead."
      return DecodingError.typeMismatch(type, context(problem?.detail ?? text))
    default: return DecodingError.dataCorrupted(context(problem?.detail ?? "\(failure.kind)"))
    }
  }
}

extension _WireContext {
  /// Returns the error for `failure`, which occurred at `path` while `root` was written.
  package func encodingError(
    of failure: WireFailure, in root: Any, at path: @autoclosure () -> [any CodingKey]
  ) -> any Error {
    let problem = problem(of: failure)
    if let thrown = problem?.thrown(at: []) { return thrown }
    var value = root
    if case .value(let fault) = problem?.subject { value = fault }
    let description = problem?.detail ?? "\(failure.kind)"
    return EncodingError.invalid(value, at: path(), description, failure)
  }
}

// Foreign coders have special code for some types. A foreign key strategy does not convert the keys
// of a dictionary if the coder gets the dictionary as a whole.

/// A type that a foreign decoder may decode with special code.
protocol ForeignDecodable {
  /// Decodes the value. Returns `nil` and reads nothing if the decoder has no special code for it.
  static func read(from reader: DecoderReader) throws(WireFailure) -> Self?
}

/// A type that a foreign encoder may encode with special code.
protocol ForeignEncodable {
  /// The value for the encoder; `nil` if the encoder has no special code for it.
  var foreignValue: (any Encodable)? { get }
}

extension AnyValue: ForeignDecodable, ForeignEncodable {
  static func read(from reader: DecoderReader) throws(WireFailure) -> AnyValue? {
    try reader.readCoded()
  }

  var foreignValue: (any Encodable)? { self }
}

extension Dictionary: ForeignDecodable where Key: DirectKey, Value: DirectDecodable {
  /// Returns the dictionary; `nil` for keys that coders do not use as names.
  static func read(from reader: DecoderReader) throws(WireFailure) -> Self? {
    if Key.self == String.self {
      return try reader.readCoded([String: DirectValue<Value>].self).mapValues(\.value) as? Self
    }
    guard Key.self == Int.self else { return nil }
    return try reader.readCoded([Int: DirectValue<Value>].self).mapValues(\.value) as? Self
  }
}

extension Dictionary: ForeignEncodable where Key: DirectKey, Value: DirectEncodable {
  /// The dictionary; `nil` for keys that coders do not use as names.
  var foreignValue: (any Encodable)? {
    let members = mapValues { DirectValue($0) } as Any
    return members as? [String: DirectValue<Value>] ?? members as? [Int: DirectValue<Value>]
  }
}

extension [CodingUserInfoKey: Any] {
  /// The same values. A coder keeps them for one call on one thread.
  var asSendable: [CodingUserInfoKey: any Sendable] {
    // The cast always succeeds. The compiler accepts it only in a generic function.
    func cast<Other>(to type: Other.Type) -> Other? { self as? Other }
    return cast(to: [CodingUserInfoKey: any Sendable].self) ?? [:]
  }
}
