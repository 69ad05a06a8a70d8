import Ferry
import FerrySystem

/// A file that was read, for the check before its replacement.
struct ReadFile {
  /// The contents that a document is read from.
  enum Form {
    case document(Format)
    /// Lines `path = value`, with comments that begin with `#`.
    case lines
    /// Names or values that are only a part of the result.
    case variables
  }

  let name: FileName
  let form: Form
  /// Whether only a part of the file was read, or its unpacked contents.
  var isPartial = false
}

extension InputFile {
  /// The file, unless it is standard input.
  var readFiles: [ReadFile] {
    path.map { [ReadFile(name: $0, form: .document(format), isPartial: isPartial)] } ?? []
  }
}

/// The rule for every file that `-o` and `-I` replace: a file that was read loses nothing that the
/// reader does not carry.
///
/// ``Output`` checks it before a file gets its new contents, so that it holds for all verbs.
struct Rewriting {
  private let mayDropComments: Bool
  private let redacts: Bool

  init(_ options: Options) {
    mayDropComments = options.has(.dropComments)
    // An error must not show a line with a secret.
    redacts = options.has(.secret)
  }

  /// Throws if `target` is one of the files that were read, and a replacement loses something. This
  /// is its compression, the text behind its front matter, its other names, its comments or markup.
  /// The files are valid, because they were read before.
  func requireNoLoss(in files: [ReadFile], _ target: FileName) throws(CommandError) {
    guard let file = files.first(where: { AtomicFile.isSameFile($0.name, target) }) else { return }
    do throws(CommandError) {
      try Self.requireOneName(of: target)
      switch file.form {
      case _ where file.isPartial:
        throw .refused(
          Problem(
            in: target.description, "the file would lose its compression, or its text in Markdown",
            hint: Self.otherFile))
      case .variables:
        throw .refused(
          Problem(
            in: target.description, "the file has a part of the result, and would lose its form",
            hint: Self.otherFile))
      case .lines: try requireNoComments(of: try Input(path: target)) { Self.firstHash(in: $0) }
      case .document(let format): try requireNoLoss(in: target, format)
      }
    } catch {
      throw redacts ? error.redacted : error
    }
  }

  private func requireNoLoss(in file: FileName, _ format: Format) throws(CommandError) {
    guard format == .yaml || format == .json5 else { return }
    let text = try Input(path: file)
    try requireNoComments(of: text, format.firstComment)
    #if FERRY_YAML
    guard format == .yaml,
      let lost = YAMLMarkup.firstLostMarkup(in: text.bytes, readsYAML11: Format.readsYAML11)
    else { return }
    throw loss("the file would lose `\(lost.name)`", at: lost.offset, of: text, Self.otherFile)
    #endif
  }

  private func requireNoComments(
    of text: Input, _ find: (ByteView) -> Int?
  ) throws(CommandError) {
    guard !mayDropComments, let offset = find(text.bytes) else { return }
    throw loss(
      "the file would lose its comments; the first one is here", at: offset, of: text,
      "--drop-comments deletes them; " + Self.otherFile)
  }

  private func loss(
    _ message: String, at offset: Int, of text: Input, _ hint: String
  ) -> CommandError {
    let place = SourcePlace(offset: offset, inText: text.bytes)
    return .refused(Problem(in: text.name, message, at: place, hint: hint))
  }

  private static let otherFile = "-o FILE writes to another file"

  /// Throws if `file` has several names (hard links). The other names would keep the old contents.
  static func requireOneName(of file: FileName) throws(CommandError) {
    guard AtomicFile.isReplaceable(file) else {
      throw .refused(
        Problem(
          in: file.description,
          "ferry replaces regular files only, not a folder, a pipe or a device",
          hint: otherFile))
    }
    let count = AtomicFile.nameCount(file)
    guard count > 1 else { return }
    throw .refused(
      Problem(
        in: file.description,
        "the file has \(count) hard links, and ferry would replace only one of them",
        hint: "write to a new file with -o, then copy it to this file with 'cp'"))
  }

  /// Throws if the name of an output stands for a compression, because outputs are not compressed.
  static func requirePlainName(_ target: FileName) throws(CommandError) {
    let name = target.description
    guard let compression = Compression(ofFile: name) else { return }
    throw .usage(
      """
      ferry does not compress, and '\(name)' has the name of a file of \(compression.rawValue)
      Write '\(name.dropLast(compression.suffix.count))', and compress it with another command.
      """)
  }

  /// Returns the offset of the first line that begins with `#`.
  private static func firstHash(in bytes: ByteView) -> Int? {
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
      let first = bytes[start..<end].firstIndex { !$0.isBlank }
      if let first, bytes[first] == UInt8(ascii: "#") { return first }
      start = end + 1
    }
    return nil
  }
}

extension Options {
  /// Throws for `--drop-comments` without a file to write back to.
  func requireReplacedFile() throws(CommandError) {
    guard has(.dropComments), !has(.inPlace), !has(.output) else { return }
    throw .usage("--drop-comments needs -I, or -o with the file that is read")
  }
}

extension Option {
  static let dropComments = Option(
    "drop-comments", "delete the comments of a file that is written back")
}

extension Format {
  /// Returns the offset of the first comment; `nil` without one. `bytes` must be valid text of this
  /// format.
  func firstComment(in bytes: ByteView) -> Int? {
    switch self {
    case .json5: return Self.firstJSON5Comment(in: bytes)
    #if FERRY_YAML
    case .yaml: return YAMLMarkup.firstComment(in: bytes)
    #endif
    default: return nil
    }
  }

  /// Returns the offset of the first comment: the place where JSON5 without comments is invalid.
  private static func firstJSON5Comment(in bytes: ByteView) -> Int? {
    var decoder = JSON.Decoder()
    decoder.leniency = .json5
    decoder.leniency.remove(.comments)
    do {
      _ = try decoder.decode(AnyValue.self, from: bytes)
      return nil
    } catch {
      return (error as? DecodingError)?.problem?.place?.offset
    }
  }
}
