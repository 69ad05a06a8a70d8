public import FerryBase
package import FerryCoding
public import FerryCoders

/// An encoder of CBOR or MessagePack.
///
/// Integers and lengths take the fewest bytes. Dates, UUIDs and numbers beyond 64 bits have the types
/// of the format, if it has them.
public protocol ItemEncoder: FormatEncoder {}

extension ItemEncoder {
  /// Whether keys are integers where they can be; false by default. The key of a model is its
  /// number, if it has one: the `intValue` of a `CodingKey`. Every key that is a decimal integer is
  /// written as an integer. If true, no key strategy applies.
  public var usesIntegerKeys: Bool {
    get { writing.writesIntegerKeys }
    set {
      _state = itemState.changingFormat {
        $0.options.writesIntegerKeys = newValue
      } coding: {
        $0.keys = newValue ? .numbered : .exact
      }
    }
  }

  /// Writes `source` directly.
  @_documentation(visibility: internal)
  @inlinable
  public func _encode<Source: _Direct.Source>(
    from source: Source, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8]? {
    try encodeDirectly(userInfo) { writer throws(WireFailure) in try source.write(to: &writer) }
  }

  @usableFromInline
  func encodeDirectly(
    _ userInfo: [CodingUserInfoKey: any Sendable],
    _ write: (inout ItemWireWriter) throws(WireFailure) -> Void
  ) throws -> [UInt8]? {
    try itemState.encodeDirectly(
      userInfo, { buffer, writing, context in writing.writer(buffer, context) }, write,
      finish: { writer, _, count in writer.finish(&count) })
  }

  @usableFromInline var itemState: EncoderState<ItemEncoding> {
    // Each encoder checks the state that it is given.
    unsafe unsafeDowncast(_state, to: EncoderState<ItemEncoding>.self)
  }

  package var writing: ItemWriting { itemState.writing.options }

  package mutating func changeWriting(
    _ change: (inout ItemWriting) -> Void,
    coding changeCoding: (inout CodingOptions.Fields) -> Void = { _ in }
  ) {
    _state = itemState.changingFormat({ change(&$0.options) }, coding: changeCoding)
  }
}

/// The options of an encoder of items.
@usableFromInline
package struct ItemEncoding: DocumentWriting {
  package var options: ItemWriting

  /// Checks that a state is one of an encoder of items.
  package static func check(_ state: _EncoderState) { _ = EncoderState<ItemEncoding>.of(state) }

  /// Returns the state of an encoder with the default options.
  package static func state(_ format: ItemFormat) -> EncoderState<ItemEncoding> {
    var settings = EncodingSettings(
      coding: CodingOptions {
        $0.formatName = format.name
        $0.writesText = false
        // An extension of CBOR is a simple value, whose first byte is the type.
        $0.extensionTypes = format == .cbor ? 0xE0...0xF8 : 0...(.max)
      })
    settings.foundation.writesDateTags = format == .cbor
    return EncoderState(settings, ItemEncoding(options: ItemWriting(format)))
  }

  @usableFromInline
  package mutating func settle(_ coding: inout CodingOptions) {
    options.depthLimit = coding.depthLimit
    coding.change { $0.rules.sourceFormat = options.isDirect ? options.format.source : .none }
  }

  @usableFromInline
  package func isDirect(_ coding: CodingOptions) -> Bool {
    options.isDirect && coding.keys.isDirect
  }

  @usableFromInline
  package func write(_ view: TapeView, to output: inout ByteWriter) throws(WireFailure) {
    try ItemWireWriter.write(view, options, to: &output)
  }

  @usableFromInline
  package func recordWriting(_ layout: ConsecutiveRecords) -> any RecordWriting {
    ItemRecordWriting(options)
  }

  /// Returns a writer at the start of `buffer`.
  @usableFromInline
  func writer(_ buffer: MutableByteView, _ context: _WireContext) -> ItemWireWriter {
    ItemWireWriter(ByteWriter(borrowing: buffer), options, context: context)
  }
}
