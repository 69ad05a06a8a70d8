import Ferry
import FerryMacros
import FerryTestSupport
import Foundation
import Testing

/// A macro type, which is coded directly and by the `Codable` conformance that the macro writes.
private struct MatrixModel: Sendable {
  /// Adds the number of compared values, and the cells that differ with an example.
  let compare: @Sendable (_ seed: UInt64, inout Matrix) -> Void

  init<T: DirectCodable & Codable & Generated & SendableMetatype>(_ type: T.Type) {
    compare = { seed, matrix in
      for format in FormatKind.allCases { matrix.compare(type, format, seed) }
    }
  }

  static let all = [
    MatrixModel(ByMacro.Scalars.self), MatrixModel(ByMacro.Wide.self),
    MatrixModel(ByMacro.Optionals.self), MatrixModel(ByMacro.NestedOptionals.self),
    MatrixModel(ByMacro.Collections.self), MatrixModel(ByMacro.Dictionaries.self),
    MatrixModel(ByMacro.Node.self), MatrixModel(ByMacro.Person.self),
    MatrixModel(ByMacro.Shape.self), MatrixModel(ByMacro.Enums.self),
    MatrixModel(ByMacro.Values.self), MatrixModel(ByMacro.CodableMembers.self),
    MatrixModel(ByMacro.Dynamic.self), MatrixModel(ByMacro.Box<ByMacro.Inner>.self),
    MatrixModel(ByMacro.Empties.self), MatrixModel(ByMacro.Renamed.self),
    MatrixModel(ByMacro.Words.self), MatrixModel(ByMacro.Many.self), MatrixModel(ByMacro.Cat.self),
    MatrixModel(ByMacro.Flattened.self), MatrixModel(ByMacro.Strategies.self),
    MatrixModel(ByMacro.Internal.self), MatrixModel(ByMacro.Adjacent.self),
  ]
}

/// The comparisons of both ways of coding: format x option x direction.
private struct Matrix {
  var count = 0
  /// An example of each cell in which the ways differ.
  var differences: [String: String] = [:]

  private mutating func expect(
    _ direct: String, _ codable: String, _ cell: String, _ example: @autoclosure () -> String
  ) {
    count += 1
    if direct != codable, differences[cell] == nil {
      differences[cell] = "\(example())\n  direct:  \(direct)\n  Codable: \(codable)"
    }
  }

  mutating func compare<T: DirectCodable & Codable & Generated>(
    _ type: T.Type, _ format: FormatKind, _ seed: UInt64
  ) {
    var source = ValueSource(seed: seed, hasNonFinite: seed % 4 == 0)
    let value = type.init(random: &source)
    var documents: [[UInt8]] = []
    for option in CoderOption.encoding {
      guard let encoder = option.set(format.encoder) else { continue }
      func text(_ bytes: [UInt8]) -> String {
        format == .json || format == .yaml
          ? String(decoding: bytes, as: UTF8.self) : "\(bytes.count) bytes \(bytes)"
      }
      let bytes = try? codable(value, encoder)
      if let bytes, !documents.contains(bytes) { documents.append(bytes) }
      expect(
        verdict { text(try encoder.encode(value)) },
        verdict { text(try codable(value, encoder)) },
        "\(format), \(option.name), encoding", "\(type) \(seed)")
    }
    var random = SeededGenerator(seed: seed)
    for document in documents.prefix(4) where !document.isEmpty {
      var damaged = document
      damaged[random.int(0..<damaged.count)] = UInt8(random.int(0..<256))
      documents.append(damaged)
    }
    for option in CoderOption.decoding {
      guard let decoder = option.set(format.decoder) else { continue }
      for document in documents {
        expect(
          verdict { valueText(try decoder.decode(type, from: document)) },
          verdict { valueText(try codable(type, document, decoder)) },
          "\(format), \(option.name), decoding", "\(type) \(seed) \(document)")
      }
    }
  }
}

/// `FERRY_ORACLE_CASES=1000` compares 1,000 values of each model.
@Suite("The options of coders in both ways of coding")
struct OptionMatrixTests {
  private static let cases =
    ProcessInfo.processInfo.environment["FERRY_ORACLE_CASES"].flatMap { Int($0) } ?? 1

  @Test("direct coding gives the bytes, values and errors of Codable under every option")
  func matrix() {
    var random = SeededGenerator(for: "The matrix of options")
    var matrix = Matrix()
    for model in MatrixModel.all {
      for _ in 0..<Self.cases { model.compare(random.next(), &matrix) }
    }
    let differences = matrix.differences.map { "\($0): \($1)" }.sorted()
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    #expect(matrix.count > 5_000)
  }
}
