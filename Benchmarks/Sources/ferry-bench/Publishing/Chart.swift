import Foundation

/// A run as a picture in SVG, for pages in light and in dark.
///
/// A panel for each kind of work, a bar for each ratio. The scale is logarithmic, for ratios from
/// below 1 to some hundred stand side by side, and it is the same in all panels.
struct Chart {
  let summary: Summary
  /// What stands below: the machine and the command.
  let caption: [String]

  // All lengths are in pixels of the picture's own coordinates.
  private let panelWidth = 430.0
  private let nameWidth = 66.0
  private let figureWidth = 46.0
  private let barHeight = 9.0
  private let setGap = 7.0
  private let headHeight = 34.0
  private let footHeight = 26.0

  /// The whole file.
  var svg: String {
    let (top, series) = (66.0, usedSeries)
    var content = heading(series)
    var y = top
    for pair in stride(from: 0, to: summary.panels.count, by: 2) {
      let row = Array(summary.panels[pair..<min(pair + 2, summary.panels.count)])
      for (column, panel) in row.enumerated() {
        content += drawn(panel, x: 10 + Double(column) * (panelWidth + 20), y: y)
      }
      y += row.map(height).max() ?? 0
    }
    for line in caption.flatMap(Self.wrapped) {
      content += text(line, x: 10, y: y + 8, class: "caption")
      y += 16
    }
    let (width, height) = (2 * panelWidth + 40, y + 8)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
      width="\(number(width))" height="\(number(height))" role="img" \
      aria-label="Ferry beside Foundation">
      <style>
      text { font: 12px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; \
      fill: #3d444d }
      .title { font-size: 16px; font-weight: 600; fill: #1f2328 }
      .panel { font-size: 13px; font-weight: 600; fill: #1f2328 }
      .name { text-anchor: end }
      .figure { font-size: 10px }
      .tick { font-size: 10px; text-anchor: middle; fill: #818b98 }
      .caption { font-size: 11px; fill: #818b98 }
      .grid { stroke: #d1d9e0; stroke-width: 1 }
      .one { stroke: #818b98; stroke-width: 1.5 }
      .codable { fill: #1f6feb }
      .direct { fill: #d97706 }
      .library { fill: #9ba5b1 }
      @media (prefers-color-scheme: dark) {
      text { fill: #b7bdc8 }
      .title, .panel { fill: #f0f6fc }
      .grid { stroke: #30363d }
      .codable { fill: #58a6ff }
      .direct { fill: #f0a044 }
      .library { fill: #6e7681 }
      }
      </style>
      \(content)</svg>

      """
  }

  // MARK: Parts

  /// The series that have a figure anywhere.
  private var usedSeries: [Summary.Series] {
    Summary.Series.allCases.filter { series in
      summary.panels.contains { $0.sets.contains { $0.ratios[series] != nil } }
    }
  }

  private func heading(_ series: [Summary.Series]) -> String {
    var content = text(
      "How many times as fast as Foundation’s JSON coders", x: 10, y: 22, class: "title")
    var x = 10.0
    for entry in series {
      content += rectangle(x: x, y: 36, width: 18, height: barHeight, class: "\(entry)")
      content += text(entry.rawValue, x: x + 24, y: 45, class: "legend")
      x += 52 + 6.6 * Double(entry.rawValue.count)
    }
    return content
  }

  private func height(of panel: Summary.Panel) -> Double {
    headHeight + panel.sets.reduce(0) { $0 + height(ofSet: $1.ratios.count) } + footHeight
  }

  private func height(ofSet barCount: Int) -> Double {
    max(Double(barCount) * (barHeight + 1), 13) + setGap
  }

  private func drawn(_ panel: Summary.Panel, x left: Double, y top: Double) -> String {
    let barsTop = top + headHeight - 8
    let bottom = top + height(of: panel) - footHeight
    var content = text(panel.title, x: left, y: top + 14, class: "panel")
    for tick in ticks {
      let x = left + nameWidth + position(tick)
      content += line(x: x, from: barsTop, to: bottom, class: tick == 1 ? "one" : "grid")
      content += text("\(number(tick))×", x: x, y: bottom + 13, class: "tick")
    }
    var y = barsTop + setGap / 2
    for set in panel.sets {
      let height = height(ofSet: set.ratios.count)
      content += text(
        set.name, x: left + nameWidth - 8, y: y + (height - setGap) / 2 + 4, class: "name")
      for series in Summary.Series.allCases {
        guard let ratio = set.ratios[series] else { continue }
        let (one, end) = (position(1), position(ratio))
        content += rectangle(
          x: left + nameWidth + min(one, end), y: y, width: max(abs(end - one), 1),
          height: barHeight, class: "\(series)")
        content += text(
          Self.figure(ratio), x: left + nameWidth + max(one, end) + 4, y: y + barHeight - 0.5,
          class: "figure")
        y += barHeight + 1
      }
      y += height - Double(set.ratios.count) * (barHeight + 1)
    }
    return content
  }

  /// The lines that a line of the caption takes; SVG does not break lines by itself.
  private static func wrapped(_ line: String) -> [String] {
    var lines: [String] = []
    for word in line.split(separator: " ") {
      if let last = lines.last, last.count + word.count < 125 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  // MARK: Scale

  private var ratios: [Double] {
    summary.panels.flatMap { $0.sets.flatMap { $0.ratios.values } }
  }

  private var least: Double { min(1, ratios.min() ?? 1) }

  private var greatest: Double { max(10, ratios.max() ?? 10) }

  private var ticks: [Double] {
    // Where the scale is long, labels would touch.
    let steps: [Double] = greatest / least > 300 ? [1, 3] : [1, 2, 5]
    return [0.1, 1, 10, 100, 1000].flatMap { decade in steps.map { $0 * decade } }
      .filter { $0 >= least && $0 <= greatest }
  }

  /// Where a ratio is on the scale, from its left end.
  private func position(_ ratio: Double) -> Double {
    let share = (log(ratio) - log(least)) / (log(greatest) - log(least))
    return share * (panelWidth - nameWidth - figureWidth)
  }

  /// A ratio with as many digits as say something: 1.4, 12, 238.
  static func figure(_ ratio: Double) -> String {
    String(format: ratio < 9.95 ? "%.1f" : "%.0f", ratio)
  }

  // MARK: Elements

  private func number(_ value: Double) -> String {
    let text = String(format: "%.1f", value)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private func text(_ text: String, x: Double, y: Double, class name: String) -> String {
    let escaped = text.replacingOccurrences(of: "&", with: "&amp;")
      .replacingOccurrences(of: "<", with: "&lt;")
    return "<text x=\"\(number(x))\" y=\"\(number(y))\" class=\"\(name)\">\(escaped)</text>\n"
  }

  private func rectangle(
    x: Double, y: Double, width: Double, height: Double, class name: String
  ) -> String {
    """
    <rect x="\(number(x))" y="\(number(y))" width="\(number(width))" height="\(number(height))" \
    rx="2" class="\(name)"/>

    """
  }

  private func line(x: Double, from top: Double, to bottom: Double, class name: String) -> String {
    """
    <path d="M\(number(x)) \(number(top))V\(number(bottom))" class="\(name)"/>

    """
  }
}
