import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Encodings of text against Foundation")
struct TextEncodingParityTests {
  private static let encodings: [(name: String, encoding: String.Encoding, mark: [UInt8])] = [
    ("UTF-8", .utf8, [0xEF, 0xBB, 0xBF]), ("UTF-16BE", .utf16BigEndian, [0xFE, 0xFF]),
    ("UTF-16LE", .utf16LittleEndian, [0xFF, 0xFE]),
    ("UTF-32BE", .utf32BigEndian, [0, 0, 0xFE, 0xFF]),
    ("UTF-32LE", .utf32LittleEndian, [0xFF, 0xFE, 0, 0]),
    ("UTF-32LE, other mark", .utf32LittleEndian, [0xFE, 0xFF, 0, 0]),
  ]

  private func decode<T: Codable & Equatable>(_ type: T.Type, _ text: Data) -> (T?, T?) {
    (
      try? JSONDecoder().decode(type, from: text),
      try? JSON.Decoder(preset: .foundation).decode(type, from: text)
    )
  }

  @Test("a text in every encoding, with a mark and without, has Foundation's verdict")
  func everyEncoding() throws {
    for (name, encoding, mark) in Self.encodings {
      for text in ["[1]", "1", "12", #"["é🐲中"]"#, #"{"a":"中"}"#, #""中""#, " [1]", ""] {
        for mark in [[], mark, mark + mark] {
          let data = Data(mark) + (try #require(text.data(using: encoding)))
          let (theirs, ours) = decode(AnyText.self, data)
          #expect(theirs == ours, "\(name) \(text) \(mark)")
        }
      }
    }
  }

  @Test("a cut text in every encoding has Foundation's verdict")
  func everyEnd() throws {
    for (name, encoding, mark) in Self.encodings {
      let text = try #require(#"{"a": "é🐲", "b": [1, 2]}"#.data(using: encoding))
      for mark in [[], mark] {
        let data = Data(mark) + text
        for end in 0...data.count {
          for tail: [UInt8] in [[], [0], [0x20], [0, 0, 0], [0xD8]] {
            let (theirs, ours) = decode(AnyText.self, data.prefix(end) + tail)
            #expect(theirs == ours, "\(name) \(mark), \(end) bytes and \(tail)")
          }
        }
      }
    }
  }

  @Test("an incomplete last unit is dropped, and a mark that Foundation does not know is an error")
  func knownTexts() throws {
    let odd = try #require("[1]".data(using: .utf16LittleEndian)) + [0]
    #expect(try JSON.Decoder(preset: .foundation).decode([Int].self, from: odd) == [1])
    #expect(throws: DecodingError.self) { try JSON.decode([Int].self, from: odd) }
    let marked = Data([0xFF, 0xFE, 0, 0]) + (try #require("[1]".data(using: .utf32LittleEndian)))
    #expect(throws: DecodingError.self) {
      try JSON.Decoder(preset: .foundation).decode([Int].self, from: marked)
    }
    #expect(try JSON.decode([Int].self, from: marked) == [1])
  }

  @Test("a random text in a random encoding has Foundation's verdict")
  func randomTexts() throws {
    var random = SeededGenerator(for: "TextEncodingParity")
    var wrong = 0
    for _ in 0..<Cases.count(isDebugBuild ? 3000 : 50_000) {
      let (_, encoding, mark) = Self.encodings[random.int(0..<Self.encodings.count)]
      let texts = [#"{"a": "é🐲"}"#, #"["\ud83d\udc32", null]"#, "[1.5e3]", #""中""#, "7"]
      var data = Data(random.oneIn(2) ? mark : [])
      data += try #require(texts[random.int(0..<texts.count)].data(using: encoding))
      for _ in 0..<random.int(0..<3) {
        let place = random.int(0..<data.count)
        switch random.int(0..<3) {
        case 0: data[place] = UInt8(random.int(0..<256))
        case 1 where data.count > 1: data.remove(at: place)
        default: data.insert([0, 0xD8, 0xDC, 0xFE, 0xFF, 0x20][random.int(0..<6)], at: place)
        }
      }
      let (theirs, ours) = decode(AnyText.self, data)
      guard theirs != ours else { continue }
      wrong += 1
      if wrong < 5 {
        Issue.record(
          "\(Array(data)): Foundation \(String(describing: theirs)), Ferry \(String(describing: ours))"
        )
      }
    }
    #expect(wrong == 0)
  }

  @Test("zeros with an exponent have Foundation's verdict")
  func zeros() {
    for sign in ["", "-"] {
      for fraction in ["", ".0", ".00", ".000", ".0000"] {
        for exponent in ["e0", "e1", "E5", "e-1", "e+2", "e00", "e-10", "e05", "e100", "e999999"] {
          let text = Data("[\(sign)0\(fraction)\(exponent)]".utf8)
          let (theirs, ours) = decode([Double].self, text)
          #expect(theirs == ours, "\(sign)0\(fraction)\(exponent)")
          let (left, right) = decode([Float].self, text)
          #expect(left == right, "\(sign)0\(fraction)\(exponent) as Float")
          let (first, second) = decode([Int].self, text)
          #expect(first == second, "\(sign)0\(fraction)\(exponent) as Int")
        }
      }
    }
  }
}

/// A value that reads every text and number of a document.
private indirect enum AnyText: Codable, Equatable {
  case text(String), number(Double), list([AnyText]), object([String: AnyText]), null

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let list = try? container.decode([AnyText].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: AnyText].self))
    }
  }

  func encode(to encoder: any Encoder) throws {}
}
