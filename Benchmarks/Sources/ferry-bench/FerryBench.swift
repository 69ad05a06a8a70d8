import Foundation

/// Ferry's benchmarks: every task on every set, every contestant beside Foundation.
@main
struct FerryBench {
  static func main() {
    let notices = Notices()
    let corpus = Corpus.fromEnvironment()
    if let probe = MemoryProbe.requested {
      do {
        return try probe.run(corpus)
      } catch {
        notices.say("\(error)")
        exit(1)
      }
    }
    let sets = BenchmarkSet.all(from: corpus)
    let setNames = sets.map(\.name)
    do {
      let options = try Options(CommandLine.arguments.dropFirst(), setNames: setNames)
      if options.printsHelp {
        print(Options.help(setNames: setNames))
        return
      }
      if corpus.folder == nil {
        notices.say("\(Corpus.variable) is not set: generated stand-ins take the files' place")
      }
      exit(run(options, on: sets, notices))
    } catch {
      notices.say("\(error.sentence); --help lists the options")
      exit(2)
    }
  }

  /// Runs what the options ask for; returns the exit status.
  private static func run(
    _ options: Options, on sets: [BenchmarkSet], _ notices: Notices
  ) -> Int32 {
    let harness = Harness(
      budget: .seconds(options.seconds), keepsAnswers: options.keepsAnswers)
    let runner = Runner(
      harness: harness, chosen: options.contestants, leavesOutBaseline: options.leavesOutBaseline)
    let chosenSets = sets.filter { options.sets?.contains($0.name) ?? true }
    if let folder = options.setFolder {
      do {
        try write(chosenSets, to: URL(fileURLWithPath: folder, isDirectory: true))
        return 0
      } catch {
        notices.say("\(error.localizedDescription)")
        return 2
      }
    }
    let plan = options.tasks.map { task in
      (task, chosenSets.filter { $0.tasks.contains(task) })
    }
    let steps = plan.reduce(0) { $0 + $1.1.count }
    var report: any Report = options.printsTSV ? TSVReport() : TableReport()
    var step = 0
    var allRows: [Row] = []
    for (task, sets) in plan {
      for set in sets {
        step += 1
        notices.progress(step, of: steps, "\(task.rawValue) \(set.name)")
        let rows = runner.rows(of: task, on: set)
        allRows += rows
        notices.clearProgress()
        report.add(rows)
      }
      report.endTask()
    }
    if allRows.isEmpty {
      notices.say("no contestant of that name takes part in these tasks and sets")
      return 2
    }
    do {
      try publish(allRows, options)
    } catch {
      notices.say("\(error.localizedDescription)")
      return 2
    }
    return allRows.allSatisfy { $0.flaw == nil } ? 0 : 1
  }

  /// Writes the JSON text of each set, for contestants in processes of their own.
  private static func write(_ sets: [BenchmarkSet], to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for set in sets {
      try Data(try set.json()).write(to: folder.appendingPathComponent("\(set.name).json"))
    }
  }

  /// Writes the files that the options ask for.
  private static func publish(_ rows: [Row], _ options: Options) throws {
    if options.chartPath == nil && options.tablePath == nil { return }
    let summary = Summary(rows)
    let command =
      (["swift run -c release --package-path Benchmarks ferry-bench"]
      + options.selection).joined(separator: " ")
    if let path = options.chartPath {
      let chart = Chart(summary: summary, caption: [Machine.description, command])
      try Data(chart.svg.utf8).write(to: URL(fileURLWithPath: path))
    }
    if let path = options.tablePath {
      let table = MarkdownTable(
        summary: summary, caption: ["\(Machine.description); `\(command)`"])
      try Data(table.markdown.utf8).write(to: URL(fileURLWithPath: path))
    }
  }
}
