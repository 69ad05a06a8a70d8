import Ferry
import FerryMacros
import Foundation
import Testing

/// An `AnyValue` of a model is the value that a document of the model has.
@Suite struct EncodedValuesTests {
  private struct Plain: Codable {
    var id = 7
    var big = UInt64.max
    var ratio = 1.5
    var names = ["a": [1, 2], "b": []]
    var none: Int?
    var bytes = Data([1, 2])
    var date = Date(timeIntervalSinceReferenceDate: 3.5)
  }

  @DirectCodable
  struct Direct {
    var id = 7
    @Key("meta.name") var name = "x"
    var rest: [AnyValue] = [nil, true, "a"]
  }

  @Test("the value of a model equals the value in its document")
  func models() throws {
    #expect(
      try AnyValue(encoding: Direct()) == JSON.decode(AnyValue.self, from: JSON.encode(Direct())))
    #expect(try AnyValue(encoding: [1, 2]) == [1, 2])
    #expect(try AnyValue(encoding: "a") == "a")
    let value = try AnyValue(encoding: Plain())
    // Text has base64 in place of bytes.
    #expect(value["bytes"] == .bytes([1, 2]))
    let document = try Binary.decode(AnyValue.self, from: Binary.encode(Plain()))
    #expect(value == document)
  }

  @Test("a model that cannot be encoded is an error")
  func errors() {
    struct Broken: Encodable {
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    #expect(throws: CancellationError.self) { try AnyValue(encoding: [Broken()]) }
  }
}
