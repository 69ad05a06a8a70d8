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
///
/// A copy goes on by itself: both can take different chunks.
public struct PartialDecoding<Value: PartiallyDecodable> {
  // A class behind a copyable value: the compiler 6.3.1 does not end for a noncopyable variable of
  // asynchronous code at the top level.
  @usableFromInline var storage = Storage()

  @inlinable
  init() {}

  /// The value as far as its text is there; `nil` before it begins.
  @inlinable public var value: Value.Partial? { storage.state.current }

  /// Whether the value is over. White space may follow.
  public var isComplete: Bool { storage.state.isOver }

  /// Adds bytes of the text, which is UTF-8. They may end inside of a character.
  /// - Throws: `DecodingError` for text that is not JSON, or not a `Value`, with its place in the text
  ///   so far. Later calls throw the same error.
  @inlinable
  public mutating func append(_ bytes: some Collection<UInt8>) throws(DecodingError) {
    makeUnique()
    try storage.state.append(bytes)
  }

  /// Adds a part of the text.
  /// - Throws: `DecodingError`, as for bytes.
  @inlinable
  public mutating func append(_ text: some StringProtocol) throws(DecodingError) {
    try append(text.utf8)
  }

  @inlinable
  mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.state.copy()) }
  }

  @usableFromInline
  final class Storage {
    @usableFromInline var state: State

    @inlinable
    init(_ state: consuming State = State()) { self.state = state }
  }
}

// A reference is changed only if no other value has it, and a `Partial` is Sendable.
extension PartialDecoding: @unchecked Sendable {}

extension PartialDecoding {
  /// The value and the reader of its text.
  @usableFromInline
  struct State: ~Copyable {
    @usableFromInline var current: Value.Partial?
    @usableFromInline var reader = _PartialReader()
    @usableFromInline var isOver = false
    /// The error of all further calls, and whether there is one, which is faster to ask.
    @usableFromInline var failure: DecodingError?
    @usableFromInline var hasFailed = false

    @inlinable
    init() {}

    @usableFromInline
    func copy() -> State {
      var copy = State()
      (copy.current, copy.isOver) = (current, isOver)
      (copy.failure, copy.hasFailed) = (failure, hasFailed)
      copy.reader = reader.copy()
      return copy
    }

    @inlinable
    mutating func append(_ bytes: some Collection<UInt8>) throws(DecodingError) {
      if hasFailed, let failure { throw failure }
      if bytes.withContiguousStorageIfAvailable({ unsafe reader.append($0) }) == nil {
        unsafe Array(bytes).withUnsafeBufferPointer { unsafe reader.append($0) }
      }
      try advance()
    }

    @inlinable
    mutating func end() throws(DecodingError) {
      if hasFailed, let failure { throw failure }
      reader.end()
      try advance()
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

  /// Ends the text, and returns `body` of the whole of it.
  @inlinable
  mutating func whole(_ body: (RawSpan) throws -> Value) throws -> Value {
    makeUnique()
    try storage.state.end()
    return try body(unsafe RawSpan(_unsafeBytes: storage.state.reader.whole))
  }
}

extension PartialDecoding where Value: Decodable {
  /// Ends the text and decodes it as a whole, with all checks of the type.
  /// - Throws: `DecodingError`, as for a document that was there from the start.
  @_disfavoredOverload @inlinable
  public mutating func finish() throws -> Value {
    try whole { try JSON.Decoder().decode(Value.self, from: $0) }
  }
}

extension PartialDecoding where Value: DirectDecodable {
  /// Ends the text and decodes it directly as a whole, with all checks of the type.
  /// - Throws: `DecodingError`, as for a document that was there from the start.
  @inlinable
  public mutating func finish() throws -> Value {
    try whole { try JSON.Decoder().decode(Value.self, from: $0) }
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
    var cursor = PlaceCursor(text)
    if let error {
      return error.moved(to: path.codingPath, path) { cursor.place(of: position + $0.offset) }
    }
    var problem = JSONReadingOptions().problem(failure, in: text)
      .placed { cursor.place(of: $0) }
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
