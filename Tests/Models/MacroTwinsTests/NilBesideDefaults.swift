import Ferry
import FerryMacros
import Foundation

// A nil beside a default other than nil is written as null, null reads as nil, and an absent key
// as the default. The compiler's synthesis omits the nil, so the twins are written by hand. Aliases
// of optional types are what the compiler makes of them.

typealias OptionalInt = Int?
typealias OptionalText = Optional<String>

extension ByMacro {
  @DirectCodable
  struct Defaults: Generated {
    var a: Int? = 5
    @Default("x") var b: String?
    @Default([]) var c: [Int]?
    @Key("deep.d") var d: Int? = 7
    var e: Int? = nil

    init(random source: inout ValueSource) {
      a = source.optional { $0.integer() }
      b = source.optional { $0.string() }
      c = source.optional { $0.array { $0.integer() } }
      d = source.optional { $0.integer() }
      e = source.optional { $0.integer() }
    }
  }

  @DirectCodable
  struct Aliases: Generated {
    var a: OptionalInt
    var b: OptionalText
    var list: [OptionalInt]

    init(random source: inout ValueSource) {
      a = source.optional { $0.integer() }
      b = source.optional { $0.string() }
      list = source.array { $0.optional { $0.integer() } }
    }
  }
}

extension ByCompiler {
  struct Defaults: Codable, Generated {
    var a: Int?
    var b: String?
    var c: [Int]?
    var d: Int?
    var e: Int?

    init(random source: inout ValueSource) {
      a = source.optional { $0.integer() }
      b = source.optional { $0.string() }
      c = source.optional { $0.array { $0.integer() } }
      d = source.optional { $0.integer() }
      e = source.optional { $0.integer() }
    }

    enum CodingKeys: CodingKey { case a, b, c, d, deep, e }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func read<T: Decodable>(
        _ container: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys, _ value: T
      ) throws -> T? {
        guard container.contains(key) else { return value }
        return try container.decodeIfPresent(T.self, forKey: key)
      }
      a = try read(container, .a, 5)
      b = try read(container, .b, "x")
      c = try read(container, .c, [])
      if try container.contains(.deep) && !container.decodeNil(forKey: .deep) {
        d = try read(container.nestedContainer(keyedBy: CodingKeys.self, forKey: .deep), .d, 7)
      } else {
        d = 7
      }
      e = try container.decodeIfPresent(Int.self, forKey: .e)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(a, forKey: .a)
      try container.encode(b, forKey: .b)
      try container.encode(c, forKey: .c)
      var deep = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .deep)
      try deep.encode(d, forKey: .d)
      try container.encodeIfPresent(e, forKey: .e)
    }
  }

  struct Aliases: Codable, Generated {
    var a: OptionalInt
    var b: OptionalText
    var list: [OptionalInt]

    init(random source: inout ValueSource) {
      a = source.optional { $0.integer() }
      b = source.optional { $0.string() }
      list = source.array { $0.optional { $0.integer() } }
    }
  }
}
