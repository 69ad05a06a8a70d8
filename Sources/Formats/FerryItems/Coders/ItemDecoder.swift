public import FerryBase
package import FerryCoding
public import FerryCoders

/// A decoder of CBOR or MessagePack. Locations in errors are byte offsets.
///
/// Both formats forbid duplicate keys: a document with them is always an error. Keys that are
/// integers are read as their decimal digits.
public protocol ItemDecoder: FormatDecoder {}

extension ItemDecoder {
  /// Whether a key of a model is found under its number, if it has one; false by default. A
  /// `CodingKey` has the number `intValue`, and `@Key("1")` has the number 1. If true, no key
  /// strategy applies.
  public var usesIntegerKeys: Bool {
    get { if case .numbered = itemState.coding.keys { true } else { false } }
    set {
      _state = itemState.changingFormat { _ in
      } coding: {
        $0.keys = newValue ? .numbered : .exact
      }
    }
  }

  /// Reads a document directly into `target`.
  @_documentation(visibility: internal)
  @inlinable
  public func _decode<Target: _Direct.Target>(
    into target: Target, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> Bool {
    // An `AnyValue` is taken from the tape as it is, without the calls of a reader.
    try itemState.read(target, from: span) { input, read in
      try Target.self != ValueTarget<AnyValue>.self && decodeDirectly(input, userInfo, read)
    }
  }

  @usableFromInline
  func decodeDirectly(
    _ input: ByteView, _ userInfo: [CodingUserInfoKey: any Sendable],
    _ read: (inout ItemWireReader) throws(WireFailure) -> Void
  ) throws -> Bool {
    try itemState.decodeDirectly(
      input, userInfo,
      { input, reading, context throws(WireFailure) in reading.reader(input, context) }, read,
      finish: { reader throws(WireFailure) in try reader.finish() })
  }

  /// Decodes records directly.
  @_documentation(visibility: internal)
  @inlinable
  public func _decodeRecords<T: DirectDecodable>(
    _ bytes: RawSpan, at ranges: [Range<Int>], into records: _DecodedRecords<T>
  ) {
    records.decode(bytes, at: ranges) { input throws(WireFailure) in
      itemState.reading.reader(input, itemState.makeContext())
    }
  }

  @usableFromInline var itemState: DecoderState<ItemDecoding> {
    // Each decoder checks the state that it is given.
    unsafe unsafeDowncast(_state, to: DecoderState<ItemDecoding>.self)
  }

  package var reading: ItemReading { itemState.reading.options }

  package mutating func changeReading(_ change: (inout ItemReading) -> Void) {
    _state = itemState.changingFormat { change(&$0.options) }
  }
}

/// The options of a decoder of items.
@usableFromInline
package struct ItemDecoding: DocumentReading, TapeSource {
  package var options: ItemReading

  package init(options: ItemReading) { self.options = options }

  /// Checks that a state is one of a decoder of items.
  package static func check(_ state: _DecoderState) { _ = DecoderState<ItemDecoding>.of(state) }

  /// Returns the state of a decoder with the default options.
  package static func state(_ format: ItemFormat) -> DecoderState<ItemDecoding> {
    var settings = DecodingSettings(coding: CodingOptions { $0.formatName = format.name })
    settings.foundation.readsTaggedText = format == .cbor
    return DecoderState(settings, ItemDecoding(options: ItemReading(format)))
  }

  @usableFromInline
  package mutating func settle(_ coding: inout CodingOptions) {
    options.depthLimit = coding.depthLimit
    let sources = ItemSources(options: options)
    coding.change { $0.sources = sources }
  }

  @usableFromInline
  package func isDirect(_ coding: CodingOptions) -> Bool {
    options.isDirect && coding.keys.isDirect
  }

  @usableFromInline package static var holdsLosses: Bool { true }

  /// Returns a reader at the start of `input`.
  @usableFromInline
  func reader(_ input: ByteView, _ context: _WireContext) -> ItemWireReader {
    ItemWireReader(input, options, context: context)
  }

  @usableFromInline
  package func recordFormat(_ records: ConsecutiveRecords) -> RecordFormat {
    RecordFormat(name: options.format.name, sequenceOf: self, read: read) { ItemFraming(options) }
  }

  @usableFromInline
  package func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure) {
    try read(0..<input.count, of: input, into: &tape)
  }

  @Sendable private func read(
    _ range: Range<Int>, of input: ByteView, into tape: inout Tape
  ) throws(WireFailure) {
    var reader = ItemWireReader(input, options)
    reader.begin(at: range.lowerBound)
    if tape.count == 0 { tape.source = (0, range.lowerBound) }
    try reader.readItem(into: &tape)
    try reader.finish(at: range.upperBound)
  }

  @usableFromInline
  package func problem(_ failure: WireFailure, in input: ByteView) -> Problem {
    ItemWireReader.problem(failure, in: input, options.format)
  }
}

extension ItemWireReader: RecordWireReader {}
