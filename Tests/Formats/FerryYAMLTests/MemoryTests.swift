import FerryBase
import FerryTestSupport
import FerryYAML
import Foundation
import Testing

/// libyaml and the reader free all their memory, wherever reading ends.
@Suite struct MemoryTests {
  static let failing = [
    "a: b: c", "[1, 2", "a: 'x", "a: \"\\q\"", "- a\nb: c", "{a: 1", "a: @x", "a:\n\tb: 1", "a: *x",
    "&a [*a]", "{a: 1, a: 2}", "[a]: b", "a: !!binary $", "a: !x!y z", "%TAG ! tag:x\n---\n!y z: [",
    "%YAML 3.0\n---\na", "a: \u{1}", "\"\\ud83d\"", "\"\\ud83d\\ude00\": [", "{<<: 1}",
    "{<<: {a: 1}, b: [",
    "a: \"x\"#y", "[-]", "a: \"b\nc\"", "--- a\n--- b\n--- [", "&a b: !!str c\nd: [&e f, ",
    "? a\n? [",
    String(repeating: "[", count: 600), AliasTests.bomb(9),
  ]

  private func follow(_ bytes: [UInt8], _ rules: YAMLReader.Rules) -> AllocationCounter.Balance {
    func readAll() {
      bytes.withByteView { input in
        var reader = YAMLReader(input, rules: rules)
        var tape = Tape()
        var places: [Int] = []
        var failure: WireFailure?
        do throws(WireFailure) {
          while try reader.readDocument(into: &tape) { tape.clear() }
        } catch {
          failure = error
        }
        _ = failure.map { reader.problem($0) }
        var again = YAMLReader(input, rules: rules)
        tape.clear()
        _ = try? again.readDocument(into: &tape, places: &places)
      }
    }
    // Memory that is allocated once, such as metadata of types, is allocated now.
    readAll()
    return AllocationCounter.balance { for _ in 0..<3 { readAll() } }
  }

  private func expectBalance(_ bytes: [UInt8], _ name: String) {
    for duplicates in [DuplicateKeyStrategy.error, .first, .last] {
      var rules = YAMLReader.Rules()
      rules.duplicateKeys = duplicates
      let balance = follow(bytes, rules)
      #expect(balance.blocks == 0, "\(name)")
      #expect(balance.peak <= 16 << 20, "\(name)")
    }
  }

  @Test("every failure frees its memory", .enabled(if: AllocationCounter.isAvailable))
  func failures() {
    for text in Self.failing {
      #expect(refusal(of: text) != nil, "\(text)")
      expectBalance(Array(text.utf8), text)
    }
  }

  @Test("every prefix frees its memory", .enabled(if: AllocationCounter.isAvailable))
  func prefixes() {
    let text = Array(
      "%TAG !e! tag:x,1:\n--- !e!m\na: &b [1, {c: \"\\u00e9\"}]\nd: *b\n<<: {e: |\n  f\n}\n...\n"
        .utf8)
    for length in 0..<text.count { expectBalance(Array(text[..<length]), "\(length) bytes") }
  }

  @Test(
    "hostile samples take 16 MiB at most and free them",
    .enabled(if: AllocationCounter.isAvailable))
  func hostile() throws {
    guard
      let folder = Corpora.folder(for: "memory of hostile samples")?
        .appendingPathComponent("hostile")
    else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      expectBalance([UInt8](try Data(contentsOf: folder.appendingPathComponent(name))), name)
    }
  }

  @Test("a failed write frees its memory", .enabled(if: AllocationCounter.isAvailable))
  func writing() throws {
    func write() {
      let text = try? written { tape throws(WireFailure) in
        var open = OpenContainer()
        try open.open(.list, on: &tape, limit: 9)
        open.count = 2
        try tape.append("text")
        try tape.append(Node(.placeholder))
        open.close(on: &tape)
      }
      #expect(text == nil)
    }
    write()
    #expect(AllocationCounter.balance { for _ in 0..<3 { write() } }.blocks == 0)
  }

  @Test(
    "an allocation of libyaml's that fails is an error, whichever it is",
    .enabled(if: AllocationCounter.isAvailable))
  func failingAllocations() {
    let text = Array(
      "%TAG !e! tag:x,1:\n---\na: &b [1, {c: \"\\u00e9\"}]\nd: *b\n? [k]\n: |\n  f\n...\n--- x\n"
        .utf8)
    func read() {
      text.withByteView { input in
        var reader = YAMLReader(input)
        var tape = Tape()
        do throws(WireFailure) {
          while try reader.readDocument(into: &tape) { tape.clear() }
        } catch {}
      }
    }
    // Memory that is allocated once is allocated now.
    _ = AllocationCounter.failEach(of: "yaml_parser_parse") { read() }
    let reading = AllocationCounter.failEach(of: "yaml_parser_parse") {
      #expect(AllocationCounter.balance { read() }.blocks == 0)
    }
    #expect(reading > 20)
    let writing = AllocationCounter.failEach(of: "yaml_emitter_emit") {
      _ = try? written { tape throws(WireFailure) in
        var open = OpenContainer()
        try open.open(.list, on: &tape, limit: 9)
        open.count = 2
        try tape.append("text")
        try tape.append("yes")
        open.close(on: &tape)
      }
    }
    #expect(writing > 3)
    print("libyaml: \(reading) allocations failed in turn reading, \(writing) writing")
  }
}
