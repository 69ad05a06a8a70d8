import FerrySystem

/// The progress of a long run, on one line of the terminal behind standard error. Nothing is shown
/// without a terminal, or for work of less than half a second.
///
/// ```
/// events.ndjson  ██████████████▌               47 %  1.2 GB/s  3,400,211 documents  2 s left
/// ```
final class Progress {
  private let name: String
  private let total: Int?
  private let begin = Progress.now()
  private var lastDraw = Progress.now()
  private var bytes = 0
  private var documents = 0
  private var isShown = false

  private static let interval = 0.1
  private static let delay = 0.5
  private static let width = 30

  /// Creates a progress line. Returns `nil` if standard error is not a terminal, or a dumb one.
  init?(_ name: String, total: Int?, colour: Bool?) {
    guard Terminal.isBehind(STDERR_FILENO), !Terminal.isDumb else { return nil }
    self.name = name
    self.total = total
  }

  /// Counts finished work and redraws the line at intervals.
  func add(bytes: Int, documents: Int) {
    self.bytes += bytes
    self.documents += documents
    let time = Self.now()
    guard time - begin > Self.delay, time - lastDraw > Self.interval else { return }
    lastDraw = time
    isShown = true
    Messages.write("\r\u{1B}[K" + line(after: time - begin))
  }

  /// Removes the line, so that a message can be written.
  func hide() {
    if isShown { Messages.write("\r\u{1B}[K") }
    isShown = false
  }

  private func line(after seconds: Double) -> String {
    let rate = Double(bytes) / seconds
    var parts = [name]
    if let total, total > 0 {
      let share = min(1, Double(bytes) / Double(total))
      parts.append(Chart.bar(share, width: Self.width))
      parts.append("\(Int(share * 100)) %")
      parts.append(Quantity.rate(rate))
      parts.append("\(Quantity.count(documents)) documents")
      if rate > 0 { parts.append("\(Int(Double(total - bytes) / rate) + 1) s left") }
    } else {
      parts.append(Quantity.bytes(bytes))
      parts.append(Quantity.rate(rate))
      parts.append("\(Quantity.count(documents)) documents")
    }
    return parts.joined(separator: "  ")
  }

  /// Returns the seconds of a clock that never runs backwards.
  static func now() -> Double {
    let now = ContinuousClock.now - ContinuousClock.Instant.origin
    return Double(now.components.seconds) + Double(now.components.attoseconds) * 1e-18
  }
}

extension ContinuousClock.Instant {
  fileprivate static let origin = ContinuousClock.now
}
