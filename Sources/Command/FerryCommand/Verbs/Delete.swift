import Ferry
import FerryEditing

/// `ferry delete PATH... FILE`
struct DeleteValues: Verb {
  let name = "delete"
  let synopsis = "PATH... FILE [-I]"
  let summary = "delete values of a file and touch nothing else"
  let discussion = """
    Deletes values from the text of a JSON, JSON5 or YAML file, or of front matter. Each goes with its
    key, its line and its comments: the lines directly above it, and those below it that are indented
    further. All other bytes stay. Prints the text, or with -I writes it back. '[*]' in a path deletes
    each value. Indexes are those of FILE, also with several paths. A path without a value is an
    error. FILE is '-' for standard input.
    """
  let examples = """
      ferry delete server.debug config.yaml
      ferry delete -I 'users[*].password' users.json
    """
  let options = Option.editing

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard options.operands.count >= 2, let file = options.operands.last else {
      throw .usage("delete needs PATH and FILE")
    }
    var paths: [WirePath] = []
    for operand in options.operands.dropLast() {
      paths.append(try WirePath(editing: try operand.argument("the path")))
    }
    var edited = try EditedFile(file, options, verb: name)
    try edited.edit { editor in try editor.delete(all: paths) }
    try edited.write(options)
    return ExitCode.success
  }
}
