/// The figures of a run for a published chart and table: for each task Ferry's ratios in both ways
/// of coding, and libyaml's ratio in the YAML tasks.
struct Summary {
  /// One task, through `Codable` and directly.
  struct Panel {
    /// "JSON decode"
    let title: String
    /// The sets in the order of the run, each with the ratio of each series it was timed in.
    let sets: [(name: String, ratios: [Series: Double])]
  }

  /// Whose ratios these are.
  enum Series: String, CaseIterable {
    case codable = "Ferry, any Codable type"
    case direct = "Ferry, @DirectCodable"
    case library = "libyaml alone, no model"
  }

  let panels: [Panel]

  init(_ rows: [Row]) {
    var panels: [Panel] = []
    for kind in Self.kinds {
      var names: [String] = []
      var ratios: [String: [Series: Double]] = [:]
      for row in rows where row.ratio.isFinite {
        guard
          let series = Self.series(of: row, in: kind.task)
            ?? Self.series(ofMessages: row, in: kind.task)
        else { continue }
        if ratios[row.set] == nil { names.append(row.set) }
        ratios[row.set, default: [:]][series] = row.ratio
      }
      if names.isEmpty { continue }
      panels.append(
        Panel(title: kind.title, sets: names.map { ($0, ratios[$0] ?? [:]) }))
    }
    self.panels = panels
  }

  private static let kinds = [
    (task: "json-decode", title: "JSON decode"), (task: "json-encode", title: "JSON encode"),
    (task: "binary-decode", title: "Binary decode"),
    (task: "binary-encode", title: "Binary encode"),
    (task: "yaml-decode", title: "YAML decode"), (task: "yaml-encode", title: "YAML encode"),
  ]

  /// The series of a row of `task`, or of the same task in direct coding.
  private static func series(of row: Row, in task: String) -> Series? {
    switch (row.task.rawValue, row.contestant) {
    case (task, "ferry"): .codable
    case (task + "-direct", "ferry"), (task, "ferry-direct"): .direct
    case (task, "libyaml-events"), (task, "libyaml-emit"): .library
    default: nil
    }
  }

  /// The same of a row of records that have a call each.
  private static func series(ofMessages row: Row, in task: String) -> Series? {
    switch (task, row.task, row.contestant) {
    case ("json-decode", .messageDecode, "ferry"), ("json-encode", .messageEncode, "ferry"),
      ("binary-decode", .messageDecode, "binary"), ("binary-encode", .messageEncode, "binary"):
      .codable
    case ("json-decode", .messageDecode, "ferry-direct"),
      ("json-encode", .messageEncode, "ferry-direct"),
      ("binary-decode", .messageDecode, "binary-direct"),
      ("binary-encode", .messageEncode, "binary-direct"):
      .direct
    default: nil
    }
  }
}
