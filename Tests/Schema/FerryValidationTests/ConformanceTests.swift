import FerryBase
import FerryJSONEngine
import FerryTestSupport
import FerryValidation
import Foundation
import Testing

/// The official JSON-Schema-Test-Suite, of which `FERRY_CORPORA` has a part.
@Suite("JSON-Schema-Test-Suite")
struct ConformanceTests {
  @Test(
    "all required cases of the official test suite pass",
    arguments: [SchemaDraft.draft2020_12, .draft7])
  func required(draft: SchemaDraft) throws {
    guard let suite = SchemaSuite(draft) else { return }
    let report = try suite.run(suite.required, assertsFormats: nil)
    print("\(suite.name), required: \(report.passed) of \(report.all) cases pass")
    for failure in report.failures { Issue.record("\(failure)") }
  }

  @Test(
    "most optional cases of the official test suite pass",
    arguments: [SchemaDraft.draft2020_12, .draft7])
  func optional(draft: SchemaDraft) throws {
    guard let suite = SchemaSuite(draft) else { return }
    let optional = try suite.run(suite.optional, assertsFormats: nil)
    let formats = try suite.run(suite.formats, assertsFormats: true)
    for (name, report) in [("optional", optional), ("optional/format", formats)] {
      print("\(suite.name), \(name): \(report.passed) of \(report.all) cases pass")
      for failure in report.failures { print("  \(failure)") }
      #expect(report.passed * 10 >= report.all * 9)
    }
  }
}

/// The cases for one draft.
struct SchemaSuite {
  let name: String
  private let draft: SchemaDraft
  private let folder: URL
  private let remotes: [String: AnyValue]

  struct Report {
    var all = 0
    var failures: [String] = []
    var passed: Int { all - failures.count }
  }

  /// Returns `nil` without the suite.
  init?(_ draft: SchemaDraft) {
    guard let corpora = ProcessInfo.processInfo.environment["FERRY_CORPORA"] else {
      print("skipped: FERRY_CORPORA has no JSON-Schema-Test-Suite")
      return nil
    }
    name = draft == .draft7 ? "draft7" : "draft2020-12"
    self.draft = draft
    let suite = URL(fileURLWithPath: corpora).appendingPathComponent("conformance/json-schema")
    folder = suite.appendingPathComponent("tests/" + name)
    let root = suite.appendingPathComponent("remotes")
    var remotes: [String: AnyValue] = [:]
    for path in Self.files(in: root, deep: true) {
      remotes["http://localhost:1234/" + path] = Self.json(root.appendingPathComponent(path))
    }
    guard !remotes.isEmpty else { return nil }
    self.remotes = remotes
  }

  var required: [String] { Self.files(in: folder, deep: false) }
  var optional: [String] {
    Self.files(in: folder.appendingPathComponent("optional"), deep: false).map { "optional/" + $0 }
  }
  var formats: [String] {
    Self.files(in: folder.appendingPathComponent("optional/format"), deep: false)
      .map { "optional/format/" + $0 }
  }

  private static func files(in folder: URL, deep: Bool) -> [String] {
    let all =
      deep
      ? FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
      : try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (all ?? []).filter { $0.hasSuffix(".json") }.sorted()
  }

  private static func json(_ file: URL) -> AnyValue? {
    (try? Data(contentsOf: file)).flatMap { data in
      JSONReader.read(Array(data)) { view throws(WireFailure) in try AnyValue(view, at: 0) }
    }
  }

  /// Runs the cases of files. Each verdict must be the same with and without collecting failures.
  func run(_ files: [String], assertsFormats: Bool?) throws -> Report {
    var options = SchemaOptions()
    options.draft = draft
    options.assertsFormats = assertsFormats
    let remotes = self.remotes
    options.resolver = { remotes[$0] }
    var report = Report()
    for file in files {
      for group in try #require(Self.json(folder.appendingPathComponent(file))?.array) {
        let name = file + ": " + (group["description"]?.string ?? "")
        let cases = group["tests"]?.array ?? []
        report.all += cases.count
        do {
          let schema = try Schema(group["schema"] ?? .null, options: options)
          for test in cases {
            let data = test["data"] ?? .null
            let isValid = try schema.isValid(data)
            let result = try schema.validate(data)
            if isValid != test["valid"]?.bool || result.isValid != isValid {
              report.failures.append("\(name): \(test["description"]?.string ?? "")")
            }
          }
        } catch {
          report.failures += cases.map { "\(name): \($0["description"]?.string ?? ""): \(error)" }
        }
      }
    }
    return report
  }
}
