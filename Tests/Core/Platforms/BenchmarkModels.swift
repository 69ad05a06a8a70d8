import FerryMacros

// The files of the benchmarks' models use these names of the standard library, which Embedded Swift
// does not have. The macro reads `CodingKeys` as syntax.

protocol CodingKey {}

typealias BenchmarkModel = Equatable

indirect enum Boxed<Value: BenchmarkModel>: BenchmarkModel {
  case value(Value)
}
