import Ferry
import Foundation
import Testing

@Suite struct WrapperTests {
  struct Lossy: Codable, Equatable {
    @LossyArray var numbers: [Int]
    @LossySet var tags: Set<String>
    @LossyDictionary var ages: [String: Int]
  }

  @Test("case 31: bad elements are left out and reported")
  func lossy() throws {
    let value = try decodeEverywhere(
      Lossy.self, #"{"numbers":[1,2,null,4,5,null],"tags":["a",[7]],"ages":{"x":1,"y":"old"}}"#)
    #expect(value.numbers == [1, 2, 4, 5])
    #expect(value.$numbers.failures.map(\.step) == [.index(2), .index(5)])
    #expect(value.tags == ["a"])
    #expect(value.$tags.failures.map(\.step) == [.index(1)])
    #expect(value.ages == ["x": 1])
    #expect(value.$ages.failures.map(\.step) == [.key("y")])
    #expect(try encodeEverywhere(value) == #"{"numbers":[1,2,4,5],"tags":["a"],"ages":{"x":1}}"#)
  }

  @Test func lossyCollectionsMayBeMissing() throws {
    let value = try decodeEverywhere(Lossy.self, #"{"tags":null}"#)
    #expect(value.numbers.isEmpty && value.tags.isEmpty && value.ages.isEmpty)
    #expect(throws: DecodingError.self) { try JSON.decode(Lossy.self, from: #"{"numbers":7}"#) }
  }

  struct Scalars: Codable, Equatable {
    @Tolerating var count: Int
    @Tolerating var isOn: Bool
    @Tolerating var text: String
    @Tolerating var ratio: Double
  }

  @Test func tolerantScalarsTakeExactNotations() throws {
    let value = try decodeEverywhere(
      Scalars.self, #"{"count":"42","isOn":1,"text":1.5,"ratio":"0.5"}"#)
    #expect(value == Scalars(count: 42, isOn: true, text: "1.5", ratio: 0.5))
    #expect(try encodeEverywhere(value) == #"{"count":42,"isOn":true,"text":"1.5","ratio":0.5}"#)
  }

  @Test(arguments: [
    #"{"count":"42.5","isOn":1,"text":"","ratio":1}"#,
    #"{"count":"abc","isOn":1,"text":"","ratio":1}"#,
    #"{"count":1,"isOn":2,"text":"","ratio":1}"#,
    #"{"count":1,"isOn":"yes","text":"","ratio":1}"#,
    #"{"count":1,"isOn":true,"text":[],"ratio":1}"#,
    #"{"count":1,"isOn":true,"text":"","ratio":"nan"}"#,
  ])
  func nothingElseIsTolerated(_ json: String) throws {
    _ = try errorEverywhere(Scalars.self, json)
  }

  enum Size: String, Codable, CaseIterable { case small, large }

  struct Defaulted: Codable, Equatable {
    @Defaulting<Defaults.False> var isPublic: Bool
    @Defaulting<Defaults.Empty<[Int]>> var numbers: [Int]
    @Defaulting<Defaults.FirstCase<Size>> var size: Size
  }

  @Test func missingAndInvalidAreToldApart() throws {
    let value = try decodeEverywhere(Defaulted.self, #"{"numbers":null,"size":"huge"}"#)
    #expect(!value.isPublic && value.numbers.isEmpty && value.size == .small)
    #expect(throws: DecodingError.self) {
      try JSON.decode(Defaulted.self, from: #"{"isPublic":"maybe"}"#)
    }
  }

  struct Message: Codable, Equatable {
    struct Payload: Codable, Equatable { var id: Int }
    @JSONText var payload: Payload
  }

  @Test func jsonInAString() throws {
    let json = #"{"payload":"{\"id\":1}"}"#
    let value = try decodeEverywhere(Message.self, json)
    #expect(value.payload.id == 1)
    #expect(try encodeEverywhere(value) == json)
    #expect(throws: DecodingError.self) {
      try JSON.decode(Message.self, from: #"{"payload":"{"}"#)
    }
  }
}
