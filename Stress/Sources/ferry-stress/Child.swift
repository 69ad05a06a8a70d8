import CHeap
import Foundation

/// This program again, for what may end a process or needs fresh memory.
enum Child {
  /// Runs `arguments` in a process of its own.
  /// - Returns: what it printed, or `nil` if it did not end well.
  static func output(_ arguments: [String]) throws -> String? {
    let process = try start(arguments)
    let pipe = process.standardOutput as? Pipe
    let data = try pipe?.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  static func start(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--child"] + arguments
    process.standardOutput = Pipe()
    // A crashed program can hang in the backtracer otherwise.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    try process.run()
    return process
  }

  static func run(_ arguments: [String]) throws {
    switch arguments.first {
    case "depth": try DepthStress.child(Array(arguments.dropFirst()))
    case "memory": try MemoryStress.child(arguments[1])
    case "lengths" where arguments.last == "models": try LengthStress.modelChild()
    case "lengths": try LengthStress.child()
    case "mutations": try MutationStress.child(Array(arguments.dropFirst()))
    case "write": try KillStress.child(arguments[1])
    default: exit(2)
    }
  }
}

/// The memory of this process, as the kernel sees it.
enum ResidentMemory {
  /// Bytes resident now.
  static var current: Int { status("VmRSS:") }
  /// The most bytes resident since ``resetPeak()``.
  static var peak: Int { status("VmHWM:") }

  /// Bytes of address space in use now.
  static var addressSpace: Int { status("VmSize:") }

  static func resetPeak() {
    stress_trim_heap()
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
  }

  private static func status(_ name: String) -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0)
      << 10
  }
}
