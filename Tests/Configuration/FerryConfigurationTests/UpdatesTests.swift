import Ferry
import FerryConfiguration
import FerryTestSupport
import Foundation
import Synchronization
import Testing

private struct Model: Codable, Equatable, Sendable {
  var number: Int
  var text: String
  var password: String?
}

/// The errors that `updates` reports.
private final class Reports: Sendable {
  private let texts = Mutex<[String]>([])
  func add(_ error: any Error) { texts.withLock { $0.append("\(error)") } }
  var all: [String] { texts.withLock { $0 } }
}

@Suite("Updates of a configuration")
struct UpdatesTests {
  private func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder =
      FileManager.default.temporaryDirectory.path
      + "/ferry-updates-\(UInt64.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
  }

  private func write(_ text: String, to path: String, atomically: Bool = false) throws {
    if !atomically { return try overwrite(path, with: text) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  @Test("a change of any file is a new model, in the order of the layers")
  func changes() async throws {
    try await withFolder { folder in
      let (base, site, secrets) = (
        folder + "/base.json", folder + "/site.json", folder + "/secrets"
      )
      try FileManager.default.createDirectory(atPath: secrets, withIntermediateDirectories: true)
      try write(#"{"number": 1, "text": "base"}"#, to: base)
      try write("one", to: secrets + "/password")
      var configuration = LayeredConfiguration(decoder: JSON.Decoder())
      try configuration.add(contentsOf: base)
      try configuration.add(contentsOf: site, isOptional: true)
      try configuration.addSecrets(in: secrets)
      try configuration.set("text", to: "last", name: "--text")
      var models = configuration.updates(of: Model.self) { Issue.record("\($0)") }
        .makeAsyncIterator()
      var expected = Model(number: 1, text: "last", password: "one")
      #expect(await models.next() == expected)
      try write(#"{"number": 2}"#, to: site)
      expected.number = 2
      #expect(await models.next() == expected)
      try write("two", to: secrets + "/password", atomically: true)
      expected.password = "two"
      #expect(await models.next() == expected)
      try FileManager.default.removeItem(atPath: site)
      expected.number = 1
      #expect(await models.next() == expected)
    }
  }

  @Test("a bad version is reported, and the previous model stays")
  func badVersion() async throws {
    try await withFolder { folder in
      let file = folder + "/app.json"
      try write(#"{"number": 1, "text": "a"}"#, to: file)
      var configuration = LayeredConfiguration(decoder: JSON.Decoder())
      try configuration.add(contentsOf: file)
      let reports = Reports()
      var models = configuration.updates(of: Model.self, report: reports.add).makeAsyncIterator()
      #expect(await models.next()?.number == 1)
      for text in [#"{"number": "x", "text": "a"}"#, "{", ""] {
        let count = reports.all.count
        try write(text, to: file)
        #expect(await eventually { reports.all.count > count })
      }
      #expect(reports.all[0].contains("app.json:1:12"), "\(reports.all)")
      try write(#"{"number": 2, "text": "a"}"#, to: file, atomically: true)
      #expect(await models.next()?.number == 2)
    }
  }

  @Test("the time from a change to its model is measured")
  func times() async throws {
    try await withFolder { folder in
      let file = folder + "/app.json"
      try write(#"{"number": 0, "text": "a"}"#, to: file)
      var configuration = LayeredConfiguration(decoder: JSON.Decoder())
      try configuration.add(contentsOf: file)
      var models = configuration.updates(of: Model.self) { Issue.record("\($0)") }
        .makeAsyncIterator()
      #expect(await models.next()?.number == 0)
      var times: [Duration] = []
      for number in 1...20 {
        let start = ContinuousClock.now
        try write(
          #"{"number": \#(number), "text": "a"}"#, to: file, atomically: number.isMultiple(of: 2))
        #expect(await models.next()?.number == number)
        times.append(ContinuousClock.now - start)
      }
      times.sort()
      print("Updates.times: median \(times[10]), longest \(times[19])")
    }
  }

  @Test("random rewrites never give a wrong model")
  func rewrites() async throws {
    try await withFolder { folder in
      let file = folder + "/app.json"
      // A model is right if its text has as many letters as its number says.
      @Sendable func text(_ number: Int) -> String {
        #"{"number": \#(number), "text": "\#(String(repeating: "x", count: number))"}"#
      }
      try write(text(1), to: file)
      var configuration = LayeredConfiguration(decoder: JSON.Decoder())
      try configuration.add(contentsOf: file)
      let reports = Reports()
      let models = configuration.updates(of: Model.self, report: reports.add)
      let isRead = Atomic(false)
      let reader = Task {
        var (count, wrong) = (0, 0)
        for await model in models {
          count += 1
          isRead.store(true, ordering: .relaxed)
          if model.text.count != model.number { wrong += 1 }
          if model.number == 1_000_000 { break }
        }
        return (count, wrong)
      }
      #expect(await eventually { isRead.load(ordering: .relaxed) })
      var random = SeededGenerator(for: "Updates.rewrites")
      for _ in 0..<Cases.count(60) {
        let number = Int.random(in: 2...50_000, using: &random)
        let isBroken = Bool.random(using: &random)
        let isAtomic = Bool.random(using: &random)
        let broken = String(text(number).dropLast(Int.random(in: 1...number, using: &random)))
        try write(isBroken ? broken : text(number), to: file, atomically: isAtomic)
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...80, using: &random)))
      }
      try write(text(1_000_000), to: file, atomically: true)
      let (count, wrong) = await reader.value
      #expect(wrong == 0)
      #expect(count > 1)
      print("Updates.rewrites: \(count) models, \(reports.all.count) reports, \(wrong) wrong")
    }
  }
}
