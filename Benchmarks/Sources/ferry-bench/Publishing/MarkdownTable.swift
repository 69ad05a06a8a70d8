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

  /// A row for each kind of work and road, a column for each set.
  private func ratios(_ panels: [Summary.Panel]) -> String {
    var names: [String] = []
    for panel in panels {
      for set in panel.sets where !names.contains(set.name) { names.append(set.name) }
    }
    if names.isEmpty { return "" }
    var lines = [row(["Times as fast as Foundation"] + names), rule(columns: names.count + 1)]
    for panel in panels {
      for (series, suffix) in [(Summary.Series.codable, ""), (.direct, ", `@DirectCodable`")] {
        let figures = names.map { name in
          panel.sets.first { $0.name == name }?.ratios[series].map(Chart.figure) ?? ""
        }
        if figures.allSatisfy(\.isEmpty) { continue }
        lines.append(row([panel.title + suffix] + figures))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Ferry's time with a model, where libyaml without one takes 1.
  private func libraryTimes(_ panels: [Summary.Panel]) -> String {
    var names: [String] = []
    for panel in panels {
      for set in panel.sets where !names.contains(set.name) { names.append(set.name) }
    }
    if names.isEmpty { return "" }
    var lines = [
      row(["Time as a multiple of bare libyaml’s"] + names), rule(columns: names.count + 1),
    ]
    for panel in panels {
      let figures = names.map { name -> String in
        guard let ratios = panel.sets.first(where: { $0.name == name })?.ratios,
          let own = ratios[.codable], let library = ratios[.library]
        else { return "" }
        return String(format: "%.2f", library / own)
      }
      lines.append(row([panel.title] + figures))
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
