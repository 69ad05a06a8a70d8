import Ferry
import FerryMacros
import Foundation

// Models with attributes. Their twins have the conformance that a person would write.

extension ByMacro {
  @DirectCodable
  struct Cat: Generated {
    @Key("cat_id") var id: String
    @Key("meta.coordinates.lon") var longitude: Double?
    @Key("meta.coordinates.lat") var latitude: Double
    var lives = 9
    @Default([]) var toys: [String]
    @Alias("title", "label") var name: String
    @Skip var cache = 3

    init(random source: inout ValueSource) {
      id = source.string()
      longitude = source.optional { $0.double() }
      latitude = source.double()
      lives = source.integer()
      toys = source.array { $0.string() }
      name = source.string()
    }
  }

  @DirectCodable @KeyStyle(.snakeCase)
  struct Styled: Generated {
    var fooBar: Int
    var innerValue: Inner?

    init(random source: inout ValueSource) {
      fooBar = source.integer()
      innerValue = source.optional { $0.value() }
    }
  }

  @DirectCodable
  struct Flattened: Generated {
    var id: Int
    @Flatten var inner: Inner
    @Flatten var rest: [String: Int]

    init(random source: inout ValueSource) {
      id = source.integer()
      inner = source.value()
      rest = source.dictionary({ source in "k" + source.pick(["a", "b", "c"]) }, { $0.integer() })
    }
  }

  @DirectCodable
  struct Strategies: Generated {
    @As(.secondsSince1970) var seconds: Date
    @As(.millisecondsSince1970) var milliseconds: Date?
    @As(.text) var number: Int
    @As(.each(.secondsSince1970)) var list: [Date]

    init(random source: inout ValueSource) {
      seconds = source.date()
      milliseconds = source.optional { $0.date() }
      number = source.integer()
      list = source.array { $0.date() }
    }
  }

  @DirectCodable @Tagged(.internal("type"))
  enum Internal: Generated {
    case inner(Inner)
    case square(side: Double, name: String?)
    case none

    init(random source: inout ValueSource) {
      switch source.random.int(0..<3) {
      case 0: self = .inner(source.value())
      case 1: self = .square(side: source.double(), name: source.optional { $0.string() })
      default: self = .none
      }
    }
  }

  @DirectCodable @Tagged(.adjacent(tag: "t", content: "c"))
  enum Adjacent: Generated {
    case inner(Inner)
    case list([Int])
    case none

    init(random source: inout ValueSource) {
      switch source.random.int(0..<3) {
      case 0: self = .inner(source.value())
      case 1: self = .list(source.array { $0.integer() })
      default: self = .none
      }
    }
  }
}
