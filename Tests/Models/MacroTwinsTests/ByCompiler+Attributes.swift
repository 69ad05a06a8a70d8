import Ferry
import FerryMacros
import Foundation

// The twins of models with attributes: the conformance that a person would write.

extension ByCompiler {
  struct Cat: Codable, Generated {
    var id: String
    var longitude: Double?
    var latitude: Double
    var lives = 9
    var toys: [String]
    var name: String
    var cache = 3

    init(random source: inout ValueSource) {
      id = source.string()
      longitude = source.optional { $0.double() }
      latitude = source.double()
      lives = source.integer()
      toys = source.array { $0.string() }
      name = source.string()
    }

    enum CodingKeys: String, CodingKey {
      case id = "cat_id"
      case lives, toys, name, meta, coordinates, title, label
      case longitude = "lon"
      case latitude = "lat"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(String.self, forKey: .id)
      let meta = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .meta)
      let place = try meta.nestedContainer(keyedBy: CodingKeys.self, forKey: .coordinates)
      longitude = try place.decodeIfPresent(Double.self, forKey: .longitude)
      latitude = try place.decode(Double.self, forKey: .latitude)
      lives = try container.decodeIfPresent(Int.self, forKey: .lives) ?? 9
      toys = try container.decodeIfPresent([String].self, forKey: .toys) ?? []
      let keys: [CodingKeys] = [.name, .title, .label]
      name = try container.decode(
        String.self, forKey: keys.first { container.contains($0) } ?? .name)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      var meta = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .meta)
      var place = meta.nestedContainer(keyedBy: CodingKeys.self, forKey: .coordinates)
      try place.encodeIfPresent(longitude, forKey: .longitude)
      try place.encode(latitude, forKey: .latitude)
      try container.encode(lives, forKey: .lives)
      try container.encode(toys, forKey: .toys)
      try container.encode(name, forKey: .name)
    }
  }

  struct Styled: Codable, Generated {
    var fooBar: Int
    var innerValue: Inner?

    init(random source: inout ValueSource) {
      fooBar = source.integer()
      innerValue = source.optional { $0.value() }
    }

    enum CodingKeys: String, CodingKey {
      case fooBar = "foo_bar"
      case innerValue = "inner_value"
      case ownFooBar = "fooBar"
      case ownInnerValue = "innerValue"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      fooBar = try container.decode(
        Int.self,
        forKey: !container.contains(.fooBar) && container.contains(.ownFooBar)
          ? .ownFooBar : .fooBar)
      innerValue = try container.decodeIfPresent(
        Inner.self, forKey: container.contains(.innerValue) ? .innerValue : .ownInnerValue)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(fooBar, forKey: .fooBar)
      try container.encodeIfPresent(innerValue, forKey: .innerValue)
    }
  }

  struct Flattened: Codable, Generated {
    var id: Int
    var inner: Inner
    var rest: [String: Int]

    init(random source: inout ValueSource) {
      id = source.integer()
      inner = source.value()
      rest = source.dictionary({ source in "k" + source.pick(["a", "b", "c"]) }, { $0.integer() })
    }

    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(_ name: String) { stringValue = name }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      id = try container.decode(Int.self, forKey: Key("id"))
      inner = try Inner(from: decoder)
      rest = [:]
      for key in container.allKeys where !["id", "x", "y"].contains(key.stringValue) {
        rest[key.stringValue] = try container.decode(Int.self, forKey: key)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(id, forKey: Key("id"))
      try inner.encode(to: encoder)
      for (key, value) in rest { try container.encode(value, forKey: Key(key)) }
    }
  }

  struct Strategies: Codable, Generated {
    var seconds: Date
    var milliseconds: Date?
    var number: Int
    var list: [Date]

    init(random source: inout ValueSource) {
      seconds = source.date()
      milliseconds = source.optional { $0.date() }
      number = source.integer()
      list = source.array { $0.date() }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      seconds = Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .seconds))
      milliseconds = try container.decodeIfPresent(Double.self, forKey: .milliseconds)
        .map { Date(timeIntervalSince1970: $0 / 1000) }
      if let text = try? container.decode(String.self, forKey: .number) {
        guard let value = Int(text) else {
          throw DecodingError.typeMismatch(
            Int.self,
            .init(codingPath: container.codingPath + [CodingKeys.number], debugDescription: ""))
        }
        number = value
      } else {
        number = try container.decode(Int.self, forKey: .number)
      }
      list = try container.decode([Double].self, forKey: .list)
        .map { Date(timeIntervalSince1970: $0) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(seconds.timeIntervalSince1970, forKey: .seconds)
      try container.encodeIfPresent(
        milliseconds.map { $0.timeIntervalSince1970 * 1000 }, forKey: .milliseconds)
      try container.encode(String(number), forKey: .number)
      try container.encode(list.map(\.timeIntervalSince1970), forKey: .list)
    }

    enum CodingKeys: CodingKey { case seconds, milliseconds, number, list }
  }

  enum Internal: Codable, Generated {
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

    enum CodingKeys: CodingKey { case type, side, name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "inner": self = .inner(try Inner(from: decoder))
      case "square":
        self = .square(
          side: try container.decode(Double.self, forKey: .side),
          name: try container.decodeIfPresent(String.self, forKey: .name))
      case "none": self = .none
      default:
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: ""))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .inner(let inner):
        try container.encode("inner", forKey: .type)
        try inner.encode(to: encoder)
      case .square(let side, let name):
        try container.encode("square", forKey: .type)
        try container.encode(side, forKey: .side)
        try container.encodeIfPresent(name, forKey: .name)
      case .none: try container.encode("none", forKey: .type)
      }
    }
  }

  enum Adjacent: Codable, Generated {
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

    enum CodingKeys: CodingKey { case t, c }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .t) {
      case "inner": self = .inner(try container.decode(Inner.self, forKey: .c))
      case "list": self = .list(try container.decode([Int].self, forKey: .c))
      case "none": self = .none
      default:
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: ""))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .inner(let inner):
        try container.encode("inner", forKey: .t)
        try container.encode(inner, forKey: .c)
      case .list(let list):
        try container.encode("list", forKey: .t)
        try container.encode(list, forKey: .c)
      case .none: try container.encode("none", forKey: .t)
      }
    }
  }
}
