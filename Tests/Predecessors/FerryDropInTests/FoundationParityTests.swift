import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Foundation's coders as the oracle")
struct FoundationParityTests {
  private func compare<T: Codable & Equatable>(
    _ model: T, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let theirs = try Oracle.encode(model)
    let ours = try Oracle.encodeAsFoundation(model)
    #expect(ours == theirs, sourceLocation: sourceLocation)
    #expect(
      try JSONDecoder().decode(T.self, from: Data(ours.utf8)) == model,
      sourceLocation: sourceLocation)
    #expect(
      Oracle.decodeAsFoundation(T.self, from: theirs) == .value(model),
      sourceLocation: sourceLocation)
  }

  @Test("every fixture is encoded to the same text and decoded from it")
  func fixtures() throws {
    try compare(Fixtures.Scalars())
    try compare(Fixtures.OptionalScalars())
    try compare(Fixtures.OptionalScalars.full)
    try compare(Fixtures.Lists())
    try compare(Fixtures.Nested())
    try compare(Fixtures.Dictionaries())
    try compare(Fixtures.Optionals())
    try compare(Fixtures.Renamed())
    try compare(Fixtures.Record())
    try compare(Fixtures.Tree(1, [.init(2), .init(3, [])]))
    try compare([Fixtures.Event.idle, .move(x: 1, y: 2), .say("a"), .group([.idle], note: nil)])
    try compare(Fixtures.Colour.allCases)
    try compare(Fixtures.Cat(name: "Tom", lives: 9))
    try compare(Fixtures.Dog(name: "Rex", tricks: ["sit"]))
    try compare(Fixtures.Bird(name: "Tux", canFly: false))
    try compare(Fixtures.Fish(name: "Wanda", depth: 0.5))
  }

  @Test("scalars at the top level are coded as in Foundation")
  func fragments() throws {
    try compare(7)
    try compare(true)
    try compare("a/b\u{0}é\u{7F}\u{2028}")
    try compare(Int?.none)
    try compare([Int?.none, 1])
    try compare(Date(timeIntervalSinceReferenceDate: 0.1))
    try compare(UUID())
  }

  @Test(
    "doubles and floats are written the same",
    arguments: [
      0, -0.0, 1, -1, 0.1, 1e15, 1e16, 1e17, 123456789012345680, 1e20, 1e21, 1e22, 1e-4, 1e-5, 1e-7,
      1.5e300, .leastNonzeroMagnitude, 2.2250738585072014e-308, 1.7976931348623157e308, 100, 1.0e10,
      0x1p53,
      1.0 / 3,
    ])
  func doubles(value: Double) throws {
    try compare([value])
    try compare([Float(value)].filter(\.isFinite))
  }

  @Test("random models are written and read as in Foundation")
  func randomModels() throws {
    var random = SeededGenerator(for: "FoundationParity")
    for _ in 0..<(isDebugBuild ? 300 : 10_000) {
      let model = random.model()
      let theirs = try Oracle.encode(model)
      let ours = try Oracle.encodeAsFoundation(model)
      if ours != theirs { #expect(ours == theirs) }
      let decoded = Oracle.decodeAsFoundation(RandomModel.self, from: theirs)
      if decoded != .value(model) { #expect(decoded == .value(model)) }
      let back = Oracle.decode(RandomModel.self, from: ours)
      if back != .value(model) { #expect(back == .value(model)) }
    }
  }

  @Test("a damaged random model is Foundation's error or Foundation's model")
  func randomDamage() throws {
    var random = SeededGenerator(for: "FoundationParity.damage")
    var unexplained = 0
    for _ in 0..<(isDebugBuild ? 400 : 20_000) {
      var value = try JSON.decode(AnyValue.self, from: Oracle.encode(random.model(depth: 1)))
      damage(&value, &random)
      let text = try JSON.string(value)
      let ours = Oracle.decodeAsFoundation(RandomModel.self, from: text)
      let theirs = Oracle.decode(RandomModel.self, from: text)
      let (left, right) = (ours.withoutText.withoutLostPath, theirs.withoutText.withoutLostPath)
      guard left != right else { continue }
      unexplained += 1
      if unexplained < 5 { #expect(left == right, "\(text)") }
    }
    #expect(unexplained == 0)
  }

  /// Replaces or removes one value somewhere.
  private func damage(_ value: inout AnyValue, _ random: inout SeededGenerator) {
    switch value {
    case .object(let members) where !members.isEmpty && !random.oneIn(6):
      let key = members[random.int(0..<members.count)].key
      if random.oneIn(5) {
        value[key] = .none
      } else if var member = value[key] {
        damage(&member, &random)
        value[key] = .some(member)
      }
    case .array(let elements) where !elements.isEmpty && !random.oneIn(6):
      let index = random.int(0..<elements.count)
      var element = elements[index]
      damage(&element, &random)
      value[index] = .some(element)
    default:
      let others: [AnyValue] = [true, 1, 1.5, "a", nil, [], [:], ["a": 1], [nil], -1]
      value = others[random.int(0..<others.count)]
    }
  }
}
