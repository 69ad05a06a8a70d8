public import FerryBase
package import FerryCoding
package import FerryFoundation
import Synchronization

/// The options of the encoders of all formats.
package struct EncodingSettings: Sendable {
  /// The options of a call, with the bridge to Foundation's types.
  package var coding: CodingOptions
  package var foundation = FoundationEncoding() { didSet { setBridge() } }
  var keys = KeyEncodingStrategy.useDefaultKeys

  package init(coding: CodingOptions) {
    self.coding = coding
    setBridge()
  }

  private mutating func setBridge() {
    let bridge = foundation
    coding.change { $0.encodingBridge = bridge }
  }
}

/// The settled options of an encoder, which never change: setting an option makes new ones. The contexts
/// of calls are kept for later calls.
@_documentation(visibility: internal)
public class _EncoderState: @unchecked Sendable {
  // Sendable: all stored properties are constants of Sendable types.

  // This class is not generic, because code of a generic class looks up metadata in each call.

  package final let settings: EncodingSettings
  /// The options of a call.
  package final let coding: CodingOptions
  /// Whether direct coding supports all options.
  @usableFromInline package final let isDirect: Bool
  private let contexts = Pool<_WireContext>()
  /// The length in bytes of the previous document that was written directly.
  private let lastLength = Atomic(0)

  fileprivate init(_ settings: EncodingSettings, _ coding: CodingOptions, isDirect: Bool) {
    self.settings = settings
    self.coding = coding
    self.isDirect = isDirect
  }

  /// Returns a state with other options.
  func changing(_ change: (inout EncodingSettings) -> Void) -> _EncoderState { self }

  /// Writes the tape as a document.
  func write(_ view: TapeView, to output: inout ByteWriter) throws(WireFailure) {}

  /// Returns a writer of records.
  package func recordWriting(_ layout: any RecordArrangement) -> any RecordWriting {
    preconditionFailure("an encoder has a format")
  }

  /// Encodes `value` as a document.
  final func encode<T: Encodable>(_ value: T, _ coding: CodingOptions) throws -> [UInt8] {
    try EncodingSession.encode(value, options: coding) { view throws(WireFailure) in
      // Nearly all documents need less than twice the bytes on the tape.
      let estimate = 2 * view.storedByteCount + 8 * view.count
      var failure: WireFailure?
      let bytes = document(estimate: estimate) { buffer, count in
        var output = ByteWriter(borrowing: buffer)
        do throws(WireFailure) {
          try write(view, to: &output)
          return output.finish(&count)
        } catch {
          failure = error
          return nil
        }
      }
      if let failure { throw failure }
      return bytes
    }
  }

  /// Encodes `value` and lends the document to `body`.
  final func withDocument<T: Encodable, R>(
    of value: T, _ coding: CodingOptions, _ body: (ByteView) -> R
  ) throws -> R {
    try EncodingSession.encode(value, options: coding) { view throws(WireFailure) in
      var output = ByteWriter()
      try write(view, to: &output)
      return body(output.bytes)
    }
  }

  /// Returns the context of a call. Calls with their own `userInfo` keep nothing.
  @usableFromInline
  final func beginCall(_ userInfo: [CodingUserInfoKey: any Sendable]) -> _WireContext {
    guard userInfo.isEmpty else { return coding.adding(userInfo).makeWireContext() }
    return contexts.take() ?? coding.makeWireContext(isKept: true)
  }

  /// Ends a call that succeeded, and stores the length of the document for the next estimate.
  @usableFromInline
  final func endCall(_ context: consuming _WireContext, _ isKept: Bool, _ length: Int) {
    lastLength.store(length, ordering: .relaxed)
    if isKept { contexts.keep(consume context) }
  }

  /// The expected number of bytes of a document.
  @usableFromInline package final var estimate: Int { lastLength.load(ordering: .relaxed) }
}

/// The settled options of an encoder of one format.
@usableFromInline
package final class EncoderState<Writing: DocumentWriting>: _EncoderState, @unchecked Sendable {
  /// The options of the format.
  @usableFromInline package let writing: Writing

  package init(_ settings: EncodingSettings, _ writing: Writing) {
    var (coding, writing) = (settings.coding, writing)
    writing.settle(&coding)
    self.writing = writing
    super.init(settings, coding, isDirect: !coding.isLaidOut && writing.isDirect(coding))
  }

  /// The state of an encoder that is made of `state`, which is of the same format.
  package static func of(_ state: _EncoderState) -> EncoderState {
    guard let state = state as? EncoderState else {
      preconditionFailure("the state of an encoder belongs to its format")
    }
    return state
  }

  override func changing(_ change: (inout EncodingSettings) -> Void) -> _EncoderState {
    var settings = settings
    change(&settings)
    return EncoderState(settings, writing)
  }

  /// Returns a state with other options of the format, and with other options of all formats.
  package func changingFormat(
    _ change: (inout Writing) -> Void,
    coding changeCoding: (inout CodingOptions.Fields) -> Void = { _ in }
  ) -> EncoderState {
    var (settings, writing) = (settings, writing)
    change(&writing)
    settings.coding.change(changeCoding)
    return EncoderState(settings, writing)
  }

  override func write(_ view: TapeView, to output: inout ByteWriter) throws(WireFailure) {
    try writing.write(view, to: &output)
  }

  override package func recordWriting(_ layout: any RecordArrangement) -> any RecordWriting {
    guard let layout = layout as? Writing.RecordLayout else {
      preconditionFailure("a layout of records belongs to its format")
    }
    return writing.recordWriting(layout)
  }

  /// Writes a document directly: `write` gets the writer that `makeWriter` returns. `finish` sets the
  /// number of bytes, or returns the bytes if they did not fit.
  ///
  /// Formats compile this once, and types compile only `write`.
  /// - Returns: `nil` if the value must be encoded through the tape.
  @inlinable @inline(__always)
  package func encodeDirectly<Writer: WireWriter & ~Copyable>(
    _ userInfo: [CodingUserInfoKey: any Sendable],
    _ makeWriter: (MutableByteView, Writing, _WireContext) -> Writer,
    _ write: (inout Writer) throws(WireFailure) -> Void,
    finish: (consuming Writer, Writing, inout Int) -> [UInt8]?
  ) throws -> [UInt8]? {
    guard isDirect else { return nil }
    let context = beginCall(userInfo)
    let length = estimate
    var result = DirectResult.encoded
    let bytes = document(estimate: length + length / 8) { buffer, count in
      var writer = makeWriter(buffer, writing, context)
      do throws(WireFailure) {
        try write(&writer)
        return finish(writer, writing, &count)
      } catch {
        result = writer.context.thrownError(of: error).map { .thrown($0) } ?? .unsupported
        return nil
      }
    }
    switch result {
    case .encoded:
      endCall(consume context, userInfo.isEmpty, bytes.count)
      return withoutSpareMemory(bytes)
    case .thrown(let error): throw error
    case .unsupported: return nil
    }
  }
}

/// The result of encoding a value directly.
@usableFromInline
enum DirectResult {
  case encoded
  /// A type's own code threw an error.
  case thrown(any Error)
  /// The value must be encoded through the tape, which also finds errors and their locations.
  case unsupported
}
