import Ferry

/// Random values and models, the same ones for the same seed.
extension SeededGenerator {
  /// Text of all kinds: empty, ASCII, with characters to escape, beyond the BMP, long.
  package mutating func text(upTo limit: Int = 24) -> String {
    let alphabets = [
      Array("abcdefghijklmnopqrstuvwxyz_0123456789"), Array("ab\"\\/\n\t\r\u{0}\u{1F}\u{7F}"),
      Array("äöüß€中文ก\u{2028}\u{FFFD}"), Array("😀👩‍👩‍👧𝄞\u{10FFFF}a"),
    ]
    let alphabet = alphabets[int(0..<alphabets.count)]
    let length = oneIn(20) ? int(60..<200) : int(0..<limit)
    return String((0..<length).map { _ in alphabet[int(0..<alphabet.count)] })
  }

  /// A double of any magnitude, finite.
  package mutating func double() -> Double {
    switch int(0..<5) {
    case 0: return Double(int(-1000..<1000))
    case 1: return Double(int(-100_000..<100_000)) / 100
    case 2:
      return [0, -0.0, 0.1, .leastNonzeroMagnitude, 1.7976931348623157e308, 1e21, 1e-7][int(0..<7)]
    default:
      let value = Double(bitPattern: next())
      return value.isFinite ? value : 0.5
    }
  }

  /// An integer with any number of significant bits.
  package mutating func integer() -> Int64 {
    Int64(bitPattern: next()) >> Int64(int(0..<64))
  }

  /// A value of any kind, up to `depth` containers deep.
  package mutating func anyValue(depth: Int = 4) -> AnyValue {
    switch int(0..<(depth > 0 ? 8 : 6)) {
    case 0: return .null
    case 1: return .bool(oneIn(2))
    case 2: return .number(.init(integer()))
    case 3: return .number(.init(double()))
    case 4, 5: return .string(text())
    case 6: return .array((0..<int(0..<6)).map { _ in anyValue(depth: depth - 1) })
    default:
      var members = AnyValue.Object()
      for _ in 0..<int(0..<(oneIn(10) ? 40 : 6)) {
        members[text(upTo: 10)] = anyValue(depth: depth - 1)
      }
      return .object(members)
    }
  }

  /// A model with properties of many kinds.
  package mutating func model(depth: Int = 3) -> RandomModel {
    RandomModel(using: &self, depth: depth)
  }
}

/// A model that holds something of everything.
package struct RandomModel: Codable, Equatable, Sendable {
  package var id: Int64
  package var name: String
  package var score: Double
  package var ratio: Float
  package var isActive: Bool?
  package var note: String?
  package var small: Int8
  package var large: UInt64
  package var numbers: [Double]
  package var counts: [Int]
  package var texts: [String?]
  package var attributes: [String: Int]
  package var event: Fixtures.Event
  package var colours: [Fixtures.Colour]
  package var children: [RandomModel]

  init(using random: inout SeededGenerator, depth: Int) {
    id = random.integer()
    name = random.text()
    score = random.double()
    ratio = Float(random.int(-1000..<1000)) / 7
    isActive = random.oneIn(3) ? nil : random.oneIn(2)
    note = random.oneIn(2) ? nil : random.text(upTo: 60)
    small = Int8(truncatingIfNeeded: random.next())
    large = random.next()
    numbers = (0..<random.int(0..<5)).map { _ in random.double() }
    counts = (0..<random.int(0..<5)).map { _ in Int(random.integer()) }
    texts = (0..<random.int(0..<4)).map { _ in random.oneIn(4) ? nil : random.text() }
    attributes = [:]
    for _ in 0..<random.int(0..<4) { attributes[random.text()] = Int(random.integer()) }
    event =
      switch random.int(0..<4) {
      case 0: .idle
      case 1: .move(x: Int(random.integer()), y: random.int(-9..<9))
      case 2: .say(random.text())
      default: .group([.idle, .say(random.text())], note: random.oneIn(2) ? nil : random.text())
      }
    colours = (0..<random.int(0..<3)).map { _ in
      Fixtures.Colour.allCases.randomElement(using: &random) ?? .red
    }
    children = []
    guard depth > 0 else { return }
    for _ in 0..<random.int(0..<3) where random.oneIn(2) {
      children.append(RandomModel(using: &random, depth: depth - 1))
    }
  }
}
