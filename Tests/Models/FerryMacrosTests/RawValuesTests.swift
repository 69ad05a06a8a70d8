import Ferry
import FerryMacros
import Foundation
import Testing

/// The types with the compiler's synthesis.
private enum Synthesized {
  struct Identity: RawRepresentable, Codable { var rawValue: UUID }
  struct Text: RawRepresentable, Codable { var rawValue: String }
  struct Small: RawRepresentable, Codable { var rawValue: Int8 }
  struct Wide: RawRepresentable, Codable { var rawValue: UInt128 }
  struct Truth: RawRepresentable, Codable { var rawValue: Bool }
  struct Short: RawRepresentable, Codable { var rawValue: Float }
  struct List: RawRepresentable, Codable { var rawValue: [Int] }
  struct Optional: RawRepresentable, Codable { var rawValue: Int? }
  struct Options: OptionSet, Codable { var rawValue: UInt16 }
  struct Computed: RawRepresentable, Codable {
    var x = 5
    var rawValue: String { "\(x)" }
    init?(rawValue: String) { x = Int(rawValue) ?? 0 }
  }
  struct Members: RawRepresentable, Codable {
    var x: Int
    var rawValue: Text { Text(rawValue: "\(x)") }
    init?(rawValue: Text) { x = Int(rawValue.rawValue) ?? 0 }
  }
  enum Letter: Character, Codable { case a = "x", b = "y" }
  enum Level: Float, Codable { case low = 0.5, high = 2 }
}

private enum Expanded {
  @DirectCodable struct Identity: RawRepresentable { var rawValue: UUID }
  @DirectCodable struct Text: RawRepresentable { var rawValue: String }
  @DirectCodable struct Small: RawRepresentable { var rawValue: Swift.Int8 }
  @DirectCodable struct Wide: RawRepresentable { var rawValue: UInt128 }
  @DirectCodable struct Truth: RawRepresentable { var rawValue: Bool }
  @DirectCodable struct Short: RawRepresentable { var rawValue: Float }
  @DirectCodable struct List: RawRepresentable { var rawValue: [Int] }
  @DirectCodable struct Optional: RawRepresentable { var rawValue: Int? }
  @DirectCodable struct Options: OptionSet { var rawValue: UInt16 }
  @DirectCodable struct Computed: RawRepresentable {
    var x = 5
    var rawValue: String { "\(x)" }
    init?(rawValue: String) { x = Int(rawValue) ?? 0 }
  }
  @DirectCodable struct Members: RawRepresentable {
    var x: Int
    var rawValue: Text { Text(rawValue: "\(x)") }
    init?(rawValue: Text) { x = Int(rawValue.rawValue) ?? 0 }
  }
  @DirectCodable enum Letter: Character { case a = "x", b = "y" }
  @DirectCodable enum Level: Float { case low = 0.5, high = 2 }
  @DirectCodable struct Plain { var rawValue: Int }
}

@Suite("Raw values")
struct RawValuesTests {
  /// Checks that both types have one document in every format, and that each reads it.
  private func expectOneForm<P: Codable & RawRepresentable, M: DirectCodable & Codable>(
    _ plain: P?, _ direct: M?, sourceLocation: SourceLocation = #_sourceLocation
  ) throws where M: RawRepresentable {
    let (plain, direct) = (try #require(plain), try #require(direct))
    try expectTwins([plain], [direct], sourceLocation: sourceLocation)
    let json = try JSON.string([plain])
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
      try JSON.decode([M].self, from: json)
    }
    try expectSameVerdict([P].self, [M].self, "[{}]", sourceLocation: sourceLocation)
  }

  @Test("a type is written as its raw value if the compiler's synthesis writes it so")
  func forms() throws {
    let id = UUID()
    try expectOneForm(Synthesized.Identity(rawValue: id), Expanded.Identity(rawValue: id))
    try expectOneForm(Synthesized.Text(rawValue: "t"), Expanded.Text(rawValue: "t"))
    try expectOneForm(Synthesized.Small(rawValue: -1), Expanded.Small(rawValue: -1))
    try expectOneForm(Synthesized.Wide(rawValue: .max), Expanded.Wide(rawValue: .max))
    try expectOneForm(Synthesized.Truth(rawValue: true), Expanded.Truth(rawValue: true))
    try expectOneForm(Synthesized.Short(rawValue: 1.5), Expanded.Short(rawValue: 1.5))
    try expectOneForm(Synthesized.List(rawValue: [1]), Expanded.List(rawValue: [1]))
    try expectOneForm(Synthesized.Optional(rawValue: 1), Expanded.Optional(rawValue: 1))
    try expectOneForm(Synthesized.Options(rawValue: 3), Expanded.Options(rawValue: 3))
    try expectOneForm(Synthesized.Computed(rawValue: "7"), Expanded.Computed(rawValue: "7"))
    let text = (Synthesized.Text(rawValue: "7"), Expanded.Text(rawValue: "7"))
    try expectOneForm(Synthesized.Members(rawValue: text.0), Expanded.Members(rawValue: text.1))
    try expectOneForm(Synthesized.Letter.a, Expanded.Letter.a)
    try expectOneForm(Synthesized.Level.high, Expanded.Level.high)
  }

  @Test("a property called rawValue is a member of a type without a raw value")
  func member() throws {
    #expect(try JSON.string(Expanded.Plain(rawValue: 1)) == #"{"rawValue":1}"#)
  }
}
