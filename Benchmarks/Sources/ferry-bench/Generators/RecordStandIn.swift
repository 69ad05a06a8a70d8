/// Small objects about nobody.
enum RecordStandIn {
  /// 10,000 records.
  static func records() -> Sketch {
    var random = SeededGenerator(seed: 7)
    return .list((0..<10_000).map { record($0, &random) })
  }

  private static func record(_ index: Int, _ random: inout SeededGenerator) -> Sketch {
    let given = random.pick(Words.givenNames)
    let family = random.pick(Words.familyNames)
    var members: [(key: String, value: Sketch)] = [
      ("id", .int(1_000_000 + index)),
      ("name", "\(given) \(family)"),
      ("score", .double(Double(random.int(in: 0...9_999)) / 100)),
      ("active", .bool(random.chance(70))),
      ("age", .int(random.int(in: 18...90))),
      ("createdAt", .int(1_600_000_000 + index * 36)),
      ("kind", .text(random.pick(["admin", "guest", "member", "service"]))),
      ("tags", .list((0..<random.int(in: 0...3)).map { _ in .text(random.pick(Words.greek)) })),
    ]
    if random.chance(60) {
      let name = "\(given).\(family)".lowercased()
      members.append(("email", "\(name)\(random.int(in: 1...9_999))@example.com"))
    }
    return .object(members)
  }
}
