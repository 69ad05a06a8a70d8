/// Generated measurements of made-up instruments.
enum SignalGenerator {
  /// 500 signals, 3 MB of minified text.
  static func signals() -> Sketch {
    var random = SeededGenerator(seed: 14)
    return .list(
      (0..<500).map { index in
        let samples = (0..<128).map { _ in
          Sketch.double(Double(random.int(in: -999_999...999_999)) / 1e4)
        }
        let vector = (0..<256).map { _ in Sketch.double(2 * random.fraction() - 1) }
        return [
          "id": .int(index), "name": .text(random.greek(2)), "samples": .list(samples),
          "vector": .list(vector),
        ]
      })
  }
}
