import Ferry
import FerryJSONEngine

/// The work on the pieces of one large JSON document. Every thread has a task of its own. Each
/// batch starts with `begin`, which passes the position in the document.
protocol OutlineTask: AnyObject {
  func begin(in levels: [OutlineLevel])
  func open(isMap: Bool, to output: inout ByteWriter) throws(WireFailure)
  func close(to output: inout ByteWriter) throws(WireFailure)
  func key(_ root: Int, of view: TapeView, to output: inout ByteWriter) throws(WireFailure)

  /// Processes the value at `root`, which was read from `text`.
  func value(
    _ root: Int, of view: TapeView, text: ByteView, to output: inout ByteWriter
  ) throws(WireFailure)
}

extension OutlineTask {
  func begin(in levels: [OutlineLevel]) {}
  func open(isMap: Bool, to output: inout ByteWriter) {}
  func close(to output: inout ByteWriter) {}
  func key(_ root: Int, of view: TapeView, to output: inout ByteWriter) {}
  func value(_ root: Int, of view: TapeView, text: ByteView, to output: inout ByteWriter) {}
}

extension [OutlineLevel] {
  /// The levels, each with whether it has no value yet. A container with another one inside has one.
  var areEmpty: [(OutlineLevel, Bool)] {
    enumerated().map { ($1, $1.isEmpty && $0 == count - 1) }
  }
}

/// A worker that reads the pieces of batches and passes them to a task.
final class OutlineWorker {
  private let task: any OutlineTask
  private let name: String
  private var tape = Tape()
  private var roots: [Int] = []

  /// The depth limit of JSON, including the levels of the outline.
  private static let depthLimit = JSONReadingOptions().depthLimit

  init(_ task: any OutlineTask, file name: String) {
    self.task = task
    self.name = name
  }

  func work(on batch: Batch) -> BatchOutcome {
    let outcome = BatchOutcome()
    outcome.inputCount = batch.bytes.count
    guard let outline = batch.records.outline else { return outcome }
    var failure = read(batch, outline)
    if !batch.bytes.isEmpty {
      do throws(WireFailure) {
        try write(TapeView(tape, input: batch.bytes), batch, outline, to: &outcome.output)
      } catch {
        failure = error
      }
    }
    if let failure {
      outcome.problems.append(problem(of: failure, batch, outline))
    } else if let failure = batch.records.failure {
      outcome.problems.append(problem(of: failure, batch, outline))
    }
    return outcome
  }

  /// Reads keys and values up to the first invalid one. Returns its failure.
  private func read(_ batch: Batch, _ outline: Outline) -> WireFailure? {
    tape.clear()
    roots.removeAll(keepingCapacity: true)
    var options = JSONReadingOptions()
    options.depthLimit = Self.depthLimit - OutlineFraming.deepestLevel
    let isCutOff = batch.records.failure?.kind == .unexpectedEnd
    var reader = JSONRecordReader(
      batch.bytes, options: options, endsWithValue: !isCutOff)
    var level = outline.levels.count
    for (piece, range) in zip(outline.pieces, batch.records.ranges) {
      let root = tape.count
      switch piece {
      case .openMap, .openList: level += 1
      case .close: level -= 1
      case .key, .value:
        do throws(WireFailure) {
          do throws(WireFailure) {
            try reader.read(range, into: &tape)
          } catch {
            // A lower limit is enough for most values. Only a value that exceeds it is read with
            // the exact limit.
            guard error.kind == .depthLimit else { throw error }
            options.depthLimit = Self.depthLimit - level
            var exact = JSONRecordReader(batch.bytes, options: options)
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
  ) throws(WireFailure) {
    task.begin(in: outline.levels)
    for (index, root) in roots.enumerated() {
      let text = ByteView(rebasing: batch.bytes[batch.records.ranges[index]])
      do throws(WireFailure) {
        switch outline.pieces[index] {
        case .openMap: try task.open(isMap: true, to: &output)
        case .openList: try task.open(isMap: false, to: &output)
        case .close: try task.close(to: &output)
        case .key: try task.key(root, of: view, to: &output)
        case .value: try task.value(root, of: view, text: text, to: &output)
        }
      } catch {
        roots.removeLast(roots.count - index)
        let inner =
          error.node < root
          ? 0 : JSONReadingOptions().offset(ofNode: error.node - root, in: text)
        throw WireFailure(error.kind, offset: batch.records.ranges[index].lowerBound + (inner ?? 0))
      }
    }
  }

  // MARK: Failures

  private func problem(
    of failure: WireFailure, _ batch: Batch, _ outline: Outline
  ) -> Problem {
    // The path already names a duplicate key.
    var problem =
      failure.kind == .duplicateKey
      ? Problem(failure)
      : JSONReadingOptions().problem(failure, in: batch.bytes).withOption(of: .json)
    let offset =
      failure.kind == .unexpectedEnd
      ? batch.bytes.lastVisible(before: failure.offset) : failure.offset
    problem.location = .offset(offset)
    problem = problem.placed { batch.place(of: $0, isText: true).in(name) }
    // All earlier pieces were read and written.
    problem.path = path(afterPieces: roots.count, batch, outline)
    if roots.count < outline.pieces.count {
      let record = BatchRecord(roots.count, of: batch, RecordList(), .jsonLines())
      problem.path = problem.path.appending(record.pathOfFailure)
    }
    return problem
  }

  /// Returns the path to the piece at `index`.
  private func path(afterPieces index: Int, _ batch: Batch, _ outline: Outline) -> WirePath {
    var levels = outline.levels
    for (piece, range) in zip(outline.pieces[..<index], batch.records.ranges) {
      switch piece {
      case .openMap, .openList: levels.append(OutlineLevel(isMap: piece == .openMap))
      case .key: levels[levels.count - 1].key = Array(batch.bytes[range])
      case .close:
        levels.removeLast()
        fallthrough
      case .value:
        levels.endValue()
      }
    }
    // Between the members of an object, no value has begun.
    if levels.last?.awaitsKey == true { levels.removeLast() }
    return WirePath(steps: levels.map(\.step))
  }
}
