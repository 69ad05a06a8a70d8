import Ferry
import FerryLayers
import FerrySystem

/// The whole input in memory. The memory lives as long as this object.
///
/// A large file is mapped, so that it may be larger than memory. Everything else is read. Small
/// files are not mapped, because truncating a mapped file ends the process (SIGBUS).
final class Input {
  /// The name in messages.
  let name: String
  /// The bytes that were read or converted.
  private var text: ByteWriter
  private var mapped: MappedMemory?

  private static let mappingThreshold = 64 << 20

  /// The bytes of the input. Text in UTF-16 or UTF-32 is converted to UTF-8.
  var bytes: ByteView {
    mapped?.bytes ?? text.bytes
  }

  /// Reads the file at `path`, or standard input for `nil` and `-`.
  convenience init(path: FileName?, isText: Bool = true) throws(CommandError) {
    try self.init(
      InputSource(try InputFile.open(path)), head: ByteWriter(), isText: isText)
  }

  /// Reads or maps `source`. `head` holds the bytes already read from it. Text is converted to
  /// UTF-8.
  init(
    _ source: InputSource, head: consuming ByteWriter, isText: Bool
  ) throws(CommandError) {
    name = source.name.visible
    text = head
    let size = source.size ?? 0
    // Standard input may be a file that another process has read in part.
    if size >= Self.mappingThreshold, let descriptor = source.descriptor,
      lseek(descriptor, 0, SEEK_CUR) == off_t(text.count)
    {
      mapped = MappedMemory(descriptor, count: size, isSequential: true)
    }
    if mapped == nil {
      // One byte more than the size, so that the end is found without growing the buffer.
      var limit: Int { text.count <= size ? size + 1 - text.count : 64 << 10 }
      while try source.read(to: &text, upTo: limit) > 0 {}
    }
    if isText { try becomeUTF8() }
  }

  private func becomeUTF8() throws(CommandError) {
    guard let encoding = TextEncoding(of: bytes) else { return }
    var converted = ByteWriter(capacity: bytes.count)
    if let offset = encoding.convert(bytes, to: &converted) {
      throw .invalid(
        Problem(
          in: name, "text is not valid \(encoding.name)", at: SourcePlace(binaryOffset: offset)))
    }
    mapped = nil
    text = converted
  }

  /// Keeps the front matter of a text in Markdown: the lines between two lines `---`.
  func keepFrontMatter() throws(CommandError) {
    guard let end = FrontMatter.end(in: bytes) else { throw FrontMatter.missing(in: name) }
    var kept = ByteWriter(capacity: end)
    kept.append(ByteView(rebasing: bytes[..<end]))
    mapped = nil
    text = kept
  }
}

/// The YAML document before a text in Markdown, between two lines `---`. The last line may be `...`.
enum FrontMatter {
  /// Returns the offset of the line that ends the front matter; `nil` if the text has none.
  static func end(in bytes: ByteView) -> Int? {
    var start = bytes.starts(with: SourcePlace.byteOrderMark) ? 3 : 0
    var isInside = false
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
      var line = bytes[start..<end]
      // An indented line is a part of a value.
      while let last = line.last, last.isBlank || last == 0x0D { line = line.dropLast() }
      if line.elementsEqual("---".utf8) || isInside && line.elementsEqual("...".utf8) {
        if isInside { return start }
        isInside = true
      } else if !isInside {
        return nil
      }
      start = end + 1
    }
    return nil
  }

  static func missing(in file: String) -> CommandError {
    .invalid(Problem(in: file, "the file has no front matter between two lines `---`"))
  }
}
