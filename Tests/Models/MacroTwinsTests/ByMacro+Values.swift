import Ferry
import FerryMacros
import Foundation

extension ByMacro {
  @DirectCodable
  enum Color: String, CaseIterable, Hashable, Generated {
    case red, green
    case deepBlue = "deep/blue"

    init(random source: inout ValueSource) { self = source.pick(Self.allCases) }
  }

  @DirectCodable
  enum Level: Int, CaseIterable, Generated {
    case low = -1
    case high = 200

    init(random source: inout ValueSource) { self = source.pick(Self.allCases) }
  }

  @DirectCodable
  indirect enum Shape: Generated {
    case circle(radius: Double)
    case id(Int)
    case pair(Int, label: String?)
    case inner(Inner, [Int]?)
    case nested(Shape)
    case level(Level?)
    case none

    init(random source: inout ValueSource) {
      switch source.random.int(0..<7) {
      case 0: self = .circle(radius: source.double())
      case 1: self = .id(source.integer())
      case 2: self = .pair(source.integer(), label: source.optional { $0.string() })
      case 3: self = .inner(source.value(), source.optional { $0.array { $0.integer() } })
      case 4: self = .nested(source.random.oneIn(2) ? .none : source.value())
      case 5: self = .level(source.optional { $0.value() })
      default: self = .none
      }
    }
  }

  @DirectCodable
  struct Enums: Generated {
    var color: Color
    var level: Level
    var levels: [Level]
    var shape: Shape
    var shapes: [Shape]
    var map: [String: Shape]
    var optional: Shape?

    init(random source: inout ValueSource) {
      color = source.value()
      level = source.value()
      levels = source.array { $0.value() }
      shape = source.value()
      shapes = source.array { $0.value() }
      map = source.dictionary({ $0.key() }, { $0.value() })
      optional = source.optional { $0.value() }
    }
  }

  @DirectCodable
  struct Values: Generated {
    var date: Date
    var data: Data
    var url: URL
    var uuid: UUID
    var decimal: Decimal
    var dates: [Date]
    var optionalDate: Date?
    var optionalData: Data?
    var optionalURL: URL?
    var map: [String: Date]

    init(random source: inout ValueSource) {
      date = source.date()
      data = source.data()
      url = source.url()
      uuid = source.uuid()
      decimal = source.decimal()
      dates = source.array { $0.date() }
      optionalDate = source.optional { $0.date() }
      optionalData = source.optional { $0.data() }
      optionalURL = source.optional { $0.url() }
      map = source.dictionary({ $0.key() }, { $0.date() })
    }
  }

  @DirectCodable
  struct CodableMembers: Generated {
    var range: Range<Int>
    var ranges: [ClosedRange<Double>]
    var interval: DateInterval?
    var map: [String: Range<Int>]
    var plain: CodableOnly
    var plains: [CodableOnly?]

    init(random source: inout ValueSource) {
      range = 0..<source.random.int(0..<100)
      ranges = source.array { _ in 0...1.5 }
      interval = source.optional { DateInterval(start: $0.date(), duration: 8) }
      map = source.dictionary({ $0.key() }, { _ in 1..<2 })
      plain = source.value()
      plains = source.array { $0.optional { $0.value() } }
    }
  }

  @DirectCodable
  struct Dynamic: Generated {
    var any: AnyValue
    var list: [AnyValue]
    var map: [String: AnyValue]
    var optional: AnyValue?

    init(random source: inout ValueSource) {
      any = source.anyValue()
      list = source.array { $0.anyValue() }
      map = source.dictionary({ $0.key() }, { $0.anyValue() })
      optional = source.optional { source in
        let value = source.anyValue()
        return value.isNull ? true : value
      }
    }
  }

  @DirectCodable
  struct Box<Value: DirectCodable & Codable & Generated>: Generated {
    var value: Value
    var values: [Value]
    var optional: Value?

    init(random source: inout ValueSource) {
      value = source.value()
      values = source.array { $0.value() }
      optional = source.optional { $0.value() }
    }
  }

  @DirectCodable
  struct LooseBox<Value: Codable & Generated>: Generated {
    var value: Value
    var values: [Value]

    init(random source: inout ValueSource) {
      value = source.value()
      values = source.array { $0.value() }
    }
  }

  @DirectCodable
  struct Empty: Generated {
    init(random source: inout ValueSource) {}
  }

  @DirectCodable
  struct Empties: Generated {
    var one: Empty
    var list: [Empty]
    var optional: Empty?

    init(random source: inout ValueSource) {
      one = source.value()
      list = source.array { $0.value() }
      optional = source.optional { $0.value() }
    }
  }

  @DirectCodable
  struct Renamed: Generated {
    var id: Int
    var text: String?
    var cache = 7
    var url: Double

    enum CodingKeys: String, CodingKey {
      case id = "_id"
      case text = "größe"
      case url = "a/b.c\"d"
    }

    init(random source: inout ValueSource) {
      id = source.integer()
      text = source.optional { $0.string() }
      url = source.double()
    }
  }

  @DirectCodable
  struct Accented: Generated {
    var first: Int
    var second: Int?
    var third: String

    enum CodingKeys: String, CodingKey {
      case first = "\u{E9}"
      case second = "o\u{308}"
      case third = "\u{1F600}"
    }

    init(random source: inout ValueSource) {
      first = source.integer()
      second = source.optional { $0.integer() }
      third = source.string()
    }
  }

  @DirectCodable
  struct Words: Generated {
    var fooBar: Int
    var imageUrls: [String]
    var innerValue: Inner
    var isOn: Bool?
    var maps: [String: Inner]
    var xY: Double

    init(random source: inout ValueSource) {
      fooBar = source.integer()
      imageUrls = source.array { $0.string() }
      innerValue = source.value()
      isOn = source.optional { $0.bool() }
      maps = source.dictionary({ $0.key() }, { $0.value() })
      xY = source.double()
    }
  }

  @DirectCodable
  struct Keywords: Generated {
    var `default`: Int
    var `class`: String
    var `in`: Bool?

    init(random source: inout ValueSource) {
      `default` = source.integer()
      `class` = source.string()
      `in` = source.optional { $0.bool() }
    }
  }
}
