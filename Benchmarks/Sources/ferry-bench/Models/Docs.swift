/// One small document of a long stream of documents: the `docs` set is a list of them.
struct DocsEntry: BenchmarkModel {
  let id: Int
  let name: String
  let enabled: Bool
  let ratio: Double
  let tags: [String]
}
