/// What the command line asks for.
struct Options {
  /// The tasks to run.
  var tasks = BenchmarkTask.allCases

  /// The names of the sets to run; nil for all.
  var sets: Set<String>?

  /// The names of the contestants to print; nil for all.
  var contestants: Set<String>?

  /// The seconds that the rounds of one task and set go on.
  var seconds = 1.0

  /// Whether the clock stops before an answer is given back.
  var keepsAnswers = false

  /// Whether the baseline is left out, and with it the ratios.
  var leavesOutBaseline = false

  /// Tab-separated rows instead of a table.
  var printsTSV = false

  /// Files to publish the run in, as a chart and as tables; nil for none.
  var chartPath: String?
  var tablePath: String?

  /// The folder for the JSON texts of the sets; nil to run the tasks instead.
  var setFolder: String?

  /// The help instead of a run.
  var printsHelp = false

  /// The words that ask for the same figures again, wherever the result goes.
  var selection: [String] {
    var words: [String] = []
    if tasks != BenchmarkTask.allCases {
      words += ["--tasks", tasks.map(\.rawValue).joined(separator: ",")]
    }
    if let sets { words += ["--sets", sets.sorted().joined(separator: ",")] }
    if let contestants { words += ["--contestants", contestants.sorted().joined(separator: ",")] }
    if seconds != 1 { words += ["--seconds", "\(seconds)"] }
    if keepsAnswers { words.append("--keep-answers") }
    if leavesOutBaseline { words.append("--alone") }
    return words
  }

  /// Words that are no options, with the sentence that says so.
  struct Mistake: Error {
    let sentence: String
  }

  /// Reads the words behind the command's name; `setNames` are those that exist.
  init(_ words: some Sequence<String>, setNames: [String]) throws(Mistake) {
    var words = words.makeIterator()
    while let word = words.next() {
      // `--name value` and `--name=value` mean the same.
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      func value() throws(Mistake) -> String {
        if parts.count == 2 { return String(parts[1]) }
        if let next = words.next() { return next }
        throw Mistake(sentence: "\(name) needs a value")
      }
      switch name {
      case "--tasks":
        let known = BenchmarkTask.allCases.map(\.rawValue)
        let chosen = Set(try Self.names(in: value(), outOf: known, for: name))
        tasks = BenchmarkTask.allCases.filter { chosen.contains($0.rawValue) }
      case "--sets": sets = Set(try Self.names(in: value(), outOf: setNames, for: name))
      case "--contestants": contestants = Set(try Self.names(in: value(), for: name))
      case "--seconds": seconds = try Self.seconds(in: value())
      case "--svg": chartPath = try value()
      case "--markdown": tablePath = try value()
      case "--write-sets": setFolder = try value()
      case "--alone" where parts.count == 1: leavesOutBaseline = true
      case "--keep-answers" where parts.count == 1: keepsAnswers = true
      case "--tsv" where parts.count == 1: printsTSV = true
      case "--help" where parts.count == 1, "-h" where parts.count == 1: printsHelp = true
      default: throw Mistake(sentence: "unknown option \(word)")
      }
    }
  }

  /// The names in a list with commas, each of which must be `known` where those are given.
  private static func names(
    in list: String, outOf known: [String]? = nil, for option: String
  ) throws(Mistake) -> [String] {
    let names = list.split(separator: ",").map(String.init)
    if names.isEmpty { throw Mistake(sentence: "\(option) needs at least one name") }
    if let known, let stranger = names.first(where: { !known.contains($0) }) {
      let choice = known.joined(separator: ", ")
      throw Mistake(sentence: "\(option) does not know \(stranger); it knows \(choice)")
    }
    return names
  }

  private static func seconds(in text: String) throws(Mistake) -> Double {
    guard let seconds = Double(text), (0...86_400).contains(seconds) else {
      throw Mistake(sentence: "--seconds needs a number from 0 to 86400, not \(text)")
    }
    return seconds
  }

  /// The help text.
  static func help(setNames: [String]) -> String {
    """
    ferry-bench: Ferry beside Foundation and bare libyaml, answers checked, medians of interleaved
    runs, processor time of the thread.

    Usage: ferry-bench [options]

      --tasks A,B        only these: \(BenchmarkTask.allCases.map(\.rawValue).joined(separator: ", "))
      --sets A,B         only these: \(setNames.joined(separator: ", "))
      --contestants A,B  print only these, such as ferry, foundation, ferry-plain, libyaml-events
      --seconds N        go on for N seconds with each task and set (1), for at least \
    \(Harness.fewestRounds) rounds
      --keep-answers     stop the clock before an answer is given back, as in a program that keeps it
      --alone            leave out the baseline unless chosen, for profilers; there are no ratios
      --write-sets DIR   write the JSON text of each set to DIR, and run nothing
      --tsv              tab-separated rows: task, set, contestant, mb_per_s,
                         ratio_to_foundation, check
      --svg FILE         a chart of the run as well, for a page
      --markdown FILE    tables of the run as well, for a page
      --help             this text

    The ratio is to Foundation's JSON coder on the same model in the same run, above 1 is faster.
    A megabyte is 10^6 bytes of the set's JSON text, in the YAML tasks of its YAML text. The check
    says ok, or what is wrong with the answer; a wrong answer has no time. The memory task counts
    megabytes of memory at the peak of one decode, beyond input and result.

    \(Corpus.variable) names the folder with the sets' files: json/{twitter,citm_catalog,canada,\
    records}.json
    and yaml/{k8s,twitter,docs}.yaml. Without it, generated stand-ins take their place.

    Exit status: 0 when all answers are right, 1 when one is wrong, 2 for a mistake in the options.
    """
  }
}
