public import FerryBinary
public import FerryBase
internal import FerryCoding

// Direct coding. The compiler specializes inlinable code for each type at its point of use.
extension Binary.Decoder {
  /// Decodes a `T` directly from a binary document.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose problem has the byte offset.
  @inlinable
  public func decode<T: DirectDecodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try withBytes(of: bytes) { try decodeDirectly(type, $0, userInfo) }
  }

  /// Decodes a `T` directly from a binary document in borrowed memory.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose problem has the byte offset.
  @inlinable
  public func decode<T: DirectDecodable>(
    _ type: T.Type, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try withBytes(of: span) { try decodeDirectly(type, $0, userInfo) }
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
    return try decodeThroughTape(type, input, userInfo)
  }

  /// The settled options of direct coding.
  @usableFromInline
  struct DirectOptions: SettledOptions {
    /// Whether the direct reader supports all options.
    @usableFromInline let isDirect: Bool
    fileprivate let depthLimit: Int
    fileprivate let coding: CodingOptions

    /// Returns a reader of the frames in `input`.
    @usableFromInline
    func frames(_ input: ByteView) -> RecordFrameReader {
      RecordFrameReader(input)
    }

    /// Returns a reader of the next frame's records.
    @usableFromInline
    func nextFrame(of frames: inout RecordFrameReader) throws(WireFailure) -> BinaryWireReader? {
      try frames.nextFrame(
        depthLimit: depthLimit, context: coding.makeWireContext(holdsLosses: true))
    }
  }

  /// Begins a call of direct coding.
  @usableFromInline
  func beginCall(_ userInfo: [CodingUserInfoKey: any Sendable]) -> DirectCall<DirectOptions> {
    calls.begin(version: options.version, userInfo) { isKept in
      let options = directOptions(userInfo)
      return (options, options.coding.makeWireContext(holdsLosses: true, isKept: isKept))
    }
  }

  /// Ends a call of direct coding that succeeded.
  @usableFromInline
  func endCall(_ call: consuming DirectCall<DirectOptions>) {
    calls.end(consume call, version: options.version)
  }

  func directOptions(_ userInfo: [CodingUserInfoKey: any Sendable]) -> DirectOptions {
    let coding = options(with: userInfo)
    var isDirect = !coding.rejectsUnknownKeys
    if case .exact = coding.keys {} else { isDirect = false }
    return DirectOptions(isDirect: isDirect, depthLimit: coding.depthLimit, coding: coding)
  }
}

extension DirectCall<Binary.Decoder.DirectOptions> {
  /// Returns a reader at the start of `input`.
  @usableFromInline
  func reader(_ input: ByteView) throws(WireFailure) -> BinaryWireReader {
    try BinaryWireReader(input, depthLimit: options.depthLimit, context: context)
  }
}

extension Binary.Encoder {
  /// Encodes `value` directly as a binary document.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`.
  @inlinable
  public func encode<T: DirectEncodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> [UInt8] {
    let call = beginCall(userInfo)
    if call.isDirect,
      let bytes = try call.encode(
        value, estimate: estimate, { call.writer($0, estimate: estimate) },
        finish: { call.finish($0, &$1) })
    {
      endCall(consume call, bytes.count)
      return bytes
    }
    // The tape encodes the forms that the writer does not support, and reports errors.
    return try encodeThroughTape(value, userInfo)
  }

  /// Encodes `value` directly as a binary document and appends it to `output`.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`. `output` is unchanged in that case.
  @inlinable
  public func encode<T: DirectEncodable>(
    _ value: T, into output: inout some RangeReplaceableCollection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws {
    output.append(contentsOf: try encode(value, userInfo: userInfo))
  }

  /// The settled options of direct coding.
  @usableFromInline
  struct DirectOptions: SettledOptions {
    /// Whether the direct writer supports all options.
    @usableFromInline let isDirect: Bool
    fileprivate let writing: BinaryWriter.Options
    fileprivate let coding: CodingOptions
  }

  /// The expected number of bytes of a document.
  @usableFromInline var estimate: Int { documents.lastLength.load(ordering: .relaxed) }

  /// Begins a call of direct coding.
  @usableFromInline
  func beginCall(_ userInfo: [CodingUserInfoKey: any Sendable]) -> DirectCall<DirectOptions> {
    calls.begin(version: options.version &+ documents.writing.version, userInfo) { isKept in
      let options = directOptions(userInfo)
      return (options, options.coding.makeWireContext(isKept: isKept))
    }
  }

  /// Ends a call of direct coding that succeeded. Stores the length of the document for the next
  /// estimate.
  @usableFromInline
  func endCall(_ call: consuming DirectCall<DirectOptions>, _ length: Int) {
    documents.lastLength.store(length, ordering: .relaxed)
    calls.end(consume call, version: options.version &+ documents.writing.version)
  }

  private func directOptions(_ userInfo: [CodingUserInfoKey: any Sendable]) -> DirectOptions {
    let coding = options(with: userInfo)
    var writing = documents.writing.withLock { $0 }
    writing.depthLimit = coding.depthLimit
    // Only the tape can sort members.
    var isDirect = !writing.canonical
    if case .exact = coding.keys {} else { isDirect = false }
    return DirectOptions(isDirect: isDirect, writing: writing, coding: coding)
  }
}

extension DirectCall<Binary.Encoder.DirectOptions> {
  /// Returns a writer of a document to `buffer`. The document has about `estimate` bytes.
  @usableFromInline
  func writer(_ buffer: MutableByteView, estimate: Int) -> BinaryWireWriter {
    BinaryWireWriter(
      ByteWriter(borrowing: buffer), options.writing, estimate: estimate, context: context)
  }

  @usableFromInline
  func finish(_ writer: consuming BinaryWireWriter, _ count: inout Int) -> [UInt8]? {
    writer.finish(checksum: options.writing.checksum, &count)
  }
}

extension Binary {
  /// Decodes a `T` directly from a binary document.
  /// - Throws: `DecodingError`, whose problem has the byte offset.
  @inlinable
  public static func decode<T: DirectDecodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>
  ) throws -> T {
    try decoder.decode(type, from: bytes)
  }

  /// Encodes `value` directly as a binary document.
  /// - Throws: `EncodingError`.
  @inlinable
  public static func encode<T: DirectEncodable>(_ value: T) throws -> [UInt8] {
    try encoder.encode(value)
  }
}
