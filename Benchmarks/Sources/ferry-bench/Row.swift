/// One line of the result.
struct Row {
  let task: BenchmarkTask
  let set: String
  let contestant: String

  /// Millions of bytes of the set's text in a second; nan where nothing was timed.
  let megabytesPerSecond: Double

  /// How many times as fast as the baseline; nan where one of the two was not timed.
  let ratio: Double

  /// What is wrong with the answer, in one line; nil where nothing is.
  let flaw: String?
}

extension Row {
  /// A row without times.
  init(task: BenchmarkTask, set: String, contestant: String, flaw: String) {
    self.init(
      task: task, set: set, contestant: contestant, megabytesPerSecond: .nan, ratio: .nan,
      flaw: flaw)
  }
}
