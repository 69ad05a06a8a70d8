import Ferry
import FerryLayers

/// `ferry merge BASE OVER...`
struct Merge: Verb {
  let name = "merge"
  let synopsis = "BASE OVER... [--env PREFIX] [--set PATH=VALUE] [--explain]"
  let summary = "merge several files into one; later files win"
  let discussion = """
    Merges documents of any formats into one, in the format of BASE or of --to. Objects are merged
    key by key, also those that name a case of an enum. A later file replaces arrays and all other
    values. The last tag of merged values counts. The tag '!replace' before a value in YAML, or
    --replace, replaces an object. --append and --merge-by extend arrays. A file without a value,
    such as one of comments only, changes nothing. Equal keys in one object are an error. Keys of
    YAML become text without tags.

    The layers come in this order: files, --env-file, --secrets, --env, --set.

    --env adds the environment variables that begin with PREFIX. '__' separates keys: with
    --env APP_, APP_SERVER__PORT=8081 sets server.port. A part of a name matches a key if they are
    equal apart from letter case, '_' and '-'. In an array, a number is an element. With an empty
    PREFIX, a variable needs '__', and its first part must match an existing key. --env-file uses
    the same PREFIX. Values are plain YAML scalars, or arrays and objects that start with [ or {. In
    place of text, such a value is text; !replace before it makes it an array or object. Missing
    objects, arrays and the element after the last one are created.

    --set removes blanks around a value, and text in quotes stays text. --set 'limits=!replace {}'
    clears an object.

    --secrets takes each file of FOLDER as text. Its name is a path: db.password or db__password. With
    --secret-subfolders, it also takes the files of subfolders.

    --interpolate replaces references in the text of files: ${NAME} is an environment variable,
    ${NAME:-default} has a default, ${.path} is another value, and $$ is a dollar sign.

    --explain prints the file and line, variable or option that each value came from.
    """
  let examples = """
      ferry merge defaults.yaml site.yaml > config.yaml
      ferry merge --env APP_ --explain defaults.yaml site.json
      ferry merge base.json --set server.port=8081 --set 'tags=[a, b]' --indent 2
      ferry merge --profile production --secret db.password --explain config.yaml
    """
  let options =
    Option.formats + [.output, .dropComments, .explain] + Option.layout + [.dropTags]
    + Option.layering

  func run(_ options: Options) throws(CommandError) -> Int32 {
    if options.operands.isEmpty { throw .usage("merge needs a BASE file") }
    try options.requireReplacedFile()
    if options.has(.explain) {
      try options.refuse([.to, .compact, .indent, .tab, .sortKeys], "--explain writes lines")
    }
    let layers = try LoadedLayers(options)
    let first = layers.formats[0]
    let format = options.namedFormat ?? (first == .json5 ? .json : first)
    var layout = options.has(.explain) ? options.layout : try options.layout(for: format)
    // Text has no extensions.
    layout.source = layers.formats.first { !$0.isText && $0 != format }
    try format.requireWriting()
    let writer = DocumentWriter(format, several: false, layout)
    let output = try Output(options, for: options.has(.explain) ? nil : format)
    try output.finish(options) { () throws(CommandError) -> [ReadFile] in
      do throws(WireFailure) {
        if options.has(.explain) {
          try explain(layers, options, to: output)
        } else if !layers.isEmpty {
          try writer.write(.node(0), of: layers.view, to: &output.buffer)
        }
      } catch {
        // The values in lines are JSON.
        throw .invalid(layers.problem(of: error, to: options.has(.explain) ? .json : format))
      }
      try output.end(writer)
      return layers.files
    }
    return ExitCode.success
  }

  private func explain(
    _ merged: LoadedLayers, _ options: Options, to output: Output
  ) throws(WireFailure) {
    guard !merged.isEmpty else { return }
    var json = options.layout.json
    json.indentation = .none
    // Lines are for people, so no number is an error.
    if json.nonFinite == .fail { json.nonFinite = .string }
    var walk = FlatWalk(merged.view, json) { "(" + merged.origin(ofNode: $0) + ")" }
    walk.hidden = merged.sensitiveNodes
    walk.tags = options.layout.dropsTags ? .skipped : .shown
    try walk.write(0, to: &output.buffer)
  }
}

extension Option {
  fileprivate static let explain = Option(
    "explain", "print 'path = value  (origin)' lines instead")
}
