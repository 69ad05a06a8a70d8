import Ferry
import FerryMacros
import FerrySchema
import Testing

@DirectCodable
private struct Table { var id: Int }

@DirectCodable
private struct Empty {}

@DirectCodable
private struct Path { @Key("m.x") var x: Int }

@DirectCodable
private enum Synthesized { case a, b(x: Int), c(Int) }

@DirectCodable @Tagged(.external)
private enum External { case a, b(x: Int), e(Table) }

@DirectCodable @Tagged(.internal("t"))
private enum Internal { case a, b(x: Int), e(Table) }

@DirectCodable @Tagged(.adjacent(tag: "t", content: "c"))
private enum Adjacent { case a, b(x: Int), e(Table) }

@DirectCodable @Tagged(.untagged)
private enum Untagged { case both(x: Int, y: Int), b(x: Int), z(z: Int) }

/// The oracle is the strict decoder.
@Suite("Unknown keys as failures of a document")
struct UnknownKeyFailuresTests {
  private func compare<T: Decodable>(
    _ type: T.Type, known: [String], unknown: [String]
  ) {
    let strict = JSON.Decoder { $0.unknownKeys = .error }
    for (texts, areKnown) in [(known, true), (unknown, false)] {
      for text in texts {
        let isDecoded = (try? strict.decode(type, from: text)) != nil
        #expect(isDecoded == areKnown, "\(type) \(text)")
        let failures = JSON.document(text, decoder: strict).failures(of: type)
        #expect(failures.isEmpty == areKnown, "\(type) \(text) \(failures)")
      }
    }
  }

  @Test("a document of a strict decoder has a failure for an unknown key")
  func forms() {
    compare(Table.self, known: [#"{"id":1}"#], unknown: [#"{"id":1,"q":1}"#])
    compare(Empty.self, known: ["{}"], unknown: [#"{"q":1}"#])
    compare([Empty].self, known: ["[{}]"], unknown: [#"[{"q":1}]"#])
    compare(
      Path.self, known: [#"{"m":{"x":1}}"#],
      unknown: [#"{"m":{"x":1,"q":1}}"#, #"{"m":{"x":1},"q":1}"#])
    compare(
      Synthesized.self, known: [#"{"a":{}}"#, #"{"b":{"x":1}}"#],
      unknown: [#"{"a":{"q":1}}"#, #"{"a":{},"q":1}"#, #"{"b":{"x":1,"q":1}}"#])
    compare(
      External.self, known: [#""a""#, #"{"b":{"x":1}}"#, #"{"e":{"id":1}}"#],
      unknown: [#"{"b":{"x":1,"q":1}}"#, #"{"b":{"x":1},"q":1}"#, #"{"e":{"id":1,"q":1}}"#])
    compare(
      Internal.self, known: [#"{"t":"a"}"#, #"{"t":"b","x":1}"#, #"{"t":"e","id":1}"#],
      unknown: [
        #"{"t":"a","q":1}"#, #"{"t":"a","x":1}"#, #"{"t":"b","x":1,"q":1}"#,
        #"{"t":"e","id":1,"q":1}"#,
      ])
    compare(
      Adjacent.self, known: [#"{"t":"a"}"#, #"{"t":"b","c":{"x":1}}"#],
      unknown: [
        #"{"t":"a","q":1}"#, #"{"t":"b","c":{"x":1},"q":1}"#, #"{"t":"b","c":{"x":1,"q":1}}"#,
        #"{"t":"e","c":{"id":1,"q":1}}"#,
      ])
    compare(
      Untagged.self, known: [#"{"x":1,"y":1}"#, #"{"x":1}"#, #"{"z":1}"#],
      unknown: [#"{"x":1,"q":1}"#, #"{"y":1,"z":1}"#])
  }
}
