import FerryDeepCodable
import Testing

@Suite struct PrintedModelTests {
  struct Issue: DeepCodable {
    static let codingTree = CodingTree {
      Key("data", "node") {
        Key("title", containing: \._title)
        Key("comments", "totalCount", containing: \._comments)
      }
    }
    @Value var title: String
    @Value var comments: Int?
  }

  @Test("a model with a coding tree prints its values")
  func codingTree() throws {
    var issue = Issue()
    #expect("\(issue)" == "Issue(_title: no value, _comments: nil)")
    issue.title = "T"
    issue.comments = 4
    #expect("\(issue)" == #"Issue(_title: "T", _comments: Optional(4))"#)
  }
}
