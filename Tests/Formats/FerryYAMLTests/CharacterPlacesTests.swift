import FerryBase
import FerryTestSupport
import FerryYAML
import Testing

@Suite("Offsets after text of any alphabet")
struct CharacterPlacesTests {
  @Test("an offset counts bytes, though libyaml counts characters")
  func characters() throws {
    var generator = SeededGenerator(for: "CharacterPlacesTests")
    let alphabet: [Character] = ["a", "b", " ", "é", "ß", "語", "字", "😀", "#"]
    for length in 0..<400 {
      // Runs of one width as well as mixtures: blocks of bytes may end within a character.
      let kinds = alphabet.shuffled(using: &generator).prefix(
        Int.random(in: 1...4, using: &generator))
      let text = String((0..<length).map { _ in kinds.randomElement(using: &generator) ?? "a" })
      let document = "[\"\(text)\", b, \"\(text)\", d]"
      let bytes = Array(document.utf8)
      let offsets = try bytes.withByteView { input in
        var reader = YAMLReader(input)
        var tape = Tape()
        var offsets: [Int] = []
        _ = try reader.readDocument(into: &tape, places: &offsets)
        return offsets
      }
      let count = text.utf8.count
      #expect(offsets == [0, 1, count + 5, count + 8, 2 * count + 12], "\(document)")
    }
  }
}
