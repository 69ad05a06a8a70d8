public import FerryBase
package import FerryCoding
internal import FerryFoundation
public import FerryItems
public import Ferry

/// The base class of the decoders of CBOR and MessagePack. Locations in errors are byte offsets.
///
/// Both formats forbid duplicate keys: a document with them is always an error. Keys that are
/// integers are read as their decimal digits.
open class ItemDecoder: FormatDecoder, @unchecked Sendable {
  package let documents: Documents
  let calls = DirectCalls<DirectOptions>()

  package init(_ format: ItemFormat) {
    documents = Documents(ItemReading(format))
    super.init(documents, Self.options(format), keeping: calls)
  }

  private static func options(_ format: ItemFormat) -> Options {
    var options = Options(coding: CodingOptions { $0.formatName = format.name })
    options.foundation.readsTaggedText = format == .cbor
    return options
  }

  /// The part of the decoder that depends on its format.
  package final class Documents: DocumentDecoding {
    package let reading: VersionedOptions<ItemReading>

    init(_ reading: ItemReading) { self.reading = VersionedOptions(reading) }

    /// Returns the options of the reader for a call.
    package func reading(_ options: CodingOptions) -> ItemReading {
      var reading = reading.withLock { $0 }
      reading.depthLimit = options.depthLimit
      return reading
    }

    package func decode<T: Decodable>(
      _ type: T.Type, from input: ByteView, _ options: CodingOptions
    ) throws -> T {
      let reading = reading(options)
      @inline(__always)
      func read(_ tape: inout Tape) throws(WireFailure) {
        var reader = ItemWireReader(input, reading)
        try reader.readDocument(into: &tape)
      }
      return try DecodingSession.decode(
        type, input: input, options: options, read: read,
        offsetOfNode: { Tape.offset(ofNode: $0, read) },
        place: { SourcePlace(binaryOffset: $0) },
        problem: { ItemWireReader.problem($0, in: input, reading.format) })
    }
  }

  /// Whether a key of a model is found under its number, if it has one; false by default. A
  /// `CodingKey` has the number `intValue`, and `@Key("1")` has the number 1. If true, no key
  /// strategy applies.
  public final var usesIntegerKeys: Bool {
    get { options.withLock { if case .numbered = $0.coding.keys { true } else { false } } }
    set { options.change { $0.coding.change { $0.keys = newValue ? .numbered : .exact } } }
  }

  // MARK: Direct coding

  /// Decodes a `T` directly from a document.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose problem has the byte offset.
  @inlinable
  public final func decode<T: DirectDecodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try withBytes(of: bytes) { try decodeDirectly(type, $0, userInfo) }
  }

  /// Decodes a `T` directly from a document in borrowed memory.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose problem has the byte offset.
  @inlinable
  public final func decode<T: DirectDecodable>(
    _ type: T.Type, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try withBytes(of: span) { try decodeDirectly(type, $0, userInfo) }
  }

  @inlinable
  final func decodeDirectly<T: DirectDecodable>(
    _ type: T.Type, _ input: ByteView, _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T {
    let call = beginCall(userInfo)
    // An `AnyValue` is taken from the tape as it is, without the calls of a reader.
    if call.isDirect, T.self != AnyValue.self,
      let value = try call.decode(
        type, { () throws(WireFailure) in call.options.reader(input, call.context) },
        finish: { reader throws(WireFailure) in try reader.finish() })
    {
      endCall(consume call)
      return value
    }
    return try decodeThroughTape(type, input, userInfo)
  }

  /// The settled options of direct coding.
  @usableFromInline
  package struct DirectOptions: SettledOptions {
    /// Whether the direct reader supports all options.
    @usableFromInline package let isDirect: Bool
    let reading: ItemReading
    let coding: CodingOptions

    /// Returns a reader at the start of `input`, with the context of a call or a new one.
    @usableFromInline
    func reader(_ input: ByteView, _ context: _WireContext? = nil) -> ItemWireReader {
      ItemWireReader(
        input, reading, context: context ?? coding.makeWireContext(holdsLosses: true))
    }
  }

  private final var version: Int { options.version &+ documents.reading.version }

  /// Begins a call of direct coding.
  @usableFromInline
  final func beginCall(
    _ userInfo: [CodingUserInfoKey: any Sendable]
  ) -> DirectCall<DirectOptions> {
    calls.begin(version: version, userInfo) { isKept in
      let options = directOptions(userInfo)
      return (options, options.coding.makeWireContext(holdsLosses: true, isKept: isKept))
    }
  }

  /// Ends a call of direct coding that succeeded.
  @usableFromInline
  final func endCall(_ call: consuming DirectCall<DirectOptions>) {
    calls.end(consume call, version: version)
  }

  final func directOptions(_ userInfo: [CodingUserInfoKey: any Sendable]) -> DirectOptions {
    let coding = options(with: userInfo)
    let reading = documents.reading(coding)
    let isDirect = reading.isDirect && !coding.rejectsUnknownKeys && coding.keys.isDirect
    return DirectOptions(isDirect: isDirect, reading: reading, coding: coding)
  }
}
