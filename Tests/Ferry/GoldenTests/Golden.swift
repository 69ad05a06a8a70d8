import Ferry
import FerryMacros
import Foundation
import Testing

/// A document that the version 0.1.0 wrote, with the value that is in it.
struct Golden: Sendable, CustomTestStringConvertible {
  /// Where the files are, a folder for each version that wrote some.
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("Files")

  /// The name of the file, which is that of the case too.
  let name: String
  /// Writes the document with the code as it is now.
  let write: @Sendable () throws -> [UInt8]
  /// The difference of the decoded value from the expected one; `nil` if they are equal.
  let fault: @Sendable ([UInt8]) throws -> String?

  var testDescription: String { name }

  /// A document that holds `value`, or reads as `expected` where that differs by design.
  init<Value: Equatable & Sendable>(
    _ name: String, _ value: Value, reads expected: Value? = nil,
    write: @escaping @Sendable (Value) throws -> [UInt8],
    read: @escaping @Sendable ([UInt8]) throws -> Value
  ) {
    self.name = name
    self.write = { try write(value) }
    fault = { bytes in
      let found = try read(bytes)
      return found == expected ?? value ? nil : "\(found)"
    }
  }

  /// The same value in all formats, through the tape.
  static func everywhere<Value: Codable & Equatable & Sendable>(
    _ name: String, _ value: Value, reads expected: Value? = nil
  ) -> [Golden] {
    [
      Golden(
        "\(name).json", value, reads: expected, write: { try JSON.encode($0) },
        read: { try JSON.decode(Value.self, from: $0) }),
      Golden(
        "\(name).ferry", value, reads: expected, write: { try Binary.encode($0) },
        read: { try Binary.decode(Value.self, from: $0) }),
      Golden(
        "\(name).yaml", value, reads: expected, write: { try YAML.encode($0) },
        read: { try YAML.decode(Value.self, from: $0) }),
    ]
  }

  /// The same value in all formats, coded directly.
  static func everywhere<Value: DirectCodable & Codable & Equatable & Sendable>(
    _ name: String, _ value: Value, reads expected: Value? = nil
  ) -> [Golden] {
    [
      Golden(
        "\(name).json", value, reads: expected, write: { try JSON.encode($0) },
        read: { try JSON.decode(Value.self, from: $0) }),
      Golden(
        "\(name).ferry", value, reads: expected, write: { try Binary.encode($0) },
        read: { try Binary.decode(Value.self, from: $0) }),
      Golden(
        "\(name).yaml", value, reads: expected, write: { try YAML.encode($0) },
        read: { try YAML.decode(Value.self, from: $0) }),
    ]
  }

  static let all: [Golden] = models + jsonOptions + binaryOptions + yamlOptions + records

  private static let models: [Golden] =
    everywhere("numbers", Numbers()) + everywhere("direct-numbers", DirectNumbers())
    + everywhere("texts", Texts()) + everywhere("moments", Moments())
    + everywhere("whole-moments", WholeMoments()) + everywhere("attributed", Attributed())
    + everywhere("nothings", Nothings()) + everywhere("cases", Cases())
    + everywhere("tape-cases", TapeCases()) + everywhere("dictionaries", Dictionaries())
    + everywhere("mapping", Mapping()) + everywhere("shape", Shape())
    + everywhere("any-value", anyValue)
    // Text formats have base64 for bytes.
    + [
      Golden(
        "any-bytes.ferry", AnyValue.bytes([0, 255]), write: { try Binary.encode($0) },
        read: { try Binary.decode(AnyValue.self, from: $0) })
    ]
    // The encoded form of nil beside a default; a missing key is the default.
    + everywhere("defaulted", Defaulted(a: nil), reads: Defaulted(a: 5))

  private static let anyValue: AnyValue = [
    "null": nil, "truth": [true, false], "text": "a\nb",
    "numbers": [
      number("0"), number("-0"), number("1.10"), number("1e2"), number("100"),
      number("18446744073709551615"), number("-9223372036854775808"), number("0.1"),
      number("123456789012345678901234567890.5"),
      number(String(repeating: "1234567890", count: 30)), number("1e1000"), number("1e-400"),
    ],
    "nested": [[:], [], [[["deep": [1, "a", nil]]]]],
  ]

  private static func number(_ text: String) -> AnyValue { .number(AnyValue.Number(text: text)) }
}
