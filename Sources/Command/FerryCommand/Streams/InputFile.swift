import Ferry
import FerryBinaryEngine
import FerrySystem

/// An open input. Only the bytes that reveal its format were read.
final class InputFile {
  /// The name of the file; `nil` for standard input.
  let path: FileName?
  /// The name in messages.
  let name: String
  let format: Format
  /// Whether the format was guessed from the contents.
  let isGuessed: Bool
  /// Whether JSON may have several values, one after the other.
  let takesSeries: Bool
  /// The format that the documents are written in. Others need not keep what only this format has.
  var target: Format?
  /// The size in bytes, if it is known in advance.
  let size: Int?
  private let source: InputSource
  private var head: ByteWriter
  /// Whether the input is only a part of the file, or its unpacked contents.
  let isPartial: Bool
  /// Whether the input is a file with lines `NAME=value`, by its name.
  let isVariables: Bool
  /// Whether the input is the front matter of a text in Markdown.
  private let isFrontMatter: Bool

  private static let headSize = 64 << 10

  /// Opens the file at `path`, or standard input for `nil` and `-`. If `records` is true, the guess
  /// of the format prefers records to a single document. A file of the format `json`, by its name or
  /// by `stated`, has one document, unless the caller `takesSeries`. A file of variables is an error,
  /// unless the caller `readsVariables`.
  init(
    _ path: FileName?, as stated: Format?, records: Bool = false, takesSeries: Bool = false,
    readsVariables: Bool = false
  ) throws(CommandError) {
    self.path = path == "-" ? nil : path
    let source = InputSource(try Self.open(path))
    self.source = source
    name = source.name.visible
    let plainName = source.name.hasSuffix(".gz") ? String(source.name.dropLast(3)) : source.name
    isFrontMatter = stated == nil && Format.isMarkdown(fileName: plainName)
    let known = stated ?? (isFrontMatter ? .yaml : Format.ofFile(plainName))
    var head = ByteWriter()
    try Self.readHead(of: source, to: &head, known, records: records)
    let compression = Compression(of: head.bytes)
    if let compression {
      try source.unpack(compression, head.bytes)
      head.clear()
      try Self.readHead(of: source, to: &head, known, records: records)
    }
    size = source.size
    isPartial = isFrontMatter || compression != nil
    format = known ?? Self.guess(head.bytes, records: records)
    isGuessed = known == nil
    self.takesSeries = takesSeries || known == nil
    let isUnknown = known == nil && format.isText && !Self.canBeginText(head.bytes)
    isVariables = readsVariables && plainName.hasSuffix(".env")
    let isPlain =
      known == nil && format == .yaml && !isVariables && TextEncoding(of: head.bytes) == nil
      && !Format.mayBeYAML(head.bytes)
    let isVersion11 =
      format == .yaml && Format.isYAMLVersionUnstated && Self.statesYAML11(head.bytes)
    self.head = head
    if isVersion11 {
      Messages(colour: nil).report(
        "\(name): read as YAML 1.2 in spite of `%YAML 1.1`; --yaml 1.1 reads it as YAML 1.1")
    }
    if isUnknown || isPlain {
      throw .invalid(
        Problem(
          in: name, "the format of the input is unknown",
          hint: isPlain
            ? "--from yaml reads it as one text in YAML; variables are for 'merge --env-file'"
            : Format.unguessed))
    }
  }

  /// Reads as much as is needed to decide how to read the input.
  private static func readHead(
    of source: InputSource, to head: inout ByteWriter, _ known: Format?, records: Bool
  ) throws(CommandError) {
    while !isDecided(by: head.bytes, known, records: records),
      try readMore(of: source, to: &head)
    {}
  }

  /// Returns whether `head` begins with a character of text, or with the separator of sequences.
  private static func canBeginText(_ head: ByteView) -> Bool {
    if head.isEmpty || TextEncoding(of: head) != nil { return true }
    var bytes = head.makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let first) = decoder.decode(&bytes) else { return false }
    return first.value >= 0x20 || ["\t", "\n", "\r", "\u{1E}"].contains(first)
  }

  /// Returns whether the first document states its version as YAML 1.1.
  private static func statesYAML11(_ head: ByteView) -> Bool {
    for line in head.split(separator: 0x0A) {
      let text = String(decoding: line, as: UTF8.self).trimmingPrefix("\u{FEFF}")
      if text.hasPrefix("%YAML 1.1") { return true }
      // Only comments and other directives may be before it.
      guard text.first == "%" || text.first == "#" || text.allSatisfy(\.isWhitespace) else {
        return false
      }
    }
    return false
  }

  /// Returns the format that `head` looks like, in any encoding.
  private static func guess(_ head: ByteView, records: Bool) -> Format {
    guard let encoding = TextEncoding(of: head) else {
      return Format.guess(head, records: records)
    }
    var text = ByteWriter()
    // `head` may end within a character.
    _ = encoding.convert(head, to: &text)
    return Format.guess(text.bytes, records: records)
  }

  /// Opens the file at `path`, or standard input for `nil` and `-`.
  static func open(_ path: FileName?) throws(CommandError) -> DescriptorSource {
    guard let path, path != "-" else { return DescriptorSource(STDIN_FILENO, name: "<stdin>") }
    Watch.note(path)
    return try CommandError.reading {
      try DescriptorSource(path: path, mustBeRegular: Watch.isRunning)
    }
  }

  /// Returns whether `head` is long enough to decide how to read the input. Waiting for more bytes
  /// would delay a slow pipe.
  private static func isDecided(
    by head: ByteView, _ format: Format?, records: Bool
  ) -> Bool {
    switch format {
    case nil:
      guard Format.isDecided(by: head, records: records) else { return false }
      // Only the second of several JSON values shows that they are records.
      return !records || Format.guess(head, records: true) != .json || head.areSeveralJSONValues
    // A record file has a signature of 8 bytes.
    case .binary: return head.count >= 8
    case let format? where format.items != nil: return !head.isEmpty
    // The first visible byte shows whether the value is an array.
    case .json: return revealsEncoding(head) && firstVisible(in: head) != nil
    default: return revealsEncoding(head)
    }
  }

  /// Returns whether `head` reveals its encoding. Text in UTF-16 or UTF-32 does not begin with two
  /// bytes of ASCII.
  private static func revealsEncoding(_ head: ByteView) -> Bool {
    head.count >= 4 || head.count >= 2 && head.allSatisfy { 0x01...0x7F ~= $0 }
  }

  /// Reads once, up to the size of a head.
  /// - Returns: false at the end of the source, or if the head is full.
  private static func readMore(
    of source: InputSource, to head: inout ByteWriter
  ) throws(CommandError) -> Bool {
    guard head.count < headSize else { return false }
    return try source.read(to: &head, upTo: headSize) > 0
  }

  /// Whether the text is not UTF-8 and must be converted as a whole.
  private var hasOtherEncoding: Bool {
    format.isText && TextEncoding(of: head.bytes) != nil
  }

  /// Reads everything into memory. Call this function once.
  func wholeInput() throws(CommandError) -> Input {
    var taken = ByteWriter()
    swap(&taken, &head)
    let input = try Input(source, head: taken, isText: format.isText)
    if isFrontMatter { try input.keepFrontMatter() }
    return input
  }

  /// Returns a source that reads the input window by window. Call this function once.
  func byteSource() throws(CommandError) -> any ByteSource {
    if hasOtherEncoding || isFrontMatter { return HeadedSource(try wholeInput()) }
    return HeadedSource(head.bytes, of: self, before: source)
  }

  /// Returns whether the input is too large to read as a whole. For a pipe, this reads a whole
  /// head.
  private func isLarge() throws(CommandError) -> Bool {
    if let size { return size >= Self.largeSize }
    while try Self.readMore(of: source, to: &head) {}
    return head.count >= Self.headSize
  }

  private static let largeSize = 1 << 20

  // MARK: Series

  /// Returns the record format of a series, or `nil` for a single document, which is read as a
  /// whole.
  ///
  /// With `splittingArrays`, the elements of a JSON array are documents.
  func records(splittingArrays: Bool) -> RecordFormat? {
    let isArray = splittingArrays && Self.firstVisible(in: head.bytes) == UInt8(ascii: "[")
    if !isArray, hasSeveralValues(head.bytes) { return .jsonValues() }
    let isSeries =
      switch format {
      case .json: isArray
      case .binary: BinaryReader.looksLikeRecordFile(head.bytes)
      default: true
      }
    return isSeries ? format.series(target == format) : nil
  }

  /// Returns whether `text` has several JSON values, one after the other, that are documents.
  func hasSeveralValues(_ text: ByteView) -> Bool {
    format == .json && takesSeries && text.areSeveralJSONValues
  }

  /// Returns whether the input is one large JSON document that can be processed piece by piece.
  func hasOutline() throws(CommandError) -> Bool {
    let first = Self.firstVisible(in: head.bytes)
    guard format == .json, first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
      !hasSeveralValues(head.bytes)
    else { return false }
    return try isLarge()
  }

  /// Returns the first byte that is neither white space nor part of a byte order mark. The encoding
  /// does not matter, because JSON begins with ASCII.
  private static func firstVisible(in head: ByteView) -> UInt8? {
    head.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) }
  }

  /// Throws if `option`, which splits JSON arrays, would be ignored.
  func require(_ option: Option, _ options: Options) throws(CommandError) {
    if options.has(option), format != .json {
      throw .usage("\(name): --\(option.name) is for JSON input, not for \(format.name)")
    }
  }

  /// Returns a record format that reads only the values at `path` in a large JSON document. `rest`
  /// is the remaining path within each of these values.
  func records(at path: WirePath) throws(CommandError) -> (RecordFormat, rest: WirePath)? {
    guard !path.isRoot, try hasOutline() else { return nil }
    let wildcard = path.steps.firstIndex { if case .wildcard = $0 { true } else { false } }
    guard let wildcard else { return (.jsonValue(at: path), .root) }
    let start = WirePath(steps: Array(path.steps[..<wildcard]))
    let rest = WirePath(steps: Array(path.steps[(wildcard + 1)...]))
    return (.jsonElements(at: start), rest)
  }
}

extension CommandError {
  /// Creates the command's error for an error of the system.
  init(_ problem: Problem) {
    switch problem.errorNumber {
    case EPIPE: self = .outputClosed
    // The system has read the file, and its contents are wrong.
    case nil: self = .invalid(problem)
    default: self = .system(problem.description.visible)
    }
  }

  /// Returns the result of `body`, which reads or writes a stream, and converts its errors.
  static func reading<Value>(_ body: () throws -> Value) throws(CommandError) -> Value {
    do {
      return try body()
    } catch {
      throw CommandError(reading: error)
    }
  }

  /// Creates the command's error for any error of a source or a target.
  init(reading error: any Error) {
    if let error = error as? CommandError {
      self = error
    } else if let error = error as? Problem {
      self.init(error)
    } else {
      self = .system("\(error)")
    }
  }
}
