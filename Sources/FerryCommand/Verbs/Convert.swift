import FerryBytes
import FerryStreams
import FerryTape

/// `ferry convert [FILE] [--from FORMAT] --to FORMAT`
struct Convert: Verb {
  let name = "convert"
  let synopsis = "[FILE] [--from FORMAT] --to FORMAT"
  let summary = "convert between formats"
  let discussion = """
    Converts FILE. One document stays one document. Several (ndjson, seq, YAML documents,
    record files) become a JSON array, lines, YAML documents or a record file. --to may be
    left out when -o names a file with a known extension, and with -I.

    Series of documents, with --array the elements of a JSON list, and large JSON documents that
    stay JSON are converted as they are read: memory does not depend on the size of the file.
    """
  let examples = """
      ferry convert config.yaml --to json --indent 2
      ferry convert big.json -o big.ferry
      ferry convert --array records.json --to ndjson | head -n 3
      ferry convert log.ndjson --to yaml
      ferry convert -I -S --indent 2 package.json
    """
  let options = Option.formats + [.output, .inPlace] + Option.layout + [.array, .jobs]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard options.operands.count <= 1 else {
      throw .usage("convert takes one file, not \(options.operands.count)")
    }
    let file = options.operands.first.flatMap { $0 == "-" ? nil : $0 }
    let named = options.value(of: .output).flatMap { Format(fileName: $0) }
    if options.has(.inPlace) {
      if file == nil { throw .usage("-I needs a file to write back to") }
      if options.has(.output) { throw .usage("-I and -o say different things") }
    } else if options.to == nil, named == nil {
      throw .usage("--to says which format to write: json, ndjson, seq, yaml or binary")
    }

    let input = try InputFile(file, told: options.from)
    let format = options.to ?? (options.has(.inPlace) ? input.format : nil) ?? named ?? .json
    // Told before the target is touched.
    _ = try makeSink(format, several: false, options.layout)
    let target = options.has(.inPlace) ? file : options.value(of: .output)
    let output = try target.map { path throws(CommandError) in try Output(path: path) } ?? Output()
    do throws(CommandError) {
      if let records = input.records(splittingArrays: options.has(.array)) {
        let series = try DocumentSeriesReader(input, as: records)
        try convert(series, to: format, output, options)
      } else if format != .binary, !options.layout.sortsKeys, !options.has(.array),
        try input.hasOutline()
      {
        try convertPieces(of: input, to: format, output, options)
      } else {
        try convert(try DocumentStream(input), to: format, output, options)
      }
      try output.finish()
    } catch {
      output.abandon()
      throw error
    }
    return ExitCode.success
  }

  /// Documents as they come.
  private func convert(
    _ series: DocumentSeriesReader, to format: Format, _ output: Output, _ options: Options
  ) throws(CommandError) {
    let several = series.isSeries || options.has(.array) ? true : try series.isSeveral()
    let layout = options.layout
    // The elements of a JSON list are the documents then; in a series, each list is taken apart.
    let splits = options.has(.array) && series.input.format != .json
    let frame: SeriesFrame = several && format == .json ? .jsonArray : .none
    if try series.isEmpty() {
      return try convertNothing(to: format, output)
    }
    // A record file numbers its records and fills its frames in order.
    let isParallel = format != .binary
    let sink = try makeSink(format, several: several, layout)
    let task: @Sendable () -> any DocumentTask = {
      ConvertTask(format, several: several, layout, splitsArrays: splits)
    }
    let held = isParallel ? nil : ConvertTask(sink, layout, splitsArrays: splits)
    nonisolated(unsafe) let only = held
    let progress = Progress(series.input.name, total: series.input.size, colour: options.colour)
    let target = SeriesOutput(output, frame)
    do throws(CommandError) {
      try series.run(
        threads: isParallel ? series.threads(options) : 1, goesOn: false, into: target,
        progress: progress, makeTask: { unsafe only ?? task() }
      ) { (problem: Diagnostic) throws(CommandError) in throw .invalid(problem) }
    } catch {
      if held != nil { sink.interrupt(to: &output.buffer) }
      throw error
    }
    try target.finish(isPretty: layout.indentation != .none)
    if held != nil { try output.end(sink) }
  }

  /// No documents: an array without elements, a record file without records, else an empty output.
  private func convertNothing(to format: Format, _ output: Output) throws(CommandError) {
    switch format {
    case .json: output.append("[]\n")
    case .binary: try output.end(RecordFileSink())
    case .json5, .ndjson, .seq, .yaml: break
    }
  }

  /// One large JSON document, piece by piece to JSON or YAML.
  private func convertPieces(
    of input: InputFile, to format: Format, _ output: Output, _ options: Options
  ) throws(CommandError) {
    #if YAML
    if format == .yaml {
      let layout = options.layout
      return try DocumentSeriesReader.runOutline(
        of: input, into: output, options, isSequential: true
      ) {
        OutlineYAMLTask(layout)
      }
    }
    #endif
    var layout = options.layout
    if format == .ndjson { layout.indentation = .none }
    if format == .seq { output.append("\u{1E}") }
    let pieces = layout
    try DocumentSeriesReader.runOutline(of: input, into: output, options) {
      OutlineJSONTask(pieces)
    }
    output.append("\n")
  }

  /// One document, which is in memory as a whole.
  private func convert(
    _ stream: DocumentStream, to format: Format, _ output: Output, _ options: Options
  ) throws(CommandError) {
    guard let document = try stream.next() else { return }
    let splits = options.has(.array)
    let sink = try makeSink(format, several: splits, options.layout)
    let writer = DocumentWriter(sink, sortsKeys: options.layout.sortsKeys)
    let target = SeriesOutput(output, splits && format == .json ? .jsonArray : .none)
    var text = ByteWriter()
    do throws(Failure) {
      if splits {
        try writer.writeElements(of: document.view, document.root, to: &text)
      } else {
        try writer.write(.node(document.root), of: document.view, to: &text)
      }
    } catch {
      try target.append(text)
      writer.interrupt(to: &output.buffer)
      throw .invalid(stream.diagnostic(of: error, in: document))
    }
    try target.append(text)
    try target.finish(isPretty: options.layout.indentation != .none)
    try output.end(sink)
  }
}

/// Writes each document in another format.
private final class ConvertTask: DocumentTask {
  private let sink: any DocumentSink
  private let writer: DocumentWriter
  private let splitsArrays: Bool
  private let endsBatches: Bool

  /// A task of one of several threads.
  convenience init(_ format: Format, several: Bool, _ layout: Layout, splitsArrays: Bool) {
    // The format was checked before any thread was started.
    let sink = try? makeSink(format, several: several, layout)
    self.init(
      sink ?? JSONLinesSink(layout), layout, splitsArrays: splitsArrays, endsBatches: true)
  }

  init(
    _ sink: any DocumentSink, _ layout: Layout, splitsArrays: Bool, endsBatches: Bool = false
  ) {
    self.sink = sink
    self.splitsArrays = splitsArrays
    self.endsBatches = endsBatches
    writer = DocumentWriter(sink, sortsKeys: layout.sortsKeys)
  }

  var copying: RecordCopying? { splitsArrays ? nil : writer.copying }

  func process(_ document: Document, to output: inout ByteWriter) throws(Failure) {
    if splitsArrays {
      try writer.writeElements(of: document.view, document.root, to: &output)
    } else {
      try writer.write(document, to: &output)
    }
  }

  func endBatch(to output: inout ByteWriter) throws(Failure) {
    if endsBatches { try writer.finish(to: &output) }
  }
}
