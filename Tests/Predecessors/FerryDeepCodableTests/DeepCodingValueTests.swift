import FerryDeepCodable
import FerryTestSupport
import Foundation
import Testing

@Suite struct DeepCodingValueTests {
  struct Both: DeepCodable, Equatable {
    static let codingTree = CodingTree { Key("a", "b", containing: \._value) }
    @Value var value: Int
  }

  struct Written: DeepEncodable {
    static let codingTree = CodingTree { Key("a", "b", containing: \._value) }
    @Value var value: Int
  }

  struct Read: DeepDecodable, Encodable {
    static let codingTree = CodingTree { Key("a", "b", containing: \._value) }
    @Value var value: Int
  }

  struct Halves: DeepDecodable, DeepEncodable, Equatable {
    static let codingTree = CodingTree { Key("a", "b", containing: \._value) }
    @Value var value: Int
  }

  @Test("an unset value is an encoding error with its path")
  func unsetValues() throws {
    func path(_ encode: () throws -> Void) throws -> [String] {
      let error = try #require(throws: EncodingError.self) { try encode() }
      guard case .invalidValue(let value, let context) = error else { throw error }
      #expect("\(value)" == "nil")
      #expect(context.debugDescription == "The @Value property of type Int has no value.")
      return context.codingPath.map(\.stringValue)
    }
    for value in [Both(), Written(), Halves()] as [any Encodable] {
      #expect(try path { _ = try JSON.encode(value) } == ["a", "b"])
      #expect(try path { _ = try Binary.encode(value) } == ["a", "b"])
      #expect(try path { _ = try YAML.encode(value) } == ["a", "b"])
      // Foundation's path begins at the innermost container.
      #expect(try path { _ = try Foundation.JSONEncoder().encode(value) }.last == "b")
    }
    // A plain `Encodable` writes it flat.
    #expect(try path { _ = try JSON.encode(Read()) } == ["value"])
  }

  @Test("copies do not share values, whatever a type conforms to")
  func copies() throws {
    let written = Written(value: .init(wrappedValue: 1))
    var writtenCopy = written
    writtenCopy.value = 2
    #expect(written.value == 1 && writtenCopy.value == 2)
    #expect(try encodeEverywhere(written) == #"{"a":{"b":1}}"#)
    let both = Both(value: .init(wrappedValue: 1))
    var bothCopy = both
    bothCopy.value = 2
    #expect(both.value == 1 && bothCopy.value == 2)
    let read = try JSON.decode(Read.self, from: #"{"a":{"b":1}}"#)
    var readCopy = read
    readCopy.value = 2
    #expect(read.value == 1 && readCopy.value == 2)
  }

  @Test("a type may conform to DeepEncodable and DeepDecodable by name")
  func halves() throws {
    let value = try decodeEverywhere(Halves.self, #"{"a":{"b":1}}"#)
    #expect(value == Halves(value: .init(wrappedValue: 1)))
    #expect(try encodeEverywhere(value) == #"{"a":{"b":1}}"#)
  }

  struct Dated: DeepCodable, Equatable {
    static let codingTree = CodingTree {
      Key("a", "date", containing: \._date)
      Key("a", "url", containing: \._url)
      Key("a", "data", containing: \._data)
      Key("a", "named", containing: \._named)
    }
    struct Named: Codable, Equatable, KeyMapped {
      var firstName: String
      static let mapping = KeyMapping(style: .snakeCase)
    }
    @Value var date: Date
    @Value var url: URL
    @Value var data: Data?
    @Value var named: Named?
  }

  /// The same model without wrappers, for the compiler's synthesis.
  struct Synthesized: Codable {
    struct Content: Codable {
      var date: Date
      var url: URL
      var data: Data?
      var named: Dated.Named?
    }
    var a: Content
  }

  @Test("dates, data, URLs and mappings in wrappers are written by the rules of the encoder")
  func strategies() throws {
    let url = try #require(URL(string: "https://a.b/c"))
    let date = Date(timeIntervalSince1970: 1_461_508_962)
    let named = Dated.Named(firstName: "x")
    var value = Dated()
    value.date = date
    value.url = url
    value.data = Data([1, 2])
    value.named = named
    let plain = Synthesized(a: .init(date: date, url: url, data: Data([1, 2]), named: named))
    var encoder = JSON.Encoder()
    encoder.dateEncodingStrategy = .iso8601
    var decoder = JSON.Decoder()
    decoder.dateDecodingStrategy = .iso8601
    let json = try encoder.encode(value)
    #expect(
      try String(decoding: json, as: UTF8.self)
        == String(decoding: encoder.encode(plain), as: UTF8.self))
    #expect(try decoder.decode(Dated.self, from: json) == value)
    #expect(try JSON.encode(value) == JSON.encode(plain))
    #expect(try Binary.encode(value) == Binary.encode(plain))
    #expect(try YAML.encode(value) == YAML.encode(plain))
    let foundation = Foundation.JSONEncoder()
    foundation.dateEncodingStrategy = .iso8601
    foundation.outputFormatting = .sortedKeys
    #expect(try foundation.encode(value) == foundation.encode(plain))
  }

  struct Flat: DeepEncodable, Decodable {
    static let codingTree = CodingTree { Key("a", "date", containing: \._date) }
    @Value var date: Date
  }

  @Test("dates in wrappers are read flat by the rules of the decoder")
  func flatDates() throws {
    let foundation = Foundation.JSONDecoder()
    foundation.dateDecodingStrategy = .iso8601
    let json = #"{"date":"2016-04-24T14:42:42Z"}"#
    let date = Date(timeIntervalSince1970: 1_461_508_962)
    #expect(try foundation.decode(Flat.self, from: Data(json.utf8)).date == date)
    var decoder = JSON.Decoder()
    decoder.dateDecodingStrategy = .iso8601
    #expect(try decoder.decode(Flat.self, from: json).date == date)
  }

  struct BranchAndLeaf: DeepCodable {
    static let codingTree = CodingTree {
      Key("a", containing: \._whole)
      Key("a", "b", containing: \.part)
    }
    @Value var whole: String
    var part = 1
  }

  @Test("a property and a branch on one key are an error that names the property")
  func collisions() {
    let tree = #expect(throws: Problem.self) {
      try Foundation.JSONDecoder().decode(BranchAndLeaf.self, from: Data("{}".utf8))
    }
    #expect(
      tree?.description
        == "invalid mapping: BranchAndLeaf: 'a' is written as the property 'whole' and as a branch")
  }
}
