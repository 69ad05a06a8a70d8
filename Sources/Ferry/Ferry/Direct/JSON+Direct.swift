public import FerryBase
internal import FerryCoding
public import FerryJSON

// Direct coding. The compiler specializes inlinable code for each type at its point of use.
extension JSON.Decoder {
  /// Decodes a `T` directly from JSON text.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @inlinable
  public func decode<T: DirectDecodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try withBytes(of: bytes) { try decodeDirectly(type, $0, userInfo) }
  }

  /// Decodes a `T` directly from JSON text in borrowed memory.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @inlinable
  public func decode<T: DirectDecodable>(
    _ type: T.Type, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try withBytes(of: span) { try decodeDirectly(type, $0, userInfo) }
  }

  /// Decodes a `T` directly from JSON text.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @inlinable
  public func decode<T: DirectDecodable>(
    _ type: T.Type, from text: some StringProtocol,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try decode(type, from: text.utf8, userInfo: userInfo)
  }

  @inlinable
  func decodeDirectly<T: DirectDecodable>(
    _ type: T.Type, _ input: ByteView, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    let call = beginCall(userInfo)
    if call.isDirect,
      let value = try call.decode(
        type, { () throws(WireFailure) in try call.reader(input) },
        finish: { reader throws(WireFailure) in try reader.finish() })
    {
      endCall(consume call)
      return value
    }
    return try decodeOnTape(type, input, call)
  }
}

extension JSON.Encoder {
  /// Encodes `value` directly as JSON text.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`.
  @inlinable
  public func encode<T: DirectEncodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> [UInt8] {
    let call = beginCall(userInfo)
    if call.isDirect,
      let bytes = try call.encode(
        value, estimate: estimate, { call.writer($0) }, finish: { $0.finish(&$1) })
    {
      endCall(consume call, bytes.count)
      return bytes
    }
    return try encodeOnTape(value, userInfo)
  }

  /// Encodes `value` directly as JSON text and appends it to `output`.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`. `output` is unchanged in that case.
  @inlinable
  public func encode<T: DirectEncodable>(
    _ value: T, into output: inout some RangeReplaceableCollection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws {
    output.append(contentsOf: try encode(value, userInfo: userInfo))
  }

  /// Encodes `value` directly as JSON text.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`.
  @inlinable
  public func string<T: DirectEncodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> String {
    text(of: try encode(value, userInfo: userInfo))
  }

  @usableFromInline
  func text(of bytes: [UInt8]) -> String {
    bytes.withByteView { TapeView.string(validated: $0) }
  }
}

extension JSON.Decoder {
  /// The settled options of direct coding.
  @usableFromInline
  struct DirectOptions: SettledOptions {
    /// Whether the direct reader supports all options.
    @usableFromInline let isDirect: Bool
    fileprivate let reading: JSONReadingOptions
    fileprivate let coding: CodingOptions

    /// Returns a reader at the start of `input`.
    @usableFromInline
    func reader(_ input: ByteView) throws(WireFailure) -> JSONWireReader {
      try JSONWireReader(input, options: reading, context: coding.makeWireContext())
    }
  }

  /// Begins a call of direct coding.
  @usableFromInline
  func beginCall(_ userInfo: [CodingUserInfoKey: any Sendable]) -> DirectCall<DirectOptions> {
    calls.begin(version: options.version &+ documents.settings.version, userInfo) { isKept in
      let options = directOptions(userInfo)
      return (options, options.coding.makeWireContext(isKept: isKept))
    }
  }

  /// Ends a call of direct coding that succeeded.
  @usableFromInline
  func endCall(_ call: consuming DirectCall<DirectOptions>) {
    calls.end(consume call, version: options.version &+ documents.settings.version)
  }

  func directOptions(_ userInfo: [CodingUserInfoKey: any Sendable]) -> DirectOptions {
    let coding = options(with: userInfo)
    let settings = documents.settings.withLock { $0 }
    var reading = settings.reading
    reading.depthLimit = coding.depthLimit
    var isDirect =
      !reading.json5 && !reading.assumesTopLevelDictionary && reading.duplicateKeys == .first
    if case .exact = coding.keys {} else { isDirect = false }
    if coding.rejectsUnknownKeys { isDirect = false }
    if case .throw = settings.nonConformingFloats {} else { isDirect = false }
    return DirectOptions(isDirect: isDirect, reading: reading, coding: coding)
  }

  @usableFromInline @inline(never)
  func decodeOnTape<T: DirectDecodable>(
    _ type: T.Type, _ input: ByteView, _ call: DirectCall<DirectOptions>
  ) throws -> T {
    try documents.decode(DirectValue<T>.self, from: input, call.options.coding).value
  }
}

extension DirectCall<JSON.Decoder.DirectOptions> {
  /// Returns a reader at the start of `input`.
  @usableFromInline
  func reader(_ input: ByteView) throws(WireFailure) -> JSONWireReader {
    try JSONWireReader(input, options: options.reading, context: context)
  }
}

extension JSON.Encoder {
  /// The settled options of direct coding.
  @usableFromInline
  struct DirectOptions: SettledOptions {
    /// Whether the direct writer supports all options.
    @usableFromInline let isDirect: Bool
    fileprivate let writing: JSONWritingOptions
    fileprivate let coding: CodingOptions

    /// Returns a writer that appends to `output`.
    func writer(continuing output: consuming ByteWriter) -> JSONWireWriter {
      JSONWireWriter(output, options: writing, context: coding.makeWireContext())
    }
  }

  /// The expected number of bytes of a text.
  @usableFromInline var estimate: Int { documents.lastLength.load(ordering: .relaxed) }

  /// Begins a call of direct coding.
  @usableFromInline
  func beginCall(_ userInfo: [CodingUserInfoKey: any Sendable]) -> DirectCall<DirectOptions> {
    calls.begin(version: options.version &+ documents.formatting.version, userInfo) { isKept in
      let options = directOptions(userInfo)
      return (options, options.coding.makeWireContext(isKept: isKept))
    }
  }

  /// Ends a call of direct coding that succeeded. Stores the length of the text for the next
  /// estimate.
  @usableFromInline
  func endCall(_ call: consuming DirectCall<DirectOptions>, _ length: Int) {
    documents.lastLength.store(length, ordering: .relaxed)
    calls.end(consume call, version: options.version &+ documents.formatting.version)
  }

  func directOptions(_ userInfo: [CodingUserInfoKey: any Sendable]) -> DirectOptions {
    let coding = options(with: userInfo)
    let formatting = documents.formatting.withLock { $0 }
    var writing = JSONWritingOptions()
    writing.depthLimit = coding.depthLimit
    writing.escapesSlashes =
      documents.escapesSlashes && !formatting.contains(.withoutEscapingSlashes)
    var isDirect = formatting.isDisjoint(with: [.prettyPrinted, .sortedKeys])
    if isCanonical { isDirect = false }
    if case .exact = coding.keys {} else { isDirect = false }
    if case .throw = coding.nonFinite {} else { isDirect = false }
    return DirectOptions(isDirect: isDirect, writing: writing, coding: coding)
  }

  @usableFromInline @inline(never)
  func encodeOnTape<T: DirectEncodable>(
    _ value: T, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8] {
    try encode(DirectValue(value), userInfo: userInfo)
  }
}

extension DirectCall<JSON.Encoder.DirectOptions> {
  /// Returns a writer at the start of `buffer`.
  @usableFromInline
  func writer(_ buffer: MutableByteView) -> JSONWireWriter {
    JSONWireWriter(ByteWriter(borrowing: buffer), options: options.writing, context: context)
  }
}
