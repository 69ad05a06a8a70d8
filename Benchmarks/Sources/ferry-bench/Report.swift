import Foundation

/// Writes the rows as they come.
protocol Report {
  /// The rows of one task on one set.
  mutating func add(_ rows: [Row])

  /// No further rows of the present task follow.
  mutating func endTask()
}

/// Tab-separated rows under one header.
struct TSVReport: Report {
  init() {
    write("task\tset\tcontestant\tmb_per_s\tratio_to_foundation\tcheck\n")
  }

  func add(_ rows: [Row]) {
    for row in rows {
      let columns = [
        row.task.rawValue, row.set, row.contestant,
        fixed(row.megabytes, places: 2), fixed(row.ratio, places: 3), row.flaw ?? "ok",
      ]
      write(columns.joined(separator: "\t") + "\n")
    }
  }

  func endTask() {}
}

/// A table for each task, with a bar for each row; its longest bar is the task's best ratio.
struct TableReport: Report {
  /// The columns that the longest bar takes.
  private static let barWidth = 36

  private var rows: [Row] = []

  mutating func add(_ rows: [Row]) {
    self.rows += rows
  }

  mutating func endTask() {
    guard let task = rows.first?.task else { return }
    let best = rows.map(\.ratio).filter(\.isFinite).max() ?? 1
    let names = rows.map(\.contestant.count).max() ?? 0
    let sets = rows.map(\.set.count).max() ?? 0
    var text = "\(task.rawValue)\n"
    var lastSet = ""
    for row in rows {
      // A set is named once, above its contestants' bars.
      let set = row.set == lastSet ? "" : row.set
      lastSet = row.set
      text += "  " + padded(set, to: sets) + "  " + padded(row.contestant, to: names)
      if let flaw = row.flaw {
        text += "  \(flaw)\n"
      } else {
        let rate = leading(fixed(row.megabytes, places: 1), to: 9)
        let ratio = leading(row.ratio.isFinite ? fixed(row.ratio, places: 2) + "x" : "", to: 8)
        text += "\(rate) \(row.task.unit)\(ratio)  \(Self.bar(row.ratio / best))\n"
      }
    }
    write(text + "\n")
    rows = []
  }

  /// A bar of block characters, of eighths of a column; `share` of the whole width.
  private static func bar(_ share: Double) -> String {
    guard share.isFinite else { return "" }
    let eighths = max(1, Int((share * Double(barWidth * 8)).rounded()))
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + rest
  }
}

/// Writes to standard output at once, so that a reader at a pipe sees each row when it is made.
private func write(_ text: String) {
  FileHandle.standardOutput.write(Data(text.utf8))
}

/// A number with a fixed count of decimal places; `nan` for none.
private func fixed(_ number: Double, places: Int) -> String {
  number.isFinite ? String(format: "%.\(places)f", number) : "nan"
}

private func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

private func leading(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}
