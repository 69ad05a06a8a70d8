import FerryCoders
import FerryBase
import FerryStreams
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
    try self.init(try InputFile.open(path), head: ByteWriter(), isText: isText)
  }

  /// Copies `text`.
  init(text: String, name: String) {
    self.name = name
    self.text = ByteWriter()
    self.text.append(text: text)
  }

  /// Reads or maps `source`. `head` holds the bytes already read from it. Text is converted to
  /// UTF-8.
  init(
    _ source: DescriptorSource, head: consuming ByteWriter, isText: Bool
  ) throws(CommandError) {
    name = source.name.visible
    text = head
    let size = source.size ?? 0
    // Standard input may be a file that another process has read in part.
    let position = lseek(source.descriptor, 0, SEEK_CUR)
    if size >= Self.mappingThreshold, position == off_t(text.count) {
      mapped = MappedMemory(source.descriptor, count: size, isSequential: true)
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
}

extension DescriptorSource {
  /// Reads once and appends at most `most` bytes to `output`.
  /// - Returns: the number of bytes read.
  func read(to output: inout ByteWriter, upTo most: Int) throws(CommandError) -> Int {
    var result = Result<Int, any Error>.success(0)
    output.append(upTo: most) { buffer in
      result = Result { try read(into: buffer) }
      return (try? result.get()) ?? 0
    }
    return try CommandError.reading { try result.get() }
  }
}
