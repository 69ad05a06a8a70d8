import FerryBytes
import FerryCoding
public import FerryJSON
public import FerryTape

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
    let call = directCall(userInfo)
    return try withBytes(of: bytes) { try decode(type, $0, call) }
  }

  /// Decodes a `T` directly from JSON text in borrowed memory.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose `place` is the line and column.
  @inlinable
  public func decode<T: DirectDecodable>(
    _ type: T.Type, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    let call = directCall(userInfo)
    return try withBytes(of: span) { try decode(type, $0, call) }
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
  func decode<T: DirectDecodable>(
    _ type: T.Type, _ input: ByteView, _ call: DirectCall
  ) throws -> T {
    if call.isDirect {
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
}

extension JSON.Encoder {
  /// Encodes `value` directly as JSON text.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`.
  @inlinable
  public func encode<T: DirectEncodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> [UInt8] {
    let call = directCall(userInfo)
    if call.isDirect, let bytes = try encode(value, call) { return bytes }
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

  /// Returns the text, or `nil` if the value cannot be encoded directly.
  @inlinable
  func encode<T: DirectEncodable>(_ value: T, _ call: DirectCall) throws -> [UInt8]? {
    var outgrown: [UInt8]?
    var hasFailed = false
    var thrown: (any Error)?
    // The text is written to the array's own memory, unless it outgrows the estimate.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: call.estimate) { buffer, count in
      var writer = call.writer(unsafe MutableByteView(buffer))
      do throws(WireFailure) {
        try value.encode(to: &writer)
        outgrown = writer.finish(&count)
      } catch {
        // Encoding through the tape finds the error and its location.
        hasFailed = true
        thrown = writer.context.thrownError(of: error)
      }
    }
    if let thrown { throw thrown }
    if hasFailed { return nil }
    return fitted(outgrown ?? bytes)
  }
}

extension JSON.Decoder {
  /// The options of one call of direct coding.
  @usableFromInline
  struct DirectCall: Sendable {
    /// Whether the direct reader supports all options of the call.
    @usableFromInline let isDirect: Bool
    fileprivate let reading: JSONReadingOptions
    fileprivate let coding: CodingOptions

    /// Returns a reader at the start of `input`.
    @usableFromInline
    func reader(
      _ input: ByteView
    ) throws(WireFailure) -> JSONWireReader {
      try JSONWireReader(
        input, options: reading, followsFoundation: coding.followsFoundation,
        context: coding.makeWireContext())
    }
  }

  @usableFromInline
  func directCall(_ userInfo: [CodingUserInfoKey: any Sendable]) -> DirectCall {
    let coding = options(with: userInfo)
    let settings = documents.settings.withLock { $0 }
    var reading = settings.reading
    reading.depthLimit = coding.depthLimit
    var isDirect =
      !reading.json5 && !reading.assumesTopLevelDictionary && reading.duplicateKeys == .first
    if case .exact = coding.keys {} else { isDirect = false }
    if coding.rejectsUnknownKeys { isDirect = false }
    if case .throw = settings.nonConformingFloats {} else { isDirect = false }
    return DirectCall(isDirect: isDirect, reading: reading, coding: coding)
  }

  @usableFromInline @inline(never)
  func decodeOnTape<T: DirectDecodable>(
    _ type: T.Type, _ input: ByteView, _ call: DirectCall
  ) throws -> T {
    try documents.decode(DirectValue<T>.self, from: input, call.coding).value
  }
}

extension JSON.Encoder {
  /// The options of one call of direct coding.
  @usableFromInline
  struct DirectCall {
    /// Whether the direct writer supports all options of the call.
    @usableFromInline let isDirect: Bool
    /// The expected number of bytes of the text.
    @usableFromInline let estimate: Int
    fileprivate let writing: JSONWritingOptions
    fileprivate let coding: CodingOptions

    /// Returns a writer at the start of `buffer`.
    @usableFromInline
    func writer(_ buffer: MutableByteView) -> JSONWireWriter {
      JSONWireWriter(
        ByteWriter(borrowing: buffer), options: writing, context: coding.makeWireContext())
    }

    /// Returns a writer that appends to `output`.
    func writer(continuing output: consuming ByteWriter) -> JSONWireWriter {
      JSONWireWriter(output, options: writing, context: coding.makeWireContext())
    }
  }

  @usableFromInline
  func directCall(_ userInfo: [CodingUserInfoKey: any Sendable]) -> DirectCall {
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
    let last = documents.lastLength.load(ordering: .relaxed)
    return DirectCall(
      isDirect: isDirect, estimate: max(last + last / 8, 256), writing: writing, coding: coding)
  }

  /// Stores the length of `text` for the next estimate, and frees unused memory.
  @usableFromInline
  func fitted(_ text: [UInt8]) -> [UInt8] {
    documents.lastLength.store(text.count, ordering: .relaxed)
    return withoutSpareMemory(text)
  }

  @usableFromInline @inline(never)
  func encodeOnTape<T: DirectEncodable>(
    _ value: T, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8] {
    try encode(DirectValue(value), userInfo: userInfo)
  }
}
