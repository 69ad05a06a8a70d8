import Ferry
import FerryTestSupport
import Foundation
import Synchronization
import Testing

@Suite("Shared coders")
struct SharedCoderTests {
  @Test("one decoder and one encoder serve eight threads")
  func threads() throws {
    let (decoder, encoder) = (JSON.Decoder(), JSON.Encoder())
    let wrong = Atomic(0)
    var random = SeededGenerator(for: "SharedCoder")
    let models = (0..<8).map { _ in random.model() }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for _ in 0..<(isDebugBuild ? 50 : 2000) {
        let model = models[thread]
        let copy = try? decoder.decode(RandomModel.self, from: encoder.encode(model))
        let bad = try? decoder.decode([Int].self, from: "[1,2,\"\(thread)\"]")
        let scalar = try? decoder.decode([Int].self, from: "[\(thread)]")
        if copy != model || bad != nil || scalar != [thread] {
          wrong.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test("a call has the old options or the new ones while they change")
  func options() {
    let decoder = JSON.Decoder()
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for index in 0..<500 {
        if thread == 0 {
          decoder.dateDecodingStrategy = index % 2 == 0 ? .secondsSince1970 : .deferredToDate
        } else if let date = try? decoder.decode(Date.self, from: "5") {
          let seconds = date.timeIntervalSince1970
          if seconds != 5 && seconds != 5 + Date.timeIntervalBetween1970AndReferenceDate {
            wrong.add(1, ordering: .relaxed)
          }
        }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  private static let key = CodingUserInfoKey(rawValue: "key")

  private struct Reader: Codable, Equatable {
    var value: String
    init(value: String) { self.value = value }
    init(from decoder: any Decoder) throws {
      let key = try #require(SharedCoderTests.key)
      value = decoder.userInfo[key] as? String ?? "none"
    }
    func encode(to encoder: any Encoder) throws {
      let key = try #require(SharedCoderTests.key)
      var container = encoder.singleValueContainer()
      try container.encode(encoder.userInfo[key] as? String ?? "none")
    }
  }

  @Test("a call sees the coder's userInfo and its own, and the next call does not")
  func userInfo() throws {
    let key = try #require(Self.key)
    let (decoder, encoder) = (JSON.Decoder(), JSON.Encoder())
    #expect(try decoder.decode(Reader.self, from: "1").value == "none")
    #expect(try encoder.string(Reader(value: "")) == #""none""#)
    decoder.userInfo[key] = "coder"
    encoder.userInfo[key] = "coder"
    #expect(try decoder.decode([Reader].self, from: "[1]").first?.value == "coder")
    #expect(try encoder.string(["k": Reader(value: "")]) == #"{"k":"coder"}"#)
    #expect(try decoder.decode(Reader.self, from: "1", userInfo: [key: "call"]).value == "call")
    #expect(try encoder.string(Reader(value: ""), userInfo: [key: "call"]) == #""call""#)
    #expect(try decoder.decode(Reader.self, from: "1").value == "coder")
    decoder.userInfo = [:]
    #expect(try decoder.decode(Reader.self, from: "1").value == "none")
    #expect(try JSON.decode(Reader.self, from: "1").value == "none")
  }
}
