import Ferry
import FerryMacros
import FerryTestSupport
import Foundation

/// Compares one value of a model and documents made of it, by all coders and in both ways of coding.
struct Comparison<D: DirectCodable & Codable & Generated, P: Codable & Generated> {
  private(set) var problems: [String] = []
  /// Whether errors have the same kinds and paths, in addition to the same verdicts.
  private let comparesErrors: Bool
  private let direct: D
  private let plain: P
  private let coders: CodersInUse
  private var damage: Damage
  private let seed: UInt64

  init(_ direct: D.Type, _ plain: P.Type, _ seed: UInt64, comparesErrors: Bool) {
    let hasNonFinite = seed % 3 == 0
    var source = ValueSource(seed: seed, hasNonFinite: hasNonFinite)
    self.direct = D(random: &source)
    source = ValueSource(seed: seed, hasNonFinite: hasNonFinite)
    self.plain = P(random: &source)
    self.seed = seed
    self.comparesErrors = comparesErrors
    // Keys of attributes are texts of documents, which strategies for keys are not made for.
    let options = seed % 5 < 2 ? Int(seed / 5 % 16) : 0
    coders = CodersInUse(options: comparesErrors ? options : options & ~4)
    // Where a strategy converts keys, the ways of coding do not agree on normal forms.
    damage = Damage(random: SeededGenerator(seed: seed), changesForms: !coders.isSnake)
  }

  private mutating func expect(
    _ found: String, _ expected: String, _ what: @autoclosure () -> String
  ) {
    // Two equal dictionaries may have their values in another order, and several values be invalid.
    if D.self == ByMacro.Dictionaries.self,
      [found, expected].allSatisfy({ $0.hasPrefix("invalidValue") })
    {
      return
    }
    if !comparesErrors, Self.isRefusal(found), Self.isRefusal(expected) { return }
    if found != expected {
      problems.append(
        "\(D.self) \(seed) (\(coders.name)): \(what())\n  direct:   \(found)\n  expected: \(expected)"
      )
    }
  }

  private static func isRefusal(_ verdict: String) -> Bool {
    ["typeMismatch", "valueNotFound", "keyNotFound", "dataCorrupted"].contains {
      verdict.hasPrefix($0)
    }
  }

  mutating func run() {
    expect(valueText(direct), valueText(plain), "generated value")
    encode()
    guard let bytes = try? coders.foundation(plain),
      let value = try? JSON.decode(AnyValue.self, from: bytes)
    else { return }
    decode(json(value))
    for _ in 0..<4 { decode(json(damage.damaged(value))) }
    decode(damage.repeated(value))
    for _ in 0..<2 {
      let torn = damage.torn(bytes)
      decodeFoundation(torn)
      decode(torn, .json)
    }
  }

  // MARK: Encoding

  private mutating func encode() {
    let coders = self.coders
    let (direct, plain) = (self.direct, self.plain)
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    // Foundation loses keys of nested containers in the paths of its errors.
    func lastKey(_ text: String) -> String {
      let parts = text.components(separatedBy: " at ")
      guard text.hasPrefix("invalidValue"), parts.count == 2 else { return text }
      return parts[0] + " at " + (parts[1].components(separatedBy: "/").last ?? "")
    }
    expect(
      lastKey(verdict { text(try coders.foundation(direct)) }),
      lastKey(verdict { text(try coders.foundation(plain)) }), "Foundation's bytes")
    for format in CodersInUse.Format.allCases {
      func tree(_ bytes: [UInt8]) throws -> String {
        let value: AnyValue =
          switch format {
          case .json: try JSON.decode(AnyValue.self, from: bytes)
          case .binary: try Binary.decode(AnyValue.self, from: bytes)
          case .yaml: try YAML.decode(AnyValue.self, from: bytes)
          }
        // Dictionaries have no order, and bytes of one length the same spelling.
        return sortedJSON(value) + (format == .binary ? "" : " \(bytes.count)")
      }
      let expected = verdict { try tree(coders.codable(plain, format)) }
      expect(verdict { try tree(coders.direct(direct, format)) }, expected, "\(format), bytes")
      expect(
        verdict { try tree(coders.codable(direct, format)) }, expected, "\(format), Codable bytes")
      guard let bytes = try? coders.codable(plain, format),
        let written = try? coders.direct(direct, format)
      else { continue }
      decode(bytes, format)
      decode(written, format)
    }
  }

  // MARK: Decoding

  private mutating func decode(_ text: String) {
    let bytes = Array(text.utf8)
    decodeFoundation(bytes)
    decode(bytes, .json)
    guard !coders.hasTexts, let value = try? JSON.decode(AnyValue.self, from: bytes) else { return }
    if let binary = try? Binary.encode(value) { decode(binary, .binary) }
    if let yaml = try? YAML.encode(value) { decode(yaml, .yaml) }
  }

  private mutating func decodeFoundation(_ bytes: [UInt8]) {
    let coders = self.coders
    // Foundation often loses the path of corrupted data.
    func withoutLostPath(_ text: String) -> String {
      text.hasPrefix("dataCorrupted") ? "dataCorrupted" : text
    }
    expect(
      withoutLostPath(verdict { valueText(try coders.foundation(D.self, from: bytes)) }),
      withoutLostPath(verdict { valueText(try coders.foundation(P.self, from: bytes)) }),
      "Foundation reads \(String(decoding: bytes, as: UTF8.self))")
  }

  private mutating func decode(_ bytes: [UInt8], _ format: CodersInUse.Format) {
    let coders = self.coders
    // Under a strategy for keys, paths have the keys of the document.
    func verdict(_ body: () throws -> String) -> String {
      let text = FerryTestSupport.verdict(body)
      guard coders.isSnake, Self.isRefusal(text) else { return text }
      return text.components(separatedBy: " at ")[0]
    }
    let expected = verdict { valueText(try coders.codable(P.self, from: bytes, format)) }
    func document() -> String {
      format == .binary ? "\(bytes)" : String(decoding: bytes, as: UTF8.self)
    }
    expect(
      verdict { valueText(try coders.direct(D.self, from: bytes, format)) }, expected,
      "\(format) reads \(document())")
    expect(
      verdict { valueText(try coders.codable(D.self, from: bytes, format)) }, expected,
      "\(format), Codable, reads \(document())")
  }
}
