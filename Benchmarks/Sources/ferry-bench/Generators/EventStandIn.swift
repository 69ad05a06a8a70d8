/// Events of a made-up service.
enum EventStandIn {
  /// 10,000 events.
  static func events() -> Sketch {
    var random = SeededGenerator(seed: 11)
    return .list((0..<10_000).map { event($0, &random) })
  }

  private static func event(_ index: Int, _ random: inout SeededGenerator) -> Sketch {
    let payload: Sketch =
      switch random.int(in: 0...2) {
      case 0: .object([("message", .object([("_0", .text(random.pick(Words.greek)))]))])
      case 1:
        .object([
          (
            "position",
            .object([
              ("x", .double(Double(random.int(in: 0...9_999)) / 100)),
              ("y", .double(Double(random.int(in: 0...9_999)) / 100)),
            ])
          )
        ])
      default: .object([("none", .object([]))])
      }
    return .object([
      ("id", .int(1_000_000 + index)),
      ("kind", .text(random.pick(["created", "changed", "removed"]))),
      (
        "labels",
        .object(["app", "tier", "zone"].map { ($0, .text(random.pick(Words.greek))) })
      ),
      (
        "countsByStatus",
        .object(["200", "404", "500"].map { ($0, .int(random.int(in: 0...9_999))) })
      ),
      (
        "tags",
        .list((0..<random.int(in: 1...3)).map { .text(Words.greek[$0 * 8 + index % 8]) })
      ),
      ("payload", payload),
      (
        "value",
        random.chance(50) ? .int(random.int(in: 0...999)) : .text(random.pick(Words.greek))
      ),
      (
        "attributes",
        .object((0..<4).map { ("\(Words.greek[$0 * 6])-\(index % 50)", .int($0)) })
      ),
    ])
  }
}
