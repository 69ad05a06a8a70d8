public import FerryBinary
import FerryBytes
import FerryCoding
public import FerryTape

// Direct coding. The compiler specializes inlinable code for each type at its point of use.
extension Binary.Decoder {
  /// Decodes a `T` directly from a binary document.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose `place` holds the byte offset.
  @inlinable
  public func decode<T: DirectDecodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    let call = directCall(userInfo)
    return try withBytes(of: bytes) { try decode(type, $0, call) }
  }

  /// Decodes a `T` directly from a binary document in borrowed memory.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose `place` holds the byte offset.
  @inlinable
  public func decode<T: DirectDecodable>(
    _ type: T.Type, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    let call = directCall(userInfo)
    return try withBytes(of: span) { try decode(type, $0, call) }
  }

  @inlinable
  func decode<T: DirectDecodable>(
    _ type: T.Type, _ input: ByteView, _ call: DirectCall
  ) throws -> T {
    if call.isDirect, !Binary.isDynamic(T.self) {
      var thrown: (any Error)?
      do throws(WireFailure) {
        var reader = try call.reader(input)
        do throws(WireFailure) {
          let value = try T(from: &reader)
          try reader.finish()
          return value
        } catch {
          thrown = reader.context.thrownError(of: error)
        }
      } catch {}
      // Decoding through the tape finds the error and its location.
      if let thrown { throw thrown }
    }
    return try decodeOnTape(type, input, call)
  }

  /// The options of one call of direct coding.
  @usableFromInline
  struct DirectCall: Sendable {
    /// Whether the direct reader supports all options of the call.
    @usableFromInline let isDirect: Bool
    fileprivate let coding: CodingOptions

    /// Returns a reader at the start of `input`.
    @usableFromInline
    func reader(
      _ input: ByteView
    ) throws(WireFailure) -> BinaryWireReader {
      try BinaryWireReader(
        input, depthLimit: coding.depthLimit, context: coding.makeWireContext(holdsLosses: true))
    }

    /// Returns a reader of the frames in `input`.
    @usableFromInline
    func frames(_ input: ByteView) -> RecordFrameReader {
      RecordFrameReader(input)
    }

    /// Returns a reader of the next frame's records.
    @usableFromInline
    func nextFrame(of frames: inout RecordFrameReader) throws(WireFailure) -> BinaryWireReader? {
      try frames.nextFrame(
        depthLimit: coding.depthLimit, context: coding.makeWireContext(holdsLosses: true))
    }
  }

  @usableFromInline
  func directCall(_ userInfo: [CodingUserInfoKey: any Sendable]) -> DirectCall {
    let coding = options(with: userInfo)
    var isDirect = !coding.rejectsUnknownKeys
    if case .exact = coding.keys {} else { isDirect = false }
    return DirectCall(isDirect: isDirect, coding: coding)
  }

  @usableFromInline @inline(never)
  func decodeOnTape<T: DirectDecodable>(
    _ type: T.Type, _ input: ByteView, _ call: DirectCall
  ) throws -> T {
    // An `AnyValue` is taken from the tape as it is, without the calls of a reader.
    if T.self == AnyValue.self,
      let value = try Documents().decode(AnyValue.self, from: input, call.coding) as? T
    {
      return value
    }
    return try Documents().decode(DirectValue<T>.self, from: input, call.coding).value
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
    let call = directCall(userInfo)
    if call.isDirect, !Binary.isDynamic(T.self), let bytes = try encode(value, call) {
      return bytes
    }
    return try encodeOnTape(value, userInfo)
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

  /// Returns the document, or `nil` if the value must be encoded through the tape.
  @inlinable
  func encode<T: DirectEncodable>(_ value: T, _ call: DirectCall) throws -> [UInt8]? {
    var outgrown: [UInt8]?
    var hasFailed = false
    var thrown: (any Error)?
    // The document is written to the array's own memory, unless it outgrows the estimate.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: call.estimate) { buffer, count in
      var writer = call.writer(unsafe MutableByteView(buffer))
      do throws(WireFailure) {
        try value.encode(to: &writer)
        outgrown = finish(writer, call, &count)
      } catch {
        // The tape encodes the forms that the writer does not support, and reports errors.
        hasFailed = true
        thrown = writer.context.thrownError(of: error)
      }
    }
    if let thrown { throw thrown }
    return hasFailed ? nil : withoutSpareMemory(outgrown ?? bytes)
  }

  /// The options of one call of direct coding.
  @usableFromInline
  struct DirectCall {
    /// Whether the direct writer supports all options of the call.
    @usableFromInline let isDirect: Bool
    fileprivate let checksum: Bool
    fileprivate let interning: Bool
    /// The expected number of bytes of the document, with a reserve.
    @usableFromInline let estimate: Int
    fileprivate let last: (length: Int, head: Int)
    fileprivate let coding: CodingOptions

    /// Returns a writer of a document to `buffer`.
    @usableFromInline
    func writer(_ buffer: MutableByteView) -> BinaryWireWriter {
      BinaryWireWriter(
        ByteWriter(borrowing: buffer), depthLimit: coding.depthLimit, interning: interning,
        estimate: last.length, reservedHead: last.head, context: coding.makeWireContext())
    }
  }

  @usableFromInline
  func directCall(_ userInfo: [CodingUserInfoKey: any Sendable]) -> DirectCall {
    let coding = options(with: userInfo)
    let writing = documents.writing.withLock { $0 }
    // Only the tape supports options that make documents smaller or canonical.
    var isDirect =
      !writing.internsIntegers && writing.packing == .indexed && writing.batching == .automatic
      && !writing.canonical
    if case .exact = coding.keys {} else { isDirect = false }
    let last = documents.last.withLock { $0 }
    return DirectCall(
      isDirect: isDirect, checksum: writing.checksum, interning: writing.interning,
      estimate: max(last.length + last.length / 8, 256), last: last, coding: coding)
  }

  @usableFromInline
  func finish(
    _ writer: consuming BinaryWireWriter, _ call: DirectCall, _ count: inout Int
  ) -> [UInt8]? {
    var head = 0
    let outgrown = writer.finish(checksum: call.checksum, &count, &head)
    documents.last.withLock { $0 = (outgrown?.count ?? count, head) }
    return outgrown
  }

  @usableFromInline @inline(never)
  func encodeOnTape<T: DirectEncodable>(
    _ value: T, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8] {
    // An `AnyValue` is put on the tape as it is, without the calls of a writer.
    if T.self == AnyValue.self, let value = value as? AnyValue {
      return try encodeCodable(value, userInfo)
    }
    return try encodeCodable(DirectValue(value), userInfo)
  }

  private func encodeCodable<T: Encodable>(
    _ value: T, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8] {
    try encode(value, userInfo: userInfo)
  }
}

extension Binary {
  /// Returns whether no type declares the keys of a value. Such a value is encoded through the
  /// tape, which finds key lists for its objects. They reduce the document to a third of its
  /// length.
  @inlinable @inline(__always)
  static func isDynamic<T>(_ type: T.Type) -> Bool {
    type == AnyValue.self || type == [AnyValue].self || type == [String: AnyValue].self
  }

  /// Decodes a `T` directly from a binary document.
  /// - Throws: `DecodingError`, whose `place` holds the byte offset.
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
