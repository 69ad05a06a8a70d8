public import FerryBase
public import FerryJSON
public import FerryJSONEngine
internal import FerryCoding

extension JSON {
  /// Returns the decoding of a value whose JSON text arrives in chunks, for example from a language
  /// model.
  ///
  /// ```swift
  /// var partial = JSON.partial(AnyValue.self)
  /// for try await chunk in chunks {
  ///   try partial.append(chunk)
  ///   show(partial.value)
  /// }
  /// let value = try partial.finish()
  /// ```
  @inlinable
  public static func partial<Value: PartiallyDecodable>(
    _ type: Value.Type
  ) -> PartialDecoding<Value> {
    PartialDecoding()
  }
}

/// The decoding of a value whose JSON text arrives in chunks of any size.
///
/// ``value`` only grows: texts, arrays and objects get longer, and numbers, literals and other values
/// come when their text is over. The time for a chunk is proportional to the chunk, and to the number
/// of open containers. A copy of ``value`` that is kept during the next `append` makes that copy the
/// open containers.
public struct PartialDecoding<Value: PartiallyDecodable>: ~Copyable {
  @usableFromInline var current: Value.Partial?
  @usableFromInline var reader = _PartialReader()
  @usableFromInline var isOver = false
  /// The error of all further calls, and whether there is one, which is faster to ask.
  @usableFromInline var failure: DecodingError?
  @usableFromInline var hasFailed = false

  @inlinable
  init() {}

  /// The value as far as its text is there; `nil` before it begins.
  @inlinable public var value: Value.Partial? { current }

  /// Whether the value is over. White space may follow.
  public var isComplete: Bool { isOver }

  /// Adds bytes of the text, which is UTF-8. They may end inside of a character.
  /// - Throws: `DecodingError` for text that is not JSON, or not a `Value`, with its place in the text
  ///   so far. Later calls throw the same error.
  @inlinable
  public mutating func append(_ bytes: some Collection<UInt8>) throws(DecodingError) {
    if hasFailed, let failure { throw failure }
    if bytes.withContiguousStorageIfAvailable({ unsafe reader.append($0) }) == nil {
      unsafe Array(bytes).withUnsafeBufferPointer { unsafe reader.append($0) }
    }
    try advance()
  }

  /// Adds a part of the text.
  /// - Throws: `DecodingError`, as for bytes.
  @inlinable
  public mutating func append(_ text: some StringProtocol) throws(DecodingError) {
    try append(text.utf8)
  }

  @inlinable
  mutating func advance() throws(DecodingError) {
    do throws(WireFailure) {
      try resume()
    } catch {
      let error = reader.error(of: error)
      failure = error
      hasFailed = true
      throw error
    }
  }

  @inlinable
  mutating func resume() throws(WireFailure) {
    guard reader.isInText || reader.skipMark() && reader.hasNews() else { return }
    if !isOver {
      if current == nil {
        current = try Value.Partial._begin(&reader)
        guard current != nil else { return }
        isOver = !reader.isInText && reader.levels.isEmpty
      }
      if !isOver { isOver = try current?._resume(&reader) ?? false }
    }
    if isOver, reader.nextByte() != nil { throw reader.failure(.trailingContent) }
  }
}

extension PartialDecoding where Value: Decodable {
  /// Ends the text and decodes it as a whole, with all checks of the type.
  /// - Throws: `DecodingError`, as for a document that was there from the start.
  @_disfavoredOverload @inlinable
  public mutating func finish() throws -> Value {
    try end()
    return try JSON.Decoder().decode(Value.self, from: unsafe RawSpan(_unsafeBytes: reader.whole))
  }
}

extension PartialDecoding where Value: DirectDecodable {
  /// Ends the text and decodes it directly as a whole, with all checks of the type.
  /// - Throws: `DecodingError`, as for a document that was there from the start.
  @inlinable
  public mutating func finish() throws -> Value {
    try end()
    return try JSON.Decoder().decode(Value.self, from: unsafe RawSpan(_unsafeBytes: reader.whole))
  }
}

extension PartialDecoding {
  @inlinable
  mutating func end() throws(DecodingError) {
    if hasFailed, let failure { throw failure }
    reader.end()
    try advance()
  }
}

extension _PartialReader {
  /// The text so far, valid until the next chunk.
  @usableFromInline var whole: UnsafeRawBufferPointer { unsafe bytes(in: 0..<text.count) }

  /// Returns the error of a failure, with its place in the text so far.
  @usableFromInline
  mutating func error(of failure: WireFailure) -> DecodingError {
    let text = text.bytes
    let path = path
    if let error {
      return error.moved(to: path.codingPath, path) { place in
        SourcePlace(offset: position + place.offset, inText: text)
      }
    }
    var problem = JSONReader.problem(failure, in: text)
      .placed { SourcePlace(offset: $0, inText: text) }
    problem.path = path
    guard let expected else { return .unreadable(problem) }
    problem.detail = "expected \(expected.form)"
    return .typeMismatch(expected.type, .init(codingPath: path.codingPath, problem))
  }

  /// The path to the value that is read.
  private var path: WirePath {
    mutating get {
      var steps: [WirePath.Step] = []
      for (index, level) in levels.enumerated() where level.state == .value {
        depth = index
        // An array has counted the element if it is open.
        steps.append(
          level.isMap ? .key((try? key()) ?? "") : .index(isInValue ? level.slot : level.slot + 1))
      }
      return WirePath(steps: steps)
    }
  }
}

extension WirePath {
  fileprivate var codingPath: [any CodingKey] {
    steps.map { step -> any CodingKey in
      switch step {
      case .key(let key): TapeKey(key)
      case .index(let index): TapeKey(intValue: index)
      default: TapeKey("")
      }
    }
  }
}
