import Foundation

/// Runs the built tool as a shell would.
enum Tool {
  /// The result of a run.
  struct Result {
    let status: Int32
    /// Whether a signal ended it: a crash.
    let isCrash: Bool
    let data: Data
    let errors: String

    var text: String { String(decoding: data, as: UTF8.self) }
  }

  /// Whether the tool was built with YAML, a trait of the package.
  static var hasYAML: Bool {
    #if FERRY_YAML
    true
    #else
    false
    #endif
  }

  /// All formats that it writes.
  static var formats: [String] {
    ["json", "ndjson", "seq", "binary"] + (hasYAML ? ["yaml"] : [])
  }

  struct NotFound: Error, CustomStringConvertible {
    var description: String { "no executable 'ferry' beside the tests; build it first" }
  }

  /// The executable, which the package manager puts into the folder of the test bundle.
  static let path: String? = {
    let arguments = CommandLine.arguments
    var starts = [arguments[0]]
    // With macOS's helper, the bundle is named by an option.
    if let option = arguments.firstIndex(of: "--test-bundle-path"), option + 1 < arguments.count {
      starts.append(arguments[option + 1])
    }
    if let executable = Bundle.main.executablePath { starts.append(executable) }
    for start in starts {
      var folder = URL(fileURLWithPath: start).deletingLastPathComponent()
      for _ in 0..<4 {
        let candidate = folder.appendingPathComponent("ferry").path
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder),
          !isFolder.boolValue
        {
          return candidate
        }
        folder = folder.deletingLastPathComponent()
      }
    }
    return nil
  }()

  /// Runs `ferry` with `arguments`.
  static func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Result {
    try run(arguments, input: Data(input.utf8), environment: environment)
  }

  /// Runs `ferry` with `arguments`.
  static func run(
    _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
  ) throws -> Result {
    guard let path else { throw NotFound() }
    return try execute(path, arguments, input: input, environment: environment)
  }

  /// Runs `ferry` with `arguments`. The system ends it after `seconds` of work of a processor, which do
  /// not depend on the other work of the machine.
  static func run(
    _ arguments: [String], within seconds: Int, environment: [String: String] = [:]
  ) throws -> Result {
    guard let path else { throw NotFound() }
    return try execute(
      "/bin/sh", ["-c", "ulimit -t \(seconds); exec \"$0\" \"$@\"", path] + arguments,
      input: Data(), environment: environment)
  }

  /// Runs `script` in a shell; `$0` is the tool, `$1` and so on are `arguments`.
  static func shell(_ script: String, _ arguments: String...) throws -> Result {
    guard let path else { throw NotFound() }
    return try execute("/bin/sh", ["-c", script, path] + arguments, input: Data())
  }

  /// The verbs, as the overview lists them.
  static func verbs() throws -> [String] {
    let lines = try run("--help").text.split(separator: "\n").filter { $0.hasPrefix("  ferry ") }
    return lines.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
      .filter { $0 != "VERB" && !$0.hasPrefix("-") }
  }

  private static func execute(
    _ path: String, _ arguments: [String], input: Data, environment: [String: String] = [:]
  ) throws -> Result {
    // Files instead of pipes: nothing has to be read while the tool runs.
    try withFolder { folder in
      let names = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
      try input.write(to: names[0])
      for name in names[1...] { try Data().write(to: name) }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment
        .filter { $0.key != "NO_COLOR" }
        .merging(environment) { $1 }
      process.standardInput = try FileHandle(forReadingFrom: names[0])
      process.standardOutput = try FileHandle(forWritingTo: names[1])
      process.standardError = try FileHandle(forWritingTo: names[2])
      try process.run()
      process.waitUntilExit()
      return Result(
        status: process.terminationStatus,
        isCrash: process.terminationReason == .uncaughtSignal,
        data: try Data(contentsOf: names[1]),
        errors: String(decoding: try Data(contentsOf: names[2]), as: UTF8.self))
    }
  }

  /// Lends a new folder, which is gone afterwards.
  static func withFolder<R>(_ body: (URL) throws -> R) throws -> R {
    let folder = try newFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  static func withFolder<R>(_ body: (URL) async throws -> R) async throws -> R {
    let folder = try newFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }

  private static func newFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("ferry-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
