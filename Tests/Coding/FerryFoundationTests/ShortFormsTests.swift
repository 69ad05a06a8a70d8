import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Values in their usual forms, with Foundation as the oracle")
struct ShortFormsTests {
  @Test("decimals are those that Foundation reads, in both ways of coding")
  func decimals() throws {
    var random = SeededGenerator(for: "ShortForms.decimals")
    var texts = [
      "0", "-0", "0.0", "1", "-1", "10", "1000000", "0.1", "1.50", "100.00", "0.001", "-12.340",
      "999999999999999999", "9999999999999999999", "0.000000000000000001", "123456789.123456789",
      "1234567890.1234567891", "1e3", "1E-3", "-2.5e+10",
    ]
    for _ in 0..<2000 {
      let whole = String(random.int(0..<1_000_000_000))
      let places = (0..<random.int(0..<10)).map { _ in String(random.int(0..<10)) }.joined()
      let sign = random.int(0..<2) == 0 ? "-" : ""
      texts.append(sign + whole + (places.isEmpty ? "" : "." + places))
    }
    for text in texts {
      let expected = try #require(Decimal(string: text))
      let direct = try JSON.decode(Decimal.self, from: text)
      let codable = try JSON.decode(Wrapped<Decimal>.self, from: "{\"value\":\(text)}").value
      for decimal in [direct, codable] {
        #expect(decimal == expected, "\(text)")
        #expect(decimal.description == expected.description, "\(text)")
        #expect(decimal.hashValue == expected.hashValue, "\(text)")
      }
    }
  }

  @Test("UUIDs are those that Foundation reads, in both ways of coding")
  func uuids() throws {
    var random = SeededGenerator(for: "ShortForms.uuids")
    let usual = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    var texts = [usual, usual.lowercased(), "", "E621E1F8", usual + "0", "{\(usual)}"]
    for _ in 0..<2000 {
      // One character is another one, which mostly makes it no UUID.
      var letters = Array(usual)
      let other = Array("0123456789abcdefABCDEFgG-_ é")
      letters[random.int(0..<letters.count)] = other[random.int(0..<other.count)]
      texts.append(String(letters))
    }
    for text in texts {
      let expected = UUID(uuidString: text)
      #expect((try? JSON.decode(UUID.self, from: "\"\(text)\"")) == expected, "\(text)")
      let codable = try? JSON.decode(Wrapped<UUID>.self, from: "{\"value\":\"\(text)\"}")
      #expect(codable?.value == expected, "\(text)")
    }
  }

  private struct Wrapped<Value: Decodable>: Decodable { var value: Value }
}
