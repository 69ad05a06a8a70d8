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
public protocol FormatDecoder: Sendable, _DirectDecoder {
  /// Creates a decoder with the default options.
  init()

  /// The settled options, shared by copies.
  @_documentation(visibility: internal)
  var _state: _DecoderState { get set }

  /// Reads a document directly into `target`, which stays uninitialized if that fails.
  /// - Returns: false if the document must be decoded through the tape.
  @_documentation(visibility: internal)
  func _read<Target: _DecodingTarget>(
    _ target: Target, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable]
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
  public func _read<Target: _DecodingTarget>(
    _ target: Target, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable]
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
    get { _state.coding.rejectsUnknownKeys ? .error : .ignore }
    set { change { $0.coding.change { $0.rejectsUnknownKeys = newValue == .error } } }
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

  /// Decodes a `T` directly by its table.
  @_documentation(visibility: internal)
  public func _decodeByTable<T: _TableCodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    // This code is not compiled for types. Memory of an unknown size needs a closure whose result has
    // metadata, which the code would look up in each call.
    guard MemoryLayout<T>.size <= 256, MemoryLayout<T>.alignment <= 16 else {
      return try decodeLarge(type, from: bytes, userInfo)
    }
    var memory = InlineArray<16, SIMD2<UInt64>>(repeating: .zero)
    let isRead = try unsafe withUnsafeMutablePointer(to: &memory) {
      try read(unsafe _TableTarget(T._table, UnsafeMutableRawPointer($0)), from: bytes, userInfo)
    }
    if isRead {
      return unsafe withUnsafeMutablePointer(to: &memory) {
        unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: T.self).move()
      }
    }
    return try decodeThroughTape(type, from: bytes, userInfo)
  }

  @inline(never)
  private func decodeLarge<T: _TableCodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>,
    _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    try unsafe decode(type, from: bytes, userInfo) {
      unsafe _TableTarget(T._table, UnsafeMutableRawPointer($0))
    }
  }

  @inline(__always)
  private func read<Bytes: Collection<UInt8>>(
    _ target: _TableTarget, from bytes: Bytes, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> Bool {
    func read(_ input: ByteView) throws -> Bool {
      try _read(
        target, from: unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(input.buffer)),
        userInfo: userInfo)
    }
    guard Bytes.self == [UInt8].self else { return try withBytes(of: bytes, read) }
    return try unsafe withUnsafePointer(to: bytes) {
      var isRead = false
      try unsafe UnsafeRawPointer($0).lend([UInt8].self) { array in
        isRead = try array.withByteView(read)
      }
      return isRead
    }
  }

  /// Decodes a `T` directly with the code of the type.
  @_documentation(visibility: internal)
  @inlinable
  public func _decodeByCode<T: DirectDecodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    try unsafe decode(type, from: bytes, userInfo) { unsafe _ValueTarget($0) }
  }

  @inlinable @inline(__always)
  func decode<T: DirectDecodable, Target: _DecodingTarget>(
    _ type: T.Type, from bytes: some Collection<UInt8>,
    _ userInfo: [CodingUserInfoKey: any Sendable],
    _ makeTarget: (UnsafeMutablePointer<T>) -> Target
  ) throws -> T {
    try unsafe withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { memory in
      // The memory is that of one value.
      let place = unsafe memory.baseAddress.unsafelyUnwrapped
      let target = unsafe makeTarget(place)
      let isRead = try withBytes(of: bytes) {
        try _read(
          target, from: unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer($0.buffer)),
          userInfo: userInfo)
      }
      return isRead ? unsafe place.move() : try decodeThroughTape(type, from: bytes, userInfo)
    }
  }

  /// Decodes a `T` through the tape, which supports all options and reports errors. An `AnyValue` is
  /// taken from the tape as it is, without the calls of a reader.
  @usableFromInline @inline(never)
  func decodeThroughTape<T: DirectDecodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>,
    _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    try withBytes(of: bytes) { input in
      if T.self == AnyValue.self, let value = try decode(AnyValue.self, input, userInfo) as? T {
        return value
      }
      return try decode(DirectValue<T>.self, input, userInfo).value
    }
  }

  /// Decodes a `T` from a document in memory that does not move during the call.
  @usableFromInline
  package func decode<T: Decodable>(
    _ type: T.Type, _ input: ByteView, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    try _state.decode(type, from: input, options(with: userInfo))
  }
}

/// A decoder of a format of text.
public protocol TextFormatDecoder: FormatDecoder {}

extension TextFormatDecoder {
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
