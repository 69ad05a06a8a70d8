import Ferry
import FerryMacros
import Foundation
import Testing

// The examples of the articles in Ferry.docc. SnippetsTests compares them with the pages.

struct Track: Codable, Equatable, Sendable {
  var title: String
  var seconds: Double
  var tags: [String] = []
}

/// The code that the macro generates, by hand.
struct Point: DirectCodable, Equatable {
  var x: Double
  var y: Double

  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    var x: Double?
    var y: Double?
    var object = try reader.beginObject()
    while let key = try reader.nextKey(&object) {
      switch key {
      case "x": x = try reader.read()
      case "y": y = try reader.read()
      default: try reader.skipValue()
      }
    }
    guard let x, let y else { throw reader.missing(["x", "y"], in: object) }
    self.init(x: x, y: y)
  }

  func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    var object = try writer.beginObject()
    try writer.write(x, forKey: "x", in: &object)
    try writer.write(y, forKey: "y", in: &object)
    try writer.endObject(&object)
  }
}

@DirectCodable
struct Sample: Equatable {
  var id: Int
  @Default([]) var values: [Double]
  @As(.iso8601) var taken: Date?
}

@Suite("Guides")
struct GuideSnippets {
  let track = Track(title: "Harbour", seconds: 61.5)

  @Test("the snippet of a first decode compiles and runs")
  func firstDecode() throws {
    let text = #"{"title":"Harbour","seconds":61.50,"tags":[]}"#

    let track = try JSON.decode(Track.self, from: text)
    let bytes = try JSON.encode(track)  // [UInt8]
    let string = try JSON.string(track)  // String
    let packed = try Binary.encode(track)  // the same model, another format

    #expect(try JSON.decode(Track.self, from: bytes) == self.track)
    #expect(try JSON.decode(Track.self, from: string) == self.track)
    #expect(try Binary.decode(Track.self, from: packed) == self.track)
  }

  @Test("the snippet of the options compiles and runs")
  func options() throws {
    let bytes = Array(#"{"title":"Harbour","seconds":61.5,"tags":[],}"#.utf8)
    let key = CodingUserInfoKey(rawValue: "locale")!

    var decoder = JSON.Decoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.keyDecodingStrategy = .style(.snakeCase)
    decoder.allowsTrailingCommas = true
    let track = try decoder.decode(Track.self, from: bytes, userInfo: [key: "de"])

    var encoder = JSON.Encoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    var output: [UInt8] = []
    try encoder.encode(track, into: &output)

    #expect(track == self.track)
    #expect(String(decoding: output, as: UTF8.self).hasPrefix("{\n  \"seconds\""))
  }

  @Test("the snippet of AnyValue compiles and runs")
  func anyValue() throws {
    let text = #"{"price": 1.50, "id": 144126219108390099, "tags": ["a"]}"#

    var value = try JSON.decode(AnyValue.self, from: text)
    let price = value["price"]?.number?.text  // "1.50"
    value["tags"]?[0] = "b"
    let again = try JSON.string(value)  // members in order, digits as they were

    #expect(price == "1.50")
    #expect(again == #"{"price":1.50,"id":144126219108390099,"tags":["b"]}"#)
  }

  @Test("the snippet of documents compiles and runs")
  func documents() throws {
    let bytes = Array(
      #"{"data":{"items":[{"id":1,"title":"A","seconds":2,"tags":[]},{"id":2}]}}"#.utf8)

    let document = JSON.document(bytes)
    let first = try document.decode(Track.self, at: "data.items[0]")
    let ids = try document.values(at: "data.items[*].id").map { try $0.decode(Int.self) }
    let pointed = try document.value(at: WirePath(pointer: "/data/items/1/id"))?.decode(Int.self)

    #expect(first.title == "A")
    #expect(ids == [1, 2])
    #expect(pointed == 2)
  }

  @Test("the snippet of error locations compiles and runs")
  func places() throws {
    let text = "{\n  \"title\": 7\n}"
    var found: [String] = []

    do {
      _ = try JSON.decode(Track.self, from: text)
    } catch let error as DecodingError {
      if let problem = error.problem, let place = problem.place {
        found = ["\(place.line)", "\(place.column)", place.excerpt]
        found += ["\(problem.path)", "\(problem.category)", "\(problem)"]
      }
    }

    #expect(found.prefix(2) == ["2", "12"])
    #expect(found[3] == "title")
    #expect(found[4] == "typeMismatch")
  }

  @Test("the snippet of lossy arrays compiles and runs")
  func lossReport() throws {
    let text = #"{"numbers":[1,"two",3]}"#

    struct Numbers: Codable {
      @LossyArray var numbers: [Int]
    }
    let model = try JSON.decode(Numbers.self, from: text)
    for loss in model.$numbers { print(loss) }

    #expect(model.numbers == [1, 3])
    #expect(model.$numbers.count == 1)
  }

  @Test("the snippet of direct coding compiles and runs")
  func direct() throws {
    let text = #"{"id":1,"taken":"2024-05-06T07:08:09Z"}"#
    let sample = try JSON.decode(Sample.self, from: text)
    #expect(sample.values == [])
    #expect(sample.taken == Date(timeIntervalSince1970: 1_714_979_289))
    #expect(try JSON.decode(Point.self, from: #"{"y":2,"z":0,"x":1}"#) == Point(x: 1, y: 2))
    #expect(try Binary.decode(Point.self, from: Binary.encode(Point(x: 1, y: 2))).y == 2)
  }

  #if FERRY_YAML
  @Test("the snippet of options for untrusted input compiles and runs")
  func strangers() {
    var json = JSON.Decoder()  // strict: RFC 8259 to the letter
    json.duplicateKeys = .error
    json.depthLimit = 64  // as deep as your model is

    var yaml = YAML.Decoder(preset: .strict)
    yaml.limits = .untrusted
    yaml.mergeKeyStrategy = .error  // if your files need no `<<`

    var options = StreamOptions()
    options.recordSizeLimit = 1 << 20

    let twice = #"{"a":1,"a":2}"#
    #expect(throws: DecodingError.self) { try json.decode(AnyValue.self, from: twice) }
    #expect(throws: DecodingError.self) { try yaml.decode(AnyValue.self, from: "<<: {a: 1}") }
    #expect(options.recordSizeLimit == 1 << 20)
  }

  @Test("the snippet of decoding untrusted YAML compiles and runs")
  func untrusted() throws {
    let text = Array("title: Harbour\nseconds: 61.5\ntags: []\n".utf8)

    var decoder = YAML.Decoder(preset: .strict)
    decoder.limits = .untrusted
    let track = try decoder.decode(Track.self, from: text)

    #expect(track == self.track)
  }
  #endif
}
