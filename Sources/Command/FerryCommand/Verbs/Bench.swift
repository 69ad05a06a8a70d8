import FerryCoders
import FerryBase
import FerryStreams

/// `ferry bench FILE`
struct Bench: Verb {
  let name = "bench"
  let synopsis = "FILE"
  let summary = "measure a file in every format, with charts"
  let discussion = """
    Reads FILE and measures its documents in every format in memory: the size that ferry convert
    would write, and the speed of writing and reading on this machine, the best of several
    rounds. Speeds count the bytes of the format itself. The time column compares the cost of
    all documents. A series is measured as ndjson, not as json. --to FORMAT measures only that
    format.
    """
  let examples = """
      ferry bench twitter.json
      ferry bench --seconds 2 events.ndjson
    """
  let options = [Option.from, .to, .dropTags, .seconds]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    let file = try options.onlyFile(of: name)
    var seconds = 0.3
    if let text = options.value(of: .seconds) {
      guard let number = Double(text), number > 0, number <= 60 else {
        throw .usage("--seconds takes a number up to 60, not '\(text)'")
      }
      seconds = number
    }
    let input = try InputFile(file, told: options.from)
    let documents = try BenchDocuments(input)
    let results = try documents.measure(
      seconds: seconds, only: options.to, Layout(dropsTags: options.layout.dropsTags))
    let output = Output()
    output.append("\(input.name): \(Quantity.count(documents.count)) ")
    output.append(documents.count == 1 ? "document" : "documents")
    output.append(" in \(input.format.rawValue)\n")
    for (title, rows) in Self.charts(results) {
      output.append("\n\(title)\n" + Chart.rows(rows))
    }
    try output.finish()
    return ExitCode.success
  }

  private static func charts(
    _ results: [BenchResult]
  ) -> [(String, [(name: String, value: Double, text: String)])] {
    func rows(_ value: (BenchResult) -> Double, _ text: (BenchResult) -> String)
      -> [(name: String, value: Double, text: String)]
    {
      results.map { ($0.format.rawValue, value($0), text($0)) }
    }
    func speed(_ seconds: @escaping (BenchResult) -> Double) -> (BenchResult) -> String {
      { result in
        let time = Quantity.digits(seconds(result) * 1000) + " ms"
        return Quantity.rate(Double(result.size) / seconds(result)) + "  " + time
      }
    }
    return [
      ("Size", rows({ Double($0.size) }, { Quantity.bytes($0.size) })),
      ("Read, time", rows(\.reading, speed(\.reading))),
      ("Write, time", rows(\.writing, speed(\.writing))),
    ]
  }
}

extension Option {
  fileprivate static let seconds = Option(
    "seconds", argument: "N", "seconds for each measurement (else 0.3)")
}

/// The measurements of one format for all documents.
private struct BenchResult {
  let format: Format
  let size: Int
  let reading: Double
  let writing: Double
}

/// The documents of a file, ready to be written in any format.
private final class BenchDocuments {
  /// A document, and the function that explains its failures. The function keeps the tape in
  /// memory.
  private struct Kept {
    let document: TapeDocument
    let problem: (WireFailure) -> Problem
  }

  private var kept: [Kept] = []
  /// Whether the documents become lines or a record file, whatever their number.
  private let isSeries: Bool
  var count: Int { kept.count }

  private let series: DocumentSeriesReader

  init(_ input: InputFile) throws(CommandError) {
    series = try DocumentSeriesReader(input)
    // An empty input is measured as a series.
    let isEmpty = try series.isEmpty()
    isSeries = isEmpty ? true : try series.isSeveral()
    while let batch = try series.fetch() {
      let tape = BatchTape(
        series.name, series.format, series.records, isWhole: series.whole != nil)
      tape.read(batch)
      for (index, root) in tape.list.roots.enumerated() {
        guard root >= 0 else { throw .invalid(tape.problem(ofUnreadable: index)) }
        kept.append(
          Kept(document: TapeDocument(view: tape.view, root: root)) {
            tape.problem(of: $0, document: index)
          })
      }
      if let problem = tape.finalProblem { throw .invalid(problem) }
    }
  }

  func measure(
    seconds: Double, only: Format?, _ layout: Layout
  ) throws(CommandError) -> [BenchResult] {
    var results: [BenchResult] = []
    for format in only.map({ [$0] }) ?? formats {
      var output = ByteWriter()
      try write(format, layout, to: &output)
      let bytes = Array(output.bytes)
      try check(bytes, format)
      // The first round has succeeded, so further rounds succeed as well.
      let writing = Self.best(seconds) {
        output.clear(retaining: .max)
        try? self.write(format, layout, to: &output)
      }
      var tape = Tape()
      let reading = Self.best(seconds) { _ = self.read(bytes, format, into: &tape) }
      results.append(
        BenchResult(format: format, size: bytes.count, reading: reading, writing: writing))
    }
    return results
  }

  private var formats: [Format] {
    var formats: [Format] = [isSeries ? .ndjson : .json]
    #if FERRY_YAML
    formats.append(.yaml)
    #endif
    return formats + [.binary]
  }

  /// Appends the output of `ferry convert`. A writer ends one output, so each output has its own.
  private func write(
    _ format: Format, _ layout: Layout, to output: inout ByteWriter
  ) throws(CommandError) {
    try format.requireWriting()
    let writer = DocumentWriter(format, several: isSeries, layout)
    let start = output.count
    for kept in kept {
      do throws(WireFailure) {
        try writer.write(.node(kept.document.root), of: kept.document.view, to: &output)
      } catch {
        var problem = kept.problem(error)
        problem.name(format, error, in: kept.document.view)
        throw .invalid(problem)
      }
    }
    if isSeries, format == .json { return SeriesOutput.frame(&output, from: start) }
    do throws(WireFailure) {
      try writer.finish(to: &output)
    } catch {
      throw .system("cannot end the output: \(error.kind)")
    }
  }

  private func check(_ bytes: [UInt8], _ format: Format) throws(CommandError) {
    var tape = Tape()
    guard let failure = read(bytes, format, into: &tape) else { return }
    throw .system("cannot read the written \(format.rawValue): \(failure.kind)")
  }

  /// Reads all documents.
  /// - Returns: the first failure of a document, or `nil`.
  private func read(_ bytes: [UInt8], _ format: Format, into tape: inout Tape) -> WireFailure? {
    bytes.withByteView { bytes in
      var list = RecordList()
      guard isSeries || format == .ndjson || format == .seq, let records = format.series() else {
        let batch = Batch(document: bytes, isText: format.isText)
        // Every format that can be written has a reader.
        try? format.document().reader.read(batch, into: &tape, &list)
        return list.failures[0].map { WireFailure($0) }
      }
      var failure: WireFailure?
      var feed = Feed(records.makeFraming())
      let source = ChunkSource(bytes: bytes)
      while let batch = try? feed.next(from: source) {
        records.reader.read(batch, into: &tape, &list)
        failure =
          failure ?? batch.records.failure ?? list.failures.first.map { WireFailure($0.value) }
        feed.recycle(batch.buffer)
      }
      return failure
    }
  }

  /// Returns the shortest time of one round, in seconds. The rounds take `seconds` in total.
  private static func best(_ seconds: Double, _ body: () -> Void) -> Double {
    var best = Double.infinity
    let end = Progress.now() + seconds
    repeat {
      let start = Progress.now()
      body()
      best = min(best, Progress.now() - start)
    } while Progress.now() < end
    return max(best, 1e-9)
  }
}
