import Foundation
import Testing

/// The code in the manual is code of these tests or of the examples, line for line.
///
/// A block of Swift in a page is compared paragraph by paragraph, so a snippet may stand partly
/// outside of a function and partly inside of one. Indentation and the space before a comment do
/// not count. A block behind the line `<!-- not compiled: why -->` is left alone.
@Suite("Snippets")
struct SnippetsTests {
  // Tests run in the folder of the package.
  private static let package = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)

  static let pages =
    ["README.md", "SECURITY.md"] + files(in: "Sources/Ferry/Ferry/Ferry.docc", endingIn: ".md")

  private static let code: [[String]] = ["Tests/Ferry/ManualTests", "Examples"]
    .flatMap { files(in: $0, endingIn: ".swift") }
    .map { lines(of: $0).map(normalised) }

  @Test("every Swift block of a page is compiled here", arguments: pages)
  func compiled(_ page: String) throws {
    let blocks = Self.blocks(of: Self.lines(of: page))
    for block in blocks {
      for paragraph in Self.paragraphs(of: block.lines) {
        #expect(
          Self.code.contains { Self.isPart(paragraph, of: $0) },
          "\(page):\(block.line): not in Tests/Ferry/ManualTests or Examples: \(paragraph[0])")
      }
    }
  }

  @Test("every page is found, and pages with Swift code have blocks")
  func pagesAreFoundAndHaveBlocks() {
    let count = Self.pages.reduce(0) { $0 + Self.blocks(of: Self.lines(of: $1)).count }
    #expect(Self.pages.count > 5)
    #expect(count > 20)
  }

  // MARK: Parts

  private static func files(in folder: String, endingIn ending: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: package.appendingPathComponent(folder).path)
    return (all?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) }.sorted()
      .map { folder + "/" + $0 }
  }

  private static func lines(of file: String) -> [String] {
    let text = try? String(contentsOf: package.appendingPathComponent(file), encoding: .utf8)
    return (text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func blocks(of page: [String]) -> [(line: Int, lines: [String])] {
    var blocks: [(line: Int, lines: [String])] = []
    var open: (line: Int, lines: [String])?
    var previous = ""
    for (index, line) in page.enumerated() {
      if line == "```", let block = open {
        blocks.append(block)
        open = nil
      } else if line == "```swift" {
        if !previous.hasPrefix("<!-- not compiled: ") { open = (index + 1, []) }
      } else {
        open?.lines.append(normalised(line))
      }
      if !line.isEmpty { previous = line }
    }
    return blocks
  }

  /// A line without indentation at its end and with one space before a comment.
  private static func normalised(_ line: String) -> String {
    guard let comment = line.range(of: "  //") else { return trimmedEnd(line) }
    let code = trimmedEnd(String(line[..<comment.lowerBound]))
    return code.allSatisfy(\.isWhitespace) ? line : code + " //" + line[comment.upperBound...]
  }

  private static func trimmedEnd(_ line: String) -> String {
    String(line.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// The paragraphs of a block, without imports.
  private static func paragraphs(of lines: [String]) -> [[String]] {
    lines.filter { !$0.hasPrefix("import ") }.split(separator: "").map(Array.init)
  }

  /// Whether the lines follow each other in `code`, all of them indented by the same.
  private static func isPart(_ paragraph: [String], of code: [String]) -> Bool {
    code.indices.contains { start in
      guard code[start].hasSuffix(paragraph[0]), start + paragraph.count <= code.count else {
        return false
      }
      let indent = String(code[start].dropLast(paragraph[0].count))
      guard indent.allSatisfy({ $0 == " " }) else { return false }
      return paragraph.indices.allSatisfy { code[start + $0] == indent + paragraph[$0] }
    }
  }
}
