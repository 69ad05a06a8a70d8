import Ferry
import FerryDropIn
import FerryTestSupport
import Foundation
import Testing

@Suite("Integers as in Foundation")
struct FoundationIntegersTests {
  private struct Box<T: Codable & Equatable>: Codable, Equatable { var value: T }

  private let oracle = Foundation.JSONDecoder()
  private let dropIn = FerryDropIn.JSONDecoder()
  private let preset = JSON.Decoder(preset: .foundation)

  /// The differences between Foundation and Foundation's preset, in each way of coding.
  private func differences<T: Codable & Equatable & DirectCodable>(
    _ type: T.Type, _ text: String
  ) -> [String] {
    let list = Data("[\(text)]".utf8)
    let object = Data(#"{"value":\#(text)}"#.utf8)
    let expected = try? oracle.decode([T].self, from: list)
    let found: [(String, [T]?)] = [
      ("drop-in", try? dropIn.decode([T].self, from: list)),
      ("direct", try? preset.decode([T].self, from: list)),
      ("through the tape", (try? preset.decode(Box<T>.self, from: object)).map { [$0.value] }),
    ]
    return found.filter { $0.1 != expected }.map {
      "\(T.self) from \(text), \($0.0): \($0.1 as Any) instead of \(expected as Any)"
    }
  }

  private func differences(_ text: String) -> [String] {
    differences(Int8.self, text) + differences(UInt8.self, text) + differences(Int32.self, text)
      + differences(Int.self, text) + differences(UInt64.self, text)
      + differences(Int128.self, text) + differences(UInt128.self, text)
  }

  @Test("integers with fractions and exponents have Foundation's verdicts")
  func knownCases() throws {
    #expect(try dropIn.decode([Int].self, from: Data("[9007199254740992.5]".utf8)) == [1 << 53])
    #expect(try dropIn.decode([Int].self, from: Data("[1.0000000000000000000000001]".utf8)) == [1])
    for text in [
      "9007199254740992.5", "1.0000000000000000000000001", "9223372036854775807.0", "1e38",
    ] {
      #expect(differences(text).isEmpty, "\(differences(text))")
    }
  }

  @Test("Ferry's default accepts exact integers and rejects the others")
  func exactByDefault() throws {
    #expect(throws: DecodingError.self) { try JSON.decode(Int.self, from: "9007199254740992.5") }
    #expect(throws: DecodingError.self) {
      try JSON.decode(Int.self, from: "1.0000000000000000000000001")
    }
    #expect(try JSON.decode(Int.self, from: "9223372036854775807.0") == .max)
    #expect(
      try JSON.decode(Int128.self, from: "1e38") == Int128("1\(String(repeating: "0", count: 38))"))
  }

  @Test("every spelling of an integer has Foundation's verdict")
  func table() {
    var random = SeededGenerator(for: "integers of Foundation")
    let exponents = [
      "", "e0", "e1", "e-1", "e5", "e-5", "e19", "e38", "e-38", "e127", "e-128", "e-129",
    ]
    let fractions = [
      "", ".0", ".5", ".99999999999999999999", ".00000000000000000000000000000000000001",
    ]
    var count = 0
    var differences: [String] = []
    for magnitude in WholeText.magnitudes {
      for fraction in fractions {
        for exponent in exponents where !isDebugBuild || random.oneIn(4) {
          for sign in ["", "-"] {
            differences += self.differences(sign + magnitude + fraction + exponent)
            count += 7
          }
        }
      }
    }
    for _ in 0..<(isDebugBuild ? 500 : 100_000) {
      differences += self.differences(Self.randomNumber(&random))
      count += 7
    }
    #expect(differences.isEmpty, "\(differences.count) of \(count): \(differences.prefix(10))")
  }

  private static func randomNumber(_ random: inout SeededGenerator) -> String {
    func digits(_ count: Range<Int>) -> String {
      (0..<random.int(count)).map { _ in
        random.oneIn(3) ? "0" : String(random.int(0..<10))
      }.joined()
    }
    var text = random.oneIn(2) ? "-" : ""
    text += random.oneIn(6) ? "0" : String(random.int(1..<10)) + digits(0..<22)
    if random.oneIn(2) { text += "." + String(random.int(0..<10)) + digits(0..<24) }
    if random.oneIn(2) { text += "e\(random.int(-30..<31))" }
    return text
  }
}
