import FerryBinary
import FerryBytes
import FerryCoding
public import FerryStreams
import FerryTape
internal import FerrySystem

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
    return try unsafe file.withBytes { input in
      if input.isEmpty { return BinaryRecordWriting(options) }
      let index = try unsafe RecordFileIndex(reading: input)
      if !index.isComplete {
        try unsafe index.expectNothingWhole(behind: input)
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
  fileprivate func expectNothingWhole(behind input: UnsafeBufferPointer<UInt8>) throws {
    var reader = unsafe RecordFileReader(input, groups: end..<input.count)
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
