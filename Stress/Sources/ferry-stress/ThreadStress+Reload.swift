import FerryConfiguration
import Foundation
import Synchronization

extension ThreadStress {
  private struct Settings: Codable, Sendable {
    var number: Int
    var text: String
  }

  private final class Counts: Sendable {
    let models = Atomic(0)
    let wrong = Atomic(0)
  }

  /// Several updates of one configuration, while its files change.
  static func reload(_ report: inout Report) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("ferry-stress-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["base.yaml", "site.json"].map { folder.appendingPathComponent($0) }
    // Settings are right if the text has as many letters as the number says. Each file has both.
    @Sendable func write(_ number: Int) throws {
      let text = String(repeating: "x", count: number % 1000)
      try Data("number: \(number)\ntext: \"\(text)\"\n".utf8).write(to: files[0], options: .atomic)
      try Data("{\"site\": \(number)}".utf8).write(to: files[1], options: .atomic)
    }
    try write(0)
    var configuration = LayeredConfiguration()
    configuration.unknownKeys = .ignore
    for file in files { try configuration.add(contentsOf: file) }
    let last = scaled(500)
    let counts = Counts()
    let done = DispatchGroup()
    for _ in 0..<4 {
      done.enter()
      let updates = configuration.updates(of: Settings.self) { _ in
        counts.wrong.add(1, ordering: .relaxed)
      }
      Task {
        for await settings in updates {
          counts.models.add(1, ordering: .relaxed)
          if settings.text.count != settings.number % 1000 {
            counts.wrong.add(1, ordering: .relaxed)
          }
          if settings.number == last { break }
        }
        done.leave()
      }
    }
    for number in 1...last {
      try write(number)
      usleep(20_000)
    }
    done.wait()
    let found = counts.wrong.load(ordering: .relaxed)
    report.note(
      19, "\(last) versions of a configuration, 4 readers\(sanitizer)",
      "\(counts.models.load(ordering: .relaxed)) models, \(found) wrong", isGood: found == 0)
  }
}
