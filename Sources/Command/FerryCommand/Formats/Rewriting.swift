import Ferry

/// The protection of a file that is read and then replaced.
struct Rewriting {
  private let mayDropComments: Bool

  init(_ options: Options) {
    mayDropComments = options.has(.dropComments)
  }

  /// Throws if `target` is the file that was read and the output would lose comments, or tags and
  /// directives of YAML. The text is valid, because it was read before.
  func requireNoLoss(
    in file: FileName, _ format: Format, _ target: FileName
  ) throws(CommandError) {
    guard format == .yaml || format == .json5, AtomicFile.isSameFile(file, target) else { return }
    let text = try Input(path: file)
    if !mayDropComments, let offset = format.firstComment(in: text.bytes) {
      throw loss(
        "the file would lose its comments; the first one is here", at: offset, of: text,
        hint: "--drop-comments deletes them; -o FILE writes to another file")
    }
    #if FERRY_YAML
    guard format == .yaml, let lost = YAMLMarkup.firstLostMarkup(in: text.bytes) else { return }
    throw loss(
      "the file would lose `\(lost.name)`", at: lost.offset, of: text,
      hint: "-o FILE writes to another file")
    #endif
  }

  private func loss(
    _ message: String, at offset: Int, of text: Input, hint: String
  ) -> CommandError {
    let place = SourcePlace(offset: offset, inText: text.bytes)
    return .refused(Problem(in: text.name, message, at: place, hint: hint))
  }
}

extension Option {
  static let dropComments = Option(
    "drop-comments", "delete the comments of a YAML or JSON5 file that is written back")
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
