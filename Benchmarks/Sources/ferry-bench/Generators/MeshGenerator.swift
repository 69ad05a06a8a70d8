/// A generated mesh.
enum MeshGenerator {
  /// 10,000 points and 15,000 triangles.
  static func mesh() -> Sketch {
    var random = SeededGenerator(seed: 22)
    let positions = (0..<30_000).map { _ in
      Sketch.double(Double(random.int(in: -9_999_999...9_999_999)) / 1e5)
    }
    let normals = (0..<30_000).map { _ in
      Sketch.double(Double(random.int(in: -1_000_000...1_000_000)) / 1e6)
    }
    let indices = (0..<45_000).map { _ in Sketch.int(random.int(in: 0...9999)) }
    return [
      "name": .text(random.greek(2)), "positions": .list(positions), "normals": .list(normals),
      "indices": .list(indices),
    ]
  }
}
