import Ferry
import FerryMacros
import Foundation
import Testing

@DirectCodable
private struct Defaults: Equatable {
  @Default(5) let constant: Int
  @Default([]) var list: [String]
  @Default(missing: 1, error: -1) var apart: Int
  @Default(error: 0) var onlyError: Int
  @Default(error: 2.5) var declared = 1.5
  var optional: Int? = 3
}

@DirectCodable
private struct Skipping: Equatable {
  var kept: Int
  @Skip var cache = 7
  @Skip(.decode) var derived = "d"
  @Skip(.encode) var secret: String?
  @Skip(.decode) let version = 2
}

@DirectCodable
private struct Address: Equatable {
  var street: String
  var city: String?
}

@DirectCodable
private struct Person: Equatable {
  var name: String
  @Flatten var address: Address
  @Flatten var second: Second?
}

@DirectCodable
private struct Second: Equatable {
  @Key("zip.code") var zip: Int
}

@DirectCodable
private struct Open: Equatable {
  var id: Int
  @Flatten var rest: [String: String]
}

@DirectCodable
private struct Lossy: Equatable {
  @Lossy var numbers: [Int]
  @Lossy var unique: Set<String>
  @Lossy var named: [String: Int]
  @Lossy var maybe: [Address]?
}

@DirectCodable
private struct Tolerant: Equatable {
  @Tolerant var int: Int
  @Tolerant var double: Double
  @Tolerant var bool: Bool
  @Tolerant var text: String
  @Tolerant var maybe: UInt8?
}

@DirectCodable
private struct Strategies: Equatable {
  @As(.iso8601) var date: Date
  @As(.iso8601WithMilliseconds) var precise: Date?
  @As(.millisecondsSince1970) var epoch: Date
  @As(.each(.secondsSince1970)) var several: [Date]
  @As(.hexadecimal) var bytes: Data
  @As(.base64URL) var token: Data
  @As(.text) var number: UInt64
  @As(.json) var inner: [String: Int]
  @As(Percent()) var share: Double
}

@DirectCodable
private struct Dated: Equatable {
  var date: Date
  var data: Data
}

private struct Percent: WireStrategy {
  func read<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) -> Double
  {
    Double(try reader.readInteger(Int.self)) / 100
  }

  func write<Writer: WireWriter & ~Copyable>(
    _ value: Double, to writer: inout Writer
  ) throws(WireFailure) {
    try writer.write(Int(value * 100))
  }
}

@DirectCodable
private struct Embedding: Equatable {
  @As(.json) var inner: [String: Int]
}

@Suite("Values")
struct ValuesTests {
  @Test("an error in the JSON of a string has the location of the string and the whole path")
  func embeddedJSON() throws {
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode([Embedding].self, from: #"[{"inner":"{\"a\":true}"}]"#)
    }
    guard case .dataCorrupted(let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["Index 0", "inner", "a"])
    #expect(error?.problem?.place?.column == 11)
    #expect(error?.problem?.path == "[0].inner.a")
  }

  @Test("a default replaces a missing key, null or an invalid value")
  func defaults() throws {
    try expectEverywhere(
      Defaults(constant: 5, list: [], apart: 1, onlyError: 4),
      #"{"onlyError":4}"#,
      written:
        #"{"constant":5,"list":[],"apart":1,"onlyError":4,"declared":1.5,"optional":3}"#)
    try expectEverywhere(
      Defaults(constant: 6, list: ["a"], apart: -1, onlyError: 0, declared: 2.5, optional: nil),
      #"{"apart":"x","constant":6,"declared":[],"onlyError":{},"list":["a"],"optional":null}"#,
      written:
        #"{"constant":6,"list":["a"],"apart":-1,"onlyError":0,"declared":2.5,"optional":null}"#)
    try expectRefusalEverywhere(Defaults.self, #"{"apart":1}"#)
    try expectRefusalEverywhere(Defaults.self, #"{"onlyError":1,"list":3}"#)
  }

  @Test("a skipped property is neither read nor written")
  func skipping() throws {
    try expectEverywhere(
      Skipping(kept: 1, secret: "s"),
      #"{"kept":1,"cache":8,"derived":"x","secret":"s","version":9}"#,
      written: #"{"kept":1,"derived":"d","version":2}"#)
  }

  @Test("flattened members are among those of the parent")
  func flatten() throws {
    try expectEverywhere(
      Person(name: "n", address: Address(street: "s", city: "c"), second: Second(zip: 5)),
      #"{"name":"n","street":"s","city":"c","zip":{"code":5}}"#)
    try expectEverywhere(
      Person(name: "n", address: Address(street: "s")),
      #"{"street":"s","name":"n"}"#, written: #"{"name":"n","street":"s"}"#)
    try expectRefusalEverywhere(Person.self, #"{"name":"n","city":"c"}"#)
    try expectRefusalEverywhere(Person.self, #"{"name":"n","street":[]}"#)
  }

  @Test("a flattened dictionary receives all other keys")
  func rest() throws {
    try expectEverywhere(Open(id: 1, rest: ["a": "b"]), #"{"id":1,"a":"b"}"#)
    try expectEverywhere(Open(id: 1, rest: [:]), #"{"id":1}"#)
    try expectRefusalEverywhere(Open.self, #"{"id":1,"a":[]}"#)
  }

  @Test("lossy collections keep valid elements")
  func lossy() throws {
    try expectEverywhere(
      Lossy(numbers: [1, 2, 4, 5], unique: ["a"], named: ["a": 1], maybe: [Address(street: "s")]),
      #"{"numbers":[1,2,null,4,5,"x"],"unique":["a",{}],"named":{"a":1,"b":"x"},"#
        + #""maybe":[{"street":"s"},{}]}"#,
      written:
        #"{"numbers":[1,2,4,5],"unique":["a"],"named":{"a":1},"maybe":[{"street":"s"}]}"#)
    try expectRefusalEverywhere(Lossy.self, #"{"numbers":1,"unique":[],"named":{}}"#)
  }

  @Test("elements that lossy collections drop are in the report")
  func losses() throws {
    let json = #"{"numbers":[1,2,null,4,5,"x"],"unique":[],"named":{"a":1,"b":"x"}}"#
    let elements: [WirePath.Step] = [.index(2), .index(5), .key("b")]
    let direct = LossReport()
    _ = try JSON.Decoder().decode(Lossy.self, from: json, userInfo: [.lossReport: direct])
    #expect(direct.losses.map(\.element) == elements)
    let foreign = LossReport()
    let decoder = Foundation.JSONDecoder()
    decoder.userInfo[.lossReport] = foreign
    _ = try decoder.decode(Lossy.self, from: Data(json.utf8))
    #expect(foreign.losses.map(\.element) == elements)
    #expect(!foreign.losses.contains { $0.reason.isEmpty })
  }

  @Test("Foundation's own strategies hold in Foundation's coders")
  func foundationStrategies() throws {
    let decoder = Foundation.JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    let encoder = Foundation.JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    let value = Dated(date: Date(timeIntervalSince1970: 7), data: Data([1, 2]))
    let json = Data(#"{"date":7,"data":"AQI="}"#.utf8)
    #expect(try decoder.decode(Dated.self, from: json) == value)
    #expect(try decoder.decode(Dated.self, from: encoder.encode(value)) == value)
    #expect(String(decoding: try encoder.encode(value), as: UTF8.self).contains(#""date":7"#))
  }

  @Test("tolerant scalars accept each other's forms, exactly")
  func tolerant() throws {
    let plain = #"{"int":42,"double":1.5,"bool":true,"text":"1.10","maybe":1}"#
    let value = Tolerant(int: 42, double: 1.5, bool: true, text: "1.10", maybe: 1)
    try expectEverywhere(value, plain)
    try expectEverywhere(
      value, #"{"int":"42","double":"1.5","bool":1,"text":"1.10","maybe":true}"#, written: plain)
    for bad in [
      #"{"int":"abc","double":1,"bool":true,"text":""}"#,
      #"{"int":"4.5","double":1,"bool":true,"text":""}"#,
      #"{"int":1,"double":"nan","bool":true,"text":""}"#,
      #"{"int":1,"double":"0x10","bool":true,"text":""}"#,
      #"{"int":1,"double":"-0X1p3","bool":true,"text":""}"#,
      #"{"int":1,"double":1,"bool":2,"text":""}"#,
      #"{"int":1,"double":1,"bool":"yes","text":""}"#,
      #"{"int":1,"double":1,"bool":true,"text":[]}"#,
      #"{"int":1,"double":1,"bool":true,"text":"","maybe":"256"}"#,
    ] {
      try expectRefusalEverywhere(Tolerant.self, bad)
    }
  }

  @Test("strategies code dates, bytes, numbers in text, embedded JSON and custom forms")
  func strategies() throws {
    let date = Date(timeIntervalSince1970: 1_461_508_962)
    try expectEverywhere(
      Strategies(
        date: date, precise: date.addingTimeInterval(0.5), epoch: date, several: [date],
        bytes: Data([1, 255]), token: Data([251, 255]), number: 7, inner: ["a": 1], share: 0.25),
      #"{"date":"2016-04-24T14:42:42Z","precise":"2016-04-24T14:42:42.500Z","#
        + #""epoch":1461508962000,"several":[1461508962],"bytes":"01ff","token":"-_8","#
        + #""number":"7","inner":"{\"a\":1}","share":25}"#)
  }

  @Test("a strategy rejects text that it cannot read")
  func refusals() throws {
    let good: [String: String] = [
      "date": #""2016-04-24T14:42:42Z""#, "epoch": "1", "several": "[]", "bytes": #""01""#,
      "token": #""-_8""#, "number": #""7""#, "inner": #""{}""#, "share": "1",
    ]
    func json(_ members: [String: String]) -> String {
      "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }
    #expect(try JSON.decode(Strategies.self, from: json(good)).number == 7)
    for (key, bad) in [
      ("date", #""yesterday""#), ("precise", "1"), ("bytes", #""0""#), ("bytes", #""xy""#),
      ("token", #""+/8""#), ("number", #""seven""#), ("number", "true"), ("inner", #""{""#),
      ("share", #""1""#),
    ] {
      try expectRefusalEverywhere(
        Strategies.self, json(good.merging([key: bad]) { $1 }))
    }
  }
}
