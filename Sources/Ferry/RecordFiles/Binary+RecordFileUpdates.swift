import FerryBinary
import FerryBytes
import FerryCoding
public import FerryStreams
internal import FerrySystem
import FerryTape

extension Binary {
  /// A writer that goes on with the record file at `path`, or begins it.
  ///
  /// Records are added in place: whoever reads meanwhile finds the old ones, and new ones as frames
  /// are complete. What a writer that was killed had begun and not completed is cut off, and what
  /// this one has written stays, whether it finishes or not. One writer at a time may have the file.
  /// - Throws: ``StreamError`` when the file cannot be opened, or has a writer;
  ///   `DecodingError` if it is no record file, or is damaged in front of whole frames:
  ///   ``recoverRecords(at:)`` keeps those.
  public static func recordWriter<T: Encodable>(
    for type: T.Type, appendingTo path: String, encoder: Encoder = Encoder()
  ) throws -> RecordWriter<T> {
    let options = encoder.options(with: [:])
    var writing = encoder.documents.writing.withLock { $0 }
    writing.depthLimit = options.depthLimit
    let descriptor = uninterrupted { unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw StreamError(path, "open", code: errno) }
    do {
      let records = try records(continuing: descriptor, path, writing)
      return try RecordWriter(.extended(descriptor, name: path), records, options)
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func records(
    continuing descriptor: Int32, _ path: String, _ options: BinaryWriter.Options
  ) throws -> BinaryRecordWriting {
    try lock(descriptor, name: path)
    let file = try MappedFile(descriptor, name: path)
    return try file.withBytes { input in
      if input.isEmpty { return BinaryRecordWriting(options) }
      let index = try RecordFileIndex(reading: input)
      if !index.isComplete {
        try index.expectNothingWhole(behind: input)
        guard uninterrupted({ ftruncate(descriptor, off_t(index.end)) }) == 0 else {
          throw StreamError(path, "write", code: errno)
        }
      }
      // The end frame is written over; what comes in its place is never shorter.
      guard lseek(descriptor, off_t(index.end), SEEK_SET) >= 0 else {
        throw StreamError(path, "write", code: errno)
      }
      return BinaryRecordWriting(continuing: index, options)
    }
  }
}

extension RecordFileIndex {
  /// Makes sure that nothing but an incomplete frame is behind the last whole one.
  fileprivate func expectNothingWhole(behind input: ByteView) throws {
    var reader = RecordFileReader(input, groups: end..<input.count)
    var tape = Tape()
    do throws(WireFailure) {
      guard end < input.count else { return }
      _ = try reader.readNext(into: &tape)
    } catch {
      guard reader.skipDamage() else { return }
      throw DecodingError.unreadable(
        PlacedFailure(
          kind: error.kind, place: SourcePlace(binaryOffset: max(error.offset, 0)),
          detail: "the record file is damaged in front of whole frames"))
    }
  }
}

extension Binary {
  /// What became of a record file that was damaged.
  public struct RecordRecovery: Sendable, Equatable {
    /// Records that the file has now.
    public let recordCount: Int
    /// Records that were lost, where the file says how many it had.
    public let lostRecordCount: Int?
    /// The bytes of the old file that could not be read.
    public let lostRanges: [Range<Int>]

    /// Whether the file was whole, and was left as it was.
    public var wasWhole: Bool { lostRanges.isEmpty }
  }

  /// Makes the record file at `path` whole again: with every record of its undamaged frames, and an
  /// end. A file that is whole stays as it is; any other is replaced when the new one is complete.
  /// - Throws: ``StreamError``, also when the file has a writer, whose last frame is no damage;
  ///   `DecodingError` if it is no record file.
  public static func recoverRecords(at path: String) throws -> RecordRecovery {
    let source = try DescriptorSource(path: FileName(path))
    try lock(source.descriptor, name: path)
    defer { unlock(source.descriptor) }
    let file = try MappedFile(source.descriptor, name: path)
    return try file.withBytes { input in
      _ = try RecordFileIndex(reading: input)
      let found = try Salvage(of: input) { _ in }
      if found.lostRanges.isEmpty { return found.report }
      let copy = try AtomicFile(replacing: FileName(path))
      var writer = RecordFileWriter()
      var output = ByteWriter()
      let written = try Salvage(of: input) { view in
        try writer.append(view, to: &output)
        guard output.count >= 64 << 10 else { return }
        try writeAll(output.bytes, to: copy.descriptor, name: path)
        output.clear()
      }
      writer.finish(to: &output)
      try writeAll(output.bytes, to: copy.descriptor, name: path)
      try copy.commit()
      return written.report
    }
  }
}

/// One walk over all records that can be read.
private struct Salvage {
  private(set) var lostRanges: [Range<Int>] = []
  private var count = 0
  private var statedCount: UInt64?

  init(of input: ByteView, _ body: (TapeView) throws -> Void) throws {
    guard !input.isEmpty else { return }
    var reader = RecordFileReader(input)
    var tape = Tape()
    while true {
      do throws(WireFailure) {
        guard try reader.readNext(into: &tape) else { break }
      } catch {
        tape.clear()
        if reader.skipDamage() { continue }
        // Nothing whole follows.
        lostRanges.append(min(reader.goodLength, input.count)..<input.count)
        break
      }
      try body(TapeView(tape, input: input))
      tape.clear()
      count += 1
    }
    lostRanges = reader.skippedRanges + lostRanges
    statedCount = reader.statedCount
  }

  var report: Binary.RecordRecovery {
    Binary.RecordRecovery(
      recordCount: count,
      lostRecordCount: statedCount.map { max(0, Int(clamping: $0) - count) },
      lostRanges: lostRanges)
  }
}
