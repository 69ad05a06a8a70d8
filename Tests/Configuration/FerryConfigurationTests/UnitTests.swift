import Ferry
import FerryConfiguration
import FerryMacros
import Testing

@DirectCodable private struct Direct: Equatable {
  @As(.duration) var timeout: Duration
  @As(.byteCount) var cache: Int
  @As(.duration) var wait: Duration?
  var buffer: ByteCount
}

private struct Plain: Codable, Equatable {
  var timeout: Duration
  var cache: ByteCount
}

@Suite("Durations and sizes")
struct UnitTests {
  /// The nanoseconds are those of Go's `time.ParseDuration`, except for days, which Go does not have.
  private static let table: [(String, Int64, String)] = [
    ("0", 0, "0s"), ("0s", 0, "0s"), ("30s", 30_000_000_000, "30s"),
    ("1h30m", 5_400_000_000_000, "1h30m"), ("1.5h", 5_400_000_000_000, "1h30m"),
    ("90m", 5_400_000_000_000, "1h30m"), ("250ms", 250_000_000, "250ms"),
    ("1500ms", 1_500_000_000, "1.5s"), ("10us", 10_000, "10us"), ("10µs", 10_000, "10us"),
    ("-1m2.5s", -62_500_000_000, "-1m2.5s"), ("1d", 86_400_000_000_000, "24h"),
    ("1h15m30.918273645s", 4_530_918_273_645, "1h15m30.918273645s"), ("5 s", 5_000_000_000, "5s"),
    ("0.3ns", 0, "0.3ns"),
  ]

  @Test("durations are numbers with units", arguments: table)
  func durations(_ text: String, _ nanoseconds: Int64, _ written: String) throws {
    let json = #"{"timeout":"\#(text)","cache":1,"buffer":2}"#
    let value = try JSON.decode(Direct.self, from: json)
    #expect(text == "0.3ns" || value.timeout == .nanoseconds(nanoseconds))
    let again = try JSON.decode(AnyValue.self, from: JSON.encode(value))
    #expect(again["timeout"]?.string == written)
    #expect(try JSON.decode(Direct.self, from: JSON.encode(value)) == value)
    var decoder = JSON.Decoder()
    decoder.durationDecodingStrategy = .units
    #expect(try decoder.decode(Plain.self, from: json.utf8).timeout == value.timeout)
  }

  @Test("the longest durations keep their text", arguments: [Int64.max, .min, .max / 3, -1])
  func longDurations(_ seconds: Int64) throws {
    let value = Direct(
      timeout: .init(secondsComponent: seconds, attosecondsComponent: seconds < 0 ? -1 : 1),
      cache: .max, wait: .init(secondsComponent: 0, attosecondsComponent: 1), buffer: .init(.min))
    #expect(try JSON.decode(Direct.self, from: JSON.encode(value)).timeout == value.timeout)
    #expect(try JSON.decode(Direct.self, from: JSON.encode(value)).wait == value.wait)
  }

  @Test(
    "other text is no duration",
    arguments: [
      "", "-", "30", "1m1h", "1h1h", "1.s", ".5s", "1e3s", "s", "1x", "1,5s", "٣s", "1h30",
      "9223372036854775808s", "99999999999999999999s", "1.0000000000000000001s", "0.0000000001ns",
      "9000000000000000d9000000000000000h", "--1s", "+1s",
    ])
  func refusedDurations(_ text: String) throws {
    let json = #"{"timeout":"\#(text)","cache":1,"buffer":2}"#
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode(Direct.self, from: json)
    }
    #expect(error?.problem.map { "\($0)" }?.contains("30s, 1h30m or 1.5ms") == true)
    #expect(error?.problem?.place?.column == 12)
    var decoder = JSON.Decoder()
    decoder.durationDecodingStrategy = .units
    #expect(throws: DecodingError.self) { try decoder.decode(Plain.self, from: json.utf8) }
  }

  @Test(
    "sizes are numbers with units of 1000 or 1024",
    arguments: [
      ("\"64MiB\"", 64 << 20, "\"64MiB\""), ("\"1.5 GB\"", 1_500_000_000, "\"1500MB\""),
      ("512", 512, "512"), ("\"512\"", 512, "512"), ("\"512B\"", 512, "512"),
      ("\"10k\"", 10_000, "\"10kB\""), ("\"10KB\"", 10_000, "\"10kB\""),
      ("\"1Ki\"", 1024, "\"1KiB\""), ("\"0.5KiB\"", 512, "512"), ("0", 0, "0"),
      ("\"7EiB\"", 7 << 60, "\"7EiB\""), ("-1", -1, "-1"), ("2000", 2000, "\"2kB\""),
    ])
  func sizes(_ json: String, _ bytes: Int, _ written: String) throws {
    let value = try JSON.decode(ByteCount.self, from: json)
    #expect(value.bytes == bytes)
    #expect(try JSON.string(value) == written)
    #expect(try JSON.string(["a": value]) == #"{"a":\#(written)}"#)
  }

  @Test(
    "other values are no size",
    arguments: [
      "\"8EiB\"", "\"0.5B\"", "\"1m\"", "\"1mb\"", "\"1MB1\"", "\"-1kB\"", "1.5", "null",
      "\"1KB2MB\"", "\"1 000\"", "true",
    ])
  func refusedSizes(_ json: String) {
    #expect(throws: DecodingError.self) { try JSON.decode(ByteCount.self, from: json) }
  }
}
