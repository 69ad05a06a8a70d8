/// The outline of a country that does not exist.
enum CanadaStandIn {
  /// 400 rings, 44,000 points or so.
  static func featureCollection() -> Sketch {
    var random = SeededGenerator(seed: 6)
    let rings = (0..<400).map { _ in ring(&random) }
    return [
      "type": "FeatureCollection",
      "features": [
        [
          "type": "Feature",
          "properties": ["name": "Nowhere"],
          "geometry": ["type": "Polygon", "coordinates": .list(rings)],
        ]
      ],
    ]
  }

  /// A walk in small steps, as coast lines go.
  private static func ring(_ random: inout SeededGenerator) -> Sketch {
    var longitude = -140 + 87 * random.fraction()
    var latitude = 42 + 41 * random.fraction()
    let points: [Sketch] = (0..<random.int(in: 4...216)).map { _ in
      longitude += (random.fraction() - 0.5) / 16
      latitude += (random.fraction() - 0.5) / 16
      return [.double(longitude), .double(latitude)]
    }
    return .list(points)
  }
}
