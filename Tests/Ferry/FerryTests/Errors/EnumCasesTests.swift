import Ferry
import FerryTestSupport
import Testing

@Suite("Cases of enumerations in errors")
struct EnumCasesTests {
  enum Light {
    enum State: String, Codable, CaseIterable { case red, green }
  }
  enum Switch {
    enum State: String, Codable, CaseIterable { case on, off }
  }

  @Test("a second type of the same name does not hide the cases")
  func typesOfOneName() {
    #expect(throws: Never.self) {
      _ = try JSON.decode([Light.State].self, from: #"["red"]"#)
      _ = try JSON.decode([Switch.State].self, from: #"["on"]"#)
    }
    let (light, other) = ("one of `red`, `green`", "one of `on`, `off`")
    #expect(detail([Light.State].self) == "expected \(light), found text \"of\"")
    #expect(detail([Switch.State].self) == "expected \(other), found text \"of\"")
    #expect(detail([String: Switch.State].self, #"{"a": "of"}"#)?.contains(other) == true)
    #expect(detail(Switch.State.self, #""of""#)?.contains(other) == true)
  }

  @Test("the cases of an enumeration that is not CaseIterable are unknown")
  func unknownCases() {
    enum Plain: String, Codable { case red }
    #expect(detail([Plain].self) == "expected Plain, found text \"of\"")
  }

  private func detail<T: Decodable>(_ type: T.Type, _ text: String = #"["of"]"#) -> String? {
    #expect(throws: DecodingError.self) { try JSON.decode(type, from: text) }?.problem?.detail
  }
}
