import Ferry
import FerrySystem

/// The command line: `ferry VERB …`.
@main
enum FerryCommand {
  /// The version of the package, as in CHANGELOG.md.
  static let version = "0.2.0"

  static func main() {
    // With these signals ignored, `write` reports an error. After a closed pipe, the command then
    // ends without a message. After a file has reached its size limit, it ends with a message.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    occupyStandardStreams()
    // `CommandLine.arguments` replaces bytes that are not UTF-8.
    let arguments = (0..<Int(CommandLine.argc)).compactMap { index in
      unsafe CommandLine.unsafeArgv[index].map { unsafe FileName(cString: $0).description }
    }
    exit(run(arguments))
  }

  /// Opens `/dev/null` for standard streams that are closed. Otherwise, the next file would get the
  /// number of such a stream, and messages would be written to that file. Using the stream stays an
  /// error, because it is opened in the opposite mode.
  private static func occupyStandardStreams() {
    // The order matters, because a file gets the lowest free number.
    for (stream, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(stream, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", mode)
    }
  }

  private static func run(_ arguments: [String]) -> Int32 {
    var colour: Bool?
    var verb: (any Verb)?
    do throws(CommandError) {
      switch arguments.dropFirst().first {
      case nil:
        Messages(colour: nil).report("missing verb; \(Help.verbs)\n\(Help.more)")
        return ExitCode.trouble
      case "--help", "-h":
        try refuse(arguments.dropFirst(2))
        return try print(Help.overview)
      case "--version":
        try refuse(arguments.dropFirst(2))
        return try print("ferry \(version)\n")
      case "--completions":
        guard let shell = arguments.dropFirst(2).first else {
          throw .usage("--completions needs a shell: bash, zsh or fish")
        }
        try refuse(arguments.dropFirst(3))
        return try print(try Completions.script(for: shell))
      case "help":
        let topic = arguments.dropFirst(2).first
        guard let topic else { return try print(Help.overview) }
        try refuse(arguments.dropFirst(3))
        return try print(Help.text(try Verbs.named(topic)))
      case let word?:
        let parsed = try Verbs.named(word)
        verb = parsed
        let options = try Options(of: parsed)
        if options.has(.help) { return try print(Help.text(parsed)) }
        colour = options.colour
        return try parsed.run(options)
      }
    } catch {
      return Messages(colour: colour).report(error, topic: verb.map { "ferry \($0.name)" })
    }
  }

  /// Throws if there are unexpected arguments.
  private static func refuse(_ arguments: ArraySlice<String>) throws(CommandError) {
    if let argument = arguments.first { throw .usage("unexpected argument '\(argument)'") }
  }

  private static func print(_ text: String) throws(CommandError) -> Int32 {
    let output = Output()
    output.append(text)
    try output.finish()
    return ExitCode.success
  }
}
