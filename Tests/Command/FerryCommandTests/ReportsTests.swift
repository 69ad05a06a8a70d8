import Foundation
import Testing

import FerrySQLite
import FerryBase

/// The counts in the command's messages equal the counts in its output.
@Suite("Reports of the command")
struct ReportsTests {
  struct Input: CustomTestStringConvertible {
    let testDescription: String
    let format: String
    let data: Data

    init(_ name: String, _ format: String, _ text: String) {
      testDescription = name
      self.format = format
      data = Data(text.utf8)
    }

    /// The binary form of lines, the last bytes `dropped`.
    init(_ name: String, lines: String, as records: String = "ndjson", dropped: Int = 0) {
      testDescription = name
      format = "binary"
      let arguments = ["convert", "--from", records, "--to", "binary"]
      data = ((try? Tool.run(arguments, input: Data(lines.utf8)).data) ?? Data()).dropLast(dropped)
    }
  }

  static let inputs =
    [
      Input("one value", "json", #"{"a": 1.50, "b": [1e1000, 144126219108390099], "c": "\u00e9"}"#),
      Input("a list", "json", #"[{"a":1},{"a":2}]"#),
      Input("a number", "json", "7"),
      Input("blanks and escapes", "json", #" { "a\/b" : [ 1 , -0.0, "\ud83d\ude00" ] } "#),
      Input("a key twice", "json", #"{"a":1,"a":2}"#),
      Input("an error", "json", #"{"a":[1,}"#),
      Input("no document", "json", ""),
      Input("JSON5", "json5", "{a: 0x1F, /*c*/ b: 'x',}"),
      Input("one line", "ndjson", "{\"a\":1}\n"),
      Input(
        "57 bytes", "ndjson",
        "{\"id\":1,\"name\":\"Ada\"}\n{\"id\":2,\"name\":\"Ben\",\"ok\":true}\n"),
      Input("lines", "ndjson", "{\"a\":1, \"b\":\"x\"}\n{\"a\":0.000}\n[1,2]\n"),
      Input(
        "many lines", "ndjson",
        String(repeating: "{\"id\":12345,\"name\":\"text\",\"tags\":[\"a\",1.50]}\n", count: 3000)),
      Input("no lines", "ndjson", ""),
      Input("blank lines", "ndjson", "\n\n"),
      Input("an error in the middle", "ndjson", "{\"a\":1}\n{\"a\":\n{\"a\":3}\n"),
      Input("an error at the end", "ndjson", "{\"a\":1}\n{\"a\":2}\n{\"a\""),
      Input("a sequence", "seq", "\u{1E}{\"a\":1}\n\u{1E}[2]\n"),
      Input("no sequence", "seq", ""),
      Input("one binary document", lines: #"{"a":[1,2,3.5],"b":"x"}"#, as: "json"),
      Input("a record file", lines: "{\"a\":[1,2],\"b\":\"x\"}\n{\"a\":1}\n"),
      Input("an empty record file", lines: ""),
      Input("a record file cut off", lines: "{\"a\":[1,2]}\n{\"a\":1}\n", dropped: 3),
    ]
    + (Tool.hasYAML
      ? [
        Input("YAML", "yaml", "a: 0x1F\nb: ~\nc: yes\nd: 1.50\n"),
        Input("marked YAML", "yaml", "---\na: 1\n"),
        Input("YAML documents", "yaml", "a: 1\n---\nb: 2\n---\n- 1\n"),
        Input("no YAML", "yaml", ""),
        Input("a comment alone", "yaml", "# nothing\n"),
        Input("an error in a document", "yaml", "a: 1\n---\nb: [\n---\nc: 1\n"),
        Input("no number", "yaml", "a: .nan\n"),
        Input("aliases", "yaml", "a: &x {b: 1}\nc: *x\n"),
      ] : [])

  private func run(_ verb: String, _ input: Input, _ options: String...) throws -> Tool.Result {
    try run(verb, input, options)
  }

  private func run(_ verb: String, _ input: Input, _ options: [String]) throws -> Tool.Result {
    try Tool.run([verb, "--from", input.format] + options, input: input.data)
  }

  /// The option for the elements of arrays, which JSON alone has.
  private func arrays(in input: Input) -> [String] {
    input.format == "json" ? ["--array"] : []
  }

  /// The rows below `Size`: what they are of, and how large, as people read it.
  private func sizes(_ text: String) -> [String: String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "Size" }.dropFirst().prefix { !$0.isEmpty }
    return Dictionary(
      uniqueKeysWithValues: lines.compactMap { line in
        let words = line.split(separator: " ").filter { $0.first != "█" && $0.first != "▏" }
        let unit = words.lastIndex { $0.hasSuffix("B") }
        guard let name = words.first, name != "file", let unit else { return nil }
        return (String(name), words[unit - 1] + " " + words[unit])
      })
  }

  /// Three digits, in powers of 1000.
  private func quantity(_ count: Int) -> String {
    guard count >= 1000 else { return "\(count) B" }
    let value = Double(count) / 1000
    return String(
      format: value >= 99.95 ? "%.0f kB" : value >= 9.995 ? "%.1f kB" : "%.2f kB", value)
  }

  @Test("stats counts the documents that convert writes, and their bytes", arguments: inputs)
  func stats(_ input: Input) throws {
    let stats = try run("stats", input)
    let lines = try run("convert", input, "--to", "ndjson", "--nonfinite", "null")
    guard stats.status == 0 else {
      // A value that no binary document can hold is an error of the sizes.
      let binary = try run("convert", input, "--to", "binary")
      #expect(binary.status != 0, "\(stats.errors)")
      return
    }
    if input.format == "binary" {
      #expect(stats.text.contains("  all   "))
      #expect(stats.text.contains(" \(input.data.count) bytes\n"), "\(stats.text)")
      return
    }
    let count = lines.data.count { $0 == 0x0A }
    let documents = count == 1 ? "1 document" : quantityOfDocuments(count)
    #expect(stats.text.hasPrefix("<stdin>: \(documents) in \(input.format), "), "\(stats.text)")
    guard count > 0 else { return }
    for (format, size) in sizes(stats.text) {
      let nonfinite = format == "binary" ? [] : ["--nonfinite", "null"]
      let written = try run("convert", input, ["--to", format] + nonfinite)
      #expect(size == quantity(written.data.count), "\(format)")
    }
    #expect(sizes(stats.text).count == 2)
  }

  private func quantityOfDocuments(_ count: Int) -> String {
    (count >= 1000 ? "\(count / 1000)," + String(format: "%03d", count % 1000) : "\(count)")
      + " documents"
  }

  @Test(
    "validate counts the documents that stream passes, and those that it skips", arguments: inputs)
  func validate(_ input: Input) throws {
    let report = try run("validate", input, arrays(in: input))
    let stream = try run(
      "stream", input, arrays(in: input) + ["--skip-errors", "--to", "ndjson"])
    guard stream.status == 0 else {
      // A single document, which --array requires to be an array.
      let isConverted =
        try run("convert", input, "--to", "ndjson", "--nonfinite", "null").status == 0
      let isValid = isConverted && input.format != "json"
      #expect(report.text == "<stdin>: \(isValid ? "valid" : "invalid") \(input.format)\n")
      return
    }
    var good = stream.data.count { $0 == 0x0A }
    // JSON has no NaN, which is fine in YAML.
    if input.testDescription == "no number" { good += 1 }
    let skipped = stream.errors.firstMatch(of: /(\d+) invalid records? skipped/)
    let bad = input.testDescription == "no number" ? 0 : skipped.flatMap { Int($0.output.1) } ?? 0
    let all = good + bad == 1 ? "1 document" : "\(good + bad) documents"
    #expect(
      report.text
        == (bad == 0
          ? "<stdin>: valid \(input.format), \(all)\n"
          : "<stdin>: invalid \(input.format), \(bad) of \(all)\n"))
    #expect((report.status == 0) == (bad == 0))
  }

  @Test("import reports as many records as the table then has", arguments: inputs)
  func imported(_ input: Input) throws {
    try Tool.withFolder { folder in
      let database = folder.appendingPathComponent("x.db").path
      let result = try run("import", input, "--into", database, "--table", "t")
      let rows = (try? SQLiteStore(path: database, table: "t").rows("SELECT * FROM t")) ?? []
      let summary = result.errors.firstMatch(
        of: /<stdin>: (\d+) records? into t of [^\n]*?(?:, (\d+) skipped)?\n$/)
      // If all records are skipped, the import has failed.
      let isEmpty = summary.map { $0.output.1 == "0" && $0.output.2 != nil } ?? true
      #expect((result.status == 0) == !isEmpty, "\(result.errors)")
      guard let summary, let stored = Int(summary.output.1) else {
        #expect(rows.isEmpty)
        return
      }
      #expect(rows.count == stored)
      let skipped = summary.output.2.flatMap { Int($0) } ?? 0
      #expect(
        result.errors.matches(of: /record \d+ skipped:/).count == skipped, "\(result.errors)")
      // Lists are taken apart; every other document is a record, good or bad.
      let validated = try run("validate", input, arrays(in: input))
      let count = validated.text.firstMatch(of: /(\d+) documents?\n/).flatMap { Int($0.output.1) }
      let hasLists = try run("convert", input, "--to", "ndjson").text.contains(/(^|\n)\[/)
      if !hasLists || input.format == "json" || input.format == "ndjson" {
        #expect(stored + skipped == count ?? 1, "\(result.errors)")
      }
    }
  }
}
