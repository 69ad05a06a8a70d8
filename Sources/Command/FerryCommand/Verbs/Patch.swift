import Ferry
import FerryEditing

/// `ferry patch PATCH FILE`
struct PatchFile: Verb {
  let name = "patch"
  let synopsis = "PATCH FILE [-I]"
  let summary = "apply a JSON Patch or a merge patch to a file"
  let discussion = """
    Applies the operations of PATCH to the text of a JSON, JSON5 or YAML file, or of front matter, all
    or none. Only the values that change are touched. PATCH is a document of any format: an array is
    a JSON Patch (RFC 6902), an object is a merge patch (RFC 7396). Prints the text, or with -I writes
    it back.
    """
  let examples = """
      ferry patch -I change.json config.yaml
      ferry diff --patch old.yaml new.yaml | ferry patch - config.yaml
    """
  let options = Option.editing

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard options.operands.count == 2 else { throw .usage("patch needs PATCH and FILE") }
    let file = options.operands[0]
    let patch = try ComparedFile(file, as: nil).value
    var edited = try EditedFile(options.operands[1], options, verb: name)
    let changes: JSONPatch?
    do throws(Problem) {
      changes = patch.object == nil ? try JSONPatch(patch) : nil
    } catch {
      throw .invalid(Problem(in: file.description, error.summary, path: error.path))
    }
    try edited.edit { editor in
      if let changes {
        try editor.apply(changes)
      } else {
        try editor.apply(mergePatch: patch)
      }
    }
    try edited.write(options)
    return ExitCode.success
  }
}
