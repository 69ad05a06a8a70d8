import Ferry
import FerryMacros
import FerryTestSupport
import Foundation
import Testing

/// A macro type for laws about documents.
private struct LawModel: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Returns the documents whose verdict depends on the order of their members.
  let dependsOnOrder: @Sendable (_ seed: UInt64) throws -> [String]
  /// Returns the differences between Ferry's JSON and Foundation's coders.
  let differsFromFoundation: @Sendable (_ seed: UInt64) throws -> [String]

  init<D: DirectCodable & Codable & Generated & SendableMetatype>(_ type: D.Type) {
    testDescription = "\(type)"
    dependsOnOrder = { seed in
      try Self.documents(of: type, seed).flatMap { document, random in
        var random = random
        let other = document.shuffled(using: &random)
        return zip(try Self.verdicts(type, document), try Self.verdicts(type, other)).compactMap {
          $0.1 == $1.1 ? nil : "\($0.0): \(json(document))\n  \($0.1)\n\(json(other))\n  \($1.1)"
        }
      }
    }
    differsFromFoundation = { seed in
      var source = ValueSource(seed: seed, hasNonFinite: false)
      let value = type.init(random: &source)
      let (ours, theirs) = (try JSON.encode(value), try Foundation.JSONEncoder().encode(value))
      // JSON has one null for all levels of optionals.
      let known = valueText(try JSONDecoder().decode(type, from: theirs))
      let written = [
        ("Ferry's document", valueText(try JSONDecoder().decode(type, from: Data(ours)))),
        ("Foundation's document", valueText(try JSON.decode(type, from: theirs))),
      ].filter { $0.1 != known }.map { "\($0.0): \($0.1), expected \(known)" }
      let decoder = JSON.Decoder(preset: .foundation)
      return try written
        + Self.documents(of: type, seed).compactMap { document, _ in
          let bytes = Array(json(document).utf8)
          let ours = Self.verdict { try decoder.decode(type, from: bytes) }
          let theirs = Self.verdict { try JSONDecoder().decode(type, from: Data(bytes)) }
          return ours == theirs ? nil : "\(json(document))\n  \(ours)\n  Foundation: \(theirs)"
        }
    }
  }

  /// Returns a document of the type and damaged ones.
  private static func documents<D: DirectCodable & Codable & Generated>(
    of type: D.Type, _ seed: UInt64
  ) throws -> [(AnyValue, SeededGenerator)] {
    var source = ValueSource(seed: seed, hasNonFinite: false)
    let document = try JSON.decode(
      AnyValue.self, from: Foundation.JSONEncoder().encode(type.init(random: &source)))
    var damage = Damage(random: SeededGenerator(seed: seed), changesForms: false)
    return [(document, damage.random)]
      + (0..<4).map { _ in
        var other = damage.damaged(damage.damaged(document))
        if type == SeveralNames.self, case .object(var members) = other {
          for (key, value) in SeveralNames.others where damage.random.oneIn(4) {
            members[key] = value
          }
          other = .object(members)
        }
        return (other, damage.random)
      }
  }

  private static func verdict<T>(_ decode: () throws -> T) -> String {
    (try? valueText(decode())) ?? "an error"
  }

  /// Returns the verdicts of all formats, of both ways of coding, and of Foundation.
  private static func verdicts<D: DirectCodable & Codable & SendableMetatype>(
    _ type: D.Type, _ document: AnyValue
  ) throws -> [(String, String)] {
    let text = json(document)
    var pretty = JSON.Encoder()
    pretty.outputFormatting = .prettyPrinted
    let lines = try pretty.encode(document)
    return FormatKind.allCases.flatMap { format in
      let (bytes, decoder) = (Result { try format.encoder.encode(document) }, format.decoder)
      return [
        ("\(format)", verdict { try decoder.decode(type, from: bytes.get()) }),
        ("\(format), by Codable", verdict { try codable(type, bytes.get(), decoder) }),
      ]
    } + [
      ("lines of JSON", verdict { try JSON.decode(type, from: lines) }),
      ("a document of JSON", verdict { try JSON.document(text).decode(type) }),
      ("Foundation", verdict { try JSONDecoder().decode(type, from: Data(text.utf8)) }),
    ]
  }

  static let all = [
    LawModel(ByMacro.Scalars.self), LawModel(ByMacro.Wide.self), LawModel(ByMacro.Inner.self),
    LawModel(ByMacro.Optionals.self), LawModel(ByMacro.NestedOptionals.self),
    LawModel(ByMacro.Collections.self), LawModel(ByMacro.Dictionaries.self),
    LawModel(ByMacro.Node.self), LawModel(ByMacro.Person.self), LawModel(ByMacro.Color.self),
    LawModel(ByMacro.Level.self), LawModel(ByMacro.Shape.self), LawModel(ByMacro.Enums.self),
    LawModel(ByMacro.Values.self), LawModel(ByMacro.CodableMembers.self),
    LawModel(ByMacro.Box<ByMacro.Inner>.self), LawModel(ByMacro.LooseBox<CodableOnly>.self),
    LawModel(ByMacro.Renamed.self), LawModel(ByMacro.Words.self), LawModel(ByMacro.Many.self),
    LawModel(ByMacro.Cat.self), LawModel(ByMacro.Styled.self), LawModel(ByMacro.Flattened.self),
    LawModel(ByMacro.Strategies.self), LawModel(ByMacro.Internal.self),
    LawModel(ByMacro.Adjacent.self), LawModel(ByMacro.Defaults.self),
    LawModel(ByMacro.Aliases.self), LawModel(SeveralNames.self),
  ]
}

/// Members with several names.
@DirectCodable @KeyStyle(.snakeCase)
private struct SeveralNames: Generated {
  var firstName: String
  @Alias("older.count", "oldCount") var newCount: Int?
  @Alias("listOfFlags") @Lossy var allFlags: [Bool] = []

  init(random source: inout ValueSource) {
    firstName = source.string()
    newCount = source.random.oneIn(2) ? source.integer() : nil
    allFlags = source.random.oneIn(2) ? [source.bool()] : []
  }

  /// Other names, one of which may be in a document beside the first name.
  static let others: [(String, AnyValue)] = [
    ("firstName", "x"), ("firstName", 1), ("oldCount", 1), ("oldCount", []),
    ("older", ["count": 2]), ("older", ["count": "x"]), ("newCount", nil),
    ("listOfFlags", [true, 1]), ("allFlags", "x"), ("allFlags", [false]), ("new_count", nil),
  ]
}

extension AnyValue {
  /// The same value with the members of all objects in another order.
  fileprivate func shuffled(using random: inout SeededGenerator) -> AnyValue {
    switch self {
    case .object(let members):
      var object = Object()
      for (key, value) in members.shuffled(using: &random) {
        object[key] = value.shuffled(using: &random)
      }
      return .object(object)
    case .array(let elements): return .array(elements.map { $0.shuffled(using: &random) })
    default: return self
    }
  }
}

/// `FERRY_ORACLE_CASES=1000` checks 1,000 documents of each model.
@Suite("Laws of documents")
struct DocumentLawsTests {
  private static let cases =
    ProcessInfo.processInfo.environment["FERRY_ORACLE_CASES"].flatMap { Int($0) } ?? 8

  private func check(
    _ model: LawModel, _ law: String, _ problems: (UInt64) throws -> [String]
  ) throws {
    var random = SeededGenerator(for: "\(law) of \(model.testDescription)")
    var found: [String] = []
    for _ in 0..<Self.cases where found.count < 4 { found += try problems(random.next()) }
    #expect(found.isEmpty, "\(found.prefix(4).joined(separator: "\n"))")
  }

  @Test("members in another order give the same value or an error", arguments: LawModel.all)
  fileprivate func order(model: LawModel) throws {
    try check(model, "Order", model.dependsOnOrder)
  }

  @Test("Ferry's JSON gives the same value as Foundation's coders", arguments: LawModel.all)
  fileprivate func foundation(model: LawModel) throws {
    try check(model, "Foundation", model.differsFromFoundation)
  }
}
