import Foundation
import Testing

@Suite struct CompletionsTests {
  @Test("the completions of every shell contain every verb", arguments: ["bash", "zsh", "fish"])
  func everyShellKnowsEveryVerb(_ shell: String) throws {
    let script = try Tool.run("--completions", shell)
    #expect(script.status == 0 && script.errors.isEmpty)
    for verb in try Tool.verbs() { #expect(script.text.contains(verb), "\(verb)") }
    #expect(script.text.contains("raw-output"))
    #expect(try Tool.run("--completions", "tcsh").status == 2)
    #expect(try Tool.run("--completions").status == 2)
  }

  /// The shell itself says whether the script is one.
  @Test("each shell parses its completion script", arguments: ["bash", "zsh", "fish"])
  func theScriptParses(_ shell: String) throws {
    guard try Tool.shell("command -v \(shell)").status == 0 else {
      print("skipped: no \(shell) here")
      return
    }
    let result = try Tool.shell("\"$0\" --completions \(shell) | \(shell) -n")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }

  @Test("bash completes verbs, options and arguments")
  func bashCompletes() throws {
    guard try Tool.shell("command -v bash").status == 0 else { return }
    func completions(_ words: String...) throws -> [Substring] {
      let list = words.map { "'\($0)'" }.joined(separator: " ")
      let script = """
        exec bash -c 'source <("$0" --completions bash); COMP_WORDS=("$@"); \
        COMP_CWORD=$(($# - 1)); _ferry; printf "%s\\n" "${COMPREPLY[@]}"' "$0" \(list)
        """
      return try Tool.shell(script).text.split(separator: "\n")
    }
    #expect(try completions("ferry", "conv") == ["convert"])
    #expect(try completions("ferry", "get", "--raw") == ["--raw-output"])
    #expect(try completions("ferry", "convert", "--to", "j") == ["json", "json5"])
    #expect(try completions("ferry", "convert", "--to", "=", "j") == ["json", "json5"])
    #expect(try completions("ferry", "convert", "--to", "=").contains("binary"))
    #expect(try completions("ferry", "help", "val") == ["validate"])
    #expect(try completions("ferry", "--completions", "z") == ["zsh"])
  }
}
