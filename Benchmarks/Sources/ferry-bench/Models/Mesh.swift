import FerryMacros

/// Arrays of numbers on lines of their own: the `mesh` set is one mesh.
@DirectCodable(codable: false)
public struct Mesh: BenchmarkModel {
  let name: String
  let positions: [Double]
  let normals: [Double]
  let indices: [Int]
}
