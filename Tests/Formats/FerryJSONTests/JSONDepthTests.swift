import Ferry
import FerryJSONEngine
import FerryBase
import FerryTestSupport
import Foundation
import Synchronization
import Testing

@Suite("Depth of JSON")
struct JSONDepthTests {
  private static let shapes: [(open: String, close: String)] = [
    ("[", "]"), (#"{"a":"#, "}"), ("[1,", "]"), (#"[{"a":"#, "}]"), ("[ [ ", " ] ]"),
  ]

  private func nested(_ shape: (open: String, close: String), _ count: Int) -> String {
    let levels = count / shape.open.count(where: { $0 == "[" || $0 == "{" })
    return String(repeating: shape.open, count: levels) + "0"
      + String(repeating: shape.close, count: levels)
  }

  @Test("512 containers are read and written, and 513 are an error", arguments: shapes)
  func limit(open: String, close: String) throws {
    let deep = nested((open, close), 512)
    let value = try TapeJSON.read(deep).get()
    #expect(try TapeJSON.text(value).utf8.filter { $0 > 0x20 } == deep.utf8.filter { $0 > 0x20 })
    #expect(try JSON.decode(AnyValue.self, from: deep) == value)
    #expect(try JSON.string(value) == TapeJSON.text(value))

    let deeper = "[" + deep + "]"
    #expect(TapeJSON.failure(Array(deeper.utf8))?.kind == .depthLimit)
    #expect(throws: DecodingError.self) { try JSON.decode(AnyValue.self, from: deeper) }
    #expect(throws: EncodingError.self) { try JSON.encode(AnyValue.array([value])) }
  }

  @Test("the failure is at the first bracket beyond the limit")
  func place() {
    let text = String(repeating: " [", count: 600)
    #expect(TapeJSON.failure(Array(text.utf8)) == WireFailure(.depthLimit, offset: 2 * 512 + 1))
  }

  @Test("the limit can be set", arguments: [0, 1, 2, 1000])
  func option(limit: Int) throws {
    var decoder = JSON.Decoder()
    decoder.depthLimit = limit
    var encoder = JSON.Encoder()
    encoder.depthLimit = limit
    let text = nested(("[", "]"), limit)
    let value = try decoder.decode(AnyValue.self, from: text)
    #expect(try encoder.string(value) == text)
    #expect(throws: DecodingError.self) { try decoder.decode(AnyValue.self, from: "[\(text)]") }
    #expect(throws: EncodingError.self) { try encoder.encode(AnyValue.array([value])) }
  }

  @Test("a hundred thousand brackets are an error, closed or not", arguments: shapes)
  func hostile(open: String, close: String) throws {
    let count = 100_000
    for text in [String(repeating: open, count: count), nested((open, close), count)] {
      #expect(TapeJSON.failure(Array(text.utf8))?.kind == .depthLimit)
      let skipped = #"{"kept":1,"skipped":\#(text)}"#
      #expect(throws: DecodingError.self) { try JSON.decode([String: Int].self, from: skipped) }
    }
  }

  @Test("small stacks are enough for the deepest documents")
  func smallStack() throws {
    let text = nested(("[", "]"), 512)
    let again = Mutex<String?>(nil)
    let thread = Thread {
      let value = try? JSON.decode(AnyValue.self, from: text)
      let written = value.flatMap { try? JSON.string($0) }
      again.withLock { $0 = written }
    }
    // Frames are several times as large without optimisation.
    thread.stackSize = isDebugBuild ? 8 << 20 : 512 << 10
    thread.start()
    while !thread.isFinished { usleep(1000) }
    #expect(again.withLock { $0 } == text)
  }

  @Test("the hostile corpus has the verdicts in its names")
  func corpus() throws {
    for file in try Corpora.files(in: "conformance/hostile") where file.name.hasPrefix("json_") {
      let failure = TapeJSON.failure(file.bytes)
      let parts = file.name.split(whereSeparator: { $0 == "_" || $0 == "." })
      if let depth = parts.compactMap({ Int($0) }).first {
        let isDeep = depth > 512
        let expected: FailureKind? =
          isDeep ? .depthLimit : parts.contains("open") ? .unexpectedEnd : nil
        #expect(failure?.kind == expected, "\(file.name)")
      } else {
        let isBad = file.name.contains("trailing_comma") || file.name.contains("bad_utf8")
        #expect((failure != nil) == isBad, "\(file.name)")
      }
    }
  }
}
