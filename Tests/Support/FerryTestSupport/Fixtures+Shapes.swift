extension Fixtures {
  /// Models inside models, missing and present.
  package struct Nested: Codable, Equatable, Sendable {
    /// A leaf.
    package struct Point: Codable, Equatable, Hashable, Sendable {
      package var x: Double
      package var y: Int

      package init(x: Double, y: Int) {
        self.x = x
        self.y = y
      }
    }

    package var name = "outer"
    package var point = Point(x: 0.5, y: -3)
    package var points = [Point(x: 1, y: 1), Point(x: 2, y: 2)]
    package var byName = ["a": Point(x: 3, y: 3), "": Point(x: 4, y: 4)]
    package var missing: Point?
    package var present: Point? = Point(x: 5, y: 5)
    package var last = "end"

    package init() {}
  }

  /// A tree, which is a model that holds models of its own type.
  package struct Tree: Codable, Equatable, Sendable {
    package var value: Int
    package var children: [Tree]?

    package init(_ value: Int, _ children: [Tree]? = nil) {
      self.value = value
      self.children = children
    }
  }

  /// An enum with and without associated values, as the compiler codes it.
  package enum Event: Codable, Equatable, Sendable {
    case idle
    case move(x: Int, y: Int)
    case say(String)
    case group([Event], note: String?)
  }

  /// A raw value of text.
  package enum Colour: String, Codable, CaseIterable, Sendable {
    case red, green
    case blueGreen = "blue-green"
  }

  /// A raw value that is a number.
  package enum Level: Int, Codable, CaseIterable, Sendable {
    case low = -1
    case high = 9_007_199_254_740_993
  }

  /// Dictionaries of all kinds of keys.
  package struct Dictionaries: Codable, Equatable, Sendable {
    package var byText = ["a": 1, "b/\"c\"": 2, "": 3]
    package var byNumber = [1: "one", -2: "minus two", 300: "many"]
    package var byModel = [Nested.Point(x: 1, y: 2): "value"]
    package var byColour = [Colour.blueGreen: 1.5]
    package var optionals: [String: Int?] = ["there": 1, "nothing": nil]
    package var nested = ["outer": ["inner": [1, 2]]]
    package var nothing: [String: Int] = [:]

    package init() {}
  }

  /// Optionals in optionals, which lists can tell apart from missing values no further.
  package struct Optionals: Codable, Equatable, Sendable {
    package var none: Int?
    package var some: Int? = 1
    package var doubled: Int?? = 2
    package var list: [String?] = [nil, "a"]

    package init() {}
  }

  /// A property wrapper codes as what it wraps.
  @propertyWrapper
  package struct Clamped: Codable, Equatable, Sendable {
    package var wrappedValue: Int

    package init(wrappedValue: Int) { self.wrappedValue = wrappedValue }

    package init(from decoder: any Decoder) throws {
      wrappedValue = min(try decoder.singleValueContainer().decode(Int.self), 100)
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(wrappedValue)
    }
  }

  /// Own names for keys, and a wrapped property.
  package struct Renamed: Codable, Equatable, Sendable {
    package var identifier = 7
    @Clamped package var volume = 11
    package var isOpen = true

    private enum CodingKeys: String, CodingKey {
      case identifier = "id"
      case volume = "vol.ume"
      case isOpen = "is open?"
    }

    package init() {}
  }
}

extension Fixtures {
  /// Any key.
  package struct AnyKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }
    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
  }
}
