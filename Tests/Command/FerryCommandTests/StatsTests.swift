import Foundation
import Testing

@Suite("ferry stats")
struct StatsTests {
  @Test("values are counted by type, keys by name, and sizes are printed")
  func records() throws {
    let lines = (0..<100).map { #"{"id":\#($0),"name":"Zoë","tags":[1.5,null],"on":true}"# + "\n" }
    let input = lines.joined()
    let result = try Tool.run("stats", "--from", "ndjson", input: input)
    #expect(result.status == 0, "\(result.errors)")
    let text = result.text
    #expect(
      text.hasPrefix("<stdin>: 100 documents in ndjson, 700 values, at most 2 levels deep\n"))
    for (name, count, share) in [
      ("objects", 100, 14), ("arrays", 100, 14), ("texts", 100, 14), ("integers", 100, 14),
      ("decimals", 100, 14), ("true, false", 100, 14), ("null", 100, 14), ("tags", 100, 100),
    ] {
      let row = text.split(separator: "\n").first { $0.hasPrefix("  \(name) ") } ?? ""
      let percent = share == 100 ? "100 %" : " \(share) %"
      #expect(row.contains("█") && row.hasSuffix("\(count)  \(percent)"), "\(row)")
    }
    #expect(text.contains("Keys: 4 different\n"))
    #expect(text.contains("  text    4 bytes\n") && text.contains("  object  4 keys\n"))
    let json = text.split(separator: "\n").first { $0.hasPrefix("  ndjson ") } ?? ""
    #expect(json.hasSuffix("100 %"), "\(json)")
  }

  @Test("control characters in keys are escaped")
  func keys() throws {
    let text = try Tool.run("stats", "--from", "json", input: #"{"\u001b[31mx":1,"\u009b":2}"#).text
    #expect(text.contains("  \\u001b[31mx  ") && text.contains("  \\u009b"), "\(text)")
  }

  @Test("stats reads one document, several files and an empty input, and reports errors")
  func files() throws {
    try Tool.withFolder { folder in
      let good = folder.appendingPathComponent("a.json").path
      let bad = folder.appendingPathComponent("b.json").path
      try Data("{\"a\": [1, 2, 3]}".utf8).write(to: URL(fileURLWithPath: good))
      try Data("{\"a\": [1,}".utf8).write(to: URL(fileURLWithPath: bad))
      let result = try Tool.run("stats", bad, good)
      #expect(result.status == 1 && result.errors.contains("b.json:1:10: "), "\(result.errors)")
      #expect(
        result.text.hasPrefix("\(good): 1 document in json, 5 values, at most 2 levels deep\n"))
    }
    let twice = try Tool.run("stats", "--from", "json", input: #"{"x": [{"a":1,"a":2}]}"#)
    #expect(twice.status == 1)
    #expect(twice.errors.contains("<stdin>:1:15: duplicate key, at x[0].a"), "\(twice.errors)")
    #expect(twice.errors.contains("<stdin>:1:9: the first occurrence"), "\(twice.errors)")
    #expect(try Tool.run("stats", "--from", "ndjson").text.contains(": 0 documents"))
    guard Tool.hasYAML else { return }
    let yaml = try Tool.run("stats", "--from", "yaml", input: "a: 0x1F\nb: ~\nc: yes\n")
    #expect(yaml.text.contains("  integers ") && yaml.text.contains("  null "), "\(yaml.text)")
  }
}
