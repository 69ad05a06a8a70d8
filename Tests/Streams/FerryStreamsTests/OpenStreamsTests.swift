import FerryCoders
import FerryJSON
import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Open streams")
struct OpenStreamsTests {
  private struct Event: Codable, Equatable {
    var id: Int
    var name: String
  }

  private static let text = (0..<20_000).map { "{\"id\":\($0),\"name\":\"event\"}\n" }.joined()

  @Test("a stream of short records holds little memory after its first record")
  func firstRecord() throws {
    guard AllocationCounter.isAvailable else { return }
    try withTemporaryFile(Array(Self.text.utf8)) { path in
      let stream = JSON.stream(Event.self, from: .file(path))
      // Another stream fills the caches of the process.
      #expect(Array(stream.prefix(1)).count == 1)
      var first: Event?
      let balance = try AllocationCounter.balance {
        var iterator = stream.makeIterator()
        first = try iterator.next()?.get()
      }
      #expect(first == Event(id: 0, name: "event"))
      #expect(balance.peak < 96 << 10, "\(balance.peak) bytes")
    }
  }

  @Test("the records of a stream do not depend on the sizes of its reads")
  func allRecords() throws {
    try withTemporaryFile(Array(Self.text.utf8)) { path in
      for records in [
        Array(JSON.stream(Event.self, from: .file(path))),
        Array(JSON.stream(Event.self, from: .bytes(Array(Self.text.utf8)))),
      ] {
        let ids = try records.map { try $0.get().id }
        #expect(ids == Array(0..<20_000))
      }
    }
  }
}
