import FerryBytes
import FerryJSON
import FerryPath
import FerryStreams
import FerryTape

/// What is done with the pieces of one large JSON document. Every thread has a task of its own.
///
/// `levels` are the containers that are open around a piece, with what has ended in them.
protocol OutlineTask: AnyObject {
  func open(isMap: Bool, in levels: [OutlineLevel], to output: inout ByteWriter) throws(Failure)
  func close(
    _ level: OutlineLevel, in levels: [OutlineLevel], to output: inout ByteWriter
  ) throws(Failure)
  func key(
    _ root: Int, of view: TapeView, in levels: [OutlineLevel], to output: inout ByteWriter
  ) throws(Failure)

  /// The value at `root` was read from `text`.
  func value(
    _ root: Int, of view: TapeView, text: UnsafeBufferPointer<UInt8>, in levels: [OutlineLevel],
    to output: inout ByteWriter
  ) throws(Failure)
}

extension OutlineTask {
  func open(isMap: Bool, in levels: [OutlineLevel], to output: inout ByteWriter) {}
  func close(_ level: OutlineLevel, in levels: [OutlineLevel], to output: inout ByteWriter) {}
  func key(
    _ root: Int, of view: TapeView, in levels: [OutlineLevel], to output: inout ByteWriter
  ) {}
  func value(
    _ root: Int, of view: TapeView, text: UnsafeBufferPointer<UInt8>, in levels: [OutlineLevel],
    to output: inout ByteWriter
  ) {}
}

/// Reads the pieces of batches and does a task with them.
final class OutlineWorker {
  private let task: any OutlineTask
  private let name: String
  private var tape = Tape()
  private var roots: [Int] = []
  /// The containers around the piece at hand.
  private var levels: [OutlineLevel] = []

  /// As deep as JSON is read, the levels of the outline included.
  private static let depthLimit = JSONReadingOptions().depthLimit

  init(_ task: any OutlineTask, file name: String) {
    self.task = task
    self.name = name
  }

  func work(on batch: Batch) -> BatchOutcome {
    let outcome = BatchOutcome()
    outcome.inputCount = unsafe batch.bytes.count
    guard let outline = batch.records.outline else { return outcome }
    var failure = read(batch, outline)
    if let base = unsafe batch.bytes.baseAddress {
      do throws(Failure) {
        try unsafe write(TapeView(tape, input: base), batch, outline, to: &outcome.output)
      } catch {
        failure = error
      }
    }
    if let failure = failure ?? batch.records.failure {
      outcome.problems.append(diagnostic(of: failure, batch))
    }
    return outcome
  }

  /// Reads keys and values up to the first that is wrong.
  private func read(_ batch: Batch, _ outline: Outline) -> Failure? {
    tape.clear()
    roots.removeAll(keepingCapacity: true)
    var options = JSONReadingOptions()
    options.depthLimit = Self.depthLimit - OutlineFraming.deepestLevel
    let isCutOff = batch.records.failure?.kind == .unexpectedEnd
    var reader = unsafe JSONRecordReader(
      batch.bytes, options: options, endsWithValue: !isCutOff)
    var level = outline.levels.count
    for (piece, range) in zip(outline.pieces, batch.records.ranges) {
      let root = tape.count
      switch piece {
      case .openMap, .openList: level += 1
      case .close: level -= 1
      case .key, .value:
        do throws(Failure) {
          do throws(Failure) {
            try reader.read(range, into: &tape)
          } catch {
            // Most values are not near the limit, so it need not be exact for them.
            guard error.kind == .depthLimit else { throw error }
            options.depthLimit = Self.depthLimit - level
            var exact = unsafe JSONRecordReader(batch.bytes, options: options)
            try exact.read(range, into: &tape)
          }
        } catch {
          return error
        }
      }
      roots.append(root)
    }
    return nil
  }

  private func write(
    _ view: TapeView, _ batch: Batch, _ outline: Outline, to output: inout ByteWriter
  ) throws(Failure) {
    levels = outline.levels
    for (index, root) in roots.enumerated() {
      let text = unsafe UnsafeBufferPointer(rebasing: batch.bytes[batch.records.ranges[index]])
      do throws(Failure) {
        switch outline.pieces[index] {
        case .openMap, .openList:
          let isMap = outline.pieces[index] == .openMap
          try task.open(isMap: isMap, in: levels, to: &output)
          levels.append(OutlineLevel(isMap: isMap))
        case .close:
          try task.close(levels.removeLast(), in: levels, to: &output)
          levels.endValue()
        case .key:
          try task.key(root, of: view, in: levels, to: &output)
          unsafe levels[levels.count - 1].key.append(contentsOf: text)
        case .value:
          try unsafe task.value(root, of: view, text: text, in: levels, to: &output)
          levels.endValue()
        }
      } catch {
        roots.removeLast(roots.count - index)
        let inner =
          unsafe error.node < root
          ? 0 : JSONReader.offset(ofNode: error.node - root, in: text, options: .init())
        throw Failure(error.kind, offset: batch.records.ranges[index].lowerBound + (inner ?? 0))
      }
    }
  }

  // MARK: Failures

  private func diagnostic(of failure: Failure, _ batch: Batch) -> Diagnostic {
    var diagnostic = Diagnostic(file: name, message: failure.kind.description)
    // A key that comes twice is named by the path.
    if failure.kind != .duplicateKey {
      diagnostic.add(unsafe JSONReader.remark(on: failure, in: batch.bytes), in: .json) {
        batch.place(of: $0, isText: true)
      }
    }
    let offset =
      unsafe failure.kind == .unexpectedEnd
      ? batch.bytes.lastVisible(before: failure.offset) : failure.offset
    diagnostic.place = batch.place(of: offset, isText: true)
    // Everything before was read and written. Between the members of a map, no value is begun.
    if levels.last?.awaitsKey == true { levels.removeLast() }
    diagnostic.path = WirePath(steps: levels.map(\.step))
    if roots.count < batch.records.ranges.count {
      let inner = RecordFormat.jsonLines().reader.pathOfFailure(record: roots.count, in: batch)
      diagnostic.path = diagnostic.path.appending(inner)
    }
    return diagnostic
  }
}
