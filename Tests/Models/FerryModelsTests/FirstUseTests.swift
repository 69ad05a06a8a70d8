import Ferry
import Foundation
import Testing

private protocol Tag: SendableMetatype {}
private enum End: Tag {}
private struct Next<T: Tag>: Tag {}

/// A model that keeps its container. Making its mapping takes long enough for other threads to begin.
private struct Mapped<T: Tag>: KeyMapped, Decodable {
  private let container: KeyedDecodingContainer<CodingKeys>
  var first = 0
  var second = ""

  static var mapping: KeyMapping {
    usleep(200)
    return KeyMapping(style: .snakeCase)
  }

  private enum CodingKeys: String, CodingKey { case first, second }

  init(from decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: CodingKeys.self)
  }

  func text() throws -> String { try container.decode(String.self, forKey: .second) }
}

@Suite("The first use of a type by several threads")
struct FirstUseTests {
  @Test("a mapping stays as long as the containers that use it")
  func mappings() async throws {
    func visit<T: Tag>(_ type: T.Type, depth: Int) async throws {
      let texts = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let text = #"{"first":1,"second":"a text of more than fifteen bytes"}"#
            let model = try JSON.decode(Mapped<T>.self, from: text)
            await Task.yield()
            return try model.text()
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(texts == Array(repeating: "a text of more than fifteen bytes", count: 4))
      if depth > 0 { try await visit(Next<T>.self, depth: depth - 1) }
    }
    try await visit(End.self, depth: 30)
  }
}
