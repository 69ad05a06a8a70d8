import FerryMacros
import FerrySchema
import Foundation
import Testing

#if FERRY_YAML
@DirectCodable
private struct Service {
  var name: String
  @Range(1...65535) var port = 80
  @Key("limits.memory") var memory: Int
  @Flatten var place: Place
  @Flatten var shape: Shape?
  var shapes: [Shape] = []
  var since: Date?

  @DirectCodable
  struct Place { var city: String }

  @DirectCodable @Tagged(.internal("kind"))
  enum Shape {
    case circle(radius: Double)
    case place(Place)
  }
}

@Suite("Failures of models")
struct ModelFailuresTests {
  private func failures(_ yaml: String) throws -> [String] {
    YAML.document(yaml).failures(of: Service.self).map {
      "\($0.place.map { "\($0)" } ?? "") \($0.message)"
    }
  }

  @Test("all failures of a document have their locations, in its order")
  func all() throws {
    let yaml = """
      name: 1
      port: 70000
      limits:
        memroy: 5
      city: Rome
      shapes:
        - kind: circle
          radius: 1
          radios: 2
        - kind: place
          city: Oslo
          extra: 1
      unknown: 1

      """
    #expect(
      try failures(yaml) == [
        "1:7 expected string, found 1",
        "2:7 expected at most 65535, found 70000",
        "4:3 missing key `memory`; the object has `memroy`",
        "4:3 unknown key `memroy`; did you mean `memory`?",
        "9:5 unknown key `radios`",
        "12:5 unknown key `extra`",
        "13:1 unknown key `unknown`",
      ])
  }

  @Test("a document that decodes has no failures")
  func valid() throws {
    let yaml = """
      name: a
      limits: {memory: 5}
      city: Rome
      kind: circle
      radius: 1.5
      since: 2001-12-14
      shapes: [{kind: place, city: Oslo}]

      """
    _ = try YAML.decode(Service.self, from: yaml)
    #expect(try failures(yaml) == [])
  }
}
#endif
