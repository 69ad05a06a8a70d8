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
    func isEnd(_ line: Slice<ByteView>) -> Bool {
      let line = line.last == 0x0D ? line.dropLast() : line
      return ["---", "..."].contains(String(decoding: line, as: UTF8.self).trimmed)
    }
    let bytes = bytes
    var start = bytes.startIndex
    var isInside = false
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
      if isInside, isEnd(bytes[start..<end]) {
        var kept = ByteWriter(capacity: start)
        kept.append(ByteView(rebasing: bytes[..<start]))
        mapped = nil
        text = kept
        return
      }
      guard isInside || isEnd(bytes[start..<end]) else { break }
      isInside = true
      start = min(end + 1, bytes.endIndex)
    }
    throw .invalid(Problem(in: name, "the file has no front matter between two lines `---`"))
  }
}
