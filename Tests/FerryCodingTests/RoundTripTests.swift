import Ferry
import FerryTestSupport
import Testing

@Suite("Models come back from every format")
struct RoundTripTests {
  @Test("scalars of every width")
  func scalars() {
    RoundTrip.check(Fixtures.Scalars())
    RoundTrip.check([Fixtures.Scalars(), Fixtures.Scalars()])
  }

  @Test("optionals, missing and present")
  func optionals() {
    RoundTrip.check(Fixtures.OptionalScalars())
    RoundTrip.check(Fixtures.OptionalScalars.full)
    RoundTrip.check([Fixtures.OptionalScalars(), .full, .init()])
    RoundTrip.check(Fixtures.Optionals())
  }

  @Test("lists of every scalar type, empty ones and lists of lists")
  func lists() {
    RoundTrip.check(Fixtures.Lists())
  }

  @Test("models in models, lists and dictionaries")
  func nested() {
    RoundTrip.check(Fixtures.Nested())
    RoundTrip.check(["a": [Fixtures.Nested()], "b": []])
  }

  @Test("a model that holds models of its own type")
  func trees() {
    var deep = Fixtures.Tree(0)
    for value in 1...100 { deep = Fixtures.Tree(value, [deep, Fixtures.Tree(-value, [])]) }
    RoundTrip.check(deep)
  }

  @Test("enums with associated values and with raw values")
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

  @Test("dictionaries with keys of every kind")
  func dictionaries() {
    RoundTrip.check(Fixtures.Dictionaries())
  }

  @Test("classes with their superclasses, on all four ways to a super coder")
  func classes() {
    RoundTrip.check(Fixtures.Cat(name: "Tom", lives: 9))
    RoundTrip.check(Fixtures.Dog(name: "Rex", tricks: ["sit", "roll"]))
    RoundTrip.check(Fixtures.Bird(name: "Tux", canFly: false))
    RoundTrip.check(Fixtures.Fish(name: "Wanda", depth: 3.5))
    RoundTrip.check([Fixtures.Dog(name: "a", tricks: []), Fixtures.Dog(name: "b", tricks: ["c"])])
  }

  @Test("own names for keys, and wrapped properties")
  func renamed() throws {
    RoundTrip.check(Fixtures.Renamed())
    #expect(
      try JSON.string(Fixtures.Renamed()) == #"{"id":7,"vol.ume":11,"is open?":true}"#)
  }

  @Test("Foundation's value types")
  func foundation() {
    RoundTrip.check(Fixtures.Record())
  }

  @Test("values at the top: scalars, lists, dictionaries, nothing")
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

  @Test("random models")
  func randomModels() {
    var random = SeededGenerator(for: "RoundTrip models")
    for _ in 0..<(isDebugBuild ? 100 : 2000) {
      RoundTrip.check(random.model())
    }
  }

  @Test("random values of any kind")
  func randomValues() {
    var random = SeededGenerator(for: "RoundTrip AnyValue")
    for _ in 0..<(isDebugBuild ? 200 : 4000) { RoundTrip.check(random.anyValue()) }
  }
}
