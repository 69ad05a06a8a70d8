import FerryBytes
import FerryTape

/// Writes record files: many values, one after the other, in frames that survive damage around
/// them (Format.md, "Record files").
///
/// ```
/// signature | reset | frame | frame | ... | reset | frame | ... | end
///   each: sync, flags, length, checksum | count, new tables, values      about 64 KiB
/// ```
package struct RecordFileWriter: ~Copyable {
  /// A frame is written out when its values have this many bytes.
  private static let frameSize = 64 << 10
  /// Bytes of one record, at most: a reader has to hold its frame.
  private static let maximumRecordSize = 64 << 20

  private var body: BodyWriter
  private var scratch = ByteWriter()
  /// Records in the frame, and frames in the group.
  private var recordCount = 0
  private var frameCount = 0
  /// What the end frame will say.
  private var ending = RecordFileEnd(count: 0, groups: [], frameStart: 0)
  /// Bytes of the file so far.
  private var fileOffset = 0

  /// A writer at the start of a file. `options.checksum` makes no difference: frames have theirs.
  package init(options: BinaryWriter.Options = .init()) {
    body = BodyWriter(options: options)
    // Every record has a tape of its own.
    body.keyLists.trustsNodes = false
  }

  /// A writer that goes on with a file: what it writes belongs at the offset `index.end`, and what
  /// is behind that in the file has to go first.
  package init(continuing index: RecordFileIndex, options: BinaryWriter.Options = .init()) {
    self.init(options: options)
    ending.count = index.count
    ending.groups = index.groups
    fileOffset = index.end
  }

  /// Adds a record. Bytes go to `output` whenever a frame is full.
  /// - Throws: as ``BinaryWriter/write(document:root:to:)``, and `sizeLimit` for a record beyond
  ///   64 MiB. The file goes on without the record then, and nothing went to `output`.
  package mutating func append(
    _ view: TapeView, root: Int = 0, to output: inout ByteWriter
  ) throws(WireFailure) {
    let offset = body.body.count
    do throws(WireFailure) {
      try body.append(view, root: root)
      if body.body.count - offset > Self.maximumRecordSize {
        throw WireFailure(.sizeLimit, node: root)
      }
    } catch {
      body.body.truncate(to: offset)
      throw error
    }
    recordCount += 1
    if body.body.count >= Self.frameSize { flush(to: &output) }
  }

  /// Writes out the frame that is being filled, so that a reader finds all records so far.
  package mutating func flush(to output: inout ByteWriter) {
    start(output: &output)
    guard recordCount > 0 else { return }
    scratch.clear()
    scratch.appendLength(recordCount)
    body.appendTables(to: &scratch)
    scratch.append(body.body.bytes)
    if frameCount == 0 {
      ending.groups.append(
        RecordFileIndex.Group(offset: fileOffset, firstRecord: ending.count))
    }
    appendFrame(frameCount == 0 ? BinaryFormat.resetFlag : 0, to: &output)
    ending.count += UInt64(recordCount)
    recordCount = 0
    frameCount += 1
    if frameCount >= body.options.framesInGroup {
      frameCount = 0
      body.clear()
    } else {
      body.keepTables()
    }
  }

  /// Writes out what is left and the end of the file.
  package mutating func finish(to output: inout ByteWriter) {
    flush(to: &output)
    scratch.clear()
    ending.append(to: &scratch)
    appendFrame(BinaryFormat.endFlag, to: &output)
  }

  private mutating func start(output: inout ByteWriter) {
    guard fileOffset == 0 else { return }
    for byte in BinaryFormat.recordSignature { output.append(byte) }
    fileOffset = BinaryFormat.recordSignature.count
  }

  /// Writes a frame with `scratch` as its payload.
  private mutating func appendFrame(_ flags: UInt8, to output: inout ByteWriter) {
    let start = output.count
    output.reserve(BinaryFormat.frameHeaderSize + scratch.count)
    output.append(littleEndian: BinaryFormat.frameSync)
    output.append(flags)
    output.append(littleEndian: UInt32(truncatingIfNeeded: scratch.count))
    var checksum = CRC32C()
    checksum.update(
      output.bytes(from: start))
    checksum.update(scratch.bytes)
    output.append(littleEndian: checksum.value)
    output.append(scratch.bytes)
    fileOffset += output.count - start
  }
}
