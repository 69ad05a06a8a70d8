import Ferry
import FerryJSONEngine
import FerrySchema

/// `ferry schema infer [FILE...]`
struct InferSchema: Verb {
  let name = "schema"
  let synopsis = "infer [FILE...]"
  let summary = "print a JSON Schema that fits the data"
  let discussion = """
    Reads all documents of every FILE and prints a schema of draft 2020-12 that all of them match:
    the types of values, the members of objects, the members that every object has, and the format
    of texts if all of them are dates, UUIDs, URIs or email addresses. Objects with more than 200
    different keys become dictionaries.
    """
  let examples = """
      ferry schema infer events.ndjson > events.schema.json
      ferry schema infer --to yaml config/*.yaml
    """
  let options = Option.formats + [.output, .dropComments] + Option.layout + [.array]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard options.operands.first.map({ $0 == "infer" }) == true else {
      throw .usage("schema needs 'infer'")
    }
    let format = options.namedFormat ?? .json
    let layout = try options.layout(for: format)
    try format.requireWriting()
    try options.requireReplacedFile()
    // A schema has no values, so no tag is lost.
    Format.skipsKeyTags.store(true, ordering: .relaxed)
    var inferred = InferredSchema()
    var read: [ReadFile] = []
    let files = options.operands.dropFirst()
    for file in files.isEmpty ? ["-"] : Array(files) {
      let input = try InputFile(file, as: options.from)
      try input.require(.array, options)
      read += input.readFiles
      let series = try DocumentSeriesReader(input, options)
      let documents = DocumentStream(series)
      while let document = try documents.next() { inferred.add(document.view, at: document.root) }
    }
    let output = try Output(options, for: format)
    try output.finish(options) { () throws(CommandError) -> [ReadFile] in
      try DocumentWriter(format, several: false, layout)
        .write(inferred.schema, to: output, for: "<stdout>")
      return read
    }
    return ExitCode.success
  }
}
