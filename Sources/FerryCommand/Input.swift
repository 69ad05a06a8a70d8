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
  /// What is in it; text in UTF-16 or UTF-32 has become UTF-8.
  private(set) var bytes: UnsafeBufferPointer<UInt8>
  private var isMapped: Bool

  private static let mappingThreshold = 64 << 20

  /// All of the file at `path`, or of standard input for `nil` and `-`.
  convenience init(path: FileName?) throws(CommandError) {
    try self.init(try InputFile.open(path), head: [])
  }

  /// A copy of `text`.
  init(text: String, name: String) {
    self.name = name
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(text.utf8.count, 1))
    _ = unsafe copy.update(fromContentsOf: text.utf8)
    unsafe bytes = UnsafeBufferPointer(start: copy.baseAddress, count: text.utf8.count)
    isMapped = false
  }

  /// Takes what `source` has; `head` was read from it already.
  init(_ source: DescriptorSource, head: [UInt8]) throws(CommandError) {
    name = source.name.visible
    let size = source.size ?? 0
    // A file that standard input was opened on may have been read from before.
    let position = lseek(source.descriptor, 0, SEEK_CUR)
    if size >= Self.mappingThreshold, position == off_t(head.count) {
      let memory = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, source.descriptor, 0)
      if let memory = unsafe memory, unsafe memory != MAP_FAILED {
        _ = unsafe madvise(memory, size, MADV_SEQUENTIAL)
        // The mapping has `size` bytes and is given back in `deinit`.
        unsafe bytes = UnsafeBufferPointer(
          start: memory.assumingMemoryBound(to: UInt8.self), count: size)
        isMapped = true
        try becomeUTF8()
        return
      }
    }
    unsafe bytes = try unsafe Self.readToEnd(source, head: head, expecting: size)
    isMapped = false
    try becomeUTF8()
  }

  deinit {
    release()
  }

  private func release() {
    if isMapped {
      unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    } else {
      unsafe bytes.deallocate()
    }
  }

  private func becomeUTF8() throws(CommandError) {
    let isBinary =
      unsafe BinaryReader.looksLikeRecordFile(bytes) || BinaryReader.looksLikeDocument(bytes)
    guard !isBinary, let encoding = unsafe TextEncoding(of: bytes) else { return }
    var text = unsafe ByteWriter(capacity: bytes.count)
    if let offset = unsafe encoding.convert(bytes, to: &text) {
      throw .invalid(
        Diagnostic(file: name, message: "text is not valid \(encoding.name)", byte: offset))
    }
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(text.count, 1))
    _ = unsafe copy.update(fromContentsOf: text.bytes)
    release()
    unsafe bytes = UnsafeBufferPointer(start: copy.baseAddress, count: text.count)
    isMapped = false
  }

  private static func readToEnd(
    _ source: DescriptorSource, head: [UInt8], expecting size: Int
  ) throws(CommandError) -> UnsafeBufferPointer<UInt8> {
    // One byte more than the size, to see the end without growing.
    let capacity = max(size + 1, head.count + 1, 64 << 10)
    var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: capacity)
    _ = unsafe buffer.update(fromContentsOf: head)
    var count = head.count
    while true {
      if count == buffer.count {
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 2 * buffer.count)
        _ = unsafe larger.update(fromContentsOf: buffer)
        unsafe buffer.deallocate()
        unsafe buffer = larger
      }
      let room = unsafe UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
      let received: Int
      do {
        received = try unsafe source.read(into: room)
      } catch {
        unsafe buffer.deallocate()
        throw CommandError(reading: error)
      }
      // The start stays that of the allocation, as `deallocate` needs it.
      if received == 0 {
        return unsafe UnsafeBufferPointer(start: buffer.baseAddress, count: count)
      }
      count += received
    }
  }
}
