public import FerryCoders
public import FerryBase
public import FerryBinaryEngine
package import FerryCoding

extension Binary: CodedFormat {
  /// Decodes any `Decodable` type from a binary document. Locations in errors are byte offsets.
  ///
  /// The format forbids duplicate keys: a document with them is always an error.
  public struct Decoder: FormatDecoder {
    @usableFromInline package var state: DecoderState<BinaryReading>

    /// The settled options, shared by copies.
    @_documentation(visibility: internal)
    public var _state: _DecoderState {
      get { state }
      set { state = .of(newValue) }
    }

    /// Creates a decoder for the binary format.
    public init() { state = Self.standard }

    private static let standard = DecoderState(
      DecodingSettings(coding: CodingOptions { $0.formatName = "binary" }), BinaryReading())

    /// Reads a document directly into `target`.
    @_documentation(visibility: internal)
    @inlinable @specialized(where Target == TableTarget)
    public func _decode<Target: _Direct.Target>(
      into target: Target, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> Bool {
      try state.read(target, from: span) { input, read in
        try decodeDirectly(input, userInfo, read)
      }
    }

    @usableFromInline
    func decodeDirectly(
      _ input: ByteView, _ userInfo: [CodingUserInfoKey: any Sendable],
      _ read: (inout BinaryWireReader) throws(WireFailure) -> Void
    ) throws -> Bool {
      try state.decodeDirectly(
        input, userInfo,
        { input, reading, context throws(WireFailure) in try reading.reader(input, context) }, read,
        finish: { reader throws(WireFailure) in try reader.finish() })
    }

    /// Decodes the records of the frames in `ranges` directly. The frames of a record file share
    /// tables, so one reader for each frame is cheap.
    @_documentation(visibility: internal)
    @inlinable
    public func _decodeRecords<T: DirectDecodable>(
      _ bytes: RawSpan, at ranges: [Range<Int>], into records: _DecodedRecords<T>
    ) {
      bytes.withByteView { bytes in
        do throws(WireFailure) {
          var frames = state.frames(bytes)
          for range in ranges {
            frames.enter(range)
            while var reader = try state.nextFrame(of: &frames) {
              for _ in 0..<frames.recordCount {
                let record = try T(from: &reader)
                try reader.endValue()
                records.append(record)
              }
              try reader.finish()
            }
          }
        } catch {
          // Decoding through the tape finds the error and its location.
        }
      }
    }
  }
}

/// The options of a decoder of the binary format.
@usableFromInline
package struct BinaryReading: DocumentReading, TapeSource {
  private(set) var depthLimit = 0

  @usableFromInline
  package mutating func settle(_ coding: inout CodingOptions) { depthLimit = coding.depthLimit }

  @usableFromInline
  package func isDirect(_ coding: CodingOptions) -> Bool {
    if case .exact = coding.keys { true } else { false }
  }

  @usableFromInline package static var holdsLosses: Bool { true }

  /// Returns a reader at the start of `input`.
  @usableFromInline
  func reader(_ input: ByteView, _ context: _WireContext) throws(WireFailure) -> BinaryWireReader {
    try BinaryWireReader(input, depthLimit: depthLimit, context: context)
  }

  @usableFromInline
  package func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure) {
    let scratch = ScratchReader.pool.take() ?? ScratchReader()
    try scratch.read(input, depthLimit: depthLimit, into: &tape)
    // A reader of a large document may have too much memory for small ones.
    if input.count <= ScratchReader.longest { ScratchReader.pool.give(scratch) }
  }

  /// A reader with its buffers and tables, reused for one small document after the other.
  private final class ScratchReader: @unchecked Sendable {
    // Sendable: one call at a time uses the reader, between taking it from the pool and giving it
    // back.

    static let pool = Pool<ScratchReader>()
    /// The maximum number of bytes of a small document.
    static var longest: Int { 64 << 10 }

    @exclusivity(unchecked) private var reader = BinaryReader(ByteView())

    func read(
      _ input: ByteView, depthLimit: Int, into tape: inout Tape
    ) throws(WireFailure) {
      unsafe reader.begin(input, depthLimit: depthLimit)
      try unsafe reader.readDocument(into: &tape)
    }
  }
}

extension Binary {
  /// Encodes any `Encodable` type as a binary document.
  public struct Encoder: FormatEncoder {
    @usableFromInline package var state: EncoderState<BinaryWriting>

    /// The settled options, shared by copies.
    @_documentation(visibility: internal)
    public var _state: _EncoderState {
      get { state }
      set { state = .of(newValue) }
    }

    /// Creates an encoder for the binary format.
    public init() { state = Self.standard }

    private static let standard = EncoderState(
      EncodingSettings(
        coding: CodingOptions {
          $0.formatName = "binary"
          $0.writesText = false
        }),
      BinaryWriting())

    /// Whether repeated text is written once and referred to; true by default. If false, encoding
    /// is faster and the document larger.
    public var internsTexts: Bool {
      get { state.writing.options.interning }
      set { state = state.changingFormat { $0.options.interning = newValue } }
    }

    /// The packing of arrays of numbers. By default each element can be found without reading the
    /// others.
    public var packing: Packing {
      get { state.writing.options.packing }
      set { state = state.changingFormat { $0.options.packing = newValue } }
    }

    /// Whether members are sorted by the bytes of their keys, so that equal values give equal
    /// bytes; false by default. If true, sets, and dictionaries that encode themselves as arrays,
    /// are sorted by the bytes of their elements.
    public var isCanonical: Bool {
      get { state.writing.options.canonical }
      set {
        state = state.changingFormat {
          $0.options.canonical = newValue
        } coding: {
          $0.sortsUnordered = newValue
        }
      }
    }

    /// Whether a checksum (CRC32C) ends the document; false by default.
    public var hasChecksum: Bool {
      get { state.writing.options.checksum }
      set { state = state.changingFormat { $0.options.checksum = newValue } }
    }

    /// Writes `source` directly.
    @_documentation(visibility: internal)
    @inlinable @specialized(where Source == TableSource)
    public func _encode<Source: _Direct.Source>(
      from source: Source, userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> [UInt8]? {
      try encodeDirectly(userInfo) { writer throws(WireFailure) in try source.write(to: &writer) }
    }

    @usableFromInline
    func encodeDirectly(
      _ userInfo: [CodingUserInfoKey: any Sendable],
      _ write: (inout BinaryWireWriter) throws(WireFailure) -> Void
    ) throws -> [UInt8]? {
      let estimate = state.estimate
      return try state.encodeDirectly(
        userInfo,
        { buffer, writing, context in writing.writer(buffer, estimate: estimate, context) }, write,
        finish: { $1.finish($0, &$2) })
    }
  }
}

/// The options of an encoder of the binary format.
@usableFromInline
package struct BinaryWriting: DocumentWriting {
  package var options = BinaryWriter.Options()
  private let writers = Pool<ScratchWriter>()

  @usableFromInline
  package mutating func settle(_ coding: inout CodingOptions) {
    options.depthLimit = coding.depthLimit
  }

  @usableFromInline
  package func isDirect(_ coding: CodingOptions) -> Bool {
    guard case .exact = coding.keys else { return false }
    // Only the tape can sort members.
    return !options.canonical
  }

  /// Returns a writer of a document to `buffer`. The document has about `estimate` bytes.
  @usableFromInline
  func writer(
    _ buffer: MutableByteView, estimate: Int, _ context: _WireContext
  ) -> BinaryWireWriter {
    BinaryWireWriter(ByteWriter(borrowing: buffer), options, estimate: estimate, context: context)
  }

  @usableFromInline
  func finish(_ writer: consuming BinaryWireWriter, _ count: inout Int) -> [UInt8]? {
    writer.finish(checksum: options.checksum, &count)
  }

  @usableFromInline
  package func write(_ view: TapeView, to output: inout ByteWriter) throws(WireFailure) {
    let idle = writers.take().flatMap { $0.options == options ? $0 : nil }
    let scratch = idle ?? ScratchWriter(options)
    try scratch.write(view, to: &output)
    // A writer that grew for a large document is not kept for small ones.
    if scratch.isSmall { writers.give(scratch) }
  }

  /// A writer with its buffers and tables, reused for one small document after the other.
  private final class ScratchWriter: @unchecked Sendable {
    // Sendable: one call at a time uses the writer, between taking it from the pool and giving it
    // back.

    let options: BinaryWriter.Options
    @exclusivity(unchecked) private var writer: BinaryWriter

    init(_ options: BinaryWriter.Options) {
      self.options = options
      unsafe writer = BinaryWriter(options: options)
    }

    func write(_ view: TapeView, to output: inout ByteWriter) throws(WireFailure) {
      try unsafe writer.write(document: view, to: &output)
    }

    var isSmall: Bool { unsafe writer.isSmall }
  }
}
