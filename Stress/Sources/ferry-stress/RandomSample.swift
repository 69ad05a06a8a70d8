import Ferry
import Foundation

/// Random numbers that can be had again: SplitMix64 (Steele, Lea, Flood 2014).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// `FERRY_SEED`, or a new seed; prints it.
  init(for name: String) {
    let replayed = ProcessInfo.processInfo.environment["FERRY_SEED"].flatMap { UInt64($0) }
    state = replayed ?? .random(in: .min ... .max)
    print("  \(name): replay with FERRY_SEED=\(state)")
  }

  /// A new seed, of which nobody is told.
  init() { state = .random(in: .min ... .max) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func int(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func oneIn(_ count: Int) -> Bool { int(0..<count) == 0 }
  mutating func integer() -> Int64 { Int64(bitPattern: next()) >> Int64(int(0..<64)) }

  mutating func double() -> Double {
    switch int(0..<4) {
    case 0: return Double(int(-1000..<1000))
    case 1: return Double(int(-100_000..<100_000)) / 100
    case 2: return [0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e21][int(0..<5)]
    default:
      let value = Double(bitPattern: next())
      return value.isFinite ? value : 0.5
    }
  }

  mutating func text() -> String {
    let alphabets = [
      Array("abcdefghijklmnopqrstuvwxyz_0123456789"), Array("ab\"\\/\n\t\r\u{0}\u{1F}\u{7F}"),
      Array("äöüß€中文ก\u{2028}"), Array("😀𝄞\u{10FFFF}a"),
    ]
    let alphabet = alphabets[int(0..<4)]
    return String(
      (0..<int(0..<(oneIn(20) ? 80 : 16))).map { _ in alphabet[int(0..<alphabet.count)] })
  }
}

/// A model with a member of every kind, for both ways of coding.
struct Sample: Codable, Equatable {
  enum Event: Codable, Equatable {
    case idle
    case move(x: Int, y: Int)
    case say(String)
  }

  var id: Int64
  var name: String
  var score: Double
  var ratio: Float
  var isActive: Bool?
  var note: String?
  var small: Int8
  var large: UInt64
  var numbers: [Double]
  var counts: [Int]
  var texts: [String?]
  var attributes: [String: Int]
  var events: [Event]
  var direct: DirectSample
  var children: [Sample]

  init(_ random: inout SeededGenerator, depth: Int = 2) {
    id = random.integer()
    name = random.text()
    score = random.double()
    ratio = Float(random.int(-1000..<1000)) / 7
    isActive = random.oneIn(3) ? nil : random.oneIn(2)
    note = random.oneIn(2) ? nil : random.text()
    small = Int8(truncatingIfNeeded: random.next())
    large = random.next()
    numbers = (0..<random.int(0..<4)).map { _ in random.double() }
    counts = (0..<random.int(0..<4)).map { _ in Int(random.integer()) }
    texts = (0..<random.int(0..<3)).map { _ in random.oneIn(4) ? nil : random.text() }
    attributes = [:]
    for _ in 0..<random.int(0..<3) { attributes[random.text()] = Int(random.integer()) }
    events = (0..<random.int(0..<3)).map { _ in
      switch random.int(0..<3) {
      case 0: .idle
      case 1: .move(x: Int(random.integer()), y: 1)
      default: .say(random.text())
      }
    }
    direct = DirectSample(&random)
    children = []
    while depth > 0, random.oneIn(3) { children.append(Sample(&random, depth: depth - 1)) }
  }
}

/// A model with direct coding written by hand.
struct DirectSample: Codable, DirectCodable, Equatable {
  var id: Int
  var name: String
  var weights: [Double]
  var note: String?
  var inner: [DirectSample]?

  init(_ random: inout SeededGenerator, depth: Int = 1) {
    id = Int(random.integer())
    name = random.text()
    weights = (0..<random.int(0..<4)).map { _ in random.double() }
    note = random.oneIn(2) ? nil : random.text()
    inner = depth == 0 || random.oneIn(2) ? nil : [DirectSample(&random, depth: depth - 1)]
  }

  init(from reader: inout some WireReader & ~Copyable) throws(WireFailure) {
    var id: Int?
    var name: String?
    var weights: [Double] = []
    var object = try reader.beginObject()
    while let key = try reader.nextKey(&object) {
      switch key {
      case "id": id = try reader.read()
      case "name": name = try reader.read()
      case "weights": weights = try reader.read()
      case "note": note = try reader.readIfPresent()
      case "inner": inner = try reader.readIfPresent()
      default: try reader.skipValue()
      }
    }
    guard let id else { throw reader.missing("id", in: object) }
    guard let name else { throw reader.missing("name", in: object) }
    (self.id, self.name, self.weights) = (id, name, weights)
  }

  func encode(to writer: inout some WireWriter & ~Copyable) throws(WireFailure) {
    var object = try writer.beginObject()
    try writer.write(id, forKey: "id", in: &object)
    try writer.write(name, forKey: "name", in: &object)
    try writer.write(weights, forKey: "weights", in: &object)
    try writer.writeIfPresent(note, forKey: "note", in: &object)
    try writer.writeIfPresent(inner, forKey: "inner", in: &object)
    try writer.endObject(&object)
  }
}

/// A value that is coded through the tape, even if its type is directly codable.
struct ThroughTape<Value: Codable>: Codable {
  let value: Value

  init(_ value: Value) { self.value = value }
  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
