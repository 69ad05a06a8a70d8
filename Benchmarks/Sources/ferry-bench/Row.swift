/// One line of the result.
struct Row {
  let task: BenchmarkTask
  let set: String
  let contestant: String

  /// Millions of bytes: of the set's text in a second, or of memory in the task on that; nan where
  /// nothing was measured.
  let megabytes: Double

  /// How many times as fast, or as small, as the baseline; nan where one was not measured.
  let ratio: Double

  /// What is wrong with the answer, in one line; nil where nothing is.
  let flaw: String?
}

extension Row {
  /// A row without times.
  init(task: BenchmarkTask, set: String, contestant: String, flaw: String) {
    self.init(
      task: task, set: set, contestant: contestant, megabytes: .nan, ratio: .nan,
      flaw: flaw)
  }
}
