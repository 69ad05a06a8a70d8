import FerryMacros

/// One of many small objects with members of every plain kind: the `small` set is a list of them.
@DirectCodable(codable: false)
public struct Record: BenchmarkModel, Sendable {
  let id: Int
  let name: String
  let score: Double
  let active: Bool
  let age: Int
  /// Seconds since 1970.
  let createdAt: Int
  let kind: String
  let tags: [String]
  let email: String?
}
