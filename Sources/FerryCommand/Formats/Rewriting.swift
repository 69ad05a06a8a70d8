import FerryBytes
import FerryStreams
import FerryTape
#if FERRY_YAML
import FerryYAML
#endif

/// The protection of a file that is read and then replaced.
struct Rewriting {
  private let mayDropComments: Bool

  init(_ options: Options) {
    mayDropComments = options.has(.dropComments)
  }

  /// Throws if `target` is the file that was read and the output would lose comments or tags. The
  /// text is valid, because it was read before.
  func requireNoLoss(
    in file: FileName, _ format: Format, _ target: FileName
  ) throws(CommandError) {
    guard format == .yaml || format == .json5, AtomicFile.isSameFile(file, target) else { return }
    let text = try Input(path: file)
    let markup = format.firstMarkup(in: text.bytes)
    if !mayDropComments, let offset = markup.comment {
      let hint = "--drop-comments deletes them; -o FILE writes to another file"
      throw .refused(loss(of: "comments", at: offset, in: text, hint: hint))
    }
    if let offset = markup.ownTag {
      throw .refused(
        loss(of: "tags", at: offset, in: text, hint: "-o FILE writes to another file"))
    }
  }

  private func loss(
    of markup: String, at offset: Int, in text: Input, hint: String
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      file: text.name,
      message: "the file would lose its \(markup); the first one is here")
    diagnostic.place = SourcePlace(
      offset: offset, inText: text.bytes)
    diagnostic.hint = hint
    return diagnostic
  }
}

extension Option {
  static let dropComments = Option(
    "drop-comments", "delete the comments of a YAML or JSON5 file that is written back")
}

extension Format {
  /// Returns the offsets of the first comment and of the first value with a custom tag, each `nil`
  /// if missing. `bytes` must be valid text of this format.
  func firstMarkup(in bytes: ByteView) -> (comment: Int?, ownTag: Int?) {
    switch self {
    case .json5: return (Self.firstJSON5Comment(in: bytes), nil)
    #if FERRY_YAML
    case .yaml:
      let markup = YAMLMarkup(of: bytes)
      return (markup.firstComment, markup.firstOwnTag)
    #endif
    default: return (nil, nil)
    }
  }

  /// Returns the offset of the first comment. In JSON5, every slash outside a string starts a
  /// comment.
  private static func firstJSON5Comment(in bytes: ByteView) -> Int? {
    var quote: UInt8?
    var isEscaped = false
    for offset in 0..<bytes.count {
      let byte = bytes[offset]
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "/") {
        return offset
      }
    }
    return nil
  }
}
