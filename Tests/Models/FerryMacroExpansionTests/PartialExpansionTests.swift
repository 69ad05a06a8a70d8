import Testing

/// Expansions of `@PartiallyDecodable`.
@Suite struct PartialExpansionTests {
  @Test("a partially decodable type has a type of its parts, and keeps its table")
  func parts() {
    let expansion = Expansion(
      """
      @DirectCodable @PartiallyDecodable
      public struct Cat {
        @Key("cat_id") let id: String
        var friends: [Cat]?
        static let none = 0
      }
      """)
    #expect(expansion.messages.isEmpty)
    #expect(expansion.text.contains("_FieldTable(Self.self"))
    let parts = [
      "nonisolated public struct Partial: FerryPartial.PartialObject {",
      "public var id: FerryPartial._PartialOf<String>?", "case \"cat_id\": return 0",
      "public var friends: FerryPartial._PartialOf<[Cat]>?",
      "case 1: return try reader.resume(&self.friends)",
      "nonisolated extension Cat: FerryPartial.PartiallyDecodable {",
    ]
    for part in parts { #expect(expansion.lines.contains(part), "\(part)\n\(expansion.text)") }
    let others = Expansion(
      """
      @DirectCodable @PartiallyDecodable
      struct Cat {
        @Alias("b") var a: Int
        @Key("x.y") var c: Int
        @As(.iso8601) var d: Date
        @Flatten var e: Other
      }
      """)
    #expect(others.messages.isEmpty)
    for part in [
      "case \"a\": return 0", "case \"b\": return 4", "static var _firstLateSlot: Swift.Int { 4 }",
      "case 4: return [0]", "case 1: return try reader.resume(in: &self, Self._slot1)",
      "case 3: return try reader.resume(required: &self.c)", "var d: Swift.Optional<Date> = nil",
      "case 2: return try reader.resume(&self.d, _Whole_d.self) { $0.d }",
      "self.e = whole.e",
    ] { #expect(others.lines.contains(part), "\(part)\n\(others.text)") }
    let enumeration = Expansion(
      "@DirectCodable @PartiallyDecodable enum Mood: String { case good }")
    #expect(
      enumeration.lines.contains(
        "nonisolated extension Mood: FerryPartial.PartiallyDecodable, FerryPartial.PartialValue {"))
  }

  @Test("a part needs parts of the types inside, and cannot contain itself")
  func partDiagnostics() {
    func messages(_ member: String) -> [String] {
      Expansion(
        """
        @DirectCodable @PartiallyDecodable
        final class Cat {
          \(member)
          @DirectCodable enum Mood: String { case good }
        }
        """
      ).messages
    }
    let unmarked = "'Mood' needs @PartiallyDecodable, as the type of 'x'"
    for type in ["Mood", "Mood?", "[Mood]", "[String: Mood]?", "Set<Mood>"] {
      #expect(messages("var x: \(type)") == [unmarked], "\(type)")
    }
    #expect(
      messages("@Lossy var x: [Mood]") == [] && messages("var x: Other<Mood>") == [])
    #expect(
      messages("let x: Cat?") == [
        "the type 'Partial' would contain itself by 'x'; declare an array of 'Cat'"
      ])
    #expect(messages("let x: [Cat]") == [])
  }
}
