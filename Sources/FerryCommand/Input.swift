import FerryBinary
import FerryBytes
import FerryStreams
import FerryTape
import FerrySystem

/// The whole input in memory, where it stays as long as this object lives.
///
/// A large file is mapped, so that it may be larger than memory; everything else is read. A mapped
/// file that somebody cuts short ends the process (SIGBUS), which is why small ones are read.
@safe
final class Input {
  /// How messages call it.
  let name: String
  /// What was read, or converted.
  private var text: ByteWriter
  private var mapped: UnsafeRawBufferPointer?

  private static let mappingThreshold = 64 << 20

  /// What is in it; text in UTF-16 or UTF-32 has become UTF-8.
  var bytes: UnsafeBufferPointer<UInt8> {
    unsafe mapped?.assumingMemoryBound(to: UInt8.self) ?? text.bytes
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
      let memory = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, source.descriptor, 0)
      if let memory = unsafe memory, unsafe memory != MAP_FAILED {
        _ = unsafe madvise(memory, size, MADV_SEQUENTIAL)
        // The mapping has `size` bytes and is given back in `unmap`.
        unsafe mapped = UnsafeRawBufferPointer(start: memory, count: size)
      }
    }
    if unsafe mapped == nil {
      // One byte more than the size, to see the end without growing.
      var limit: Int { text.count <= size ? size + 1 - text.count : 64 << 10 }
      while try source.read(to: &text, upTo: limit) > 0 {}
    }
    try becomeUTF8()
  }

  deinit {
    unmap()
  }

  private func unmap() {
    if let mapped = unsafe mapped {
      unsafe munmap(UnsafeMutableRawPointer(mutating: mapped.baseAddress), mapped.count)
    }
    unsafe mapped = nil
  }

  private func becomeUTF8() throws(CommandError) {
    let isBinary =
      unsafe BinaryReader.looksLikeRecordFile(bytes) || BinaryReader.looksLikeDocument(bytes)
    guard !isBinary, let encoding = unsafe TextEncoding(of: bytes) else { return }
    var converted = unsafe ByteWriter(capacity: bytes.count)
    if let offset = unsafe encoding.convert(bytes, to: &converted) {
      throw .invalid(
        Diagnostic(file: name, message: "text is not valid \(encoding.name)", byte: offset))
    }
    unmap()
    text = converted
  }
}

extension DescriptorSource {
  /// Reads once, at most `most` bytes, to the end of `output`.
  /// - Returns: how many there were.
  func read(to output: inout ByteWriter, upTo most: Int) throws(CommandError) -> Int {
    var result = Result<Int, any Error>.success(0)
    unsafe output.append(upTo: most) { buffer in
      result = Result {
        try unsafe read(into: UnsafeMutableRawBufferPointer(start: buffer, count: most))
      }
      return (try? result.get()) ?? 0
    }
    return try CommandError.reading { try result.get() }
  }
}
