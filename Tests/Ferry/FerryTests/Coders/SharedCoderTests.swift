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

  @Test("a copy of a coder has its own options")
  func copies() throws {
    let decoder = JSON.Decoder { $0.dateDecodingStrategy = .secondsSince1970 }
    var copy = decoder
    copy.dateDecodingStrategy = .deferredToDate
    copy.depthLimit = 1
    #expect(try decoder.decode([[Date]].self, from: "[[5]]")[0][0].timeIntervalSince1970 == 5)
    #expect(throws: DecodingError.self) { try copy.decode([[Date]].self, from: "[[5]]") }
    let encoder = Binary.Encoder()
    var other = encoder
    other.hasChecksum = true
    #expect(try other.encode(1).count == encoder.encode(1).count + 4)
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
    var (decoder, encoder) = (JSON.Decoder(), JSON.Encoder())
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
