package import FerryBase
public import FerryCoders
package import FerryCoding

/// A writer of values as the records of a stream, one after the other.
///
/// ```swift
/// let writer = try JSON.recordWriter(for: Event.self, to: .file("events.ndjson"))
/// for event in events { try writer.write(event) }
/// try writer.finish()
/// ```
///
/// The writer needs memory for one record and 64 KiB. A value that cannot be encoded is an error
/// and leaves nothing in the stream. An error of the target ends the stream: later calls to write
/// or finish throw the same error again. Without ``finish()``, a file keeps its old contents.
public final class RecordWriter<Value: Encodable> {
  private let target: OpenTarget
  private let options: CodingOptions
  private let format: any RecordWriting
  /// Encodes a record directly as a document; `nil` for a value that cannot be encoded.
  private let encodeDirectly: ((Value) -> [UInt8]?)?
  private var output = ByteWriter()
  private var state = State.open

  private enum State {
    case open
    /// The target has the bytes of the output.
    case sending
    case finished
    /// The target has failed with this error. Records behind the gap would be damaged.
    case failed(any Error)
  }

  private static var flushThreshold: Int { 64 << 10 }

  package init(
    _ target: StreamTarget, _ format: any RecordWriting, _ options: CodingOptions
  ) throws(Problem) {
    self.target = try target.open()
    self.format = format
    self.options = options
    encodeDirectly = nil
  }

  @usableFromInline
  init(
    _ target: StreamTarget, _ layout: any RecordArrangement, _ state: _EncoderState,
    direct: ((Value) -> [UInt8]?)? = nil
  ) throws(Problem) {
    self.target = try target.open()
    format = state.recordWriting(layout)
    options = state.coding
    encodeDirectly = state.isDirect && format.takesDocuments ? direct : nil
  }

  deinit {
    if case .open = state { target.discard() }
  }

  /// Adds `value` as the next record.
  /// - Throws: `EncodingError`, or ``Problem`` if the target fails or the stream has ended.
  public func write(_ value: Value) throws {
    try requireOpen()
    if !writeDirectly(value) { try writeFromTape(value) }
    if output.count >= Self.flushThreshold { try send() }
  }

  private func writeDirectly(_ value: Value) -> Bool {
    guard let document = encodeDirectly?(value) else { return false }
    document.withByteView { format.append(document: $0, to: &output) }
    return true
  }

  /// Adds `value` through a tape.
  private func writeFromTape(_ value: Value) throws {
    try EncodingSession.encode(value, options: options) { view throws(WireFailure) in
      // The encoding of the value may have written other records.
      let mark = output.count
      do throws(WireFailure) {
        try format.append(view, root: 0, to: &output)
      } catch {
        output.truncate(to: mark)
        throw error
      }
    }
  }

  /// Passes everything to the target, so that a reader of the target finds all records so far.
  public func flush() throws {
    try requireOpen()
    format.flush(to: &output)
    try send()
  }

  /// Ends the stream. A file takes its real name now, if it was written completely.
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
      state = .sending
      try target.write(output.bytes)
      state = .open
    } catch {
      throw discarding(error)
    }
  }

  private func requireOpen() throws {
    switch state {
    case .open: break
    case .sending:
      throw Problem(in: target.name, "the target cannot write to its own stream")
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
