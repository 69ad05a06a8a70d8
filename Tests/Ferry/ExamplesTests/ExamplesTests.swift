import Foundation
import Testing

/// Runs the programs under `Examples/` and compares what they print with their `expected.txt`.
///
/// A further example is a target in the manifest and a folder; it is found by its `expected.txt`.
@Suite struct ExamplesTests {
  // Tests run in the folder of the package.
  static let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    .appendingPathComponent("Examples", isDirectory: true)

  static let names: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { FileManager.default.fileExists(atPath: expected($0).path) }
      .sorted()
  }()

  static func expected(_ name: String) -> URL {
    folder.appendingPathComponent(name).appendingPathComponent("expected.txt")
  }

  @Test("an example prints the output in its first comment", arguments: names)
  func printsWhatItShould(_ name: String) throws {
    let program = try #require(Self.executable(name), "\(name) is not built")
    let process = Process()
    let output = Pipe()
    // An example may write a file, and other runs of these tests may run it at the same time.
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("ferry-examples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    process.executableURL = program
    process.currentDirectoryURL = folder
    process.standardOutput = output
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    let file = try String(contentsOf: Self.expected(name), encoding: .utf8)
    #if Portable || FailedLayoutChecks
    // Errors list no properties that a mapping does not declare.
    let expected = file.replacing(
      "missing keys: `first_name`, `last_name`", with: "missing key: `first_name`")
    #else
    let expected = file
    #endif
    #expect(String(decoding: printed, as: UTF8.self) == expected)
  }

  /// The program, which the package manager puts into the folder of the test bundle or above.
  private static func executable(_ name: String) -> URL? {
    var starts = [CommandLine.arguments[0]] + [Bundle.main.executablePath].compactMap { $0 }
    if let option = CommandLine.arguments.firstIndex(of: "--test-bundle-path") {
      starts += CommandLine.arguments.dropFirst(option + 1).prefix(1)
    }
    for start in starts {
      var folder = URL(fileURLWithPath: start).deletingLastPathComponent()
      for _ in 0..<4 {
        let candidate = folder.appendingPathComponent(name)
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder),
          !isFolder.boolValue
        {
          return candidate
        }
        folder = folder.deletingLastPathComponent()
      }
    }
    return nil
  }
}
