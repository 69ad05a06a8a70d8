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
    let file = try options.onlyFile(of: name).flatMap { $0 == "-" ? nil : $0 }
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
    try format.requireWriting()
    let target = options.has(.inPlace) ? file : options.file(of: .output)
    let output = try Output(path: target, options, for: format)
    try output.finish { () throws(CommandError) in
      if format != .binary, !options.layout.sortsKeys, !options.has(.array),
        try input.hasOutline()
      {
        try convertPieces(of: input, to: format, layout, output, options)
      } else {
        let series = try DocumentSeriesReader(input, splittingArrays: options.has(.array))
        try convert(series, to: format, layout, output, options)
      }
      if let file, let target {
        try Rewriting(options).requireNoLoss(in: file, input.format, target)
      }
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

  /// Documents as they come, or the one that is in memory as a whole.
  private func convert(
    _ series: DocumentSeriesReader, to format: Format, _ layout: Layout, _ output: Output,
    _ options: Options
  ) throws(CommandError) {
    let several = options.has(.array) ? true : try series.isSeveral()
    // The elements of a JSON list are the documents then; of others, each list is taken apart.
    let splits = options.has(.array) && (series.format != .json || series.whole != nil)
    if try series.isEmpty() {
      return try convertNothing(to: format, layout, output)
    }
    try series.write(
      format, layout, isArray: several && format == .json, to: output, options,
      makeTask: { ConvertTask(format, several: several, layout, splitsArrays: splits) })
  }

  /// No documents: an array without elements, a record file without records, else an empty output.
  private func convertNothing(
    to format: Format, _ layout: Layout, _ output: Output
  ) throws(CommandError) {
    switch format {
    case .json: output.append("[]\n")
    case .binary: try output.end(DocumentWriter(.binary, several: true, layout))
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
}

/// Writes each document in another format.
private final class ConvertTask: WritingTask {
  let writer: DocumentWriter
  private let splitsArrays: Bool

  init(_ format: Format, several: Bool, _ layout: Layout, splitsArrays: Bool) {
    self.splitsArrays = splitsArrays
    writer = DocumentWriter(format, several: several, layout)
  }

  var copying: RecordCopying? { splitsArrays ? nil : writer.copying }

  func process(_ document: TapeDocument, to output: inout ByteWriter) throws(WireFailure) {
    if splitsArrays {
      try writer.writeElements(of: document.view, document.root, to: &output)
    } else {
      try writer.write(document, to: &output)
    }
  }
}
