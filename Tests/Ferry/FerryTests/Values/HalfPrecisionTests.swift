#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
import Ferry
import Foundation
import Testing

@Suite("Half precision")
struct HalfPrecisionTests {
  @Test(
    "a half is written as the shortest text that reads back",
    arguments: [
      (0.1, "0.1"), (1, "1"), (-0.0, "-0"), (65504, "65504"), (0.3333, "0.3333"), (-2.5, "-2.5"),
      (.leastNonzeroMagnitude, "6e-08"),
    ] as [(Float16, String)])
  func text(value: Float16, text: String) throws {
    #expect(try JSON.string(value) == text)
    #expect(try JSON.decode(Float16.self, from: text).bitPattern == value.bitPattern)
  }

  @Test("every half comes back, in text and in binary")
  func roundTrip() throws {
    let values = stride(from: UInt16.min, to: .max, by: 7).map { Float16(bitPattern: $0) }
      .filter(\.isFinite)
    #expect(try JSON.decode([Float16].self, from: JSON.encode(values)) == values)
    #expect(try Binary.decode([Float16].self, from: Binary.encode(values)) == values)
  }

  @Test("a number out of range is an error, and so is another value")
  func errors() throws {
    #expect(throws: DecodingError.self) { try JSON.decode(Float16.self, from: "65520") }
    #expect(throws: DecodingError.self) { try JSON.decode(Float16.self, from: "\"1\"") }
    #expect(throws: DecodingError.self) { try JSON.decode(Float16.self, from: "null") }
    #expect(throws: EncodingError.self) { try JSON.encode(Float16.infinity) }
    #expect(try JSON.decode(Float16.self, from: "1e-9") == 0)
  }

  @Test(
    "a number that rounds to zero as a half, but not as a Float, is zero",
    arguments: ["1e-9", "1e-50"])
  func underflow(text: String) {
    let ours = try? JSON.Decoder(preset: .foundation).decode(Float16.self, from: text)
    #expect(ours == (try? JSONDecoder().decode(Float16.self, from: Data(text.utf8))))
  }

  @Test("a half that is not finite may be written as text")
  func nonFinite() throws {
    var (encoder, decoder) = (JSON.Encoder(), JSON.Decoder())
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    #expect(try encoder.string([Float16.infinity, -.infinity]) == #"["+","-"]"#)
    #expect(try decoder.decode([Float16].self, from: #"["+","-"]"#) == [.infinity, -.infinity])
  }
}
#endif
