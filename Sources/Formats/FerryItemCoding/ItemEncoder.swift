public import FerryBase
package import FerryCoding
public import FerryItems
import Synchronization
public import Ferry

/// The base class of the encoders of CBOR and MessagePack.
///
/// Integers and lengths take the fewest bytes. Dates, UUIDs and numbers beyond 64 bits have the types
/// of the format, if it has them.
open class ItemEncoder: FormatEncoder, @unchecked Sendable {
  package let documents: Documents
  let calls = DirectCalls<DirectOptions>()

  package init(_ format: ItemFormat) {
    documents = Documents(ItemWriting(format))
    super.init(documents, Self.options(format), keeping: calls)
  }

  private static func options(_ format: ItemFormat) -> Options {
    var options = Options(
      coding: CodingOptions {
        $0.formatName = format.name
        $0.writesText = false
        // An extension of CBOR is a simple value, whose first byte is the type.
        $0.extensionTypes = format == .cbor ? 0xE0...0xF8 : 0...(.max)
      })
    options.foundation.writesDateTags = format == .cbor
    return options
  }

  /// The part of the encoder that depends on its format.
  package final class Documents: DocumentEncoding {
    package let writing: VersionedOptions<ItemWriting>
    /// The length in bytes of the previous document that was written directly.
    let lastLength = Atomic(0)

    init(_ writing: ItemWriting) { self.writing = VersionedOptions(writing) }

    /// Returns the options of the writer for a call.
    package func writing(_ options: CodingOptions) -> ItemWriting {
      var writing = writing.withLock { $0 }
      writing.depthLimit = options.depthLimit
      return writing
    }

    package func write(
      _ view: TapeView, _ options: CodingOptions, to output: inout ByteWriter
    ) throws(WireFailure) {
      try ItemWireWriter.write(view, writing(options), to: &output)
    }
  }

  /// Whether keys are integers where they can be; false by default. The key of a model is its
  /// number, if it has one: the `intValue` of a `CodingKey`. Every key that is a decimal integer is
  /// written as an integer. If true, no key strategy applies.
  public final var usesIntegerKeys: Bool {
    get { documents.writing.withLock { $0.writesIntegerKeys } }
    set {
      documents.writing.change { $0.writesIntegerKeys = newValue }
      options.change { $0.coding.change { $0.keys = newValue ? .numbered : .exact } }
    }
  }

  // MARK: Direct coding

  /// Encodes `value` directly as a document.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`.
  @inlinable
  public final func encode<T: DirectEncodable>(
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
    return try encodeThroughTape(value, userInfo)
  }

  /// Encodes `value` directly as a document and appends it to `output`.
  /// Adds the entries of `userInfo` to the encoder's own for this call.
  /// - Throws: `EncodingError`. `output` is unchanged in that case.
  @inlinable
  public final func encode<T: DirectEncodable>(
    _ value: T, into output: inout some RangeReplaceableCollection<UInt8>,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws {
    output.append(contentsOf: try encode(value, userInfo: userInfo))
  }

  /// The settled options of direct coding.
  @usableFromInline
  package struct DirectOptions: SettledOptions {
    /// Whether the direct writer supports all options.
    @usableFromInline package let isDirect: Bool
    let writing: ItemWriting
    let coding: CodingOptions
  }

  /// The expected number of bytes of a document.
  @usableFromInline final var estimate: Int { documents.lastLength.load(ordering: .relaxed) }

  private final var version: Int { options.version &+ documents.writing.version }

  /// Begins a call of direct coding.
  @usableFromInline
  final func beginCall(
    _ userInfo: [CodingUserInfoKey: any Sendable]
  ) -> DirectCall<DirectOptions> {
    calls.begin(version: version, userInfo) { isKept in
      let options = directOptions(userInfo)
      return (options, options.coding.makeWireContext(isKept: isKept))
    }
  }

  /// Ends a call of direct coding that succeeded. Stores the length of the document for the next
  /// estimate.
  @usableFromInline
  final func endCall(_ call: consuming DirectCall<DirectOptions>, _ length: Int) {
    documents.lastLength.store(length, ordering: .relaxed)
    calls.end(consume call, version: version)
  }

  private final func directOptions(
    _ userInfo: [CodingUserInfoKey: any Sendable]
  ) -> DirectOptions {
    let coding = options(with: userInfo)
    let writing = documents.writing(coding)
    return DirectOptions(
      isDirect: writing.isDirect && coding.keys.isDirect, writing: writing, coding: coding)
  }
}

extension DirectCall<ItemEncoder.DirectOptions> {
  /// Returns a writer of a document to `buffer`.
  @usableFromInline
  func writer(_ buffer: MutableByteView) -> ItemWireWriter {
    ItemWireWriter(ByteWriter(borrowing: buffer), options.writing, context: context)
  }
}
