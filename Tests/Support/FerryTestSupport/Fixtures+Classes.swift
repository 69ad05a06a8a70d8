extension Fixtures {
  /// The root of a class hierarchy.
  package class Animal: Codable {
    package var name: String

    package init(name: String) { self.name = name }
  }

  /// Gives its superclass the same encoder, so that all keys are in one object.
  package final class Cat: Animal, Equatable {
    package var lives: Int

    package init(name: String, lives: Int) {
      self.lives = lives
      super.init(name: name)
    }

    private enum CodingKeys: String, CodingKey { case lives }

    package required init(from decoder: any Decoder) throws {
      lives = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .lives)
      try super.init(from: decoder)
    }

    package override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(lives, forKey: .lives)
    }

    package static func == (first: Cat, second: Cat) -> Bool {
      first.name == second.name && first.lives == second.lives
    }
  }

  /// Gives its superclass an encoder of its own, under the key `super`.
  package final class Dog: Animal, Equatable {
    package var tricks: [String]

    package init(name: String, tricks: [String]) {
      self.tricks = tricks
      super.init(name: name)
    }

    private enum CodingKeys: String, CodingKey { case tricks }

    package required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tricks = try container.decode([String].self, forKey: .tricks)
      try super.init(from: container.superDecoder())
    }

    package override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try super.encode(to: container.superEncoder())
      try container.encode(tricks, forKey: .tricks)
    }

    package static func == (first: Dog, second: Dog) -> Bool {
      first.name == second.name && first.tricks == second.tricks
    }
  }

  /// Gives its superclass an encoder under a key of its own.
  package final class Bird: Animal, Equatable {
    package var canFly: Bool

    package init(name: String, canFly: Bool) {
      self.canFly = canFly
      super.init(name: name)
    }

    private enum CodingKeys: String, CodingKey { case base, canFly }

    package required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      canFly = try container.decode(Bool.self, forKey: .canFly)
      try super.init(from: container.superDecoder(forKey: .base))
    }

    package override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      let base = container.superEncoder(forKey: .base)
      try container.encode(canFly, forKey: .canFly)
      try super.encode(to: base)
    }

    package static func == (first: Bird, second: Bird) -> Bool {
      first.name == second.name && first.canFly == second.canFly
    }
  }

  /// Gives its superclass an element of a list.
  package final class Fish: Animal, Equatable {
    package var depth: Double

    package init(name: String, depth: Double) {
      self.depth = depth
      super.init(name: name)
    }

    package required init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      let base = try container.superDecoder()
      depth = try container.decode(Double.self)
      try super.init(from: base)
    }

    package override func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try super.encode(to: container.superEncoder())
      try container.encode(depth)
    }

    package static func == (first: Fish, second: Fish) -> Bool {
      first.name == second.name && first.depth == second.depth
    }
  }
}
