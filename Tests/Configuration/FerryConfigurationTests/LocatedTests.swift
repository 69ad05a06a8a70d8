import FerryConfiguration
import FerryMacros
import Testing

private struct Plain: Codable { var ports: [Located<Int>] }

@DirectCodable
private struct Direct { var ports: [Located<Int>] }

@Suite("Located values")
struct LocatedTests {
  @Test("a located value has its source, line and column")
  func places() throws {
    var configuration = LayeredConfiguration()
    try configuration.add("{\"ports\": [1,\n 2]}", name: "a.json")
    try configuration.set("ports[2]", to: "3", name: "--port")
    for ports in [
      try configuration.decode(Plain.self).ports, try configuration.decode(Direct.self).ports,
    ] {
      #expect(ports.map(\.value) == [1, 2, 3])
      #expect(ports.map { "\($0)" } == ["a.json:1:12", "a.json:2:2", "--port"])
      #expect(ports.map(\.source) == ["a.json", "a.json", "--port"])
      #expect(ports.map(\.line) == [1, 2, nil] && ports.map(\.column) == [12, 2, nil])
    }
  }

  @Test("another decoder gives no origin, and the value is encoded alone")
  func elsewhere() throws {
    let plain = try JSON.decode(Plain.self, from: #"{"ports":[1]}"#)
    #expect(plain.ports[0].origin == nil && "\(plain.ports[0])" == "a value without an origin")
    #expect(try JSON.string(plain) == #"{"ports":[1]}"#)
  }

  @Test("an excerpt shows no other value of its line")
  func excerpts() throws {
    var configuration = LayeredConfiguration()
    try configuration.add(#"{"a": {"b": 1, "c": 2, "d": [3, 4]}}"#, name: "a.json")
    func excerpt(_ path: WirePath) -> String? { configuration.origin(of: path)?.place?.drawing }
    #expect(excerpt("a.b") == "{\"a\": {\"b\": 1, …\n            ^")
    #expect(excerpt("a.c") == "…\"c\": 2, …\n      ^")
    #expect(excerpt("a.d[1]") == "…4]}}\n ^")
  }
}
