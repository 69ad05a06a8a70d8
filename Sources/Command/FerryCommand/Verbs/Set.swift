import FerryBase
import FerryEditing

/// `ferry set PATH=VALUE... FILE`
struct SetValues: Verb {
  let name = "set"
  let synopsis = "PATH=VALUE... FILE [-I]"
  let summary = "set values of a file and touch nothing else"
  let discussion = """
    Changes or adds values in the text of a JSON, JSON5 or YAML file. Comments, blank lines, quotes,
    the order of keys and all other bytes stay. New values follow the style of their neighbours.
    Prints the text, or with -I writes it back. The text is read again first, so that a wrong file is
    never written.

    A VALUE is JSON, or else text. In YAML it can also be an array or object in brackets, text in
    single quotes, or a value with a tag. Missing objects are created. The key '-' and the index
    after the last element append to an array. A path with '*' sets each value.
    """
  let examples = """
      ferry set server.port=8080 config.yaml
      ferry set -I 'spec.containers[0].image=nginx:1.27' deployment.yaml
      ferry set -I 'tags.-=new' 'limits={"cpu": 2}' settings.json
      ferry set 'version="1.10"' package.json
    """
  let options = Option.editing + [.comment]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard options.operands.count >= 2, let file = options.operands.last else {
      throw .usage("set needs PATH=VALUE and FILE")
    }
    var assignments: [(path: WirePath, value: String)] = []
    for operand in options.operands.dropLast() {
      let assignment = Assignment(try operand.argument("the assignment"))
      guard let value = assignment.value else {
        throw .usage("set needs PATH=VALUE, not '\(assignment.path)'")
      }
      assignments.append((try WirePath(commandLine: assignment.path), value))
    }
    var edited = try EditedFile(file, options, verb: name)
    for (path, text) in assignments {
      let value = edited.value(text)
      try edited.edit { editor in
        for path in try editor.paths(matching: path) {
          try editor.set(path, to: value, comment: options.value(of: .comment))
        }
      }
    }
    try edited.write(options)
    return ExitCode.success
  }
}

extension Option {
  fileprivate static let comment = Option(
    "comment", argument: "TEXT", "the comment above the values")
}
