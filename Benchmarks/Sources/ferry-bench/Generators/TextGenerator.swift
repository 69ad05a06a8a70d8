/// Generated articles in several languages.
enum TextGenerator {
  /// 860 articles, 3.3 MB of minified text.
  static func articles() -> Sketch {
    var random = SeededGenerator(seed: 13)
    return .list((0..<860).map { article($0, &random) })
  }

  /// Every eighth article is written in ASCII only, as some services do.
  private static func article(_ index: Int, _ random: inout SeededGenerator) -> Sketch {
    let language = random.pick(["en", "en", "fr", "ja"])
    let written = index.isMultiple(of: 8) ? Sketch.asciiText : Sketch.text
    return [
      "id": .int(index), "language": .text(language),
      "title": written(line(6, language, &random)),
      "body": written(text(random.int(in: 10...60), language, &random)),
      "comments": .list(
        (0..<random.int(in: 0...4)).map { _ in
          written(text(random.int(in: 1...5), language, &random))
        }),
    ]
  }

  /// Lines with quotes, indented code, emoji and addresses in between.
  private static func text(
    _ count: Int, _ language: String, _ random: inout SeededGenerator
  ) -> String {
    (0..<count).map { _ in
      let plain = line(random.int(in: 4...16), language, &random)
      switch random.int(in: 1...8) {
      case 1, 2: return "\"\(plain)\" \(line(4, language, &random))"
      case 3: return "\tprint(\"\(random.greek(2))\\n\")"
      case 4: return "\(plain) \(random.pick(["😊", "✨", "👩‍💻", "🇫🇷"]))"
      case 5: return "\(plain) https://example.com/\(random.greek(3, joinedBy: "/"))"
      default: return plain
      }
    }.joined(separator: "\n")
  }

  private static func line(
    _ count: Int, _ language: String, _ random: inout SeededGenerator
  ) -> String {
    switch language {
    case "ja": (0..<count).map { _ in random.pick(Words.japanese) }.joined() + "。"
    case "fr": (0..<count).map { _ in random.pick(Words.french) }.joined(separator: " ") + "."
    default: random.greek(count, joinedBy: " ") + "."
    }
  }
}
