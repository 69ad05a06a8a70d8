import Ferry
import FerryMacros
import Foundation
import Testing

@DirectCodable
private struct Stated: Equatable {
  @As(.text) var double: Double
  @As(.text) var float: Float
}

@Suite("Numbers in text")
struct NumberInTextTests {
  @Test("a number in text that is not finite is written and read by the coder's strategy")
  func notFinite() throws {
    for number in [Double.infinity, -.infinity] {
      let value = Stated(double: number, float: Float(number))
      #expect(throws: EncodingError.self) { try JSON.encode(value) }
      #expect(throws: EncodingError.self) { try Foundation.JSONEncoder().encode(value) }
      #expect(try YAML.decode(Stated.self, from: YAML.encode(value)) == value)
      #expect(try Binary.decode(Stated.self, from: Binary.encode(value)) == value)
      var (encoder, decoder) = (JSON.Encoder(), JSON.Decoder())
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "+", negativeInfinity: "-", nan: "?")
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "+", negativeInfinity: "-", nan: "?")
      #expect(try decoder.decode(Stated.self, from: encoder.encode(value)) == value)
    }
    for text in ["inf", "nan", "infinity", "1e999", "0x1p3", "+"] {
      #expect(throws: DecodingError.self) {
        try JSON.decode(Stated.self, from: #"{"double":"\#(text)","float":"1"}"#)
      }
      #expect(throws: DecodingError.self) {
        try JSON.decode(Stated.self, from: #"{"double":"1","float":"\#(text)"}"#)
      }
    }
    let value = Stated(double: 1e300, float: 0.1)
    #expect(try JSON.string(value) == #"{"double":"1e+300","float":"0.1"}"#)
    #expect(try JSON.decode(Stated.self, from: JSON.encode(value)) == value)
  }
}
