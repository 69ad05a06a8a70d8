/// Reports of devices that nobody has: the `nested` set.
enum ReportStandIn {
  /// 2,000 reports.
  static func reports() -> Sketch {
    var random = SeededGenerator(seed: 40)
    return .list((0..<2_000).map { report($0, &random) })
  }

  private static func report(_ index: Int, _ random: inout SeededGenerator) -> Sketch {
    let given = random.pick(Words.givenNames)
    let family = random.pick(Words.familyNames)
    return .object([
      ("id", .int(4_000_000 + index)),
      ("kind", .text(random.pick(["sensor", "tracker", "camera"]))),
      ("version", .int(random.int(in: 1...9))),
      ("is_active", .bool(random.chance(80))),
      (
        "meta",
        .object([
          ("created", .int(1_600_000_000 + index * 60)),
          ("updated", .int(1_650_000_000 + index * 61)),
          ("source", .text(random.pick(Words.greek))),
          ("revision", .int(random.int(in: 1...400))),
          ("checksum", .text(random.digits(16))),
          (
            "coordinates",
            .object([
              ("lat", random.degrees(90)),
              ("lon", random.degrees(180)),
              ("altitude", random.degrees(900)),
              ("accuracy", random.degrees(30)),
              ("heading", random.degrees(360)),
            ])
          ),
        ])
      ),
      (
        "owner",
        .object([
          ("id", .int(random.int(in: 1...99_999))),
          ("name", "\(given) \(family)"),
          ("email", "\(given.lowercased())@example.com"),
          ("phone", .text(random.digits(10))),
          ("verified", .bool(random.chance(50))),
          (
            "address",
            .object([
              ("street", "\(random.int(in: 1...300)) \(family) Street"),
              ("city", .text(random.pick(Words.greek))),
              ("zip", .text(random.digits(5))),
              ("country", .text(random.pick(["DE", "FR", "JP", "US"]))),
              ("region", .text(random.pick(Words.greek))),
            ])
          ),
        ])
      ),
      (
        "device",
        .object([
          ("model", .text(random.pick(Words.greek))),
          ("vendor", .text(random.pick(Words.familyNames))),
          ("serial", .text(random.digits(12))),
          ("firmware", "1.\(random.int(in: 0...40)).\(random.int(in: 0...9))"),
          ("battery", random.degrees(1)),
          (
            "network",
            .object([
              ("ip", "10.0.\(random.int(in: 0...255)).\(random.int(in: 0...255))"),
              ("port", .int(random.int(in: 1024...65_535))),
              ("signal", .int(random.int(in: -120...(-40)))),
              ("roaming", .bool(random.chance(10))),
              ("carrier", .text(random.pick(Words.greek))),
            ])
          ),
        ])
      ),
      (
        "stats",
        .object([
          ("count", .int(random.int(in: 0...1_000_000))),
          ("errors", .int(random.int(in: 0...50))),
          ("uptime", .int(random.int(in: 0...9_000_000))),
          ("load", random.degrees(4)),
          ("temperature", random.degrees(60)),
          ("humidity", random.degrees(100)),
        ])
      ),
    ])
  }
}

extension SeededGenerator {
  /// A number with two decimal places up to `limit`.
  fileprivate mutating func degrees(_ limit: Int) -> Sketch {
    .double(Double(int(in: 0...(limit * 100))) / 100)
  }
}
