import Ferry
import FerryJSONEngine

/// `ferry flatten [FILE]`
struct Flatten: Verb {
  let name = "flatten"
  let synopsis = "[FILE]"
  let summary = "print one 'path = value' per line, for grep and diff"
  let discussion = """
    Prints every scalar of FILE, and every empty array and object, as a line 'path = value' with
    the value as JSON. ferry unflatten makes a document of such lines again. Each document of a
    series has an index in front: [0].name. A value with a custom tag is an error; --drop-tags prints
    it without its tag.
    """
  let examples = """
      ferry flatten package.json | grep version
      diff <(ferry flatten old.yaml) <(ferry flatten new.yaml)
      ferry flatten config.json | sed 's/8080/9090/' | ferry unflatten --indent 2
    """
  let options: [Option] = [.from, .yaml, .output, .dropComments, .sortKeys, .nonFinite, .dropTags]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    let input = try InputFile(try options.onlyFile(of: name), as: options.from)
    try options.requireReplacedFile()
    let output = try Output(options)
    try output.finish(options) { () throws(CommandError) -> [ReadFile] in
      if !options.layout.sortsKeys, try input.hasOutline() {
        let layout = options.layout
        try DocumentSeriesReader.runOutline(of: input, into: output, options) {
          OutlineFlatTask(layout)
        }
      } else {
        try flatten(try DocumentStream(input), output, options)
      }
      return input.readFiles
    }
    return ExitCode.success
  }

  private func flatten(
    _ stream: DocumentStream, _ output: Output, _ options: Options
  ) throws(CommandError) {
    let several = try stream.series.hasSeveral()
    var copied = Tape()
    var number = 0
    while let document = try stream.next() {
      var view = document.view
      var root = document.root
      var prefix: [UInt8] = []
      if several { prefix = Array("[\(number)]".utf8) }
      number += 1
      do throws(WireFailure) {
        let (sortsKeys, dropsTags) = (options.layout.sortsKeys, options.layout.dropsTags)
        if sortsKeys || dropsTags {
          copied.clear()
          view = try view.copy(
            root, to: &copied, depthLimit: OpenContainer.standardLimit, sortsKeys: sortsKeys,
            keepsTags: !dropsTags)
          root = 0
        }
        var walk = FlatWalk(view, options.layout.json, prefix)
        try walk.write(root, to: &output.buffer)
      } catch {
        let failure =
          root == document.root
          ? error : error.moved(from: view, to: document.view, document.root)
        var problem = stream.problem(of: failure)
        problem.name("a line `path = value`", failure, in: document.view)
        throw .invalid(problem)
      }
      try output.flushWhenFull()
    }
  }
}
