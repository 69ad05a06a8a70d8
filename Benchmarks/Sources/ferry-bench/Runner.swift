/// Runs one task on one set: prepares, checks, times what is right, and makes the rows.
struct Runner {
  let harness: Harness

  /// The names of the contestants to print; nil for all.
  let chosen: Set<String>?

  /// Whether the baseline is left out if it is not chosen, and with it the ratios.
  var leavesOutBaseline = false

  /// The rows of `task` on `set`, the baseline's first.
  func rows(of task: BenchmarkTask, on set: BenchmarkSet) -> [Row] {
    if task == .memory { return MemoryProbe.rows(chosen: chosen) }
    do {
      let (lineUp, byteCount) = try set.entry(task)
      let challengers = lineUp.challengers.filter { isChosen($0.name) }
      let isBaselineChosen = isChosen(lineUp.baseline.name)
      if challengers.isEmpty && !isBaselineChosen { return [] }
      // The baseline runs even if it is not printed, because the ratios are to it.
      let baseline = leavesOutBaseline && !isBaselineChosen ? [] : [lineUp.baseline]
      let candidates = (baseline + challengers).map(Candidate.init)
      let seconds = try medians(of: candidates, by: task.clock)
      let rows = zip(candidates, seconds).map { candidate, own in
        Row(
          task: task, set: set.name, contestant: candidate.name,
          megabytes: Double(byteCount) / own / 1e6,
          ratio: leavesOutBaseline ? .nan : seconds[0] / own, flaw: candidate.flaw)
      }
      return rows.filter { isChosen($0.contestant) }
    } catch {
      return [Row(task: task, set: set.name, contestant: "-", flaw: Candidate.sentence(error))]
    }
  }

  private func isChosen(_ name: String) -> Bool {
    chosen?.contains(name) ?? true
  }

  /// The median seconds of each candidate; nan for those with a flaw.
  private func medians(of candidates: [Candidate], by clock: BenchmarkClock) throws -> [Double] {
    let sound = candidates.compactMap { $0.flaw == nil ? $0.trial : nil }
    guard !sound.isEmpty else { return candidates.map { _ in .nan } }
    var times = try harness.medians(of: sound, by: clock).makeIterator()
    return candidates.map { $0.flaw == nil ? times.next() ?? .nan : .nan }
  }
}

/// A contestant whose answer has been checked.
private struct Candidate {
  let name: String
  let trial: Trial?
  let flaw: String?

  init(_ contestant: Contestant) {
    name = contestant.name
    do {
      let prepared = try contestant.prepare()
      let found = try prepared.flaw()
      (trial, flaw) = (prepared, found.map(Self.oneLine))
    } catch {
      (trial, flaw) = (nil, Self.sentence(error))
    }
  }

  static func sentence(_ error: any Error) -> String {
    oneLine("error: \(error)")
  }

  /// A row is one line with tabs between its columns, and not a page wide.
  private static func oneLine(_ text: String) -> String {
    let line = text.map { $0.isWhitespace || $0.isNewline ? " " : $0 }
    return line.count > 200 ? String(line.prefix(199)) + "…" : String(line)
  }
}
