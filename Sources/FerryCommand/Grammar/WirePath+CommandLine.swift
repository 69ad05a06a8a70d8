import FerryPath

extension WirePath {
  /// The path that a person typed: also with a dot in front, and `[]` for `[*]`, as jq has them.
  ///
  /// A text with a slash in front is a JSON Pointer; a key may be told from one by `\/`.
  init(commandLine text: String) throws(CommandError) {
    do throws(WirePath.SyntaxError) {
      self =
        text.hasPrefix("/")
        ? try WirePath(pointer: text) : try WirePath(parsing: text, allowingShortForms: true)
    } catch {
      throw .path(error)
    }
  }
}
