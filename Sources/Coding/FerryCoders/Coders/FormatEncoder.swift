public import FerryBase
package import FerryCoding
public import FerryFoundation

/// An encoder of a format: the options and functions that all formats have.
///
/// An encoder is a value. A copy has its own options:
///
/// ```swift
/// let encoder = JSON.Encoder { $0.outputFormatting = .prettyPrinted }
/// ```
///
/// The options have the names and the meaning of Foundation's, but keys stay in the order of
/// encoding. Many threads can use one encoder.
public protocol FormatEncoder: Sendable, _Direct.Encoding
where UserInfo == [CodingUserInfoKey: any Sendable] {
  /// Creates an encoder with the default options.
  init()

  /// The settled options, shared by copies.
  @_documentation(visibility: internal)
  var _state: _EncoderState { get set }

  /// Writes `source` directly.
  /// - Returns: `nil` if the value must be encoded through the tape.
  @_documentation(visibility: internal)
  func _encode<Source: _Direct.Source>(
    from source: Source, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8]?
}

/// The conversion of keys to names in the document. The keys of a `[String: T]` stay unchanged.
/// If two members get the same name, encoding throws an `EncodingError` that names both.
public enum KeyEncodingStrategy: Sendable {
  /// Uses the keys as they are.
  case useDefaultKeys
  /// Converts `userName` to `user_name`, by Foundation's rule.
  case convertToSnakeCase
  /// Converts keys by the style, with acronyms as one word: with `.snakeCase`, the key
  /// `imageURLs` becomes `image_urls`.
  case style(KeyStyle)
  /// Uses the key that the closure returns for the coding path to the key.
  @preconcurrency case custom(@Sendable ([any CodingKey]) -> any CodingKey)

  fileprivate var conversion: KeyConversion {
    switch self {
    case .useDefaultKeys: .exact
    case .convertToSnakeCase: .snakeCase
    case .style(let style): .styled(style)
    case .custom(let convert): .custom(convert)
    }
  }
}

// MARK: Options

extension FormatEncoder {
  /// Creates an encoder and sets its options.
  public init(_ configure: (inout Self) -> Void) {
    self.init()
    configure(&self)
  }

  /// The format of a `Date`. By default the type encodes itself; in YAML, it is a timestamp.
  public var dateEncodingStrategy: DateEncodingStrategy {
    get { _state.settings.foundation.date }
    set { change { $0.foundation.date = newValue } }
  }

  /// The format of `Data`: base64 by default, or plain bytes in formats that have them.
  public var dataEncodingStrategy: DataEncodingStrategy {
    get { _state.settings.foundation.data }
    set { change { $0.foundation.data = newValue } }
  }

  /// The conversion of keys to names; none by default.
  public var keyEncodingStrategy: KeyEncodingStrategy {
    get { _state.settings.keys }
    set {
      change {
        $0.keys = newValue
        $0.coding.change { $0.keys = newValue.conversion }
      }
    }
  }

  /// How the `nil` of a member is written; ``NilEncodingStrategy/omit`` by default.
  ///
  /// The attribute `@Nil` decides for one member. An optional with a default other than `nil` is
  /// written as null, because a missing key is read as the default. The `nil` of a `T??` in a type with
  /// direct coding is always left out, because null is a value of it.
  public var nilEncodingStrategy: NilEncodingStrategy {
    get { _state.coding.rules.writesNil ? .null : .omit }
    set { change { $0.coding.change { $0.rules.writesNil = newValue == .null } } }
  }

  /// Whether members are left out whose value is their default; false by default.
  ///
  /// Defaults are those of types with direct coding and of `@DefaultValue`. Their types must be
  /// `Equatable`. If true, values are encoded through the tape.
  public var omitsDefaults: Bool {
    get { _state.coding.omitsDefaults }
    set { change { $0.coding.change { $0.omitsDefaults = newValue } } }
  }

  /// The order of keys: whether the first of two keys comes before the second. By default keys stay
  /// in the order of encoding. If set, values are encoded through the tape.
  public var keyOrder: (@Sendable (_ first: String, _ second: String) -> Bool)? {
    get { _state.coding.keyOrder }
    set { change { $0.coding.change { $0.keyOrder = newValue } } }
  }

  /// The maximum depth of nested containers; 512 by default.
  public var depthLimit: Int {
    get { _state.coding.depthLimit }
    set { change { $0.coding.change { $0.depthLimit = newValue } } }
  }

  /// The values that types find in `userInfo` of their encoder.
  @preconcurrency public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { _state.coding.userInfo }
    set { change { $0.coding.change { $0.userInfo = newValue } } }
  }

  package mutating func change(_ change: (inout EncodingSettings) -> Void) {
    _state = _state.changing(change)
  }

  /// Returns an encoder that writes all values anew, because a record may have no line breaks.
  @usableFromInline package func writingAnew() -> Self {
    var encoder = self
    encoder.change { $0.coding.change { $0.writesSources = false } }
    return encoder
  }

  /// Returns the options of one call.
  package func options(with userInfo: [CodingUserInfoKey: any Sendable]) -> CodingOptions {
    _state.coding.adding(userInfo)
  }
}

// MARK: Encoding

extension FormatEncoder {
  /// Encodes `value` as a document.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`.
  @_disfavoredOverload
  public func encode<T: Encodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> [UInt8] {
    if let bytes = try encodeByTable(value, userInfo) { return bytes }
    return try _state.encode(value, options(with: userInfo))
  }

  /// Encodes `value` as a document and appends it to `output`.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`. `output` is unchanged in that case.
  @_disfavoredOverload
  public func encode<T: Encodable>(
    _ value: T, into output: inout some RangeReplaceableCollection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws {
    if let bytes = try encodeByTable(value, userInfo) {
      output.append(contentsOf: bytes)
    } else {
      try _state.withDocument(of: value, options(with: userInfo)) { output.append(contentsOf: $0) }
    }
  }

  /// Encodes `value` directly as a document.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`.
  @inlinable
  public func encode<T: DirectEncodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> [UInt8] {
    try value._encode(with: self, userInfo: userInfo)
  }

  /// Encodes `value` directly as a document and appends it to `output`.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`. `output` is unchanged in that case.
  @inlinable
  public func encode<T: DirectEncodable>(
    _ value: T, into output: inout some RangeReplaceableCollection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws {
    output.append(contentsOf: try value._encode(with: self, userInfo: userInfo))
  }

  /// Encodes `value` directly by its table.
  @_documentation(visibility: internal)
  public func _encode<T: _TableCodable>(
    byTable value: T, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8] {
    var bytes: [UInt8]?
    try unsafe withUnsafePointer(to: value) {
      bytes = try _encode(
        from: unsafe TableSource(T._table, UnsafeRawPointer($0)), userInfo: userInfo)
    }
    return try bytes ?? encodeThroughTape(value, userInfo)
  }

  /// Encodes `value` directly with the code of its type.
  @_documentation(visibility: internal)
  @inlinable
  public func _encode<T: DirectEncodable>(
    byCode value: T, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8] {
    try _encode(from: ValueSource(value), userInfo: userInfo) ?? encodeThroughTape(value, userInfo)
  }

  /// Encodes `value` directly if its type has a table. Otherwise returns `nil`.
  @inline(__always)
  func encodeByTable<T: Encodable>(
    _ value: T, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8]? {
    // Through the tape, the code of the type's `Encodable` conformance is faster than the table.
    guard _state.isDirect, let direct = DirectTypes.encodable(T.self) else { return nil }
    return try encode(value, as: direct, userInfo)
  }

  /// Returns the function that encodes values of a type with a table directly, and returns `nil` for one
  /// that cannot be encoded. Returns `nil` if the type has no table.
  package func encodingByTable<T: Encodable>() -> ((T) -> [UInt8]?)? {
    DirectTypes.encodable(T.self).map { direct in { try? encode($0, as: direct, [:]) } }
  }

  /// Encodes `value`, whose type is `direct`.
  @inline(never)
  private func encode<T, Direct: DirectEncodable>(
    _ value: T, as direct: Direct.Type, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8] {
    // Both names are of one type.
    try unsafe withUnsafePointer(to: value) {
      try unsafe UnsafeRawPointer($0).assumingMemoryBound(to: Direct.self).pointee
        ._encode(with: self, userInfo: userInfo)
    }
  }

  /// Encodes `value` through the tape, which supports all options and reports errors.
  @usableFromInline
  func encodeThroughTape<T: DirectEncodable>(
    _ value: T, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8] {
    try encode(DirectValue(value), userInfo: userInfo)
  }

  /// Returns `nil`: every value is encoded through the tape.
  @_documentation(visibility: internal)
  public func _encode<Source: _Direct.Source>(
    from source: Source, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8]? { nil }
}

extension FormatEncoder where Self: TextCoder {
  /// Encodes `value` as a text.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`.
  @_disfavoredOverload
  public func string<T: Encodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> String {
    if let bytes = try encodeByTable(value, userInfo) { return text(of: bytes) }
    return try _state.withDocument(of: value, options(with: userInfo)) {
      TapeView.string(validated: $0)
    }
  }

  /// Encodes `value` directly as a text.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`.
  @inlinable
  public func string<T: DirectEncodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> String {
    text(of: try value._encode(with: self, userInfo: userInfo))
  }

  @usableFromInline
  func text(of bytes: [UInt8]) -> String {
    bytes.withByteView { TapeView.string(validated: $0) }
  }
}
