import CZlib
import Ferry
import FerrySystem

/// The source of an input. A file of gzip is unpacked once its first bytes were read.
final class InputSource: ByteSource {
  private let file: DescriptorSource
  private var unpacked: (any ByteSource)?

  init(_ file: DescriptorSource) { self.file = file }

  var name: String { file.name }
  /// The size in bytes, if it is known in advance.
  var size: Int? { unpacked == nil ? file.size : nil }
  /// The descriptor of the file; `nil` for a compressed file.
  var descriptor: Int32? { unpacked == nil ? file.descriptor : nil }

  func read(into buffer: MutableByteView) throws -> Int {
    try (unpacked ?? file).read(into: buffer)
  }

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

  /// Unpacks the file, whose first bytes are `head`.
  /// - Throws: `invalid` for a compression that this build does not read.
  func unpack(_ compression: Compression, _ head: ByteView) throws(CommandError) {
    if compression == .gzip, unpacked == nil {
      unpacked = GzipSource(Array(head), before: file)
      return
    }
    throw .invalid(compression.problem(in: name.visible))
  }
}

/// A source of the contents of a file of gzip (RFC 1952), which may have several members.
@safe
private final class GzipSource: ByteSource {
  private let file: DescriptorSource
  private let stream: UnsafeMutablePointer<z_stream>
  /// Compressed bytes, of which those from `position` on are not unpacked yet.
  private var input: [UInt8]
  private var position = 0
  /// Whether a member has ended and no other one has begun.
  private var isBetween = false

  init(_ head: [UInt8], before file: DescriptorSource) {
    self.file = file
    input = head
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // 16 more than the size of the window: the data has the header of gzip.
    unsafe inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  func read(into buffer: MutableByteView) throws -> Int {
    while true {
      // Some programs fill a block with zeros.
      while isBetween, position < input.count, input[position] == 0 { position += 1 }
      if position == input.count {
        input = [UInt8](repeating: 0, count: 64 << 10)
        let count = try input.withMutableByteView { try file.read(into: $0) }
        input.removeLast(input.count - count)
        position = 0
        if count == 0 {
          guard isBetween else { throw problem("the file ends within its compressed data") }
          return 0
        }
        continue
      }
      isBetween = false
      let count = try inflated(into: buffer)
      if count > 0 { return count }
    }
  }

  /// Unpacks a part of the input.
  private func inflated(into buffer: MutableByteView) throws -> Int {
    let code = unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe stream.pointee.next_in = input.baseAddress.map { unsafe $0 + position }
      unsafe stream.pointee.avail_in = UInt32(clamping: input.count - position)
      unsafe stream.pointee.next_out = buffer.start
      unsafe stream.pointee.avail_out = UInt32(clamping: buffer.count)
      return unsafe inflate(stream, Z_NO_FLUSH)
    }
    position = unsafe input.count - Int(stream.pointee.avail_in)
    switch code {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END:
      isBetween = true
      unsafe inflateReset(stream)
    default: throw problem("the compressed data is invalid")
    }
    return unsafe buffer.count - Int(stream.pointee.avail_out)
  }

  private func problem(_ words: String) -> Problem { Problem(in: file.name.visible, words) }
}
