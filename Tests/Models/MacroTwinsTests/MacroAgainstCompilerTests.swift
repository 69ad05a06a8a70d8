import Ferry
import FerryMacros
import FerryTestSupport
import Foundation
import Testing

/// A model that exists twice, with direct coding and without.
struct TwinModel: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let compare: @Sendable (_ seed: UInt64, inout [String]) -> Void

  init<
    D: DirectCodable & Codable & Generated & SendableMetatype,
    P: Codable & Generated & SendableMetatype
  >(
    _ direct: D.Type, _ plain: P.Type, comparesErrors: Bool = true
  ) {
    testDescription = "\(direct)"
    compare = { seed, problems in
      var comparison = Comparison(direct, plain, seed, comparesErrors: comparesErrors)
      comparison.run()
      problems += comparison.problems
    }
  }

  /// The models. Of those with attributes, the twin's errors are one person's choice.
  static let all: [TwinModel] = [
    TwinModel(ByMacro.Scalars.self, ByCompiler.Scalars.self),
    TwinModel(ByMacro.Wide.self, ByCompiler.Wide.self),
    TwinModel(ByMacro.Inner.self, ByCompiler.Inner.self),
    TwinModel(ByMacro.Optionals.self, ByCompiler.Optionals.self),
    TwinModel(ByMacro.NestedOptionals.self, ByCompiler.NestedOptionals.self),
    TwinModel(ByMacro.Collections.self, ByCompiler.Collections.self),
    TwinModel(ByMacro.Dictionaries.self, ByCompiler.Dictionaries.self),
    TwinModel(ByMacro.Node.self, ByCompiler.Node.self),
    TwinModel(ByMacro.Person.self, ByCompiler.Person.self),
    TwinModel(ByMacro.Color.self, ByCompiler.Color.self),
    TwinModel(ByMacro.Level.self, ByCompiler.Level.self),
    TwinModel(ByMacro.Shape.self, ByCompiler.Shape.self),
    TwinModel(ByMacro.Enums.self, ByCompiler.Enums.self),
    TwinModel(ByMacro.Values.self, ByCompiler.Values.self),
    TwinModel(ByMacro.CodableMembers.self, ByCompiler.CodableMembers.self),
    TwinModel(ByMacro.Dynamic.self, ByCompiler.Dynamic.self),
    TwinModel(ByMacro.Box<ByMacro.Inner>.self, ByCompiler.Box<ByCompiler.Inner>.self),
    TwinModel(ByMacro.Box<ByMacro.Shape>.self, ByCompiler.Box<ByCompiler.Shape>.self),
    TwinModel(ByMacro.LooseBox<ByMacro.Inner>.self, ByCompiler.LooseBox<ByCompiler.Inner>.self),
    TwinModel(ByMacro.LooseBox<CodableOnly>.self, ByCompiler.LooseBox<CodableOnly>.self),
    TwinModel(ByMacro.Empty.self, ByCompiler.Empty.self),
    TwinModel(ByMacro.Empties.self, ByCompiler.Empties.self),
    TwinModel(ByMacro.Renamed.self, ByCompiler.Renamed.self),
    TwinModel(ByMacro.Accented.self, ByCompiler.Accented.self),
    TwinModel(ByMacro.Words.self, ByCompiler.Words.self),
    TwinModel(ByMacro.Keywords.self, ByCompiler.Keywords.self),
    TwinModel(ByMacro.Many.self, ByCompiler.Many.self),
    TwinModel(ByMacro.Cat.self, ByCompiler.Cat.self, comparesErrors: false),
    TwinModel(ByMacro.Styled.self, ByCompiler.Styled.self, comparesErrors: false),
    TwinModel(ByMacro.Flattened.self, ByCompiler.Flattened.self, comparesErrors: false),
    TwinModel(ByMacro.Strategies.self, ByCompiler.Strategies.self, comparesErrors: false),
    TwinModel(ByMacro.Internal.self, ByCompiler.Internal.self, comparesErrors: false),
    TwinModel(ByMacro.Adjacent.self, ByCompiler.Adjacent.self, comparesErrors: false),
  ]

  static let nilBesideDefaults: [TwinModel] = [
    TwinModel(ByMacro.Defaults.self, ByCompiler.Defaults.self),
    TwinModel(ByMacro.Aliases.self, ByCompiler.Aliases.self),
  ]
}

/// `FERRY_ORACLE_CASES=1000` compares 1,000 values of each model, and their damaged documents.
@Suite("The macro against the compiler's synthesis")
struct MacroAgainstCompilerTests {
  private static let cases =
    ProcessInfo.processInfo.environment["FERRY_ORACLE_CASES"].flatMap { Int($0) } ?? 8

  @Test("direct coding writes and reads the same as synthesized coding", arguments: TwinModel.all)
  func models(model: TwinModel) {
    compare(model)
  }

  @Test(
    "a nil beside a default is written, and aliases of optionals are optional",
    arguments: TwinModel.nilBesideDefaults)
  func defaults(model: TwinModel) {
    compare(model)
  }

  private func compare(_ model: TwinModel) {
    var random = SeededGenerator(for: "Oracle of \(model.testDescription)")
    var problems: [String] = []
    for _ in 0..<Self.cases where problems.count < 6 { model.compare(random.next(), &problems) }
    #expect(problems.isEmpty, "\(problems.prefix(6).joined(separator: "\n"))")
  }
}
