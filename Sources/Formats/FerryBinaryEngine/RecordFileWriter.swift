import FerryBase

/// A writer of record files: many records in frames, so that damage to one frame does not affect
/// other groups (Format.md, "Record files").
///
/// ```
/// head | reset | frame | frame | ... | reset | frame | ... | end
///   each: sync, flags, length, offset, checksum | count, new tables, values      about 64 KiB
/// ```
package struct RecordFileWriter: ~Copyable {
  /// The size of values in bytes at which a frame is written.
  private static let frameSize = 64 << 10
  /// The maximum size of one record in bytes. A reader must load the whole frame.
  private static let maximumRecordSize = 64 << 20

  private var values: TapeWriter
  private var scratch = ByteWriter()
  /// The number of records in the current frame, and the number of frames in the current group.
  private var recordCount = 0
  private var frameCount = 0
  /// The contents of the end frame.
  private var ending = RecordFileEnd()
  /// The frames of the file, once the first of them is known.
  private var frames: RecordFrames?
  /// The number of bytes of the file so far.
  private var fileOffset = 0

  /// Creates a writer at the start of a file. `options.checksum` has no effect, because every frame
  /// has a checksum.
  package init(options: BinaryWriter.Options = .init()) {
    values = TapeWriter(options: options)
  }

  /// Creates a writer that appends to a file. Its output belongs at offset `index.end`. The caller
  /// must first remove all later bytes of the file.
  package init(continuing index: RecordFileIndex, options: BinaryWriter.Options = .init()) {
    self.init(options: options)
    ending.count = index.count
    ending.groups = index.groups
    fileOffset = index.end
    frames = index.head.map { RecordFrames($0) }
  }

  /// Adds a record. Appends the frame to `output` when it is full.
  /// - Throws: The failures of ``BinaryWriter/write(document:root:to:)``, and `sizeLimit` for a
  ///   record beyond 64 MiB. The writer then leaves out the record and appends nothing to `output`.
  package mutating func append(
    _ view: TapeView, root: Int = 0, to output: inout ByteWriter
  ) throws(WireFailure) {
    let offset = values.size
    do throws(WireFailure) {
      try values.append(view, root: root)
      if values.size - offset > Self.maximumRecordSize {
        throw WireFailure(.sizeLimit, node: root)
      }
    } catch {
      values.truncate(to: offset)
      throw error
    }
    recordCount += 1
    if values.size >= Self.frameSize { flush(to: &output) }
  }

  /// Writes the current frame, so that a reader can read all records so far.
  package mutating func flush(to output: inout ByteWriter) {
    scratch.clear()
    guard recordCount > 0 else {
      _ = begun(on: &output)
      return
    }
    scratch.appendLength(recordCount)
    values.appendTables(to: &scratch)
    values.appendValues(to: &scratch)
    let start = appendFrame(frameCount == 0 ? BinaryFormat.resetFlag : 0, to: &output)
    if frameCount == 0 {
      ending.groups.append(RecordFileIndex.Group(offset: start, firstRecord: ending.count))
    }
    ending.count += UInt64(recordCount)
    recordCount = 0
    frameCount += 1
    if frameCount >= values.options.framesInGroup {
      frameCount = 0
      values.clear()
    } else {
      values.keepTables()
    }
  }

  /// Writes the current frame and the end frame.
  package mutating func finish(to output: inout ByteWriter) {
    flush(to: &output)
    scratch.clear()
    _ = begun(on: &output)
    ending.append(to: &scratch)
    appendFrame(BinaryFormat.endFlag, to: &output)
  }

  /// Returns the frames of the file. Writes its head first, if necessary. The identifier is the
  /// checksum of the first payload, so that a file has the same bytes each time it is written.
  private mutating func begun(on output: inout ByteWriter) -> RecordFrames {
    if let frames { return frames }
    let head = RecordFileHead(identifier: CRC32C.checksum(scratch.bytes))
    head.append(to: &output)
    fileOffset = RecordFileHead.size
    let frames = RecordFrames(head)
    self.frames = frames
    return frames
  }

  /// Writes a frame with `scratch` as its payload.
  /// - Returns: The offset of the frame in the file.
  @discardableResult
  private mutating func appendFrame(_ flags: UInt8, to output: inout ByteWriter) -> Int {
    let frames = begun(on: &output)
    let (start, old) = (fileOffset, output.count)
    frames.appendFrame(flags, scratch.bytes, at: start, to: &output)
    fileOffset += output.count - old
    return start
  }
}
