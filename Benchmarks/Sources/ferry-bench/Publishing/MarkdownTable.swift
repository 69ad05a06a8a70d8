import Foundation

/// A run as tables in Markdown: the ratios to Foundation, and YAML's times beside libyaml's.
struct MarkdownTable {
  let summary: Summary
  /// What stands below: the machine and the command.
  let caption: [String]

  /// The whole text.
  var markdown: String {
    let others = summary.panels.filter { !hasLibrary($0) }
    let yaml = summary.panels.filter(hasLibrary)
    let parts = [ratios(others), libraryTimes(yaml), caption.joined(separator: "\n")]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private func hasLibrary(_ panel: Summary.Panel) -> Bool {
    panel.sets.contains { $0.ratios[.library] != nil }
  }

  /// A row for each set, a column for each task and way of coding.
  private func ratios(_ panels: [Summary.Panel]) -> String {
    table("Speed ratio", panels) { ratios, series in
      ratios[series].map(Chart.figure)
    }
  }

  /// Ferry's time with a model, where libyaml without one takes 1.
  private func libraryTimes(_ panels: [Summary.Panel]) -> String {
    table("Time, bare libyaml = 1", panels) { ratios, series in
      guard let own = ratios[series], let library = ratios[.library] else { return nil }
      return String(format: "%.2f", library / own)
    }
  }

  private func table(
    _ heading: String, _ panels: [Summary.Panel],
    figure: ([Summary.Series: Double], Summary.Series) -> String?
  ) -> String {
    var names: [String] = []
    for panel in panels {
      for set in panel.sets where !names.contains(set.name) { names.append(set.name) }
    }
    if names.isEmpty { return "" }
    var columns: [(title: String, figures: [String])] = []
    for panel in panels {
      for (series, suffix) in [(Summary.Series.codable, ""), (.direct, ", direct")] {
        let figures = names.map { name in
          panel.sets.first { $0.name == name }.flatMap { figure($0.ratios, series) } ?? ""
        }
        if !figures.allSatisfy(\.isEmpty) { columns.append((panel.title + suffix, figures)) }
      }
    }
    var lines = [row([heading] + columns.map(\.title)), rule(columns: columns.count + 1)]
    for (index, name) in names.enumerated() {
      lines.append(row([name] + columns.map { $0.figures[index] }))
    }
    return lines.joined(separator: "\n")
  }

  private func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }

  private func rule(columns: Int) -> String {
    "|---|" + String(repeating: "---:|", count: columns - 1)
  }
}
