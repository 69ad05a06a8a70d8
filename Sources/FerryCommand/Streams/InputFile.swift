import FerryBinary
import FerryBytes
import FerryPath
import FerryStreams
import FerryTape
import FerrySystem

/// An input that was opened and of which no more was read than it takes to know its format.
final class InputFile {
  /// How messages call it.
  let name: String
  let format: Format
  /// Bytes in all, where that is known beforehand.
  let size: Int?
  private let source: DescriptorSource
  private var head: [UInt8] = []

  private static let headSize = 64 << 10

  /// Opens the file at `path`, or standard input for `nil` and `-`. What it looks like depends on
  /// whether `records` are wanted.
  init(_ path: FileName?, told: Format?, records: Bool = false) throws(CommandError) {
    source = try Self.open(path)
    name = source.name.visible
    size = source.size
    let known = told ?? Format(fileName: source.name)
    var head: [UInt8] = []
    while !Self.tells(head, known, records: records), try Self.readMore(of: source, to: &head) {}
    self.head = head
    if let compression = Compression(of: head) {
      throw .invalid(compression.diagnostic(file: name))
    }
    format = known ?? Self.guess(head, records: records)
  }

  /// The format that `head` looks like, in whatever encoding it is.
  private static func guess(_ head: [UInt8], records: Bool) -> Format {
    unsafe head.withUnsafeBufferPointer { bytes in
      guard let encoding = unsafe TextEncoding(of: bytes) else {
        return unsafe Format.guess(bytes, records: records)
      }
      var text = ByteWriter()
      // It may end within a character.
      _ = unsafe encoding.convert(bytes, to: &text)
      return unsafe Format.guess(text.bytes, records: records)
    }
  }

  /// The file at `path`, or standard input for `nil` and `-`.
  static func open(_ path: FileName?) throws(CommandError) -> DescriptorSource {
    guard let path, path != "-" else { return DescriptorSource(STDIN_FILENO, name: "<stdin>") }
    return try CommandError.reading { try DescriptorSource(path: path) }
  }

  /// Whether `head` is as much of the start as tells how to read it. Waiting for more would hold up a
  /// pipe that is written to slowly.
  private static func tells(_ head: [UInt8], _ format: Format?, records: Bool) -> Bool {
    switch format {
    case nil:
      return unsafe head.withUnsafeBufferPointer { unsafe Format.isTold(by: $0, records: records) }
    // The signature of a record file.
    case .binary: return head.count >= 8
    // A list.
    case .json: return tellsEncoding(head) && firstVisible(in: head) != nil
    default: return tellsEncoding(head)
    }
  }

  /// Two bytes of ASCII begin no text in UTF-16 or UTF-32.
  private static func tellsEncoding(_ head: [UInt8]) -> Bool {
    head.count >= 4 || head.count >= 2 && head.allSatisfy { 0x01...0x7F ~= $0 }
  }

  /// Reads once, up to the size of a head.
  /// - Returns: whether there was anything, and room for it.
  private static func readMore(
    of source: DescriptorSource, to head: inout [UInt8]
  ) throws(CommandError) -> Bool {
    guard head.count < headSize else { return false }
    var failure: CommandError?
    // The closure cannot throw what it throws: the array's initialiser takes any error.
    let part = unsafe [UInt8](unsafeUninitializedCapacity: headSize) { room, count in
      do {
        count = try unsafe source.read(into: UnsafeMutableRawBufferPointer(room))
      } catch {
        failure = CommandError(reading: error)
      }
    }
    if let failure { throw failure }
    head += part
    return !part.isEmpty
  }

  /// Whether the text is not UTF-8, so that it has to be converted as a whole.
  private var hasOtherEncoding: Bool {
    unsafe format.isText && head.withUnsafeBufferPointer { unsafe TextEncoding(of: $0) != nil }
  }

  /// Everything in memory; to be called once.
  func wholeInput() throws(CommandError) -> Input {
    try Input(source, head: head)
  }

  /// Window after window; to be called once.
  func byteSource() throws(CommandError) -> any ByteSource {
    if hasOtherEncoding { return InputSource(try wholeInput()) }
    return HeadedSource(head, source)
  }

  /// Whether it is worth not to read it as a whole. Of a pipe, a whole head has to be there to know.
  private func isLarge() throws(CommandError) -> Bool {
    if let size { return size >= Self.largeSize }
    while try Self.readMore(of: source, to: &head) {}
    return head.count >= Self.headSize
  }

  private static let largeSize = 1 << 20

  // MARK: Series

  /// How the documents are told apart, or `nil` for a single one, which is read as a whole.
  ///
  /// With `splittingArrays`, the elements of a JSON list are documents.
  func records(splittingArrays: Bool) -> RecordFormat? {
    let isSeries =
      switch format {
      case .json: splittingArrays && Self.firstVisible(in: head) == UInt8(ascii: "[")
      case .binary: unsafe head.withUnsafeBufferPointer(BinaryReader.looksLikeRecordFile)
      default: true
      }
    return isSeries ? format.series : nil
  }

  /// Whether it is one large JSON document that can be worked on piece by piece.
  func hasOutline() throws(CommandError) -> Bool {
    let first = Self.firstVisible(in: head)
    guard format == .json, first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
      return false
    }
    return try isLarge()
  }

  /// The first byte that is no white space and of no byte order mark, in whatever encoding: what
  /// JSON begins with is ASCII.
  private static func firstVisible(in head: [UInt8]) -> UInt8? {
    head.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) }
  }

  /// Throws if `option`, which takes JSON lists apart, would be ignored.
  func require(_ option: Option, _ options: Options) throws(CommandError) {
    if options.has(option), format != .json {
      throw .usage("\(name): --\(option.name) is for JSON input, not for \(format.rawValue)")
    }
  }

  /// For a large JSON document, what leads to the values at `path` without reading the rest, and
  /// the part of the path that is still to go in each of them.
  func records(at path: WirePath) throws(CommandError) -> (RecordFormat, rest: WirePath)? {
    guard !path.isRoot, try hasOutline() else { return nil }
    let wildcard = path.steps.firstIndex { if case .wildcard = $0 { true } else { false } }
    guard let wildcard else { return (.jsonValue(at: path), .root) }
    let start = WirePath(steps: Array(path.steps[..<wildcard]))
    let rest = WirePath(steps: Array(path.steps[(wildcard + 1)...]))
    return (.jsonElements(at: start), rest)
  }
}

/// What was read to look at it, and then the rest.
private final class HeadedSource: ByteSource {
  private var head: ArraySlice<UInt8>
  private let rest: DescriptorSource

  init(_ head: [UInt8], _ rest: DescriptorSource) {
    self.head = head[...]
    self.rest = rest
  }

  func read(into room: UnsafeMutableRawBufferPointer) throws -> Int {
    guard !head.isEmpty else { return try unsafe rest.read(into: room) }
    let part = head.prefix(room.count)
    unsafe room.copyBytes(from: part)
    head = head.dropFirst(part.count)
    return part.count
  }
}

/// An input that is in memory already.
private final class InputSource: ByteSource {
  private let input: Input
  private var position = 0

  init(_ input: Input) {
    self.input = input
  }

  func read(into room: UnsafeMutableRawBufferPointer) -> Int {
    let part = unsafe input.bytes[position...].prefix(room.count)
    unsafe room.copyBytes(from: part)
    unsafe position += part.count
    return unsafe part.count
  }
}

extension CommandError {
  /// The command's error for one of a stream.
  init(_ error: StreamError) {
    let isClosed = error.operation == "write" && error.code == EPIPE
    self = isClosed ? .outputClosed : .system(error.description.visible)
  }

  /// What `body` returns, whose errors are those of a source.
  static func reading<Value>(_ body: () throws -> Value) throws(CommandError) -> Value {
    do {
      return try body()
    } catch {
      throw CommandError(reading: error)
    }
  }

  /// The command's error for whatever a source or a target throws.
  init(reading error: any Error) {
    if let error = error as? CommandError {
      self = error
    } else if let error = error as? StreamError {
      self.init(error)
    } else {
      self = .system("\(error)")
    }
  }
}
