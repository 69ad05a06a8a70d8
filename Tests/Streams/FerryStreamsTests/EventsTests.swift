import Ferry
import FerryJSON
import FerryMacros
import FerryStreams
import FerryTestSupport
import Testing

/// Server-sent events. The first rows are the examples of the HTML Standard, section 9.2.6, with data
/// that is JSON.
@Suite struct EventsTests {
  static let rows: [(stream: String, records: [String])] = [
    ("data: \"YHOO\"\ndata: \ndata: \n\n", ["\"YHOO\""]),
    (
      ": test stream\n\ndata: \"first event\"\nid: 1\n\ndata:\"second event\"\nid\n\ndata:  \"third\"\n\n",
      ["\"first event\"", "\"second event\"", "\"third\""]
    ),
    ("data\n\ndata\ndata\n\ndata:", []),
    ("data:\"test\"\n\ndata: \"test\"\n\n", ["\"test\"", "\"test\""]),
    ("data: 1\n\ndata: 2\n", ["1"]),
    ("data: 1\r\n\r\ndata: 2\r\rdata: 3\n\n", ["1", "2", "3"]),
    ("\u{FEFF}data: 1\n\n", ["1"]),
    (" data: 1\n\nDATA: 2\n\ndata : 3\n\ndata:4\n\n", ["4"]),
    ("data: [1,\ndata: 2]\n\n", ["[1,2]"]),
    ("data: {\"a\":1}\n\ndata: [DONE]\n\ndata: 2\n\n", ["{\"a\":1}"]),
    ("data: \"[DONE]\"\n\ndata: 2\n\n", ["\"[DONE]\"", "2"]),
  ]

  @Test("events are the records", arguments: rows)
  func events(_ stream: String, _ records: [String]) throws {
    let values = try JSON.stream(
      AnyValue.self, from: .bytes(Array(stream.utf8)), as: .serverSentEvents
    ).map { try JSON.string($0.get()) }
    #expect(values == records)
  }

  @Test("the end of a line of data is never a part of a text", arguments: ["\n", "\r", "\r\n"])
  func lineEnds(_ end: String) {
    for text in ["data: \"a\(end)data: b\"\(end)\(end)", "data: 'a\\\(end)data: b'\(end)\(end)"] {
      for isJSON5 in [false, true] {
        let decoder = JSON.Decoder { $0.allowsJSON5 = isJSON5 }
        let results = Array(
          JSON.stream(
            String.self, from: .bytes(Array(text.utf8)), as: .serverSentEvents, decoder: decoder))
        #expect(results.count == 1 && (try? results.first?.get()) == nil, "\(text)")
      }
    }
  }

  private struct Message: Codable, Equatable { var r: RawJSON }

  @DirectCodable
  fileprivate struct DirectMessage: Equatable { var r: RawJSON }

  @Test(
    "a raw value has the white space of the data of its event",
    arguments: ["\n", "\r", "\r\n"], ["", "id: 5", ": x"])
  func rawValues(_ end: String, _ other: String) throws {
    let between = other.isEmpty ? "" : other + end
    let lines = [#"{"r":{"a":"#, "   [1,", "", "\t 2 ]", "", #"} }"#]
    let stream = lines.map { "data: \($0)\(end)\(between)" }.joined() + end
    let plain = JSON.stream(Message.self, from: .bytes(Array(stream.utf8)), as: .serverSentEvents)
    let direct = JSON.stream(
      DirectMessage.self, from: .bytes(Array(stream.utf8)), as: .serverSentEvents)
    let data = "{\"a\":\n   [1,\n\n\t 2 ]\n\n}"
    #expect(try plain.map { try $0.get().r.description } == [data])
    #expect(try direct.map { try $0.get().r.description } == [data])
  }

  @Test("an error has the line and the column of the stream")
  func places() throws {
    let stream = "data: {\"a\": 1,\nid: 5\ndata:  \"b\": x}\n\n"
    let results = Array(
      JSON.stream(AnyValue.self, from: .bytes(Array(stream.utf8)), as: .serverSentEvents))
    guard case .failure(let error as Problem) = results.first else {
      Issue.record("no error")
      return
    }
    #expect(error.place.map { "\($0.line):\($0.column)" } == "3:13")
  }
}
