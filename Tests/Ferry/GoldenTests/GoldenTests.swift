import Foundation
import Testing

@Suite("Golden files")
struct GoldenTests {
  @Test("a document of an earlier version decodes to the same value", arguments: try versions())
  func decodes(version: String) throws {
    let folder = Golden.folder.appendingPathComponent(version)
    var read = 0
    for golden in Golden.all {
      let file = folder.appendingPathComponent(golden.name)
      // A later version has cases that an earlier one did not write.
      guard let bytes = try? [UInt8](Data(contentsOf: file)) else { continue }
      read += 1
      if version == "0.1.0", golden.name.hasSuffix(".ferry") {
        let error = #expect(throws: DecodingError.self) { try golden.fault(bytes) }
        #expect(
          error?.problem?.summary
            == "version 1 of the binary format, which only the releases 0.1 of Ferry read",
          "\(golden.name)")
        continue
      }
      do {
        let fault = try golden.fault(bytes)
        // Version 0.1.0 left nil out, so its documents read as the default.
        let keepsNil = version != "0.1.0" && golden.name.hasPrefix("defaulted")
        #expect(fault == (keepsNil ? "Defaulted(id: 1, a: nil)" : nil), "\(version)/\(golden.name)")
      } catch {
        Issue.record("\(version)/\(golden.name): \(error)")
      }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(read == files.count, "every file of \(version) belongs to a case")
    #expect(read > 70)
  }

  @Test("a document of this version decodes to the same value")
  func roundTrip() {
    for golden in Golden.all {
      do {
        let fault = try golden.fault(golden.write())
        // Models with a default are written in another form now.
        if !golden.name.hasPrefix("defaulted") { #expect(fault == nil, "\(golden.name)") }
      } catch {
        Issue.record("\(golden.name): \(error)")
      }
    }
  }

  /// `FERRY_GOLDEN=0.2.0 swift test --filter GoldenTests` adds the files of a version. Files that
  /// are there already are never written again.
  @Test(
    "a set of files is written on request",
    .enabled(if: ProcessInfo.processInfo.environment["FERRY_GOLDEN"] != nil))
  func write() throws {
    let version = try #require(ProcessInfo.processInfo.environment["FERRY_GOLDEN"])
    let folder = Golden.folder.appendingPathComponent(version)
    try #require(
      !FileManager.default.fileExists(atPath: folder.path),
      "the files of \(version) are there; they stay as they were written")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for golden in Golden.all {
      try Data(golden.write()).write(
        to: folder.appendingPathComponent(golden.name), options: .withoutOverwriting)
    }
  }

  private static func versions() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Golden.folder.path).sorted()
  }
}
