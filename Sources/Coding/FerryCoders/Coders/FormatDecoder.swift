public import FerryBase
package import FerryCoding
public import FerryFoundation

/// A decoder of a format: the options and functions that all formats have.
///
/// A decoder is a value. A copy has its own options:
///
/// ```swift
/// let decoder = JSON.Decoder { $0.dateDecodingStrategy = .iso8601 }
/// ```
///
/// The options have the names and the meaning of Foundation's. Many threads can use one decoder.
public protocol FormatDecoder: Sendable, _Direct.Decoding
where UserInfo == [CodingUserInfoKey: any Sendable] {
  /// Creates a decoder with the default options.
  init()

  /// The settled options, shared by copies.
  @_documentation(visibility: internal)
  var _state: _DecoderState { get set }

  /// Reads a document directly into `target`, which stays uninitialized if that fails.
  /// - Returns: false if the document must be decoded through the tape.
  @_documentation(visibility: internal)
  func _decode<Target: _Direct.Target>(
    into target: Target, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> Bool

  /// Decodes the records in `ranges` of `bytes` directly and appends them to `records`, up to the
  /// first record that is invalid.
  @_documentation(visibility: internal)
  func _decodeRecords<T: DirectDecodable>(
    _ bytes: RawSpan, at ranges: [Range<Int>], into records: _DecodedRecords<T>
  )
}

extension FormatDecoder {
  /// Returns false: every document is decoded through the tape.
  @_documentation(visibility: internal)
  public func _decode<Target: _Direct.Target>(
    into target: Target, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> Bool { false }

  /// Decodes no record, so that all go through the tape.
  @_documentation(visibility: internal)
  public func _decodeRecords<T: DirectDecodable>(
    _ bytes: RawSpan, at ranges: [Range<Int>], into records: _DecodedRecords<T>
  ) {}
}

/// The conversion of names in the document to keys. The keys of a `[String: T]` stay unchanged.
public enum KeyDecodingStrategy: Sendable {
  /// Uses the names as they are.
  case useDefaultKeys
  /// Converts `user_name` to `userName`. As in Foundation, words after the first are capitalised:
  /// `image_url` becomes `imageUrl`.
  case convertFromSnakeCase
  /// Looks each key up under the name that the style gives it, with acronyms as one word: with
  /// `.snakeCase`, the key `imageURL` is found under `image_url`. If that name is missing, the
  /// key's own name is used.
  case style(KeyStyle)
  /// Uses the key that the closure returns for the coding path to the name.
  @preconcurrency case custom(@Sendable ([any CodingKey]) -> any CodingKey)

  fileprivate var conversion: KeyConversion {
    switch self {
    case .useDefaultKeys: .exact
    case .convertFromSnakeCase: .snakeCase
    case .style(let style): .styled(style)
    case .custom(let convert): .custom(convert)
    }
  }
}

// MARK: Options

extension FormatDecoder {
  /// Creates a decoder and sets its options.
  public init(_ configure: (inout Self) -> Void) {
    self.init()
    configure(&self)
  }

  /// The format of a `Date`. By default the type decodes itself; in YAML, it is a timestamp.
  public var dateDecodingStrategy: DateDecodingStrategy {
    get { _state.settings.foundation.date }
    set { change { $0.foundation.date = newValue } }
  }

  /// The format of `Data`: base64 by default, or plain bytes in formats that have them.
  public var dataDecodingStrategy: DataDecodingStrategy {
    get { _state.settings.foundation.data }
    set { change { $0.foundation.data = newValue } }
  }

  /// The conversion of names to keys; none by default.
  public var keyDecodingStrategy: KeyDecodingStrategy {
    get { _state.settings.keys }
    set {
      change {
        $0.keys = newValue
        $0.coding.change { $0.keys = newValue.conversion }
      }
    }
  }

  /// The meaning of a key that the model does not use; ``UnknownKeyStrategy/ignore`` by default.
  /// With ``UnknownKeyStrategy/error``, a document with a value that the model skips is decoded through
  /// the tape.
  public var unknownKeys: UnknownKeyStrategy {
    get { _state.coding.rules.rejectsUnknownKeys ? .error : .ignore }
    set { change { $0.coding.change { $0.rules.rejectsUnknownKeys = newValue == .error } } }
  }

  /// The maximum depth of nested containers; 512 by default.
  public var depthLimit: Int {
    get { _state.coding.depthLimit }
    set { change { $0.coding.change { $0.depthLimit = newValue } } }
  }

  /// The values that types find in `userInfo` of their decoder.
  @preconcurrency public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { _state.coding.userInfo }
    set { change { $0.coding.change { $0.userInfo = newValue } } }
  }

  package mutating func change(_ change: (inout DecodingSettings) -> Void) {
    _state = _state.changing(change)
  }

  /// Returns whether the decoder uses a bridge of this type.
  package func bridges(_ type: (some DecodingBridge).Type) -> Bool {
    _state.coding.decodingBridge.map { Swift.type(of: $0) == type } ?? false
  }

  /// Adds a bridge around the decoder's own, in place of an earlier one.
  package mutating func addBridge(
    _ bridge: (@Sendable (any DecodingBridge) -> any DecodingBridge)?
  ) {
    change { $0.outerBridge = bridge }
  }

  /// Returns the options of one call.
  package func options(with userInfo: [CodingUserInfoKey: any Sendable]) -> CodingOptions {
    _state.coding.adding(userInfo)
  }
}

// MARK: Decoding

extension FormatDecoder {
  /// Decodes a `T` from a document in any contiguous collection of bytes.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose ``Problem`` has the place.
  @_disfavoredOverload
  @inlinable
  public func decode<T: Decodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    // Inlinable, so that the bytes are lent where the types are known.
    try withBytes(of: bytes) { try decode(type, $0, userInfo) }
  }

  /// Decodes a `T` from a document in borrowed memory.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose ``Problem`` has the place.
  @_disfavoredOverload
  @inlinable
  public func decode<T: Decodable>(
    _ type: T.Type, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try span.withByteView { try decode(type, $0, userInfo) }
  }

  /// Decodes a `T` directly from a document in any contiguous collection of bytes.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose ``Problem`` has the place.
  @inlinable
  public func decode<T: DirectDecodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try T._decode(with: self, from: bytes, userInfo: userInfo)
  }

  /// Decodes a `T` directly from a document in borrowed memory.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose ``Problem`` has the place.
  @inlinable
  public func decode<T: DirectDecodable>(
    _ type: T.Type, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try span.withByteView { try unsafe decode(type, from: $0.buffer, userInfo: userInfo) }
  }

  /// Decodes a `T` from a document in memory that does not move during the call, directly if its type
  /// has a table.
  @usableFromInline
  package func decode<T: Decodable>(
    _ type: T.Type, _ input: ByteView, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    // Through the tape, the code of the type's `Decodable` conformance is faster than the table.
    if _state.isDirect, let direct = DirectTypes.decodable(type) {
      return try decode(direct, as: type, input, userInfo)
    }
    return try _state.decode(type, from: input, options(with: userInfo))
  }

  /// Decodes a `T`, which is the type `direct`.
  @inline(never)
  private func decode<T, Direct: DirectDecodable>(
    _ direct: Direct.Type, as type: T.Type, _ input: ByteView,
    _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    let value = try unsafe Direct._decode(with: self, from: input.buffer, userInfo: userInfo)
    // Both names are of one type.
    return unsafe withUnsafePointer(to: value) {
      unsafe UnsafeRawPointer($0).assumingMemoryBound(to: T.self).pointee
    }
  }

  /// Returns the function that decodes records of a type with a table directly, or `nil` without a
  /// table.
  package func decodingRecordsByTable<T>(
    of type: T.Type
  ) -> (@Sendable (RawSpan, [Range<Int>], _DecodedRecords<T>) -> Void)? {
    DirectTypes.decodable(type).map { decodingRecords(of: $0, as: type) }
  }

  private func decodingRecords<T, Direct: DirectDecodable>(
    of direct: Direct.Type, as type: T.Type
  ) -> @Sendable (RawSpan, [Range<Int>], _DecodedRecords<T>) -> Void {
    TableRecords<Self, T, Direct>(decoder: self).decode
  }
}

/// Decodes records of `Value`, which is the type `Direct`.
private struct TableRecords<
  Decoder: FormatDecoder, Value, Direct: DirectDecodable
>: @unchecked Sendable {
  // Sendable: types with a table code themselves on every thread.

  let decoder: Decoder

  func decode(_ bytes: RawSpan, at ranges: [Range<Int>], into records: _DecodedRecords<Value>) {
    // Both names are of one type.
    decoder._decodeRecords(
      bytes, at: ranges, into: unsafe unsafeDowncast(records, to: _DecodedRecords<Direct>.self))
  }
}

extension FormatDecoder where Self: TextCoder {
  /// Decodes a `T` from a text.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose ``Problem`` has the line and column.
  @_disfavoredOverload
  @inlinable
  public func decode<T: Decodable>(
    _ type: T.Type, from text: some StringProtocol,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try decode(type, from: text.utf8, userInfo: userInfo)
  }

  /// Decodes a `T` directly from a text.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose ``Problem`` has the line and column.
  @inlinable
  public func decode<T: DirectDecodable>(
    _ type: T.Type, from text: some StringProtocol,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try decode(type, from: text.utf8, userInfo: userInfo)
  }
}

/// Lends the bytes of `input`. Only a collection without contiguous storage is copied.
@inlinable
package func withBytes<Bytes: Collection<UInt8>, R>(
  of input: Bytes, _ body: (ByteView) throws -> R
) throws -> R {
  if let result = try input.withContiguousStorageIfAvailable({ try body(unsafe ByteView($0)) }) {
    return consume result
  }
  return try Array(input).withByteView(body)
}
