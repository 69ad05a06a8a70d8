import FerryMacros

/// Notes of made-up instruments: the `notes` set is one score of many small objects.
@DirectCodable(codable: false)
public struct Score: BenchmarkModel {
  let title: String
  let tracks: [Track]

  @DirectCodable(codable: false)
  struct Track: BenchmarkModel {
    let id: Int
    let name: String
    let notes: [Note]
  }

  @DirectCodable(codable: false)
  struct Note: BenchmarkModel {
    /// The start and the length in ticks.
    let t: Int
    let len: Int
    let key: Int
    let vel: Int
    let bend: Bend?
  }

  @DirectCodable(codable: false)
  struct Bend: BenchmarkModel {
    let x: Int
    let y: Int
  }
}
