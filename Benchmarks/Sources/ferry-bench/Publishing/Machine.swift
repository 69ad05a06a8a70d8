import Foundation

/// The machine and the toolchain of a run, for the caption of what is published.
enum Machine {
  /// "AMD EPYC 7R13, 2 cores, Debian GNU/Linux 12 (bookworm), Swift 6.3.1"
  static var description: String {
    let count = ProcessInfo.processInfo.activeProcessorCount
    return [
      processor ?? architecture, count == 1 ? "1 core" : "\(count) cores", system, compiler,
    ].compactMap { $0 }.joined(separator: ", ")
  }

  private static var processor: String? {
    field("model name", separator: ":", in: "/proc/cpuinfo")
  }

  private static var system: String {
    field("PRETTY_NAME", separator: "=", in: "/etc/os-release")
      ?? ProcessInfo.processInfo.operatingSystemVersionString
  }

  private static var architecture: String {
    #if arch(x86_64)
    "x86-64"
    #elseif arch(arm64)
    "arm64"
    #else
    "unknown processor"
    #endif
  }

  /// "Swift 6.3.1", of the toolchain on the path, which is the one that `swift run` built with.
  private static var compiler: String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "--version"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard let name = text.range(of: "Swift version ") else { return nil }
    return "Swift " + text[name.upperBound...].prefix { !$0.isWhitespace }
  }

  /// The value of the first line `name separator value` of a file, without quotes.
  private static func field(_ name: String, separator: Character, in path: String) -> String? {
    // Files under /proc have no length to read by, so the handle reads to the end.
    guard let bytes = try? FileHandle(forReadingAtPath: path)?.readToEnd() else { return nil }
    let line = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(separator: separator, maxSplits: 1).last
      .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t\"")) }
  }
}
