#if FERRY_YAML
import Ferry
import FerryTestSupport
import Testing

/// Whole reports, as the author of a configuration sees them.
@Suite("Reports of errors in YAML")
struct ErrorReportTests {
  struct Case: Sendable, CustomTestStringConvertible {
    enum Options { case standard, strict, iso8601, frugal }

    let name: String
    var options = Options.standard
    let text: String
    let report: String
    var testDescription: String { name }
  }

  @Test("each error in YAML has its report", arguments: syntax + meaning + limits)
  func report(_ sample: Case) throws {
    var decoder = sample.options == .strict ? YAML.Decoder(preset: .strict) : YAML.Decoder()
    if sample.options == .iso8601 { decoder.dateDecodingStrategy = .iso8601 }
    if sample.options == .frugal {
      decoder.depthLimit = 8
      decoder.limits.aliasExpansion = 60
    }
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(
        ServerConfiguration.self, from: sample.text.utf8, file: "server.yaml")
    }
    #expect(error?.problem?.description == sample.report)
    #expect(error?.problem?.place?.file == "server.yaml")
    for line in sample.report.split(separator: "\n") where !line.hasPrefix("server.yaml") {
      #expect(line.count <= 122)
    }
  }
}
#endif
