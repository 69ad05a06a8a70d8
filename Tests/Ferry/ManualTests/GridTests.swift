import Ferry
import FerryMacros
import Foundation
import Testing

/// The grid of the manual: each cell exists in each format, for Codable types and for direct ones.
@Suite("The grid")
struct GridTests {
  struct Plain: Codable, Equatable, Sendable { var id: Int }

  private let key = CodingUserInfoKey(rawValue: "call").unsafelyUnwrapped

  @Test("the manual's grid is read from JSON")
  func json() throws {
    let (plain, point) = (Plain(id: 7), Point(x: 1, y: 2))
    let (bytes, pointBytes) = (try JSON.encode(plain), try JSON.encode(point))
    let (text, pointText) = (try JSON.string(plain), try JSON.string(point))
    #expect(try JSON.decode(Plain.self, from: bytes) == plain)
    #expect(try JSON.decode(Plain.self, from: text) == plain)
    #expect(try JSON.Decoder().decode(Plain.self, from: bytes.span.bytes) == plain)
    #expect(try JSON.decode(Point.self, from: pointBytes) == point)
    #expect(try JSON.decode(Point.self, from: pointText) == point)
    #expect(try JSON.Decoder().decode(Point.self, from: pointBytes.span.bytes) == point)
    let (decoder, encoder) = (JSON.Decoder(), JSON.Encoder())
    #expect(try decoder.decode(Plain.self, from: Data(bytes), userInfo: [key: 1]) == plain)
    #expect(try decoder.decode(Point.self, from: pointText, userInfo: [key: 1]) == point)
    var output: [UInt8] = []
    try encoder.encode(plain, into: &output, userInfo: [key: 1])
    try encoder.encode(point, into: &output, userInfo: [key: 1])
    #expect(output == bytes + pointBytes)
    #expect(try JSON.document(bytes).decode(Int.self, at: "id") == 7)
    #expect(try JSON.stream(Plain.self, from: .bytes(bytes)).map { try $0.get() } == [plain])
  }

  @Test("the manual's grid is read from the binary format")
  func binary() throws {
    let (plain, point) = (Plain(id: 7), Point(x: 1, y: 2))
    let (bytes, pointBytes) = (try Binary.encode(plain), try Binary.encode(point))
    #expect(try Binary.decode(Plain.self, from: bytes) == plain)
    #expect(try Binary.Decoder().decode(Plain.self, from: bytes.span.bytes) == plain)
    #expect(try Binary.decode(Point.self, from: pointBytes) == point)
    #expect(try Binary.Decoder().decode(Point.self, from: pointBytes.span.bytes) == point)
    let (decoder, encoder) = (Binary.Decoder(), Binary.Encoder())
    #expect(try decoder.decode(Plain.self, from: Data(bytes), userInfo: [key: 1]) == plain)
    #expect(try decoder.decode(Point.self, from: pointBytes, userInfo: [key: 1]) == point)
    var output: [UInt8] = []
    try encoder.encode(plain, into: &output, userInfo: [key: 1])
    try encoder.encode(point, into: &output, userInfo: [key: 1])
    #expect(output == bytes + pointBytes)
    #expect(try Binary.document(bytes).decode(Int.self, at: "id") == 7)
  }

  #if FERRY_YAML
  @Test("the manual's grid is read from YAML")
  func yaml() throws {
    let (plain, point) = (Plain(id: 7), Point(x: 1, y: 2))
    let (bytes, pointBytes) = (try YAML.encode(plain), try YAML.encode(point))
    let (text, pointText) = (try YAML.string(plain), try YAML.string(point))
    #expect(try YAML.decode(Plain.self, from: bytes) == plain)
    #expect(try YAML.decode(Plain.self, from: text) == plain)
    #expect(try YAML.Decoder().decode(Plain.self, from: bytes.span.bytes) == plain)
    #expect(try YAML.decode(Point.self, from: pointBytes) == point)
    #expect(try YAML.decode(Point.self, from: pointText) == point)
    #expect(try YAML.Decoder().decode(Point.self, from: pointBytes.span.bytes) == point)
    let (decoder, encoder) = (YAML.Decoder(), YAML.Encoder())
    #expect(try decoder.decode(Plain.self, from: Data(bytes), userInfo: [key: 1]) == plain)
    #expect(try decoder.decode(Point.self, from: pointText, userInfo: [key: 1]) == point)
    var output: [UInt8] = []
    try encoder.encode(plain, into: &output, userInfo: [key: 1])
    try encoder.encode(point, into: &output, userInfo: [key: 1])
    #expect(output == bytes + pointBytes)
    #expect(try YAML.document(bytes).decode(Int.self, at: "id") == 7)
    let stream = try YAML.encodeAll([plain, plain])
    #expect(try YAML.decodeAll(Plain.self, from: stream) == [plain, plain])
    #expect(
      try YAML.stream(Plain.self, from: .bytes(stream)).map { try $0.get() } == [plain, plain])
  }
  #endif
}
