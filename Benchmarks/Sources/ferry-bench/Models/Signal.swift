import FerryMacros

/// Measurements and a vector of a model: the `floats` set is a list of them.
@DirectCodable(codable: false)
public struct Signal: BenchmarkModel {
  let id: Int
  let name: String
  /// Measurements of one to four decimals.
  let samples: [Double]
  /// Numbers with all their digits.
  let vector: [Double]
}
