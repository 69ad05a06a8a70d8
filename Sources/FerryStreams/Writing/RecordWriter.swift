import FerryBytes
package import FerryCoding
package import FerryTape

/// Writes values one after the other as the records of a stream.
///
/// ```swift
/// let writer = try JSON.recordWriter(for: Event.self, to: .file("events.ndjson"))
/// for event in events { try writer.write(event) }
/// try writer.finish()
/// ```
///
/// Memory is needed for one record and 64 KiB. A value that cannot be encoded is an error and
/// leaves no trace in the stream. What the target does not take ends the stream: writing on or
/// finishing throws that error again. Without ``finish()``, a file keeps its old contents.
public final class RecordWriter<Value: Encodable> {
  private let target: OpenTarget
  private let options: CodingOptions
  private let format: any RecordWriting
  /// Appends a record directly. Returns false if the record needs the tape; the output may then end
  /// in a part of it.
  package typealias DirectEncoding = (Value, inout ByteWriter) -> Bool
  private let encodeDirectly: DirectEncoding?
  private var output = ByteWriter()
  private var state = State.open

  private enum State {
    case open
    case finished
    /// Why the target took no more. What came behind the hole would be damage.
    case failed(any Error)
  }

  private static var flushThreshold: Int { 64 << 10 }

  package init(
    _ target: StreamTarget, _ format: any RecordWriting, _ options: CodingOptions,
    encodeDirectly: DirectEncoding? = nil
  ) throws(StreamError) {
    self.target = try target.open()
    self.format = format
    self.options = options
    self.encodeDirectly = encodeDirectly
  }

  deinit {
    if case .open = state { target.discard() }
  }

  /// Adds `value` as the next record.
  /// - Throws: `EncodingError`, or ``StreamError`` when the target takes no more or the stream has
  ///   ended.
  public func write(_ value: Value) throws {
    try requireOpen()
    let mark = output.count
    if encodeDirectly?(value, &output) != true {
      output.truncate(to: mark)
      try writeFromTape(value)
    }
    if output.count >= Self.flushThreshold { try send() }
  }

  /// Adds `value` by way of a tape.
  private func writeFromTape(_ value: Value) throws {
    let mark = output.count
    try EncodingSession.encode(value, options: options) { view throws(WireFailure) in
      do throws(WireFailure) {
        try format.append(view, root: 0, to: &output)
      } catch {
        output.truncate(to: mark)
        throw error
      }
    }
  }

  /// Hands everything over to the target, so that whoever reads it finds all records so far.
  public func flush() throws {
    try requireOpen()
    format.flush(to: &output)
    try send()
  }

  /// Ends the stream; a file takes its name now, if all of it was written.
  public func finish() throws {
    if case .finished = state { return }
    try requireOpen()
    do {
      try format.finish(to: &output)
    } catch {
      throw discarding(error)
    }
    try send()
    do {
      state = .finished
      try target.commit()
    } catch {
      state = .failed(error)
      throw error
    }
  }

  private func send() throws {
    defer { output.clear() }
    do {
      try target.write(output.bytes)
    } catch {
      throw discarding(error)
    }
  }

  private func requireOpen() throws {
    switch state {
    case .open: break
    case .finished: throw target.closedFailure
    case .failed(let error): throw error
    }
  }

  private func discarding(_ error: any Error) -> any Error {
    state = .failed(error)
    target.discard()
    return error
  }
}

/// How records of one kind are written.
package protocol RecordWriting: AnyObject {
  /// Appends the record at `root` to `output`.
  func append(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(WireFailure)
  /// Appends what is held back.
  func flush(to output: inout ByteWriter)
  /// Appends what ends the stream.
  func finish(to output: inout ByteWriter) throws(WireFailure)
}

extension RecordWriting {
  package func flush(to output: inout ByteWriter) {}
  package func finish(to output: inout ByteWriter) {}
}
