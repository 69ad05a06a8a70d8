public import FerryBinary
internal import FerryBinaryEngine
internal import FerryBase
internal import FerryCoders
internal import FerryCoding
public import FerryStreams
internal import FerrySystem

extension Binary {
  /// Returns a writer that appends to the record file at `path`, or creates the file.
  ///
  /// The writer changes the file in place: concurrent readers find the old records, and new records
  /// as soon as their frames are complete. If an earlier writer was killed, its incomplete frame is
  /// cut off. All complete frames of this writer stay in the file, even if it never finishes. Only
  /// one writer at a time can open the file.
  /// - Throws: ``Problem`` if the file cannot be opened, or has another writer. `DecodingError`
  ///   if the file is not a record file, or is damaged before complete frames; call
  ///   ``recoverRecords(at:)`` to keep them.
  public static func recordWriter<T: Encodable>(
    for type: T.Type, appendingTo path: String, encoder: Encoder = Encoder()
  ) throws -> RecordWriter<T> {
    let options = encoder.state.coding
    var writing = encoder.state.writing.options
    writing.depthLimit = options.depthLimit
    let descriptor = uninterrupted { unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw Problem(system: path, "open", code: errno) }
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
          throw Problem(system: path, "write", code: errno)
        }
      }
      // The new frame replaces the end frame and is never shorter.
      guard lseek(descriptor, off_t(index.end), SEEK_SET) >= 0 else {
        throw Problem(system: path, "write", code: errno)
      }
      return BinaryRecordWriting(continuing: index, options)
    }
  }
}

extension RecordFileIndex {
  /// Checks that only an incomplete frame follows the last complete one.
  fileprivate func expectNothingWhole(behind input: ByteView) throws {
    var reader = RecordFileReader(input, groups: end..<input.count)
    var tape = Tape()
    do throws(WireFailure) {
      guard end < input.count else { return }
      _ = try reader.readNext(into: &tape)
    } catch {
      guard reader.skipDamage() else { return }
      throw DecodingError.unreadable(
        Problem(
          error.kind, place: SourcePlace(binaryOffset: max(error.offset, 0)),
          detail: "the record file is damaged before a complete frame"))
    }
  }
}

extension Binary {
  /// The result of repairing a record file.
  public struct RecordRecovery: Sendable, Equatable {
    /// The number of records in the repaired file.
    public let recordCount: Int
    /// The number of lost records, if the old file states how many it had.
    public let lostRecordCount: Int?
    /// The byte ranges of the old file that could not be read.
    public let lostRanges: [Range<Int>]

    /// Whether the file was undamaged and stayed unchanged.
    public var wasWhole: Bool { lostRanges.isEmpty }
  }

  /// Repairs the record file at `path`: the result contains every record of the undamaged frames,
  /// and an end frame. A complete file stays unchanged. Any other file is replaced after the new
  /// one is complete.
  /// - Throws: ``Problem``, also if the file has a writer, whose last frame is not damage.
  ///   `DecodingError` if the file is not a record file.
  public static func recoverRecords(at path: String) throws -> RecordRecovery {
    let source = try DescriptorSource(path: FileName(path))
    try lock(source.descriptor, name: path)
    defer { unlock(source.descriptor) }
    let file = try MappedFile(source.descriptor, name: path)
    return try file.withBytes { input in
      try expectRecordFile(input)
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

/// Checks that `input` is a record file whose frames can be told from other bytes.
private func expectRecordFile(_ input: ByteView) throws {
  do throws(WireFailure) {
    _ = try RecordFileReader.head(of: input)
  } catch {
    throw DecodingError.notRecordFile(error)
  }
}

/// A pass over all readable records.
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
        // No complete frame follows.
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
