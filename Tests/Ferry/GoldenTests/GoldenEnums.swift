import Ferry
import FerryMacros

/// One value of each way to write an enum, coded directly.
@DirectCodable
struct Cases: Equatable {
  var colors: [Color] = [.red, .blue]
  var levels: [Level] = [.low, .high]
  var plain: [Plain] = [.circle(radius: 1.5), .id(7), .pair(1, label: nil), .none]
  var external: [External] = [.circle(Circle()), .square(side: 1, name: "s"), .pair(1, "b"), .none]
  var inside: [Inside] = [.circle(Circle()), .square(side: 2.5), .none]
  var adjacent: [Adjacent] = [.circle(Circle()), .square(side: 1.5), .pair(1, 2), .none]
  var untagged: [Untagged] = [.number(1), .text("a"), .circle(Circle()), .pair(1, 2), .none]

  @DirectCodable
  enum Color: String { case red, blue }

  @DirectCodable
  enum Level: Int { case low = -1, high = 300 }

  @DirectCodable
  struct Circle: Equatable { var radius = 1.5 }

  @DirectCodable
  enum Plain: Equatable {
    case circle(radius: Double)
    case id(Int)
    case pair(Int, label: String?)
    case none
  }

  @DirectCodable @Tagged(.external)
  enum External: Equatable {
    case circle(Circle)
    case square(side: Double, name: String)
    case pair(Int, String)
    case none
  }

  @DirectCodable @Tagged(.internal("type"))
  enum Inside: Equatable {
    case circle(Circle)
    case square(side: Double)
    case none
  }

  @DirectCodable @Tagged(.adjacent(tag: "t", content: "c"))
  enum Adjacent: Equatable {
    case circle(Circle)
    case square(side: Double)
    case pair(Int, Int)
    case none
  }

  @DirectCodable @Tagged(.untagged)
  enum Untagged: Equatable {
    case number(Int)
    case text(String)
    case circle(Circle)
    case pair(Int, Int)
    case none
  }
}

/// The forms that the compiler synthesizes.
struct TapeCases: Codable, Equatable {
  var colors: [Cases.Color] = [.red, .blue]
  var plain: [Plain] = [.circle(radius: 1.5), .id(7), .pair(1, label: nil), .none]

  enum Plain: Codable, Equatable {
    case circle(radius: Double)
    case id(Int)
    case pair(Int, label: String?)
    case none
  }
}
