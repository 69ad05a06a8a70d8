import FerryBinary
import FerryBytes
import FerryJSON
import FerryPath
import FerryStreams
import FerryTape

/// `ferry bench FILE`
struct Bench: Verb {
  let name = "bench"
  let synopsis = "FILE"
  let summary = "this file through every format, with charts"
  let discussion = """
    Reads FILE, and writes and reads its documents in every format in memory: sizes, and how
    fast each format is written and read on this machine, the best of several rounds. Speeds
    are bytes of the format itself; the time column compares what a document costs.
    """
  let examples = """
      ferry bench twitter.json
      ferry bench --seconds 2 events.ndjson
    """
  let options = [Option.from, .to, .seconds]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard options.operands.count <= 1 else {
      throw .usage("bench takes one file, not \(options.operands.count)")
    }
    var seconds = 0.3
    if let text = options.value(of: .seconds) {
      guard let number = Double(text), number > 0, number <= 60 else {
        throw .usage("--seconds takes a number up to 60, not '\(text)'")
      }
      seconds = number
    }
    let stream = try DocumentStream(options.operands.first, told: options.from)
    let documents = try BenchDocuments(stream)
    let results = try documents.measure(seconds: seconds, only: options.to)
    let output = Output()
    output.append("\(stream.name): \(Quantity.count(documents.count)) ")
    output.append(documents.count == 1 ? "document" : "documents")
    output.append(" in \(stream.format.rawValue)\n")
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
    "seconds", argument: "N", "time for each measurement (else 0.3)")
}

/// What a format takes for all documents.
private struct BenchResult {
  let format: Format
  let size: Int
  let reading: Double
  let writing: Double
}

/// The documents of a file, ready to be written in any format.
private final class BenchDocuments {
  /// As a record file: the form that all are kept in.
  private var kept: [(tape: BenchTape, root: Int)] = []
  var count: Int { kept.count }

  init(_ stream: DocumentStream) throws(CommandError) {
    while let document = try stream.next() {
      var output = ByteWriter()
      var writer = BinaryWriter()
      do throws(Failure) {
        try writer.write(document: document.view, root: document.root, to: &output)
        unsafe kept.append((try BenchTape(Array(output.bytes)), 0))
      } catch {
        throw .invalid(stream.diagnostic(of: error, in: document))
      }
    }
  }

  func measure(seconds: Double, only: Format?) throws(CommandError) -> [BenchResult] {
    var results: [BenchResult] = []
    let several = count > 1
    for format in [Format.json, .yaml, .binary] where only == nil || only == format {
      // Several documents stand each on a line of their own in JSON.
      guard let sink = try? makeSink(format == .json ? .ndjson : format, several: several, Layout())
      else { continue }
      var output = ByteWriter()
      var failure: Failure?
      let writing = Self.best(seconds) {
        output.clear(retaining: .max)
        do throws(Failure) {
          for (tape, root) in self.kept { try sink.write(tape.view, root: root, to: &output) }
          try sink.finish(to: &output)
        } catch {
          failure = error
        }
      }
      if let failure {
        throw .system("cannot write this as \(format.rawValue): \(failure.kind)")
      }
      let bytes = unsafe Array(output.bytes)
      let records = Self.records(format, several: several)
      var tape = Tape()
      var list = RecordList()
      let reading = Self.best(seconds) {
        unsafe bytes.withUnsafeBufferPointer { bytes in
          if format == .binary, !several {
            tape.clear()
            var reader = unsafe BinaryReader(bytes)
            try? reader.readDocument(into: &tape)
            return
          }
          var feed = Feed(records.makeFraming())
          let source = unsafe BenchSource(bytes)
          while let batch = try? feed.next(from: source) {
            records.reader.read(batch, into: &tape, &list)
            feed.recycle(batch.buffer)
          }
        }
      }
      results.append(
        BenchResult(format: format, size: bytes.count, reading: reading, writing: writing))
    }
    return results
  }

  private static func records(_ format: Format, several: Bool) -> RecordFormat {
    switch format {
    case .binary: return .recordFile()
    case .yaml:
      #if YAML
      return .yamlDocuments()
      #else
      return .jsonLines()
      #endif
    default: return .jsonLines()
    }
  }

  /// The least time of rounds that together take so many seconds.
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

/// A tape with the bytes that it refers to.
@safe
private final class BenchTape {
  private var tape = Tape()
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ document: [UInt8]) throws(Failure) {
    unsafe bytes = .allocate(capacity: max(1, document.count))
    _ = unsafe bytes.update(fromContentsOf: document)
    var reader = unsafe BinaryReader(UnsafeBufferPointer(bytes))
    try reader.readDocument(into: &tape)
  }

  deinit {
    unsafe bytes.deallocate()
  }

  var view: TapeView {
    unsafe TapeView(
      tape, input: bytes.baseAddress.map { unsafe UnsafePointer($0) } ?? UnsafePointer(tape.arena))
  }
}

/// Bytes that stay in place while they are read.
@safe
private final class BenchSource: ByteSource {
  private var rest: Slice<UnsafeBufferPointer<UInt8>>

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    unsafe rest = bytes[...]
  }

  func read(into room: UnsafeMutableRawBufferPointer) -> Int {
    let part = unsafe rest.prefix(room.count)
    unsafe room.copyBytes(from: part)
    unsafe rest = rest.dropFirst(part.count)
    return unsafe part.count
  }
}
