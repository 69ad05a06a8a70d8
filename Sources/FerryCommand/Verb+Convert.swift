extension Verb {
  /// `ferry convert [FILE] [--from FMT] --to FMT`
  func convert(_ options: Options) throws(CommandError) -> Int32 {
    guard options.operands.count <= 1 else {
      throw .usage("convert takes one file, not \(options.operands.count)")
    }
    let file = options.operands.first.flatMap { $0 == "-" ? nil : $0 }
    if options.isInPlace {
      if file == nil { throw .usage("-I needs a file to write back to") }
      if options.output != nil { throw .usage("-I and -o say different things") }
    }
    if options.to == nil, !options.isInPlace,
      options.output.flatMap({ Format(fileName: $0) }) == nil
    {
      throw .usage("--to says which format to write: json, ndjson, seq, yaml or binary")
    }

    let stream = try DocumentStream(file, told: options.from)
    let format =
      options.to ?? (options.isInPlace ? stream.format : nil)
      ?? options.output.flatMap { Format(fileName: $0) } ?? .json
    // Told before the target is touched.
    _ = try makeSink(format, several: false, options.layout)
    let target = options.isInPlace ? file : options.output
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
    let several = stream.isSeveral() || options.splitsArrays
    let sink = try makeSink(format, several: several, options.layout)
    let writer = DocumentWriter(sink, to: output, sortsKeys: options.sortsKeys)
    do throws(CommandError) {
      while true {
        if options.splitsArrays {
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
