import Ferry
import FerryEditing

/// `ferry set PATH=VALUE... FILE`
struct SetValues: Verb {
  let name = "set"
  let synopsis = "PATH=VALUE... FILE [-I]"
  let summary = "set values of a file and touch nothing else"
  let discussion = """
    Changes or adds values in the text of a JSON, JSON5 or YAML file, or in the front matter of a file
    of Markdown. Comments, blank lines, quotes,
    the order of keys and all other bytes stay. New values follow the style of their neighbours.
    Prints the text, or with -I writes it back. The text is read again first, so that a wrong file is
    never written.

    A VALUE is JSON, or else text. In YAML it can also be an array or object in brackets, text in
    single quotes, or a value with a tag. With --string, each VALUE is text as it is. Missing objects
    are created. The key '-' and the index after the last element append to an array. '[*]' in a path
    sets each value. FILE is '-' for standard input.
    """
  let examples = """
      ferry set server.port=8080 config.yaml
      ferry set -I 'spec.containers[0].image=nginx:1.27' deployment.yaml
      ferry set -I 'tags.-=new' 'limits={"cpu": 2}' settings.json
      ferry set --string version=1.10 package.json
    """
  let options = Option.editing + [.comment, .string]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard options.operands.count >= 2, let file = options.operands.last else {
      throw .usage("set needs PATH=VALUE and FILE")
    }
    if file.description.contains("="), AtomicFile.nameCount(file) == 0 {
      throw .usage(
        "set needs FILE after the values, or '-' for standard input; '\(file.description)' is no file"
      )
    }
    var assignments: [(path: WirePath, text: String, value: String)] = []
    for operand in options.operands.dropLast() {
      let assignment = Assignment(try operand.argument("the assignment"))
      guard let value = assignment.exactValue else {
        throw .usage("set needs PATH=VALUE, not '\(assignment.path)'")
      }
      assignments.append((try WirePath(editing: assignment.path), assignment.path, value))
    }
    var edited = try EditedFile(file, options, verb: name)
    for (path, text, argument) in assignments {
      let value = options.has(.string) ? .string(argument) : edited.value(argument)
      try edited.edit { editor in
        for path in try editor.paths(matching: path) {
          if !text.hasPrefix("/") { try requireNoJoinedKey(path, &editor) }
          try editor.set(path, to: value, comment: options.value(of: .comment))
        }
      }
    }
    try edited.write(options)
    return ExitCode.success
  }

  /// Throws if the document has no value at `path`, but a key with the dots of `path`.
  private func requireNoJoinedKey(
    _ path: WirePath, _ editor: inout DocumentEditor
  ) throws {
    if try path.steps.count < 2 || editor.hasValue(at: path) { return }
    guard let other = try path.joined(in: &editor) else { return }
    throw Problem.patch(
      "missing value, but there is `\(other.description)`", at: path,
      hint: "write the path of the key with the dot, or a JSON Pointer: \(path.pointer ?? "")=VALUE"
    )
  }
}

extension Option {
  fileprivate static let comment = Option(
    "comment", argument: "TEXT", "the comment above the values")
  fileprivate static let string = Option("string", "take each VALUE as text, not as JSON")
}
