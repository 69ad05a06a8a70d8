import FerryMacros

/// A long text with its title: the `texts` set is a list of them.
@DirectCodable(codable: false)
public struct Article: BenchmarkModel {
  let id: Int
  let language: String
  let title: String
  let body: String
  let comments: [String]
}
