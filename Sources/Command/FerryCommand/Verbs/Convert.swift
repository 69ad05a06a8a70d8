import Ferry

/// `ferry convert [FILE] [--from FORMAT] --to FORMAT`
struct Convert: Verb {
  let name = "convert"
  let synopsis = "[FILE] [--from FORMAT] --to FORMAT"
  let summary = "convert between formats"
  let discussion = """
    Converts FILE. One document stays one document. Several documents (ndjson, seq, YAML
    documents, record files) become a JSON array, lines, YAML documents or a record file. --to is
    optional if -o names a file with a known extension, with -I, and for JSON with --indent,
    --tab or -c.

    A series of documents, the elements of a JSON array with --array, and a large JSON document
    that stays JSON are converted as they are read. Memory does not depend on the size of the file.

    -I replaces the file as a whole. It keeps the mode, the extended attributes and, if permitted,
    the owner. It does not replace a file with several hard links, because the other links would
    keep the old contents.

    -I, and -o with the file that is read, refuse a file that would lose comments, tags such as !!set,
    %YAML 1.1, compression, or the text of Markdown. --drop-comments deletes the comments. Aliases and
    merge keys of YAML are expanded. Keys of YAML become text: '1: a' becomes "'1': a". With --yaml 1.1,
    YAML is written by value: 'yes' becomes 'true', and '0755' becomes '493'.

    A key with a custom tag is an error, and so is a value with one in a format without tags.
    --drop-tags writes them without their tags.
    """
  let examples = """
      ferry convert config.yaml --indent 2
      ferry convert big.json -o big.ferry
      ferry convert --array records.json --to ndjson | head -n 3
      ferry convert log.ndjson --to yaml
      ferry convert -I -S --indent 2 package.json
    """
  let options =
    Option.formats + [.output, .inPlace, .dropComments] + Option.layout
    + [.dropTags, .array, .jobs]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    let file = try options.onlyFile(of: name).flatMap { $0 == "-" ? nil : $0 }
    // The options for white space imply JSON.
    let spaced: Format? =
      [Option.compact, .indent, .tab].contains(where: options.has) ? .json : nil
    let named = options.namedFormat ?? spaced
    try options.requireReplacedFile()
    if options.has(.inPlace) {
      if file == nil { throw .usage("-I needs FILE") }
      if options.has(.output) { throw .usage("-I and -o exclude each other") }
      if let file { try Rewriting.requireOneName(of: file) }
    } else if options.to == nil, named == nil {
      let written = Format.names.filter { $0 != "json5" }.joined(separator: ", ")
      throw .usage("missing --to FORMAT: \(written)")
    }

    let input = try InputFile(file, as: options.from)
    let format = (options.has(.inPlace) ? options.to ?? input.format : named) ?? .json
    // The options are checked before the target is touched.
    var layout = try options.layout(for: format)
    layout.source = input.format
    input.target = format
    try format.requireWriting()
    let target = options.has(.inPlace) ? file : options.file(of: .output)
    let output = try Output(path: target, options, for: format)
    try output.finish(options) { () throws(CommandError) -> [ReadFile] in
      if format.isText, !options.layout.sortsKeys, !options.has(.array),
        try input.hasOutline()
      {
        try convertPieces(of: input, to: format, layout, output, options)
      } else {
        let series = try DocumentSeriesReader(input, splittingArrays: options.has(.array))
        try convert(series, to: format, layout, output, options)
      }
      return input.readFiles
    }
    return ExitCode.success
  }

  /// Converts documents one by one, or the single document in memory.
  private func convert(
    _ series: DocumentSeriesReader, to format: Format, _ layout: Layout, _ output: Output,
    _ options: Options
  ) throws(CommandError) {
    let several = options.has(.array) ? true : try series.isSeveral()
    // The elements of a streamed JSON array are already documents. Other arrays are split here.
    let splits = options.has(.array) && (series.format != .json || series.whole != nil)
    if try series.isEmpty() {
      return try convertNothing(to: format, layout, output)
    }
    try series.write(
      format, layout, isArray: several && format == .json, to: output, options,
      makeTask: { ConvertTask(format, several: several, layout, splitsArrays: splits) })
  }

  /// Writes an output without documents: an empty array, a record file without records, or nothing.
  private func convertNothing(
    to format: Format, _ layout: Layout, _ output: Output
  ) throws(CommandError) {
    switch format {
    case .json: output.append("[]\n")
    case .binary: try output.end(DocumentWriter(.binary, several: true, layout))
    default: break
    }
  }

  /// Converts one large JSON document to JSON or YAML, piece by piece.
  private func convertPieces(
    of input: InputFile, to format: Format, _ layout: Layout, _ output: Output, _ options: Options
  ) throws(CommandError) {
    #if FERRY_YAML
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

/// A task that writes each document in another format.
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
