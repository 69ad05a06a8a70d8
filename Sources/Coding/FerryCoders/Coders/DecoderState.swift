public import FerryBase
package import FerryCoding
package import FerryFoundation

/// The options of the decoders of all formats.
package struct DecodingSettings: Sendable {
  /// The options of a call, with the bridge to Foundation's types.
  package var coding: CodingOptions
  package var foundation = FoundationDecoding() { didSet { setBridge() } }
  var keys = KeyDecodingStrategy.useDefaultKeys

  package init(coding: CodingOptions) {
    self.coding = coding
    setBridge()
  }

  /// Adds another bridge around that of this module.
  var outerBridge: (@Sendable (any DecodingBridge) -> any DecodingBridge)? {
    didSet { setBridge() }
  }

  private mutating func setBridge() {
    let bridge = outerBridge?(foundation) ?? foundation
    coding.change { $0.decodingBridge = bridge }
  }
}

/// The settled options of a decoder, which never change: setting an option makes new ones. The contexts
/// of calls are kept for later calls.
@_documentation(visibility: internal)
public class _DecoderState: @unchecked Sendable {
  // Sendable: all stored properties are constants of Sendable types.

  // This class is not generic, because code of a generic class looks up metadata in each call.

  package final let settings: DecodingSettings
  /// The options of a call.
  package final let coding: CodingOptions
  /// Whether direct coding supports all options.
  @usableFromInline package final let isDirect: Bool
  private let holdsLosses: Bool
  private let contexts = Pool<_WireContext>()

  fileprivate init(
    _ settings: DecodingSettings, _ coding: CodingOptions, isDirect: Bool, holdsLosses: Bool
  ) {
    self.settings = settings
    self.coding = coding
    self.isDirect = isDirect
    self.holdsLosses = holdsLosses
  }

  /// Returns a state with other options.
  func changing(_ change: (inout DecodingSettings) -> Void) -> _DecoderState { self }

  /// Decodes the document in `input` through the tape.
  package func decode<T: Decodable>(
    _ type: T.Type, from input: ByteView, _ coding: CodingOptions
  ) throws -> T {
    preconditionFailure("a decoder has a format")
  }

  /// Returns the source of a document in `bytes`.
  func documentSource(_ bytes: any DocumentBytes) -> DocumentSource {
    preconditionFailure("a decoder has a format")
  }

  /// Returns the format of records in a stream, and whether direct coding supports it.
  package func recordFormat(_ records: any RecordArrangement) -> (RecordFormat, isDirect: Bool) {
    preconditionFailure("a decoder has a format")
  }

  /// Returns the context of a call that keeps nothing.
  @usableFromInline
  package final func makeContext() -> _WireContext {
    coding.makeWireContext(holdsLosses: holdsLosses)
  }

  /// Returns the context of a call. Calls with their own `userInfo` keep nothing.
  @usableFromInline
  final func beginCall(_ userInfo: [CodingUserInfoKey: any Sendable]) -> _WireContext {
    guard userInfo.isEmpty else {
      return coding.adding(userInfo).makeWireContext(holdsLosses: holdsLosses)
    }
    return contexts.take() ?? coding.makeWireContext(holdsLosses: holdsLosses, isKept: true)
  }

  /// Ends a call that succeeded.
  @usableFromInline
  final func endCall(_ context: consuming _WireContext, _ isKept: Bool) {
    if isKept { contexts.keep(consume context) }
  }
}

extension Pool<_WireContext> {
  /// Keeps the context of a call that succeeded. A type that still has a strong reference to the
  /// context keeps it for itself.
  func keep(_ context: consuming _WireContext) {
    guard isKnownUniquelyReferenced(&context) else { return }
    context.endCall()
    give(context)
  }
}

/// The settled options of a decoder of one format.
@usableFromInline
package final class DecoderState<Reading: DocumentReading>: _DecoderState, @unchecked Sendable {
  /// The options of the format.
  @usableFromInline package let reading: Reading

  package init(_ settings: DecodingSettings, _ reading: Reading) {
    var (coding, reading) = (settings.coding, reading)
    reading.settle(&coding)
    self.reading = reading
    super.init(
      settings, coding, isDirect: reading.isDirect(coding), holdsLosses: Reading.holdsLosses)
  }

  /// The state of a decoder that is made of `state`, which is of the same format.
  package static func of(_ state: _DecoderState) -> DecoderState {
    guard let state = state as? DecoderState else {
      preconditionFailure("the state of a decoder belongs to its format")
    }
    return state
  }

  override func changing(_ change: (inout DecodingSettings) -> Void) -> _DecoderState {
    var settings = settings
    change(&settings)
    return DecoderState(settings, reading)
  }

  /// Returns a state with other options of the format.
  package func changingFormat(
    _ change: (inout Reading) -> Void,
    coding changeCoding: (inout CodingOptions.Fields) -> Void = { _ in }
  ) -> DecoderState {
    var (settings, reading) = (settings, reading)
    change(&reading)
    settings.coding.change(changeCoding)
    return DecoderState(settings, reading)
  }

  override package func decode<T: Decodable>(
    _ type: T.Type, from input: ByteView, _ coding: CodingOptions
  ) throws -> T {
    try reading.decode(type, from: input, coding)
  }

  override func documentSource(_ bytes: any DocumentBytes) -> DocumentSource {
    reading.documentSource(of: bytes, self)
  }

  override package func recordFormat(
    _ records: any RecordArrangement
  ) -> (RecordFormat, isDirect: Bool) {
    guard let records = records as? Reading.Records else {
      preconditionFailure("records belong to their format")
    }
    return (reading.recordFormat(records), isDirect && reading.isDirect(records))
  }

  /// Reads a document into `target` with `decodeDirectly`.
  @inlinable @inline(__always)
  package func read<Target: _Direct.Target, Reader: WireReader & ~Copyable>(
    _ target: Target, from span: RawSpan,
    _ decodeDirectly: (
      ByteView, _ read: (inout Reader) throws(WireFailure) -> Void
    ) throws -> Bool
  ) throws -> Bool {
    try span.withByteView { input in
      var (isRead, isDecoded) = (false, false)
      defer { if isRead && !isDecoded { target.deinitialize() } }
      isDecoded = try decodeDirectly(input) { reader throws(WireFailure) in
        try target.read(from: &reader)
        isRead = true
      }
      return isDecoded
    }
  }

  /// Reads a document directly: `read` gets the reader that `makeReader` returns. `finish` checks that
  /// the reader is at the end of the document.
  ///
  /// Formats compile this once, and types compile only `read`.
  /// - Returns: false if the document must be decoded through the tape, which also finds errors and
  ///   their locations.
  @inlinable @inline(__always)
  package func decodeDirectly<Reader: WireReader & ~Copyable>(
    _ input: ByteView, _ userInfo: [CodingUserInfoKey: any Sendable],
    _ makeReader: (ByteView, Reading, _WireContext) throws(WireFailure) -> Reader,
    _ read: (inout Reader) throws(WireFailure) -> Void,
    finish: (inout Reader) throws(WireFailure) -> Void
  ) throws -> Bool {
    guard isDirect else { return false }
    let context = beginCall(userInfo)
    var (isRead, thrown) = (false, (any Error)?.none)
    do throws(WireFailure) {
      var reader = try makeReader(input, reading, context)
      do throws(WireFailure) {
        try read(&reader)
        try finish(&reader)
        isRead = true
      } catch {
        thrown = reader.context.thrownError(of: error)
      }
    } catch {}
    // The reader, which holds the context, has ended.
    if isRead { endCall(consume context, userInfo.isEmpty) }
    if let thrown { throw thrown }
    return isRead
  }
}
