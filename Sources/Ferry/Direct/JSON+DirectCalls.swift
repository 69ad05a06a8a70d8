import FerryBytes
import FerryCoding
public import FerryJSON
public import FerryTape

extension JSON.Decoder {
  /// The options of one call of direct coding.
  @usableFromInline
  struct DirectCall: Sendable {
    /// Whether the direct reader does all that the options ask for.
    @usableFromInline let isDirect: Bool
    fileprivate let reading: JSONReadingOptions
    fileprivate let coding: CodingOptions

    /// A reader at the start of `input`.
    @usableFromInline
    func reader(
      _ input: UnsafeBufferPointer<UInt8>
    ) throws(WireFailure) -> JSONWireReader {
      try unsafe JSONWireReader(
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
    if case .throw = settings.nonConformingFloats {} else { isDirect = false }
    return DirectCall(isDirect: isDirect, reading: reading, coding: coding)
  }

  @usableFromInline @inline(never)
  func decodeOnTape<T: DirectDecodable>(
    _ type: T.Type, _ input: UnsafeBufferPointer<UInt8>, _ call: DirectCall
  ) throws -> T {
    try unsafe documents.decode(DirectValue<T>.self, from: input, call.coding).value
  }
}

extension JSON.Encoder {
  /// The options of one call of direct coding.
  @usableFromInline
  struct DirectCall {
    /// Whether the direct writer does all that the options ask for.
    @usableFromInline let isDirect: Bool
    /// Bytes that the text probably has.
    @usableFromInline let estimate: Int
    fileprivate let writing: JSONWritingOptions
    fileprivate let coding: CodingOptions

    /// A writer to the start of `buffer`.
    @usableFromInline
    func writer(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> JSONWireWriter {
      unsafe JSONWireWriter(
        ByteWriter(borrowing: buffer), options: writing, context: coding.makeWireContext())
    }

    /// A writer that goes on behind what `output` has.
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
    writing.escapesSlashes = !formatting.contains(.withoutEscapingSlashes)
    var isDirect = formatting.isDisjoint(with: [.prettyPrinted, .sortedKeys])
    if documents.isCanonical { isDirect = false }
    if case .exact = coding.keys {} else { isDirect = false }
    if case .throw = coding.nonFinite {} else { isDirect = false }
    let last = documents.lastLength.load(ordering: .relaxed)
    return DirectCall(
      isDirect: isDirect, estimate: max(last + last / 8, 256), writing: writing, coding: coding)
  }

  /// Remembers how long a text is, and gives back memory that it does not need.
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
