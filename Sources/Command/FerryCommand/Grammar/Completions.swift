/// Scripts that let a shell complete command lines, generated from the list of verbs.
enum Completions {
  static let shells = ["bash", "zsh", "fish"]

  /// Returns the script for `shell`.
  static func script(for shell: String) throws(CommandError) -> String {
    switch shell {
    case "bash": return bash
    case "zsh": return zsh
    case "fish": return fish
    default: throw .usage("no completions for '\(shell)'; the shells are bash, zsh and fish")
    }
  }

  /// The options that the command accepts in place of a verb.
  private static let general: [(name: String, meaning: String)] = [
    ("--help", "list all verbs"), ("--version", "the version"),
    ("--completions", "a script that completes command lines"),
  ]

  // MARK: bash

  private static var bash: String {
    let verbs = Verbs.all.map(\.name).joined(separator: " ")
    let cases = Verbs.all.map { verb in
      let options = verb.allOptions.flatMap { option in
        ["--" + option.name] + (option.letter.map { ["-\($0)"] } ?? [])
      }
      return "    \(verb.name)) options='\(options.joined(separator: " "))' ;;"
    }
    return """
      # Completions of ferry for bash: source <(ferry --completions bash)
      _ferry() {
        local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" options=
        COMPREPLY=()
        # '=' is a word of its own: --to=j is the words --to, = and j.
        if [ "$word" = = ]; then
          word=
        elif [ "$before" = = ]; then
          before="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W '\(verbs) help \(general.map(\.name).joined(separator: " "))' -- "$word"))
          return
        fi
        case "$before" in
          --completions) COMPREPLY=($(compgen -W '\(shells.joined(separator: " "))' -- "$word")); return ;;
          help) COMPREPLY=($(compgen -W '\(verbs)' -- "$word")); return ;;
      \(bashArguments)
        esac
        case "${COMP_WORDS[1]}" in
      \(cases.joined(separator: "\n"))
        esac
        case "$word" in
          -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
          *) compopt -o default 2>/dev/null ;;
        esac
      }
      complete -F _ferry ferry

      """
  }

  /// The shell cases of all options with an argument.
  private static var bashArguments: String {
    var seen: Set<String> = []
    var lines: [String] = []
    for option in Verbs.all.flatMap(\.allOptions)
    where option.takesArgument && seen.insert(option.name).inserted {
      let names = ["--" + option.name] + (option.letter.map { ["-\($0)"] } ?? [])
      let reply =
        switch option.completion {
        case .nothing: ":"
        case .file: "compopt -o default 2>/dev/null"
        case .words(let words):
          "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$word\"))"
        }
      lines.append("    \(names.joined(separator: "|"))) \(reply); return ;;")
    }
    return lines.joined(separator: "\n")
  }

  // MARK: zsh

  private static var zsh: String {
    let verbs = Verbs.all.map { "    \(quoted("\($0.name):\($0.summary)"))" }
    let cases = Verbs.all.map { verb in
      let options = verb.allOptions.map { "      " + zshOption($0) + " \\" }
      let operands = zshAction(verb.operands)
      return """
            \(verb.name))
              _arguments -s \\
        \(options.joined(separator: "\n"))
              '*: :\(operands)' ;;
        """
    }
    return """
      #compdef ferry
      # Completions of ferry for zsh: ferry --completions zsh > "${fpath[1]}/_ferry"
      _ferry() {
        local -a verbs
        verbs=(
      \(verbs.joined(separator: "\n"))
        )
        if (( CURRENT == 2 )); then
          _describe verb verbs
          _arguments \(general.map { quoted("\($0.name)[\($0.meaning)]") }.joined(separator: " "))
          return
        fi
        local verb=$words[2]
        shift words
        (( CURRENT-- ))
        case $verb in
          --completions) _values shell \(shells.joined(separator: " ")) ;;
          help) _describe verb verbs ;;
      \(cases.joined(separator: "\n"))
        esac
      }
      if [ "$funcstack[1]" = _ferry ]; then _ferry "$@"; else compdef _ferry ferry; fi

      """
  }

  private static func zshOption(_ option: Option) -> String {
    var argument = ""
    if let name = option.argument {
      argument = ":\(name.replacing(":", with: " ")):\(zshAction(option.completion))"
    }
    let meaning = option.meaning.replacing("[", with: "\\[").replacing("]", with: "\\]")
    let long = quoted("--\(option.name)[\(meaning)]\(argument)")
    guard let letter = option.letter else { return long }
    return quoted("-\(letter)[\(meaning)]\(argument)") + " " + long
  }

  private static func zshAction(_ completion: Option.Completion) -> String {
    switch completion {
    case .nothing: " "
    case .file: "_files"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  // MARK: fish

  private static var fish: String {
    var lines = ["# Completions of ferry for fish: ferry --completions fish | source"]
    let isFirst = "-n __fish_use_subcommand"
    for (name, meaning) in general {
      lines.append("complete -c ferry -f \(isFirst) -l \(name.dropFirst(2)) -d \(quoted(meaning))")
    }
    for verb in Verbs.all {
      lines.append("complete -c ferry -f \(isFirst) -a \(verb.name) -d \(quoted(verb.summary))")
      let condition = "-n '__fish_seen_subcommand_from \(verb.name)'"
      for option in verb.allOptions {
        var line = "complete -c ferry \(condition) -l \(option.name)"
        if let letter = option.letter { line += " -s \(letter)" }
        switch option.completion {
        case .words(let words): line += " -x -a \(quoted(words.joined(separator: " ")))"
        case .file: line += " -r -F"
        case .nothing: if option.takesArgument { line += " -x" }
        }
        lines.append(line + " -d \(quoted(option.meaning))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns `text` quoted as one shell word.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
