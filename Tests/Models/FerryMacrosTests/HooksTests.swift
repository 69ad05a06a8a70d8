import Ferry
import FerryMacros
import Synchronization
import Testing

private let calls = Mutex(0)

private struct Refusal: Error {}

@DirectCodable
private struct Counted {
  var x: Int
  func didDecode() throws {
    calls.withLock { $0 += 1 }
    if x < 0 { throw Refusal() }
    if x == 0 {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "zero"))
    }
  }
  func willEncode() throws { try didDecode() }
}

@Suite("Hooks")
struct HooksTests {
  @Test("a hook that throws is called once, and the call rethrows its error")
  func throwing() throws {
    for x in [-1, 0] {
      let binary = try Binary.encode(["x": x])
      let encoders: [(String, () throws -> Void)] = [
        ("JSON", { _ = try JSON.decode(Counted.self, from: #"{"x":\#(x)}"#) }),
        ("binary", { _ = try Binary.decode(Counted.self, from: binary) }),
        ("YAML", { _ = try YAML.decode(Counted.self, from: "x: \(x)") }),
        ("to JSON", { _ = try JSON.encode(Counted(x: x)) }),
        ("to binary", { _ = try Binary.encode(Counted(x: x)) }),
        ("to YAML", { _ = try YAML.encode(Counted(x: x)) }),
      ]
      for (name, encode) in encoders {
        calls.withLock { $0 = 0 }
        let error = #expect(throws: (any Error).self, "\(name)") { try encode() }
        #expect(x == 0 ? error is DecodingError : error is Refusal, "\(name)")
        #expect(calls.withLock { $0 } == 1, "\(name)")
      }
    }
  }
}
