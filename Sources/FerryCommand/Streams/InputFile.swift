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
  private var head: ByteWriter

  private static let headSize = 64 << 10

  /// Opens the file at `path`, or standard input for `nil` and `-`. What it looks like depends on
  /// whether `records` are wanted.
  init(_ path: FileName?, told: Format?, records: Bool = false) throws(CommandError) {
    source = try Self.open(path)
    name = source.name.visible
    size = source.size
    let known = told ?? Format(fileName: source.name)
    head = ByteWriter()
    while !Self.tells(head.bytes, known, records: records),
      try Self.readMore(of: source, to: &head)
    {}
    if let compression = Compression(of: head.bytes) {
      throw .invalid(compression.diagnostic(file: name))
    }
    format = known ?? Self.guess(head.bytes, records: records)
  }

  /// The format that `head` looks like, in whatever encoding it is.
  private static func guess(_ head: ByteView, records: Bool) -> Format {
    guard let encoding = TextEncoding(of: head) else {
      return Format.guess(head, records: records)
    }
    var text = ByteWriter()
    // It may end within a character.
    _ = encoding.convert(head, to: &text)
    return Format.guess(text.bytes, records: records)
  }

  /// The file at `path`, or standard input for `nil` and `-`.
  static func open(_ path: FileName?) throws(CommandError) -> DescriptorSource {
    guard let path, path != "-" else { return DescriptorSource(STDIN_FILENO, name: "<stdin>") }
    return try CommandError.reading { try DescriptorSource(path: path) }
  }

  /// Whether `head` is as much of the start as tells how to read it. Waiting for more would hold up a
  /// pipe that is written to slowly.
  private static func tells(
    _ head: ByteView, _ format: Format?, records: Bool
  ) -> Bool {
    switch format {
    case nil: return Format.isTold(by: head, records: records)
    // The signature of a record file.
    case .binary: return head.count >= 8
    // A list.
    case .json: return tellsEncoding(head) && firstVisible(in: head) != nil
    default: return tellsEncoding(head)
    }
  }

  /// Two bytes of ASCII begin no text in UTF-16 or UTF-32.
  private static func tellsEncoding(_ head: ByteView) -> Bool {
    head.count >= 4 || head.count >= 2 && head.allSatisfy { 0x01...0x7F ~= $0 }
  }

  /// Reads once, up to the size of a head.
  /// - Returns: false at the end of the source, or if the head is full.
  private static func readMore(
    of source: DescriptorSource, to head: inout ByteWriter
  ) throws(CommandError) -> Bool {
    guard head.count < headSize else { return false }
    return try source.read(to: &head, upTo: headSize) > 0
  }

  /// Whether the text is not UTF-8, so that it has to be converted as a whole.
  private var hasOtherEncoding: Bool {
    format.isText && TextEncoding(of: head.bytes) != nil
  }

  /// Everything in memory; to be called once.
  func wholeInput() throws(CommandError) -> Input {
    var taken = ByteWriter()
    swap(&taken, &head)
    return try Input(source, head: taken)
  }

  /// Window after window; to be called once.
  func byteSource() throws(CommandError) -> any ByteSource {
    if hasOtherEncoding {
      let input = try wholeInput()
      return HeadedSource(input.bytes, of: input)
    }
    return HeadedSource(head.bytes, of: self, before: source)
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
      case .json: splittingArrays && Self.firstVisible(in: head.bytes) == UInt8(ascii: "[")
      case .binary: BinaryReader.looksLikeRecordFile(head.bytes)
      default: true
      }
    return isSeries ? format.series : nil
  }

  /// Whether it is one large JSON document that can be worked on piece by piece.
  func hasOutline() throws(CommandError) -> Bool {
    let first = Self.firstVisible(in: head.bytes)
    guard format == .json, first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
      return false
    }
    return try isLarge()
  }

  /// The first byte that is no white space and of no byte order mark, in whatever encoding: what
  /// JSON begins with is ASCII.
  private static func firstVisible(in head: ByteView) -> UInt8? {
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

/// What is in memory already, and then the rest of a file.
@safe
private final class HeadedSource: ByteSource {
  private var head: Slice<ByteView>
  private let owner: AnyObject
  private let rest: DescriptorSource?

  /// `head` stays where it is as long as its `owner` lives.
  init(
    _ head: ByteView, of owner: AnyObject, before rest: DescriptorSource? = nil
  ) {
    self.head = head[...]
    self.owner = owner
    self.rest = rest
  }

  func read(into buffer: MutableByteView) throws -> Int {
    guard !head.isEmpty else { return try rest?.read(into: buffer) ?? 0 }
    let part = head.prefix(buffer.count)
    buffer.copy(ByteView(rebasing: part), at: 0)
    head = head.dropFirst(part.count)
    return part.count
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
