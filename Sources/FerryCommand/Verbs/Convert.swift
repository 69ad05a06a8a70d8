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
    left out when -o names a file with a known extension, with -I, and for JSON with --indent,
    --tab or -c.

    Series of documents, with --array the elements of a JSON list, and large JSON documents that
    stay JSON are converted as they are read: memory does not depend on the size of the file.

    -I replaces the file as a whole and keeps its mode and extended attributes, and its owner if
    the user may give files away. A file with several names (hard links) is left alone: the other
    names would keep the old contents. So is one that would lose comments (--drop-comments deletes
    them) or tags of its own, with -o FILE as well; aliases and merge keys of YAML are expanded.
    """
  let examples = """
      ferry convert config.yaml --indent 2
      ferry convert big.json -o big.ferry
      ferry convert --array records.json --to ndjson | head -n 3
      ferry convert log.ndjson --to yaml
      ferry convert -I -S --indent 2 package.json
    """
  let options =
    Option.formats + [.output, .inPlace, .dropComments] + Option.layout + [.array, .jobs]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard options.operands.count <= 1 else {
      throw .usage("convert takes one file, not \(options.operands.count)")
    }
    let file = options.operands.first.flatMap { $0 == "-" ? nil : $0 }
    // White space is what JSON has.
    let spaced: Format? =
      [Option.compact, .indent, .tab].contains(where: options.has) ? .json : nil
    let named = options.file(of: .output).flatMap { Format(fileName: $0.description) } ?? spaced
    if options.has(.inPlace) {
      if file == nil { throw .usage("-I needs a file to write back to") }
      if options.has(.output) { throw .usage("-I and -o say different things") }
      if let file { try requireOneName(of: file) }
    } else if options.has(.dropComments), !options.has(.output) {
      throw .usage("--drop-comments is for a file that is written back, by -I or -o")
    } else if options.to == nil, named == nil {
      throw .usage("--to says which format to write: json, ndjson, seq, yaml or binary")
    }

    let input = try InputFile(file, told: options.from)
    let format = options.to ?? (options.has(.inPlace) ? input.format : nil) ?? named ?? .json
    // Told before the target is touched.
    let layout = try options.layout(for: format)
    _ = try makeSink(format, several: false, layout)
    let target = options.has(.inPlace) ? file : options.file(of: .output)
    let output = try Output(path: target, options, for: format)
    do throws(CommandError) {
      if let records = input.records(splittingArrays: options.has(.array)) {
        let series = try DocumentSeriesReader(input, as: records)
        try convert(series, to: format, layout, output, options)
      } else if format != .binary, !options.layout.sortsKeys, !options.has(.array),
        try input.hasOutline()
      {
        try convertPieces(of: input, to: format, layout, output, options)
      } else {
        try convert(try DocumentStream(input), to: format, layout, output, options)
      }
      if let file, let target {
        try Rewriting(options).requireNoLoss(in: file, input.format, target)
      }
      try output.finish()
    } catch {
      output.abandon()
      throw error
    }
    return ExitCode.success
  }

  /// A file with further names would not be the one that they lead to any more.
  private func requireOneName(of file: FileName) throws(CommandError) {
    let count = AtomicFile.nameCount(file)
    guard count > 1 else { return }
    var diagnostic = Diagnostic(
      file: file.description,
      message:
        "the file has \(count) names (hard links), and -I would change it for one of them only")
    diagnostic.hint =
      "write to a new file with -o; 'cp' its contents here, or 'mv' it here for this name"
    throw .refused(diagnostic)
  }

  /// Documents as they come.
  private func convert(
    _ series: DocumentSeriesReader, to format: Format, _ layout: Layout, _ output: Output,
    _ options: Options
  ) throws(CommandError) {
    let several = series.isSeries || options.has(.array) ? true : try series.isSeveral()
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
    of input: InputFile, to format: Format, _ layout: Layout, _ output: Output, _ options: Options
  ) throws(CommandError) {
    #if YAML
    if format == .yaml {
      return try DocumentSeriesReader.runOutline(
        of: input, into: output, options, isSequential: true
      ) {
        OutlineYAMLTask(layout)
      }
    }
    #endif
    if format == .seq { output.append("\u{1E}") }
    try DocumentSeriesReader.runOutline(of: input, into: output, options) {
      OutlineJSONTask(layout)
    }
    output.append("\n")
  }

  /// One document, which is in memory as a whole.
  private func convert(
    _ stream: DocumentStream, to format: Format, _ layout: Layout, _ output: Output,
    _ options: Options
  ) throws(CommandError) {
    guard let document = try stream.next() else { return }
    let splits = options.has(.array)
    let sink = try makeSink(format, several: splits, layout)
    let writer = DocumentWriter(sink, sortsKeys: layout.sortsKeys)
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
      throw .invalid(stream.diagnostic(of: error))
    }
    try target.append(text)
    try target.finish(isPretty: layout.indentation != .none)
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
