/// `ferry convert [FILE] [--from FORMAT] --to FORMAT`
struct Convert: Verb {
  let name = "convert"
  let synopsis = "[FILE] [--from FORMAT] --to FORMAT"
  let summary = "convert between formats"
  let discussion = """
    Converts FILE. One document stays one document. Several (ndjson, seq, YAML documents,
    record files) become a JSON array, lines, YAML documents or a record file. --to may be
    left out when -o names a file with a known extension, and with -I.
    """
  let examples = """
      ferry convert config.yaml --to json --indent 2
      ferry convert big.json -o big.ferry
      ferry convert --array records.json --to ndjson | head -n 3
      ferry convert log.ndjson --to yaml
      ferry convert -I -S --indent 2 package.json
    """
  let options = Option.formats + [.output, .inPlace] + Option.layout + [.array]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard options.operands.count <= 1 else {
      throw .usage("convert takes one file, not \(options.operands.count)")
    }
    let file = options.operands.first.flatMap { $0 == "-" ? nil : $0 }
    if options.has(.inPlace) {
      if file == nil { throw .usage("-I needs a file to write back to") }
      if options.has(.output) { throw .usage("-I and -o say different things") }
    }
    if options.to == nil, !options.has(.inPlace),
      options.value(of: .output).flatMap({ Format(fileName: $0) }) == nil
    {
      throw .usage("--to says which format to write: json, ndjson, seq, yaml or binary")
    }

    let stream = try DocumentStream(file, told: options.from)
    let format =
      options.to ?? (options.has(.inPlace) ? stream.format : nil)
      ?? options.value(of: .output).flatMap { Format(fileName: $0) } ?? .json
    // Told before the target is touched.
    _ = try makeSink(format, several: false, options.layout)
    let target = options.has(.inPlace) ? file : options.value(of: .output)
    let output = try target.map { path throws(CommandError) in try Output(path: path) } ?? Output()
    do throws(CommandError) {
      try convert(stream, to: format, output, options)
      try output.finish()
    } catch {
      output.abandon()
      throw error
    }
    return ExitCode.success
  }

  private func convert(
    _ stream: DocumentStream, to format: Format, _ output: Output, _ options: Options
  ) throws(CommandError) {
    guard var document = try stream.next() else {
      // No documents: an empty output, and for JSON an empty array.
      if format == .json { output.append("[]\n") }
      return
    }
    let several = stream.isSeveral() || options.has(.array)
    let sink = try makeSink(format, several: several, options.layout)
    let writer = DocumentWriter(sink, to: output, sortsKeys: options.layout.sortsKeys)
    do throws(CommandError) {
      while true {
        if options.has(.array) {
          try writer.writeElements(of: document, in: stream)
        } else {
          try writer.write(.node(0), of: document, in: stream)
        }
        guard let following = try stream.next() else { break }
        document = following
      }
    } catch {
      writer.interrupt()
      throw error
    }
    try writer.finish()
  }
}
