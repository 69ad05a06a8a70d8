import FerrySystem

/// What is known of the terminals behind standard output and standard error.
enum Terminal {
  /// Whether `descriptor` is one.
  static func isBehind(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether it can do no more than print lines.
  static var isDumb: Bool { variable("TERM") == "dumb" }

  /// Whether to use colour on `descriptor`: as `wanted` says, which is `-C` or `-M`; else if it is a
  /// terminal, unless `NO_COLOR` is set (no-color.org).
  static func isColoured(_ descriptor: Int32, wanted: Bool?) -> Bool {
    wanted ?? (isBehind(descriptor) && variable("NO_COLOR").isEmpty && !isDumb)
  }

  private static func variable(_ name: String) -> String {
    unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
  }
}
