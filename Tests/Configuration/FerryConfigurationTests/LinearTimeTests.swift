import FerryConfiguration
import Testing

/// The work for many layers and values. The times are printed, not judged: see the manual.
@Suite("Many layers")
struct LinearTimeTests {
  private func time(_ body: () throws -> Void) rethrows -> Duration {
    try ContinuousClock().measure(body)
  }

  @Test("twice the files, variables or settings take about twice the time")
  func linear() throws {
    var lines = ["| what | count | time | ratio |", "|---|---|---|---|"]
    func row(_ what: String, _ counts: [Int], _ body: (Int) throws -> Void) rethrows {
      try body(counts[0])
      var before: Duration?
      for count in counts {
        let time = try [time { try body(count) }, time { try body(count) }].min() ?? .zero
        let ratio = before.map { (time / $0 * 100).rounded() / 100 }
        lines.append("| \(what) | \(count) | \(time) | \(ratio.map { "\($0)" } ?? "") |")
        before = time
      }
    }
    try row("files", [500, 1000]) { count in
      var configuration = LayeredConfiguration()
      for index in 0..<count {
        let text = #"{"a": {"\#(index)": {"x": \#(index), "y": "text"}}, "shared": \#(index)}"#
        try configuration.add(text, name: "\(index).json")
      }
      #expect(try configuration.value()["a"]?.object?.count == count)
      #expect(configuration.explanation.count > count)
    }
    try row("variables", [4000, 8000]) { count in
      let variables = Dictionary(
        uniqueKeysWithValues: (0..<count).map { ("APP_A__KEY_\($0)", "\($0)") })
      var configuration = LayeredConfiguration()
      try configuration.addEnvironment(variables, prefix: "APP_")
      #expect(try configuration.decode([String: [String: Int]].self)["a"]?.count == count)
      #expect(configuration.explanation.count > count)
    }
    try row("settings", [4000, 8000]) { count in
      var configuration = LayeredConfiguration()
      for index in 0..<count {
        try configuration.set(WirePath(keys: "a", "key\(index)"), to: "\(index)", name: "--set")
      }
      #expect(try configuration.decode([String: [String: Int]].self)["a"]?.count == count)
    }
    try row("references", [4000, 8000]) { count in
      var configuration = LayeredConfiguration()
      configuration.interpolates = true
      configuration.variables = ["X": "1"]
      let members = (0..<count).map { #""k\#($0)": "${X}${.base}""# }.joined(separator: ",")
      try configuration.add(#"{"base": "2", \#(members)}"#, name: "a.json")
      #expect(try configuration.decode([String: String].self)["k7"] == "12")
      #expect(configuration.explanation.count > count)
    }
    print(lines.joined(separator: "\n"))
  }
}
