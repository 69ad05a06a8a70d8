#if FERRY_YAML
import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Other readers of YAML")
struct OtherReadersTests {
  /// The YAML text of `value` beside its JSON text, as the script expects them.
  private func line(_ value: AnyValue, _ encoder: YAML.Encoder) throws -> String {
    try JSON.string([encoder.string(value), JSON.string(value)]) + "\n"
  }

  @Test("PyYAML and ruamel.yaml read the same values, in every layout")
  func otherReaders() throws {
    var values = OtherYAMLReaders.words.map { AnyValue.string($0) }
    values += OtherYAMLReaders.words.map { .array([.string($0)]) }
    values += OtherYAMLReaders.words.map { word in
      var object = AnyValue.Object()
      object[word] = .string(word)
      return .object(object)
    }
    for number in ["0", "-1", "9223372036854775807", "18446744073709551615", "1.5", "123.125"] {
      values.append(try JSON.decode(AnyValue.self, from: number))
    }
    values += try [
      "[]", "{}", "[[], {}, [[]], {\"a\": {}}]",
      "{\"a\": [1, {\"b\": null, \"c\": [true, false]}]}",
      "[[1, [2, [3]]], {\"a\": [{\"b\": 1}, {\"c\": [{}]}]}]",
    ].map { try JSON.decode(AnyValue.self, from: $0) }
    var random = SeededGenerator(for: "OtherReaders")
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        OtherYAMLReaders.words.randomElement(using: &random) ?? ""
      }.joined(separator: Bool.random(using: &random) ? " " : "")
      values.append(.string(text))
    }
    var input = ""
    for (number, value) in values.enumerated() {
      var encoder = YAML.Encoder()
      encoder.usesFlowStyle = number % 3 == 1
      encoder.lineWidth = number % 5 == 0 ? 40 : nil
      encoder.indent = 2 + number % 3
      #expect(try YAML.decode(AnyValue.self, from: encoder.encode(value)) == value)
      input += try line(value, encoder)
    }
    for number in ["1e16", "1e+16", "1E5", "1e-7", "-0", "-0.0", "1e300", "1.5E-300", "2.0"] {
      let value = try JSON.decode(AnyValue.self, from: number)
      let double = try #require(Double(number))
      input += try JSON.string([YAML.string([value]), JSON.string([double])]) + "\n"
    }
    let doubles = [0.1, -0.0, 1e300, 5e-300, .greatestFiniteMagnitude, 1e16, 123_456_789.125, 1e-7]
    input += try JSON.string([YAML.string(doubles), JSON.string(doubles)]) + "\n"
    let floats: [Float] = [0.1, 1e10, 3.4e38]
    input += try JSON.string([YAML.string(floats), JSON.string(floats)]) + "\n"
    try OtherYAMLReaders.check(input)
  }

  @Test("PyYAML and ruamel.yaml read dates as the same instants, with every layout")
  func dates() throws {
    var random = SeededGenerator(for: "OtherReaders.dates")
    var input = ""
    for number in 0..<200 {
      let counts = (0..<3).map { _ in
        1000 * random.int(-62_135_596_800..<253_402_300_000)
          + (number % 2 == 0 ? 0 : random.int(0..<1000))
      }
      let dates = counts.map {
        Date(timeIntervalSinceReferenceDate: Double($0 - 978_307_200_000) / 1000)
      }
      var encoder = YAML.Encoder()
      encoder.usesFlowStyle = number % 3 == 1
      encoder.indent = 2 + number % 3
      let since2001 = counts.map { 1000 * $0 - 978_307_200_000_000 }
      input += try JSON.string([encoder.string(dates), JSON.string(since2001)]) + "\n"
      let named = try encoder.string(["a": dates[0]])
      input += try JSON.string([named, JSON.string(["a": since2001[0]])]) + "\n"
    }
    try OtherYAMLReaders.check(input)
  }
}
#endif
