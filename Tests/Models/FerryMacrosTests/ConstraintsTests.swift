import Ferry
import FerryMacros
import Testing

@DirectCodable
private struct Server: Equatable {
  @Range(1...65535) var port = 80
  @Range(0..<1) var ratio: Double?
  @Range(1...3) var levels: [Int] = []
  @Length(1...4) var name = "ada"
  @Length(...2) var tags: [String: Int]?
  @OneOf("debug", "info") var log: String?
  @OneOf("é", "b") var marks: [String]?
  @Pattern("^[a-z]+$") var zone: String?
  @Pattern("^x") @Length(1...2) var hosts: [String]?
  @Range(10...) var alias: Maybe
  @Default(error: 7) @Range(1...9) var digit: Int

  typealias Maybe = Int?
}

@DirectCodable
private struct Range2: Equatable {
  var low: Int
  var high: Int

  struct Reversed: Error {}

  func validate() throws { if low > high { throw Reversed() } }
}

@DirectCodable
private struct Bounded {
  @Range(0...) var low: Int
  var high: Int
}

@Suite("Constraints")
struct ConstraintsTests {
  @Test(
    "a value that violates a constraint is an error with its location in every format",
    arguments: [
      (
        #"{"port":70000,"digit":1}"#, "port",
        "expected a number from 1 to 65535, found number 70000"
      ),
      (#"{"ratio":1.0,"digit":1}"#, "ratio", "expected a number from 0 to below 1, found number 1"),
      (
        #"{"levels":[1,3,4],"digit":1}"#, "levels[2]",
        "expected a number from 1 to 3, found number 4"
      ),
      (#"{"name":"","digit":1}"#, "name", "expected a length from 1 to 4, found text"),
      (#"{"tags":{"a":1,"b":2,"c":3},"digit":1}"#, "tags", "expected a length from 0 to 2"),
      (#"{"log":"warn","digit":1}"#, "log", #"expected one of "debug", "info", found text"#),
      (#"{"marks":["b","e\u0301"],"digit":1}"#, "marks[1]", #"expected one of "é", "b", found"#),
      (#"{"zone":"A1","digit":1}"#, "zone", "expected text that matches '^[a-z]+$', found"),
      (
        #"{"hosts":["x","yx"],"digit":1}"#, "hosts[1]",
        "expected text that matches '^x', found text"
      ),
      (#"{"hosts":["x","x","x"],"digit":1}"#, "hosts", "expected a length from 1 to 2"),
      (#"{"alias":9,"digit":1}"#, "alias", "expected a number of at least 10, found number 9"),
    ])
  func violations(json: String, path: String, text: String) throws {
    let value = try JSON.decode(AnyValue.self, from: json)
    let binary = try Binary.encode(value)
    let yaml = try YAML.string(value)
    let attempts: [(String, () throws -> Server)] = [
      ("JSON", { try JSON.decode(Server.self, from: json) }),
      ("binary", { try Binary.decode(Server.self, from: binary) }),
      ("YAML", { try YAML.decode(Server.self, from: yaml) }),
    ]
    for (name, attempt) in attempts {
      let error = #expect(throws: DecodingError.self, "\(name)") { try attempt() }
      let description = error?.problem?.description ?? ""
      #expect(description.contains(text), "\(name): \(description)")
      #expect(description.contains(path), "\(name): \(description)")
    }
  }

  @Test("a constraint holds in a long array of the binary format")
  func longArrays() throws {
    var ranges = (0..<100).map { ["low": $0, "high": 1000] }
    ranges[70]["low"] = -5
    let error = #expect(throws: DecodingError.self) {
      try Binary.decode([Bounded].self, from: Binary.encode(ranges))
    }
    #expect(error?.problem?.description.contains("at [70].low") == true, "\(error as Any)")
  }

  @Test("values that fit their constraints decode")
  func valid() throws {
    let json = """
      {"port":1,"ratio":0.5,"levels":[1,3],"name":"😀😀😀😀","tags":{"a":1},"log":"info",\
      "marks":["é"],"zone":"abc","hosts":["x"],"alias":10,"digit":3}
      """
    let server = try JSON.decode(Server.self, from: json)
    #expect(server.name == "😀😀😀😀" && server.alias == 10 && server.digit == 3)
    let sparse = try JSON.decode(Server.self, from: #"{"ratio":null,"levels":null,"digit":1}"#)
    #expect(sparse.port == 80 && sparse.ratio == nil)
  }

  @Test("a value that violates a constraint has the default for errors")
  func defaultOnError() throws {
    #expect(try JSON.decode(Server.self, from: #"{"digit":12}"#).digit == 7)
  }

  @Test("validate() is called after decoding")
  func validate() throws {
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode(Range2.self, from: #"{"low":2,"high":1}"#)
    }
    #expect(error?.problem?.underlyingError is Range2.Reversed)
    #expect(try JSON.decode(Range2.self, from: #"{"low":1,"high":2}"#) == Range2(low: 1, high: 2))
  }

  @Test("encoding checks no constraint")
  func encoding() throws {
    let server = Server(port: 0, alias: nil, digit: 0)
    #expect(try JSON.string(server) == #"{"port":0,"levels":[],"name":"ada","digit":0}"#)
  }
}
