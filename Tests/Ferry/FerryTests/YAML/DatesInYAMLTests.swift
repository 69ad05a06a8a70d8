#if FERRY_YAML
import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Dates in YAML")
struct DatesInYAMLTests {
  private struct Event: Codable, Equatable {
    var at: Date
    var maybe: Date?
    var all: [Date] = []
    var named: [String: Date] = [:]
  }

  /// A date that has Codable alone.
  private struct Wrapped: Codable, Equatable {
    let date: Date

    init(_ date: Date) { self.date = date }
    init(from decoder: any Decoder) throws {
      date = try decoder.singleValueContainer().decode(Date.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(date)
    }
  }

  private static let date = Date(timeIntervalSinceReferenceDate: 30_077_983.1)

  /// Microseconds since 2001, by PyYAML. The first five are the examples of the specification.
  static let forms: [(text: String, microseconds: Int)] = [
    ("2001-12-15T02:59:43.1Z", 30_077_983_100_000),
    ("2001-12-14t21:59:43.10-05:00", 30_077_983_100_000),
    ("2001-12-14 21:59:43.10 -5", 30_077_983_100_000),
    ("2001-12-15 2:59:43.10", 30_077_983_100_000),
    ("2002-12-14", 61_516_800_000_000),
    ("2001-12-14T21:59:43Z", 30_059_983_000_000),
    ("2001-12-14t21:59:43", 30_059_983_000_000),
    ("2001-1-2 3:04:05", 97_445_000_000),
    ("2001-1-2T3:04:05.25 Z", 97_445_250_000),
    ("2001-12-14\t21:59:43\t+01:30", 30_054_583_000_000),
    ("2001-12-14  21:59:43.", 30_059_983_000_000),
    ("2001-12-14 21:59:43.Z", 30_059_983_000_000),
    ("2001-12-14 21:59:43.000001-11", 30_099_583_000_001),
    ("2001-12-14 00:00:00 +14", 29_930_400_000_000),
    ("2000-02-29", -26_524_800_000_000),
    ("1999-12-31 23:59:59.999999Z", -31_622_400_000_001),
    ("0001-01-01", -63_113_904_000_000_000),
    ("9999-12-31T23:59:59Z", 252_423_993_599_000_000),
    ("1582-10-10 12:00:00", -13_197_988_800_000_000),
    ("1969-12-31 23:59:59.5 -00:30", -978_305_400_500_000),
    ("2001-12-14T21:59:43+05:45", 30_039_283_000_000),
    ("2001-12-14T21:59:43 -12:00", 30_103_183_000_000),
  ]

  @Test("every form of a timestamp is the instant that PyYAML reads", arguments: forms)
  func reading(text: String, microseconds: Int) throws {
    // Tabs stand in no plain scalar on one line.
    let isPlain = !text.contains("\t")
    for yaml in ["!!timestamp '\(text)'", "!!timestamp \"\(text)\""] + (isPlain ? [text] : []) {
      for document in ["- \(yaml)", "[\(yaml)]", "- &a \(yaml)", "- !!timestamp &a '\(text)'"] {
        let dates = try YAML.decode([Date].self, from: document)
        let since2001 = dates[0].timeIntervalSinceReferenceDate
        #expect((since2001 * 1e6).rounded() == Double(microseconds), "\(document)")
        #expect(try YAML.decode([Wrapped].self, from: document).map(\.date) == dates)
        // As text it is what stands there.
        #expect(try YAML.decode([String].self, from: document) == [text])
        #expect(try YAML.decode([AnyValue].self, from: document) == [.string(text)])
      }
    }
  }

  @Test("dates are read in structs, arrays, optionals, dictionaries and through aliases")
  func places() throws {
    let text = """
      at: &d 2001-12-14t21:59:43.10-05:00
      maybe: *d
      all:
      - 2001-12-15T02:59:43.1Z
      - 30077983.5
      - 0
      named: {a: 2001-12-14 21:59:43.10 -5, b: *d}
      """
    let event = try YAML.decode(Event.self, from: text)
    #expect(
      event
        == Event(
          at: Self.date, maybe: Self.date,
          all: [
            Self.date, Date(timeIntervalSinceReferenceDate: 30_077_983.5),
            Date(timeIntervalSinceReferenceDate: 0),
          ], named: ["a": Self.date, "b": Self.date]))
    #expect(
      try YAML.decode(Event.self, from: "{at: 2002-12-14, maybe: ~, all: [], named: {}}").maybe
        == nil)
    #expect(try YAML.document(text).decode(Event.self) == event)
  }

  @Test("dates are written as timestamps, with as many digits as they need, and come back")
  func writing() throws {
    let event = Event(
      at: Self.date, maybe: Date(timeIntervalSince1970: 0), all: [], named: ["a": Self.date])
    let text = try YAML.string(event)
    #expect(
      text == """
        at: 2001-12-15T02:59:43.1Z
        maybe: 1970-01-01T00:00:00Z
        all: []
        named:
          a: 2001-12-15T02:59:43.1Z

        """)
    #expect(try YAML.decode(Event.self, from: text) == event)
    #expect(try YAML.string(Self.date) == "2001-12-15T02:59:43.1Z\n")
    #expect(try YAML.string([Wrapped(Self.date)]) == "- 2001-12-15T02:59:43.1Z\n")
  }

  /// A date that has another place in the document.
  private struct Moved: Codable, Equatable, KeyMapped {
    var at: Date
    static let mapping: KeyMapping = ["at": "event.time"]
  }

  @Test("a mapped date is a timestamp as well")
  func mapped() throws {
    let text = try YAML.string(Moved(at: Self.date))
    #expect(text == "event:\n  time: 2001-12-15T02:59:43.1Z\n")
    #expect(try YAML.decode(Moved.self, from: text) == Moved(at: Self.date))
  }

  @Test("a time in flow style has its tag, since libyaml quotes text with a colon")
  func flow() throws {
    var encoder = YAML.Encoder()
    encoder.usesFlowStyle = true
    let text = try encoder.string([Self.date])
    #expect(text == "[!!timestamp '2001-12-15T02:59:43.1Z']\n")
    #expect(try YAML.decode([Date].self, from: text) == [Self.date])
    #expect(try encoder.string(Self.date) == "2001-12-15T02:59:43.1Z\n")
  }

  @Test("every date comes back bit for bit, on both ways of coding")
  func roundTrips() throws {
    var random = SeededGenerator(for: "Timestamps.roundTrips")
    var seconds: [Double] = [
      0, -0.0, 0.1, 1e-300, 1.5, .leastNonzeroMagnitude, 1e300, -1e300, .infinity, -.infinity,
      -63_145_526_400, -63_145_526_401, 252_423_993_599.9, 252_423_993_600, 0.1 + 0.2,
    ]
    for _ in 0..<3_000 {
      seconds.append(.random(in: -64_000_000_000..<253_000_000_000, using: &random))
      seconds.append(.random(in: -1e9..<1e9, using: &random))
      seconds.append(.random(in: -100..<100, using: &random))
      seconds.append(Double(bitPattern: random.next()))
    }
    seconds.removeAll { $0.isNaN }
    let dates = seconds.map(Date.init(timeIntervalSinceReferenceDate:))
    for flow in [false, true] {
      var encoder = YAML.Encoder()
      encoder.usesFlowStyle = flow
      let text = try encoder.encode(dates)
      #expect(try encoder.encode(dates.map(Wrapped.init)) == text)
      let bits = seconds.map(\.bitPattern)
      let back = try YAML.decode([Date].self, from: text)
      #expect(back.map(\.timeIntervalSinceReferenceDate.bitPattern) == bits)
      let wrapped = try YAML.decode([Wrapped].self, from: text)
      #expect(wrapped.map(\.date.timeIntervalSinceReferenceDate.bitPattern) == bits)
    }
  }

  @Test("a date strategy takes precedence over timestamps, encoding and decoding")
  func strategies() throws {
    var (encoder, decoder) = (YAML.Encoder(), YAML.Decoder())
    let plain = "- 2001-12-14T21:59:43Z\n"
    let dates = [Date(timeIntervalSinceReferenceDate: 30_059_983)]
    encoder.dateEncodingStrategy = .secondsSince1970
    decoder.dateDecodingStrategy = .secondsSince1970
    #expect(try encoder.string(dates) == "- 1008367183\n")
    #expect(try decoder.decode([Date].self, from: "- 1008367183") == dates)
    #expect(throws: DecodingError.self) { try decoder.decode([Date].self, from: plain) }
    encoder.dateEncodingStrategy = .deferredToDate
    decoder.dateDecodingStrategy = .deferredToDate
    #expect(try encoder.string(dates) == "- 30059983\n")
    #expect(throws: DecodingError.self) { try decoder.decode([Wrapped].self, from: plain) }
    encoder.dateEncodingStrategy = .iso8601
    decoder.dateDecodingStrategy = .iso8601
    #expect(try encoder.string(dates) == "- '2001-12-14T21:59:43Z'\n")
    #expect(try decoder.decode([Date].self, from: encoder.encode(dates)) == dates)
    #expect(try decoder.decode([Date].self, from: plain) == dates)
    #expect(throws: DecodingError.self) { try decoder.decode([Date].self, from: "- 2002-12-14") }
    encoder.dateEncodingStrategy = YAML.Encoder().dateEncodingStrategy
    decoder.dateDecodingStrategy = YAML.Decoder().dateDecodingStrategy
    #expect(try encoder.string(dates) == plain)
    #expect(try decoder.decode([Date].self, from: plain) == dates)
  }

  @Test("presets read timestamps as well")
  func presets() throws {
    for preset in [YAML.Preset.standard, .strict, .yaml11] {
      let decoder = YAML.Decoder(preset: preset)
      let date = Date(timeIntervalSinceReferenceDate: 61_516_800)
      #expect(try decoder.decode([Date].self, from: "- 2002-12-14") == [date])
      #expect(try decoder.decode([String].self, from: "- 2002-12-14") == ["2002-12-14"])
    }
  }

  @Test(
    "an invalid date is an error that names its location and the expected value",
    arguments: [
      ("2002-13-14", "text `2002-13-14`"), ("2001-02-29", "text `2001-02-29`"),
      ("yesterday", "text `yesterday`"), ("2001-12-14T25:00:00Z", "text `2001-12-14T25:00:00Z`"),
      ("'2002-12-14'", "text \"2002-12-14\""), ("!!str 2002-12-14", "text \"2002-12-14\""),
      ("!!timestamp tomorrow", "text `tomorrow`"), ("true", "true"), ("[2002-12-14]", "an array"),
      ("{a: 1}", "an object"), ("~", "null"), ("!!timestamp '1'", "text \"1\""),
    ])
  func errors(text: String, found: String) throws {
    let document = "maybe: 2002-12-14\nat: \(text)\n"
    for attempt in [
      { _ = try YAML.decode(Event.self, from: document) },
      { _ = try YAML.decode([String: Date].self, from: document) },
      { _ = try YAML.decode([String: Wrapped].self, from: document) },
    ] {
      let error = try #require(throws: DecodingError.self) { try attempt() }
      let place = try #require(error.problem?.place)
      #expect((place.line, place.column) == (2, 5))
      let report = "\(try #require(error.problem))"
      #expect(report.contains("expected a date, found \(found), at at"), "\(report)")
      #expect(!"\(error)".contains("Double"))
    }
  }

  @Test("the hint shows a date, or the text to remove")
  func hints() throws {
    for (text, hint) in [
      ("a: soon", "hint: write `2002-12-14` or `2001-12-14T21:59:43Z`"),
      ("a: '2002-12-14'", "hint: remove the quotes: text in quotes is never a date"),
    ] {
      let error = try #require(throws: DecodingError.self) {
        try YAML.decode([String: Date].self, from: text)
      }
      #expect("\(try #require(error.problem))".contains(hint))
    }
  }

  @Test("the strategy of YAML serves JSON and the binary format as well")
  func otherFormats() throws {
    let dates = [Self.date, Date(timeIntervalSinceReferenceDate: 1e20)]
    var (encoder, decoder) = (JSON.Encoder(), JSON.Decoder())
    encoder.dateEncodingStrategy = .yamlTimestamp
    decoder.dateDecodingStrategy = .yamlTimestamp
    let text = try encoder.string(dates)
    #expect(text == #"["2001-12-15T02:59:43.1Z",1e+20]"#)
    #expect(try encoder.string(dates.map(Wrapped.init)) == text)
    #expect(try decoder.decode([Date].self, from: text) == dates)
    #expect(try decoder.decode([Wrapped].self, from: text).map(\.date) == dates)
    #expect(throws: DecodingError.self) { try decoder.decode([Date].self, from: #"["soon"]"#) }
    var (binary, reader) = (Binary.Encoder(), Binary.Decoder())
    binary.dateEncodingStrategy = .yamlTimestamp
    reader.dateDecodingStrategy = .yamlTimestamp
    #expect(try reader.decode([Date].self, from: binary.encode(dates)) == dates)
    #expect(try reader.decode([Date].self, from: Binary.encode(dates)) == dates)
  }
}
#endif
