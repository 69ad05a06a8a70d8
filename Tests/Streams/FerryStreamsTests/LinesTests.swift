import FerryCoders
import FerryJSON
import Ferry
import Foundation
import Testing

@Suite struct LinesTests {
  struct Event: Codable, Equatable {
    var id: Int
    var name: String?
  }

  @Test("each line is a record")
  func aRecordALine() throws {
    let text = "{\"id\":1,\"name\":\"Ada\"}\n\n  \r\n{\"id\":2}\r\n {\"id\":3} "
    let events = try JSON.stream(Event.self, from: .bytes(Array(text.utf8))).map { try $0.get() }
    #expect(events == [Event(id: 1, name: "Ada"), Event(id: 2), Event(id: 3)])
  }

  @Test("an error ends the stream")
  func anErrorEndsTheStream() throws {
    let text = "{\"id\":1}\n{\"id\":}\n{\"id\":3}\n"
    let results = Array(JSON.stream(Event.self, from: .bytes(Array(text.utf8))))
    #expect(results.count == 2)
    #expect(throws: Problem.self) { try results[1].get() }
  }

  @Test("every error has its record number and location")
  func everyErrorHasItsNumberAndPlace()
    throws
  {
    let text =
      "{\"id\":1}\n\n{\"id\":\"x\"}\n{\"id\":3}\n{\"name\":\"y\"}\n[\n1]\n{\"id\":7,\n\"\u{00FF}\n"
    let stream = JSON.stream(
      Event.self, from: .bytes(Array(text.utf8)), options: StreamOptions(continuesAfterErrors: true)
    )
    var good: [Int] = []
    var errors: [String] = []
    for result in stream {
      do {
        good.append(try result.get().id)
      } catch let error as Problem {
        let place = try #require(error.place)
        errors.append("\(error.record ?? 0) \(place.line):\(place.column) \(place.offset)")
      }
    }
    #expect(good == [1, 3])
    #expect(
      errors == ["2 3:7 16", "4 5:1 30", "5 6:2 44", "6 7:2 46", "7 8:9 56", "8 9:1 57"],
      "\(errors)")
  }

  @Test("the coding path of an error starts at the record")
  func codingPathsBeginAtTheRecord()
    throws
  {
    struct Outer: Codable { var list: [Event] }
    let text = "{\"list\":[{\"id\":1}]}\n{\"list\":[{\"id\":1},{\"id\":null}]}\n"
    let results = Array(JSON.stream(Outer.self, from: .bytes(Array(text.utf8))))
    let error = try #require(#expect(throws: Problem.self) { try results[1].get() })
    #expect(error.category == .missingValue && error.path == "list[1].id", "\(error)")
    #expect("\(error)".hasPrefix("record 2: 2:25: missing value: "), "\(error)")
  }
}
