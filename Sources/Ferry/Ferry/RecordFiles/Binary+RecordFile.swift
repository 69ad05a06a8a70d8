public import FerryBinary
internal import FerryBinaryEngine
internal import FerryBase
internal import FerryCoders
internal import FerryCoding
import FerryStreams

extension Binary {
  /// A record file with access to any record by its number, and to parts that can be read in
  /// parallel.
  ///
  /// ```swift
  /// let file = try Binary.RecordFile<Event>(path: "events.ferry")
  /// let last = try file.record(at: file.count - 1)
  /// DispatchQueue.concurrentPerform(iterations: 4) { [parts = file.parts(4)] part in
  ///   for event in parts[part] { use(event) }
  /// }
  /// ```
  ///
  /// The file is mapped into memory, so it may be of any size. Records that are appended after
  /// opening are not visible. The process crashes if the file is truncated while it is open. A file
  /// without an end frame, because its writer has not finished or was killed, contains the records
  /// of its complete frames.
  public struct RecordFile<Value: Decodable>: Sendable {
    private let bytes: any DocumentBytes
    private let index: RecordFileIndex
    private let decoder: Decoder

    /// Opens the file at `path`.
    /// - Throws: ``Problem``; `DecodingError` if the file is not a record file.
    public init(path: String, decoder: Decoder = Decoder()) throws {
      try self.init(MappedFile(path), decoder)
    }

    /// Reads the record file in `bytes`. It keeps them without a copy, unless they are not
    /// contiguous.
    /// - Throws: `DecodingError` if the bytes are not a record file.
    public init(_ bytes: some Collection<UInt8> & Sendable, decoder: Decoder = Decoder()) throws {
      try self.init(CollectionBytes.owner(of: bytes), decoder)
    }

    private init(_ bytes: any DocumentBytes, _ decoder: Decoder) throws {
      self.bytes = bytes
      self.decoder = decoder
      index = try bytes.withBytes { try RecordFileIndex(reading: $0) }
    }

    /// The number of records.
    public var count: Int { Int(clamping: index.count) }

    /// Whether the file has an end frame. A file without one was truncated, or is still being
    /// written.
    public var isComplete: Bool { index.isComplete }

    /// Returns the record with this number, counted from 0; `nil` if the file has fewer records.
    ///
    /// Only the record's group of frames is read, about 64 KiB. The records before it in the group
    /// are skipped.
    /// - Throws: `DecodingError`, whose problem has the byte offset.
    public func record(at number: Int) throws -> Value? {
      guard number >= 0, number < count else { return nil }
      return try bytes.withBytes { input in
        var reader = RecordFileReader(input, depthLimit: decoder.depthLimit)
        do throws(WireFailure) {
          _ = try reader.seek(toRecord: UInt64(number), index: index)
        } catch {
          throw DecodingError.unreadable(Problem(error).placed(SourcePlace.init(binaryOffset:)))
        }
        return try decode(&reader, input)
      }
    }

    /// All records, in file order.
    public var records: Records { Records(file: self, groups: index.groups.indices) }

    /// Returns the records in at most `count` parts of about the same size, in file order. Each
    /// part can be read on its own thread.
    public func parts(_ count: Int) -> [Records] {
      index.split(into: count).map { part in
        let first = index.firstGroup(from: part.range.lowerBound)
        return Records(file: self, groups: first..<index.firstGroup(from: part.range.upperBound))
      }
    }

    private func decode(_ reader: inout RecordFileReader, _ input: ByteView) throws -> Value {
      var cursor = PlaceCursor(input, isText: false)
      return try DecodingSession.decode(
        Value.self, from: &reader, &cursor, options: decoder.options(with: [:]))
    }

    /// Decodes the records of a group of frames, up to the first error.
    fileprivate func values(ofGroup group: Int) -> [Result<Value, any Error>] {
      bytes.withBytes { input in
        let first = index.groups[group].firstRecord
        let end = group + 1 < index.groups.count ? index.groups[group + 1].firstRecord : index.count
        var reader = RecordFileReader(
          input, groups: index.groups[group].offset..<input.count, recordNumber: first,
          depthLimit: decoder.depthLimit)
        var values: [Result<Value, any Error>] = []
        for number in first..<end {
          do {
            values.append(.success(try decode(&reader, input)))
          } catch {
            var problem = Problem(error)
            problem.record = Int(clamping: number) + 1
            values.append(.failure(problem))
            break
          }
        }
        return values
      }
    }
  }
}

extension Binary.RecordFile {
  /// Consecutive records of a record file. An element is a value, or a ``Problem`` that ends
  /// the sequence.
  public struct Records: Sequence, Sendable {
    fileprivate let file: Binary.RecordFile<Value>
    fileprivate let groups: Range<Int>

    /// Returns an iterator at the first record.
    public func makeIterator() -> some IteratorProtocol<Result<Value, any Error>> {
      GroupIterator(self)
    }

    /// An iterator that decodes one group of frames at a time.
    private struct GroupIterator: IteratorProtocol {
      private let file: Binary.RecordFile<Value>
      private var groups: Range<Int>
      private var values: [Result<Value, any Error>] = []
      private var position = 0

      init(_ records: Records) {
        file = records.file
        groups = records.groups
      }

      /// Returns the next value, or the error that ends the sequence; `nil` at the end.
      mutating func next() -> Result<Value, any Error>? {
        while position == values.count {
          guard let group = groups.first else { return nil }
          groups.removeFirst()
          values = file.values(ofGroup: group)
          position = 0
        }
        defer { position += 1 }
        if case .failure = values[position] { groups = groups.upperBound..<groups.upperBound }
        return values[position]
      }
    }
  }
}

extension RecordFileIndex {
  /// Reads the index. Failures are thrown as `DecodingError`.
  init(reading input: ByteView) throws {
    do throws(WireFailure) {
      try self.init(input)
    } catch {
      throw DecodingError.notRecordFile(error)
    }
  }

  /// Returns the number of the first group that begins at `offset` or later.
  fileprivate func firstGroup(from offset: Int) -> Int {
    groups.firstIndex { $0.offset >= offset } ?? groups.count
  }
}

extension DecodingError {
  /// Returns the error for an input without the head of a record file.
  static func notRecordFile(_ failure: WireFailure) -> DecodingError {
    let isDamaged = failure.kind == .checksumMismatch
    return unreadable(
      Problem(
        failure.kind, place: SourcePlace(binaryOffset: max(failure.offset, 0)),
        detail: isDamaged
          ? "the head of the record file is damaged" : "the input is not a record file"))
  }
}
