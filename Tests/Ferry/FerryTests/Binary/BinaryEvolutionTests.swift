import Ferry
import FerryTestSupport
import Testing

/// Models change while documents stay.
@Suite struct BinaryEvolutionTests {
  struct First: Codable {
    var id: Int8 = 7
    var name = "first"
    var tags = ["a", "b"]
    var inner = Inner()
    struct Inner: Codable {
      var x = 1.5
      var y = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    }
  }

  /// Every way of writing, so that evolution does not depend on it.
  static let encoders: [Binary.Encoder] = {
    var plain = Binary.Encoder()
    plain.internsTexts = false
    var canonical = Binary.Encoder()
    canonical.isCanonical = true
    var smallest = Binary.Encoder()
    smallest.packing = .smallest
    return [Binary.Encoder(), plain, canonical, smallest]
  }()

  private func evolve<Old: Encodable, New: Decodable>(
    _ old: Old, to type: New.Type, _ check: (New) throws -> Void
  ) throws {
    for encoder in Self.encoders {
      let bytes = try encoder.encode([old, old, old, old, old])
      for new in try Binary.decode([New].self, from: bytes) { try check(new) }
    }
  }

  @Test("unknown keys are skipped")
  func unknownFieldsAreSkipped() throws {
    struct Second: Codable { var name: String }
    try evolve(First(), to: Second.self) { #expect($0.name == "first") }
  }

  @Test("a missing optional value is nil")
  func missingOptionalsAreNil() throws {
    struct Second: Codable {
      var id: Int
      var nickname: String?
      var parents: [String]?
    }
    try evolve(First(), to: Second.self) {
      #expect($0.id == 7)
      #expect($0.nickname == nil && $0.parents == nil)
    }
  }

  @Test("an error names the missing key")
  func missingFieldsAreNamed() throws {
    struct Second: Codable { var surname: String }
    let bytes = try Binary.encode(First())
    #expect(throws: DecodingError.self) { try Binary.decode(Second.self, from: bytes) }
  }

  @Test("reordered keys are found")
  func reorderedFieldsAreFound() throws {
    struct Second: Codable {
      var inner: First.Inner
      var tags: [String]
      var name: String
      var id: Int
    }
    try evolve(First(), to: Second.self) {
      #expect($0.inner.y == [1, 2, 3, 4, 5, 6, 7, 8, 9] && $0.inner.x == 1.5)
      #expect($0.tags == ["a", "b"] && $0.id == 7)
    }
  }

  @Test("a renamed key is found by its alias")
  func renamedFieldsAreFoundByTheirAlias() throws {
    struct Second: Codable {
      var title: String
      enum CodingKeys: String, CodingKey { case title, name }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title =
          try container.decodeIfPresent(String.self, forKey: .title)
          ?? container.decode(String.self, forKey: .name)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
      }
    }
    try evolve(First(), to: Second.self) { #expect($0.title == "first") }
    let second = try Binary.decode(Second.self, from: Binary.encode(First()))
    try evolve(second, to: Second.self) { #expect($0.title == "first") }
  }

  @Test("integers change their width if the value fits")
  func integersGrowAndShrinkWhereTheyFit()
    throws
  {
    struct Narrow<T: FixedWidthInteger & Codable>: Codable { var id: T }
    try evolve(Narrow<Int8>(id: -5), to: Narrow<Int64>.self) { #expect($0.id == -5) }
    try evolve(Narrow<UInt8>(id: 255), to: Narrow<Int128>.self) { #expect($0.id == 255) }
    try evolve(Narrow<Int64>(id: 100), to: Narrow<UInt8>.self) { #expect($0.id == 100) }
    try evolve(Narrow<Int>(id: 3), to: Narrow<UInt128>.self) { #expect($0.id == 3) }
    let wide = try Binary.encode(Narrow<Int>(id: 300))
    #expect(throws: DecodingError.self) { try Binary.decode(Narrow<UInt8>.self, from: wide) }
    struct Real: Codable { var id: Double }
    try evolve(Narrow<Int>(id: 3), to: Real.self) { #expect($0.id == 3) }
  }

  @Test("a new enum case decodes as the default")
  func newCasesOfAnEnumHaveADefault() throws {
    enum Suit: String, Codable { case hearts, spades, stars }
    enum OldSuit: String, Codable {
      case hearts, spades, unknown
      init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        self = OldSuit(rawValue: name) ?? .unknown
      }
    }
    try evolve(Suit.stars, to: OldSuit.self) { #expect($0 == .unknown) }
    try evolve(Suit.hearts, to: OldSuit.self) { #expect($0 == .hearts) }
  }

  @Test("an array of numbers may change its element type")
  func anArrayOfNumbersMayChangeItsElement() throws {
    struct Old: Codable { var values = Array(1000..<1040) }
    struct New: Codable { var values: [Double] }
    struct Small: Codable { var values: [UInt16] }
    try evolve(Old(), to: New.self) { #expect($0.values == (1000..<1040).map(Double.init)) }
    try evolve(Old(), to: Small.self) { #expect($0.values.last == 1039) }
  }

  // MARK: Canonical documents

  struct Model: Codable, Equatable {
    var names: [String: [Int]]
    var set: Set<String>
    var byNumber: [Int: Bool]
    var byPoint: [Point: String]
    struct Point: Codable, Hashable { var x: Int, y: Int }
  }

  @Test("equal models have equal bytes")
  func equalModelsGiveEqualBytes() throws {
    var encoder = Binary.Encoder()
    encoder.isCanonical = true
    func model(_ order: [Int]) -> Model {
      var model = Model(names: [:], set: [], byNumber: [:], byPoint: [:])
      // Other capacities are other orders, too.
      model.names.reserveCapacity(order[0] * 50)
      model.set.reserveCapacity(order[0] * 70)
      for index in order {
        model.names["key \(index)"] = [index]
        model.set.insert("element \(index)")
        model.byNumber[index] = true
        model.byPoint[.init(x: index, y: -index)] = "point"
      }
      return model
    }
    let first = try encoder.encode(model(Array(1...40)))
    #expect(first[1] & 2 == 2)
    var random = SeededGenerator(for: "BinaryEvolution.order")
    for _ in 0..<10 {
      let order = Array(1...40).shuffled(using: &random)
      #expect(try encoder.encode(model(order)) == first)
    }
    #expect(try Binary.decode(Model.self, from: first) == model(Array(1...40)))
  }

  /// In every process: the bytes stand here.
  @Test("the canonical bytes of a model never change")
  func canonicalBytesAreTheseBytes() throws {
    var encoder = Binary.Encoder()
    encoder.isCanonical = true
    let bytes = try encoder.encode(["b": 2, "a": 1, "c": 3])
    let expected: [UInt8] = [
      0xB5, 0x22, 0x0D, 3, 1, 0x61, 1, 0x62, 1, 0x63, 1, 3, 0, 1, 2, 0, 0x80, 3, 1, 2, 3,
    ]
    #expect(bytes == expected)
  }
}
