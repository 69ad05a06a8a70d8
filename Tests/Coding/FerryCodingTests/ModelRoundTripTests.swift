import Ferry
import FerryTestSupport
import Testing

@Suite("Models come back from every format")
struct ModelRoundTripTests {
  @Test("scalars of every width come back")
  func scalars() {
    RoundTrip.check(Fixtures.Scalars())
    RoundTrip.check([Fixtures.Scalars(), Fixtures.Scalars()])
  }

  @Test("missing and present optionals come back")
  func optionals() {
    RoundTrip.check(Fixtures.OptionalScalars())
    RoundTrip.check(Fixtures.OptionalScalars.full)
    RoundTrip.check([Fixtures.OptionalScalars(), .full, .init()])
    RoundTrip.check(Fixtures.Optionals())
  }

  @Test("arrays of every scalar type come back, empty and nested")
  func lists() {
    RoundTrip.check(Fixtures.Lists())
  }

  @Test("models in models, arrays and dictionaries come back")
  func nested() {
    RoundTrip.check(Fixtures.Nested())
    RoundTrip.check(["a": [Fixtures.Nested()], "b": []])
  }

  @Test("a model that holds models of its own type comes back")
  func trees() {
    var deep = Fixtures.Tree(0)
    for value in 1...100 { deep = Fixtures.Tree(value, [deep, Fixtures.Tree(-value, [])]) }
    RoundTrip.check(deep)
  }

  @Test("enums with associated values and with raw values come back")
  func enums() {
    let events: [Fixtures.Event] = [
      .idle, .move(x: 1, y: -1), .say(""), .group([.idle, .say("hi")], note: nil),
      .group([], note: "note"),
    ]
    for event in events { RoundTrip.check(event) }
    RoundTrip.check(events)
    RoundTrip.check(Fixtures.Colour.allCases)
    RoundTrip.check(Fixtures.Level.allCases)
  }

  @Test("dictionaries with keys of every kind come back")
  func dictionaries() {
    RoundTrip.check(Fixtures.Dictionaries())
  }

  @Test("classes come back with their superclasses, by all four ways to a super coder")
  func classes() {
    RoundTrip.check(Fixtures.Cat(name: "Tom", lives: 9))
    RoundTrip.check(Fixtures.Dog(name: "Rex", tricks: ["sit", "roll"]))
    RoundTrip.check(Fixtures.Bird(name: "Tux", canFly: false))
    RoundTrip.check(Fixtures.Fish(name: "Wanda", depth: 3.5))
    RoundTrip.check([Fixtures.Dog(name: "a", tricks: []), Fixtures.Dog(name: "b", tricks: ["c"])])
  }

  @Test("renamed keys and wrapped properties come back")
  func renamed() throws {
    RoundTrip.check(Fixtures.Renamed())
    #expect(
      try JSON.string(Fixtures.Renamed()) == #"{"id":7,"vol.ume":11,"is open?":true}"#)
  }

  @Test("Foundation's value types come back")
  func foundation() {
    RoundTrip.check(Fixtures.Record())
  }

  @Test("scalars, arrays, dictionaries and null come back at the top level")
  func top() {
    RoundTrip.check(true)
    RoundTrip.check(Int.min)
    RoundTrip.check(0.1)
    RoundTrip.check("text")
    RoundTrip.check([1, 2, 3])
    RoundTrip.check([[String]]())
    RoundTrip.check(["a": 1])
    RoundTrip.check(Int?.none)
    RoundTrip.check(Int?.some(1))
    RoundTrip.check([Int?.none, 1])
    RoundTrip.check(["a": String?.none])
    RoundTrip.check(UInt128.max)
    RoundTrip.check(Set([7]))
  }

  @Test("random models come back")
  func randomModels() {
    var random = SeededGenerator(for: "RoundTrip models")
    for _ in 0..<(isDebugBuild ? 100 : 2000) {
      RoundTrip.check(random.model())
    }
  }

  @Test("random values of any kind come back")
  func randomValues() {
    var random = SeededGenerator(for: "RoundTrip AnyValue")
    for _ in 0..<(isDebugBuild ? 200 : 4000) { RoundTrip.check(random.anyValue()) }
  }
}
