/// Bar charts made of text.
enum Chart {
  /// Bars of 0 to 7 eighths of a column.
  private static let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// Returns a bar that fills `share` (0 to 1) of `width` columns, padded to `width`.
  static func bar(_ share: Double, width: Int) -> String {
    let eighths = Int((min(max(share, 0), 1) * Double(8 * width)).rounded())
    let full = eighths / 8
    let bar = String(repeating: "█", count: full) + parts[eighths % 8]
    return bar + String(repeating: " ", count: width - bar.count)
  }

  /// Returns a row for each value: its name, a bar relative to the greatest value, and its text.
  static func rows(_ values: [(name: String, value: Double, text: String)], width: Int = 36)
    -> String
  {
    let names = values.map(\.name.count).max() ?? 0
    let texts = values.map(\.text.count).max() ?? 0
    let most = values.map(\.value).max() ?? 0
    return values.map { row in
      let name = row.name + String(repeating: " ", count: names - row.name.count)
      let text = String(repeating: " ", count: texts - row.text.count) + row.text
      return "  \(name)  \(bar(most > 0 ? row.value / most : 0, width: width))  \(text)\n"
    }.joined()
  }
}

/// Numbers as text for people.
enum Quantity {
  /// Formats a number of bytes in powers of 1000: `12.3 MB`.
  static func bytes(_ count: Int) -> String {
    scaled(Double(count), ["B", "kB", "MB", "GB", "TB"])
  }

  /// Formats a rate: `1.24 GB/s`.
  static func rate(_ bytesPerSecond: Double) -> String {
    scaled(bytesPerSecond, ["B/s", "kB/s", "MB/s", "GB/s", "TB/s"])
  }

  /// Formats a count: `3,400,211`.
  static func count(_ count: Int) -> String {
    var digits = Array(String(count))
    var position = digits.count - 3
    while position > 0 {
      digits.insert(",", at: position)
      position -= 3
    }
    return String(digits)
  }

  /// Formats a number with three digits, or more from 1000 on.
  static func digits(_ value: Double) -> String {
    let decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let whole = Int((value * Double(scale)).rounded())
    guard decimals > 0 else { return String(whole) }
    let fraction = String(whole % scale)
    return "\(whole / scale)." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }

  private static func scaled(_ value: Double, _ units: [String]) -> String {
    var value = value
    var unit = 0
    while value >= 999.5, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    return (unit == 0 ? String(Int(value)) : digits(value)) + " " + units[unit]
  }
}
