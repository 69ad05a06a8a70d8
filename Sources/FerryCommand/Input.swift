import FerryBinary
import FerryBytes
import FerryStreams
import FerryTape
import FerrySystem

/// The whole input in memory, where it stays as long as this object lives.
///
/// A large file is mapped, so that it may be larger than memory; everything else is read. A mapped
/// file that somebody cuts short ends the process (SIGBUS), which is why small ones are read.
final class Input {
  /// How messages call it.
  let name: String
  /// What was read, or converted.
  private var text: ByteWriter
  private var mapped: MappedMemory?

  private static let mappingThreshold = 64 << 20

  /// What is in it; text in UTF-16 or UTF-32 has become UTF-8.
  var bytes: ByteView {
    mapped?.bytes ?? text.bytes
  }

  /// All of the file at `path`, or of standard input for `nil` and `-`.
  convenience init(path: FileName?) throws(CommandError) {
    try self.init(try InputFile.open(path), head: ByteWriter())
  }

  /// A copy of `text`.
  init(text: String, name: String) {
    self.name = name
    self.text = ByteWriter()
    self.text.append(text: text)
  }

  /// Takes what `source` has; `head` was read from it already.
  init(_ source: DescriptorSource, head: consuming ByteWriter) throws(CommandError) {
    name = source.name.visible
    text = head
    let size = source.size ?? 0
    // A file that standard input was opened on may have been read from before.
    let position = lseek(source.descriptor, 0, SEEK_CUR)
    if size >= Self.mappingThreshold, position == off_t(text.count) {
      mapped = MappedMemory(source.descriptor, count: size, isSequential: true)
    }
    if mapped == nil {
      // One byte more than the size, to see the end without growing.
      var limit: Int { text.count <= size ? size + 1 - text.count : 64 << 10 }
      while try source.read(to: &text, upTo: limit) > 0 {}
    }
    try becomeUTF8()
  }

  private func becomeUTF8() throws(CommandError) {
    let isBinary =
      BinaryReader.looksLikeRecordFile(bytes) || BinaryReader.looksLikeDocument(bytes)
    guard !isBinary, let encoding = TextEncoding(of: bytes) else { return }
    var converted = ByteWriter(capacity: bytes.count)
    if let offset = encoding.convert(bytes, to: &converted) {
      throw .invalid(
        Diagnostic(file: name, message: "text is not valid \(encoding.name)", byte: offset))
    }
    mapped = nil
    text = converted
  }
}

extension DescriptorSource {
  /// Reads once, at most `most` bytes, to the end of `output`.
  /// - Returns: how many there were.
  func read(to output: inout ByteWriter, upTo most: Int) throws(CommandError) -> Int {
    var result = Result<Int, any Error>.success(0)
    output.append(upTo: most) { buffer in
      result = Result { try read(into: buffer) }
      return (try? result.get()) ?? 0
    }
    return try CommandError.reading { try result.get() }
  }
}
